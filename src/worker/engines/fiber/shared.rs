//! What all carriers of a run share, and how work gets to them from outside. Knows nothing of stacks.

use std::{sync::OnceLock, thread::Thread};

use crossbeam_deque::{Injector, Stealer};

use super::{
    super::{
        super::{flight::Failure, job::Job, probe::Note, shared::permits_of},
        call_threads::CallThreads,
        spare_carriers,
    },
    cx::Cx,
    idle::Idle,
    places,
    spares::Spares,
    stacks::Slab,
    sync::{Permits, Wake},
    table::{Ready, Table, Vacant},
    timer::Timers,
};
use crate::model::{EngineKind, Experiment};

/// A task's work. One of a closed set of functions of ours, since the compiler does not see what lies on a stack that changes threads.
pub(super) type Life = fn(&'static Job, u32, &Cx) -> Result<u64, Failure>;

pub(super) struct Shared {
    pub(super) job: &'static Job,
    pub(super) life: Life,
    /// Whether the work may cancel its tasks.
    pub(super) cancels: bool,
    pub(super) slab: Slab,
    pub(super) table: Table,
    pub(super) timers: Timers,
    pub(super) idle: Idle,
    pub(super) spares: Spares,
    pub(super) calls: CallThreads,
    /// The lock that all tasks share.
    pub(super) lock: Permits,
    pub(super) permits: Permits,
    /// Fibers that no carrier has in its own queue.
    pub(super) injector: Injector<Ready>,
    pub(super) stealers: Box<[Stealer<Ready>]>,
    /// Places that fibers have left.
    pub(super) vacant: Injector<Vacant>,
    threads: Box<[OnceLock<Thread>]>,
}

impl Shared {
    pub(super) fn of(
        job: &'static Job,
        life: Life,
        slab: Slab,
        stealers: Box<[Stealer<Ready>]>,
    ) -> Self {
        let experiment: &Experiment = &job.experiment;
        let carriers = stealers.len();
        Self {
            job,
            life,
            cancels: experiment.cancels(EngineKind::Fiber),
            slab,
            table: Table::of(places(experiment)),
            timers: Timers::new(),
            idle: Idle::of(carriers),
            spares: Spares::of(experiment.carriers.get(), spare_carriers(experiment)),
            calls: CallThreads::of(experiment.work),
            lock: Permits::of(1),
            permits: Permits::of(permits_of(experiment)),
            injector: Injector::new(),
            threads: (0..carriers).map(|_| OnceLock::new()).collect(),
            stealers,
            vacant: Injector::new(),
        }
    }

    /// A carrier says which thread it is, before it takes work or sleeps.
    pub(super) fn enlist(&self, carrier: u16) {
        if let Some(place) = self.threads.get(usize::from(carrier)) {
            place.get_or_init(std::thread::current);
        }
    }

    /// Work was pushed: wakes a carrier where one sleeps and nobody looks for work.
    pub(super) fn notify(&self) {
        self.call(self.idle.whom_to_wake());
    }

    /// Wakes this carrier.
    pub(super) fn call(&self, carrier: Option<u16>) {
        let thread = carrier.and_then(|carrier| self.threads.get(usize::from(carrier))?.get());
        if let Some(thread) = thread {
            thread.unpark();
        }
    }

    /// Whether any queue has something, as far as can be seen now.
    pub(super) fn has_work(&self) -> bool {
        !self.injector.is_empty() || self.stealers.iter().any(|queue| !queue.is_empty())
    }

    /// Gives a fiber to whoever takes it first.
    pub(super) fn queue(&self, ready: Ready) {
        self.injector.push(ready);
        self.notify();
    }
}

/// From threads that are no carriers: the timer's, those that make calls, the spawner.
impl Wake for Shared {
    fn wake(&self, index: u32) {
        if let Some((ready, task)) = self.table.wake(index) {
            self.job.probe.note(task, Note::Ready);
            self.queue(ready);
        }
    }
}
