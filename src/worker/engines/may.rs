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
    cell::RefCell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError, TryLockError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use may::coroutine::{self, Coroutine};

use super::{
    super::{
        flight::Failure,
        job::Job,
        local_value::LocalValue,
        probe::{Note, Probe, stand_aside},
        report::Refusal,
        session::panic_text,
        shared::permits_of,
        work::{Blocking, carry_out, hold_while, stack_needed},
    },
    Engine,
    call_threads::CallThreads,
};
use crate::{
    model::{Bytes, EngineKind, Experiment, Owner, units::grouped},
    wire::Reason,
};

const ADVICE: &str = "use fewer tasks, or raise vm.max_map_count (two memory maps per coroutine: stack and guard page)";

/// What `may` 0.3 gives a coroutine: 32 KiB.
const USUAL_STACK_WORDS: usize = 4_096;

// What this coroutine keeps.
may::coroutine_local! {
    static KEPT: RefCell<Option<LocalValue>> = RefCell::new(None)
}

pub(super) struct MayScheduler {
    job: &'static Job,
    means: &'static Means,
}

/// What the tasks of a run share that is of `may`'s own kind.
struct Means {
    calls: CallThreads,
    lock: may::sync::Mutex<()>,
    permits: may::sync::Semphore,
}

/// A task that is a coroutine.
struct Suspending {
    probe: &'static Probe,
    means: &'static Means,
    task: u32,
}

impl MayScheduler {
    pub(super) fn start(job: &'static Job) -> Self {
        let carriers = usize::from(job.experiment.carriers.get());
        let config = may::config();
        config.set_workers(carriers).set_pool_capacity(1);
        config.set_worker_pin(false);
        let stack_words = stack_words(&job.experiment);
        config.set_stack_size(stack_words);
        // The first coroutine starts the scheduler's threads.
        spawn(aside_with_the_timer)
            .ok()
            .and_then(|first| first.join().ok());
        Self {
            job,
            means: Box::leak(Box::new(Means {
                calls: CallThreads::of(job.experiment.work),
                lock: may::sync::Mutex::new(()),
                permits: may::sync::Semphore::new(permits_of(&job.experiment)),
            })),
        }
    }
}

/// Words of a coroutine's stack: what `may` gives anyway, or what a recursion needs, in whole pages. Only the pages a coroutine
/// has touched are resident, so a larger stack costs address space and no memory. An odd number would make `may` fill the stack.
fn stack_words(experiment: &Experiment) -> usize {
    const PAGE_WORDS: usize = 512;
    let needed = stack_needed(experiment).unwrap_or(0) / size_of::<usize>();
    needed.next_multiple_of(PAGE_WORDS).max(USUAL_STACK_WORDS)
}

impl MayScheduler {
    /// The handle is dropped, with what it will hold; the way to cancel the coroutine is kept where the work may ask for it.
    fn kept_for_cancellation<T>(&self, task: u32, handle: &coroutine::JoinHandle<T>) {
        let experiment = &self.job.experiment;
        if !experiment.cancels(EngineKind::May)
            || experiment.is_designed_to_fail(self.job.index(task))
        {
            return;
        }
        let coroutine = handle.coroutine().clone();
        let cancel = move || {
            #[expect(
                unsafe_code,
                reason = "may marks cancelling unsafe: it unwinds the coroutine from where it waits"
            )]
            // SAFETY: what unwinds is a sleep in `Suspending::away`, called from `carry_out`; all of it is safe code whose
            // values may be dropped at any point.
            unsafe {
                coroutine.cancel();
            }
        };
        self.job.shared.cancellation.register(Box::new(cancel));
    }
}

impl Engine for MayScheduler {
    fn carriers(&self) -> u16 {
        u16::try_from(may::config().get_workers()).unwrap_or(u16::MAX)
    }

    fn stated(&self) -> Vec<(&'static str, String)> {
        let bytes = may::config().get_stack_size() * size_of::<usize>();
        vec![("stack of a coroutine", Bytes(bytes as u64).to_string())]
    }

    fn spawn(&mut self, task: u32) -> Result<(), Refusal> {
        let job = self.job;
        let suspending = Suspending {
            probe: job.probe,
            means: self.means,
            task,
        };
        spawn(move || carry_out(job, task, &suspending))
            .map(|handle| self.kept_for_cancellation(task, &handle))
            .map_err(|why| Refusal {
                reason: format!(
                    "may could not make another coroutine after {}: {why}",
                    grouped(u64::from(job.index(task)))
                ),
                advice: ADVICE.to_owned(),
            })
    }
}

/// may resumes a sleeper on the timer's thread. From there a task goes to a worker before it is noted, but one that was cancelled
/// meanwhile unwinds where it is: so that thread must not be taken for a carrier.
fn aside_with_the_timer() {
    coroutine::sleep(Duration::from_millis(1));
    stand_aside();
    coroutine::yield_now();
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
        // suspends; their frames are a few hundred bytes of 32 KiB, and where they recurse, the stack was made for the depth.
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

impl Suspending {
    /// Leaves the carrier for as long as `wait` takes, which must end on a worker.
    fn away<T>(&self, reason: Reason, wait: impl FnOnce() -> T) -> T {
        self.probe.note(self.task, Note::Unmount(reason));
        let _back = Back(self);
        wait()
    }

    /// The lock, and whether it was free is not known before: who finds it taken leaves the carrier.
    fn locked<'a>(&self, lock: &'a may::sync::Mutex<()>) -> may::sync::MutexGuard<'a, ()> {
        match lock.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => self.away(Reason::Lock, || {
                lock.lock().unwrap_or_else(PoisonError::into_inner)
            }),
        }
    }
}

/// Notes that a task is on a carrier again, also where its wait ended by a cancellation, which unwinds.
struct Back<'a>(&'a Suspending);

impl Drop for Back<'_> {
    fn drop(&mut self) {
        self.0.probe.note(self.0.task, Note::Remount);
    }
}

impl Blocking for Suspending {
    fn sleep(&self, span: Duration) {
        self.away(Reason::Sleep, || {
            coroutine::sleep(span);
            coroutine::yield_now();
            outlive_the_sleep(self.task);
        });
    }

    fn hold(&self, reason: Reason, wait: &mut dyn FnMut()) {
        hold_while(self.probe, self.task, reason, wait);
    }

    fn hand_over(&self, span: Duration) -> Result<(), Failure> {
        let over = Arc::new(AtomicBool::new(false));
        let (told, caller) = (Arc::clone(&over), coroutine::current());
        self.means.calls.call(Box::new(move || {
            thread::sleep(span);
            told.store(true, Ordering::Release);
            caller.unpark();
        }))?;
        self.away(Reason::Join, || {
            while !over.load(Ordering::Acquire) {
                coroutine::park();
            }
        });
        Ok(())
    }

    fn yield_now(&self) {
        self.away(Reason::Yield, coroutine::yield_now);
    }

    fn with_lock(&self, lock: Owner, inside: &mut dyn FnMut()) {
        let own = may::sync::Mutex::new(());
        let guard = self.locked(match lock {
            Owner::Own => &own,
            Owner::Shared => &self.means.lock,
        });
        inside();
        drop(guard);
    }

    /// Never inlined, like its counterpart: `may` finds a coroutine's own values by a thread-local.
    #[inline(never)]
    fn keep(&self, value: LocalValue) {
        KEPT.with(|kept| kept.replace(Some(value)));
    }

    #[inline(never)]
    fn take_kept(&self) -> Option<LocalValue> {
        KEPT.with(RefCell::take)
    }

    fn with_permit(&self, inside: &mut dyn FnMut()) {
        let permits = &self.means.permits;
        if !permits.try_wait() {
            self.away(Reason::Permit, || permits.wait());
        }
        inside();
        permits.post();
    }
}
