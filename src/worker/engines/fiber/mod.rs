//! Stackful coroutines of the crate `corosensei` on a small scheduler of our own: as near to virtual threads as the lab comes.
//!
//! ```text
//! spawner ─► table, slab ─► injector ─► carriers ─► fibers ─► work
//!                               ▲           │ mount, unmount: noted at the desk
//!                    timer ─────┴── parked ◄┘
//! ```
//!
//! The rules, each told where it is kept:
//! * A fiber is queued, parked or given a timer only after it has left its stack (`cx::Leave`, `carrier`).
//! * A fiber is in exactly one place; the compiler keeps count (`table::Ready`), and between threads the state word does (`park`).
//! * No thread-local is touched on a fiber's stack (`cx`), and no guard of the system's locks outlives a call there (`guarded`).
//! * Nobody holds an address inside the stack of a fiber that waits (`sync`).
//! * A stack that unwinds stays on its thread (`cx::Cx::leave`).
//! * The timer's thread wakes and never runs a task (`timer`).
//! * No carrier sleeps while work waits (`idle`).
//! * A suspended fiber is never taken apart: the process ends with its run.

#![deny(
    clippy::disallowed_types,
    reason = "a guard of a system lock that is kept over a suspension blocks every carrier"
)]

mod carrier;
mod cx;
mod guarded;
mod idle;
#[cfg(target_os = "linux")]
mod overflow;
#[cfg(target_os = "linux")]
mod pages;
mod park;
mod seam;
mod shared;
mod spares;
#[cfg_attr(target_os = "linux", path = "stack.rs")]
#[cfg_attr(not(target_os = "linux"), path = "stack_default.rs")]
mod stacks;
#[cfg(test)]
mod stress;
mod sync;
mod table;
mod timer;

use std::thread;

use crossbeam_deque::{Steal, Worker};

use self::{
    carrier::Carrier,
    shared::{Life, Shared},
    stacks::Slab,
    table::{Fiber, Ready, Vacant},
};
use super::{
    super::{job::Job, report::Refusal, work},
    Engine, spare_carriers,
};
use crate::model::{Bytes, Experiment};

/// While tasks are spawned one after the other, carriers are called for every so many of them: to wake one takes longer than to make
/// a fiber.
const SPAWNS_PER_CALL: u32 = 16;

pub(super) struct FiberScheduler {
    shared: &'static Shared,
    since_call: u32,
}

impl FiberScheduler {
    pub(super) fn start(job: &'static Job) -> Result<Self, Refusal> {
        Self::start_with(job, work::run)
    }

    fn start_with(job: &'static Job, life: Life) -> Result<Self, Refusal> {
        let experiment = &job.experiment;
        let carriers = experiment.carriers.get() + spare_carriers(experiment);
        let slab = Slab::reserve(places(experiment), experiment.fiber.stack_kib)?;
        let queues: Vec<Worker<Ready>> = (0..carriers).map(|_| Worker::new_fifo()).collect();
        let stealers = queues.iter().map(Worker::stealer).collect();
        let shared: &'static Shared = Box::leak(Box::new(Shared::of(job, life, slab, stealers)));
        #[cfg(target_os = "linux")]
        overflow::report(shared);
        start_thread("timer", || shared.timers.run(shared))?;
        for (number, queue) in (0..).zip(queues) {
            start_carrier(shared, number, queue)?;
        }
        if shared.cancels {
            let cancel = || shared.timers.call_everybody();
            job.shared.cancellation.register(Box::new(cancel));
        }
        Ok(Self {
            shared,
            since_call: 0,
        })
    }

    /// A place that a fiber has left, else a new one.
    fn place(&self) -> Result<Vacant, Refusal> {
        loop {
            match self.shared.vacant.steal() {
                Steal::Success(place) => return Ok(place),
                Steal::Retry => {}
                Steal::Empty => break,
            }
        }
        self.shared.table.open().ok_or_else(|| {
            Refusal::of_the_lab("there are more fibers than the run has tasks".to_owned())
        })
    }
}

/// For the tasks of a round; and, while one begins, for those of the round before that have ended and whose carriers have not put
/// the place back yet.
pub(super) fn places(experiment: &Experiment) -> u32 {
    let carriers = u32::from(experiment.carriers.get() + spare_carriers(experiment));
    experiment.tasks.get() + carriers
}

impl Engine for FiberScheduler {
    fn carriers(&self) -> u16 {
        self.shared.job.experiment.carriers.get()
    }

    fn stated(&self) -> Vec<(&'static str, String)> {
        let experiment = &self.shared.job.experiment;
        let stack = Bytes(experiment.fiber.stack_kib.bytes() as u64);
        let mut stated = vec![
            ("stack of a fiber", stack.to_string()),
            ("guard of a stack", self.shared.slab.guards_stated()),
        ];
        let spares = spare_carriers(experiment);
        if spares > 0 {
            stated.push(("spare carriers", spares.to_string()));
        }
        stated
    }

    fn spawn(&mut self, task: u32) -> Result<(), Refusal> {
        let shared = self.shared;
        let place = self.place()?;
        let index = place.index();
        let stack = shared.slab.take(index)?;
        let fiber = Fiber::with_stack(stack, move |yielder, carrier| {
            cx::live(shared, [task, index], yielder, carrier)
        });
        let ready = shared.table.settle(place, task, fiber);
        shared.injector.push(ready);
        self.since_call += 1;
        if self.since_call == SPAWNS_PER_CALL {
            self.all_spawned();
        }
        Ok(())
    }

    fn all_spawned(&mut self) {
        self.since_call = 0;
        self.shared.notify();
    }
}

fn start_carrier(
    shared: &'static Shared,
    number: u16,
    queue: Worker<Ready>,
) -> Result<(), Refusal> {
    let desk = shared.job.probe.desk(usize::from(number));
    let desk = desk.ok_or_else(|| {
        Refusal::of_the_lab(format!("the probe has no place for carrier {number}"))
    })?;
    start_thread(&format!("carrier-{number}"), move || {
        Carrier::new(shared, number, queue, desk).carry();
    })
}

fn start_thread(name: &str, life: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(life)
        .map(drop)
        .map_err(|error| Refusal {
            reason: format!("the thread {name} could not be started: {error}"),
            advice: "use fewer carriers, or raise ulimit -u".to_owned(),
        })
}
