//! Stackful coroutines on the scheduler of the crate `may`.
//!
//! What it does behind our back, and what is done about it here:
//! * A coroutine whose sleep is over goes on *on the timer thread*. So every sleep is followed by a yield, which queues it to a
//!   worker, and only then the mount is noted.
//! * A worker that starts a sleep touches the coroutine's `Inner` once more *after* the timer was set. Where the sleep is over by
//!   then and the coroutine at its end, that memory has been freed: short sleeps crash. So it is kept alive for a while longer.
//! * It cannot tell when a task became ready; after the first mount nobody knows since when a task waited.
//! * A spawn that finds no memory map left panics instead of returning an error.
//! * Workers are pinned to cores and a thousand stacks are made in advance, unless it is told otherwise before the first use.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use may::coroutine::{self, Coroutine};

use super::{
    super::{
        job::Job,
        probe::{Note, Probe},
        report::Refusal,
        session::panic_text,
        work::{Blocking, carry_out, hold_carrier},
    },
    Engine,
};
use crate::{model::units::grouped, wire::Reason};

const ADVICE: &str = "use fewer tasks, or raise vm.max_map_count (two memory maps per coroutine: stack and guard page)";

pub(super) struct MayScheduler {
    job: &'static Job,
}

/// A task that is a coroutine.
struct Suspending {
    probe: &'static Probe,
    task: u32,
}

impl MayScheduler {
    pub(super) fn start(job: &'static Job) -> Self {
        let carriers = usize::from(job.experiment.carriers.get());
        let config = may::config();
        config.set_workers(carriers).set_pool_capacity(1);
        config.set_worker_pin(false);
        // The first coroutine starts the scheduler's threads.
        spawn(|| ()).ok().and_then(|first| first.join().ok());
        Self { job }
    }
}

impl Engine for MayScheduler {
    fn carriers(&self) -> u16 {
        u16::try_from(may::config().get_workers()).unwrap_or(u16::MAX)
    }

    fn spawn(&mut self, task: u32) -> Result<(), Refusal> {
        let job = self.job;
        let suspending = Suspending {
            probe: job.probe,
            task,
        };
        spawn(move || carry_out(job, task, &suspending))
            .map(drop)
            .map_err(|why| Refusal {
                reason: format!(
                    "may could not make another coroutine after {}: {why}",
                    grouped(u64::from(task))
                ),
                advice: ADVICE.to_owned(),
            })
    }
}

/// Spawns a coroutine; a panic of `may` comes back as its words.
fn spawn<T: Send + 'static>(
    life: impl FnOnce() -> T + Send + 'static,
) -> Result<coroutine::JoinHandle<T>, String> {
    let attempt = AssertUnwindSafe(|| {
        #[expect(
            unsafe_code,
            reason = "may marks spawning unsafe: its contract is about what the coroutine does"
        )]
        // SAFETY: the contract asks that a coroutine keeps no thread-local reference over a suspension and stays within its
        // stack. Tasks reach thread-locals only through the probe, whose calls are never inlined and return before the task
        // suspends; their frames are a few hundred bytes of the 32 KiB, without recursion.
        unsafe {
            coroutine::Builder::new().spawn(life)
        }
    });
    match catch_unwind(attempt) {
        Ok(Ok(handle)) => Ok(handle),
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => Err(panic_text(panic.as_ref()).to_owned()),
    }
}

/// How many coroutines are kept alive beyond their sleep: at full tilt, all that end within a tenth of a second or so. Fewer than
/// a megabyte in all, so that what a task costs stays what it costs.
const OUTLIVING: usize = 4_096;

static OUTLIVED: [Mutex<Option<Coroutine>>; OUTLIVING] = [const { Mutex::new(None) }; OUTLIVING];

/// Holds the calling coroutine's `Inner` until so many later tasks have slept. Takes the place of an earlier one; nothing in here
/// suspends.
fn outlive_the_sleep(task: u32) {
    if let Some(place) = OUTLIVED.get(task as usize % OUTLIVING) {
        let earlier = place
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .replace(coroutine::current());
        drop(earlier);
    }
}

impl Blocking for Suspending {
    fn sleep(&self, span: Duration) {
        self.probe.note(self.task, Note::Unmount(Reason::Sleep));
        coroutine::sleep(span);
        coroutine::yield_now();
        outlive_the_sleep(self.task);
        self.probe.note(self.task, Note::Remount);
    }

    fn block(&self, span: Duration) {
        hold_carrier(self.probe, self.task, Reason::Blocking, span);
    }
}
