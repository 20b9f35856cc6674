//! What a task sees of its engine while it runs on its fiber. Knows nothing of threads.
//!
//! Everything a task needs comes in through here, and none of it through a thread-local: the address of one, remembered over a
//! suspension, is that of the thread the fiber has left, which the compiler does not know (and which shows in optimised builds only).
//! A `Cx` holds raw pointers, so it is neither `Send` nor `Sync`: a closure for another thread or stack cannot capture it.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    ptr::NonNull,
    sync::Arc,
    thread,
    time::Duration,
};

use corosensei::Yielder;

use super::{
    super::super::{
        flight::{Failure, number},
        local_value::LocalValue,
        probe::{Ending, Tick},
        work::Blocking,
    },
    carrier::Carrier,
    shared::Shared,
    sync::{Latch, Permits, Wake},
};
use crate::{model::Owner, wire::Reason};

/// What a fiber is handed when it is resumed: the carrier it is on from now on.
pub(super) type Resumed = NonNull<Carrier>;

/// Why a fiber leaves its carrier, and what is to be done with it once it has left its stack. Not before: another carrier would
/// resume a stack that is still in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leave {
    /// Others first.
    Yield,
    /// Until so many nanoseconds of the engine's clock, or until it is woken.
    Sleep { until_ns: u64 },
    /// Until it is woken.
    Park(Reason),
}

impl Leave {
    pub(super) const fn reason(self) -> Reason {
        match self {
            Self::Yield => Reason::Yield,
            Self::Sleep { .. } => Reason::Sleep,
            Self::Park(reason) => reason,
        }
    }
}

/// What a fiber hands back at its end. Counting it is the carrier's, on its own stack.
pub(super) struct Ended {
    pub(super) started: Tick,
    how: How,
}

enum How {
    Returned(Result<u64, Failure>),
    Panicked,
    Cancelled,
}

/// Thrown through a task that is cancelled; nobody hears of it.
struct Cancelled;

/// The engine as one task sees it.
pub(super) struct Cx {
    shared: &'static Shared,
    yielder: NonNull<Yielder<Resumed, Leave>>,
    carrier: Cell<Resumed>,
    index: u32,
    task: u32,
    kept: RefCell<Option<LocalValue>>,
}

/// A task's whole life, on its own stack.
pub(super) fn live(
    shared: &'static Shared,
    [task, index]: [u32; 2],
    yielder: &Yielder<Resumed, Leave>,
    carrier: Resumed,
) -> Ended {
    let started = shared.job.probe.now();
    let cx = Cx {
        shared,
        yielder: NonNull::from(yielder),
        carrier: Cell::new(carrier),
        index,
        task,
        kept: RefCell::new(None),
    };
    let life = || {
        cx.look_for_cancellation();
        (shared.life)(shared.job, task, &cx)
    };
    // A panic ends here, on the stack it began on. Nothing else unwinds a fiber: one that is suspended when the run is over is left
    // as it is, since taking it apart would need the crate's own unwinding, which this would swallow.
    let how = match catch_unwind(AssertUnwindSafe(life)) {
        Ok(result) => How::Returned(result),
        Err(thrown) => How::of_thrown(thrown.as_ref()),
    };
    Ended { started, how }
}

impl How {
    fn of_thrown(thrown: &(dyn Any + Send)) -> Self {
        if thrown.is::<Cancelled>() {
            Self::Cancelled
        } else {
            Self::Panicked
        }
    }
}

impl Ended {
    /// How the task is counted.
    pub(super) fn ending(&self, shared: &Shared, task: u32) -> Ending {
        let job = shared.job;
        match &self.how {
            How::Returned(Ok(checksum)) => Ending::Completed(*checksum),
            How::Returned(Err(failure)) => failure.ending(job, task),
            How::Panicked if job.experiment.is_designed_to_fail(job.index(task)) => {
                Ending::FailedAsDesigned(number(job.index(task)))
            }
            How::Panicked => Ending::Failed,
            How::Cancelled => Ending::Cancelled(number(job.index(task))),
        }
    }
}

impl Cx {
    /// The carrier it is on, for as long as it does not leave.
    fn carrier(&self) -> &Carrier {
        #[expect(unsafe_code, reason = "the crate hands a plain value in")]
        // SAFETY: set by every resume to the carrier that resumes, which lives as long as its thread, that is the process. The
        // reference cannot outlast a suspension: no function here keeps one over a call of `leave`.
        unsafe {
            self.carrier.get().as_ref()
        }
    }

    /// Leaves the carrier; returns on whichever one goes on with it.
    ///
    /// Not while the stack unwinds from a panic: how many panics are under way is counted by the standard library for each thread,
    /// and both threads' counts would be wrong for ever after. The task then waits where it is.
    pub(super) fn leave(&self, leave: Leave) {
        if thread::panicking() {
            return self.wait_here(leave);
        }
        #[expect(
            unsafe_code,
            reason = "a reference would bind a lifetime to what works are generic over"
        )]
        // SAFETY: the yielder lies at the top of this fiber's stack and lives as long as the body that made this `Cx`.
        let yielder = unsafe { self.yielder.as_ref() };
        self.carrier.set(yielder.suspend(leave));
    }

    fn wait_here(&self, leave: Leave) {
        match leave {
            Leave::Yield => {}
            Leave::Sleep { until_ns } => thread::sleep(self.shared.timers.time_to(until_ns)),
            Leave::Park(_) => {
                while !self.shared.table.take_notice(self.index) {
                    thread::sleep(Duration::from_micros(50));
                }
            }
        }
    }

    /// Leaves until somebody wakes it. Whoever waits for something looks again then: it may have been somebody else's wake-up.
    pub(super) fn park(&self, reason: Reason) {
        self.leave(Leave::Park(reason));
    }

    pub(super) const fn index(&self) -> u32 {
        self.index
    }

    /// Does something on the carrier's own stack, which is larger and belongs to the thread: what would touch thread-locals or more
    /// of the fiber's stack than the page it has.
    fn on_carrier_stack<T>(&self, act: impl FnOnce() -> T + Send) -> T {
        #[expect(unsafe_code, reason = "as in `leave`")]
        // SAFETY: as in `leave`.
        let yielder = unsafe { self.yielder.as_ref() };
        yielder.on_parent_stack(act)
    }

    /// Ends the task here where it has been cancelled: by unwinding its own stack, so that what it holds is given back.
    fn look_for_cancellation(&self) {
        let job = self.shared.job;
        if self.shared.cancels
            && job.shared.cancellation.has_begun()
            && !job.experiment.is_designed_to_fail(job.index(self.task))
            && !thread::panicking()
        {
            resume_unwind(Box::new(Cancelled));
        }
    }
}

impl Wake for Cx {
    fn wake(&self, index: u32) {
        self.carrier().wake(index);
    }
}

impl Blocking for Cx {
    fn sleep(&self, span: Duration) {
        let timers = &self.shared.timers;
        let until_ns = timers.in_time(span);
        self.look_for_cancellation();
        loop {
            self.leave(Leave::Sleep { until_ns });
            self.look_for_cancellation();
            if timers.now_ns() >= until_ns {
                break;
            }
        }
    }

    fn hold(&self, reason: Reason, wait: &mut dyn FnMut()) {
        self.carrier().pinned(self.task, reason, wait);
    }

    fn hand_over(&self, span: Duration) -> Result<(), Failure> {
        let shared = self.shared;
        let over = Arc::new(Latch::default());
        let told = Arc::clone(&over);
        self.on_carrier_stack(move || {
            shared.calls.call(Box::new(move || {
                thread::sleep(span);
                told.open(shared);
            }))
        })?;
        over.wait(self);
        self.look_for_cancellation();
        Ok(())
    }

    fn yield_now(&self) {
        self.leave(Leave::Yield);
        self.look_for_cancellation();
    }

    fn with_lock(&self, lock: Owner, inside: &mut dyn FnMut()) {
        let own = Permits::of(1);
        let lock = match lock {
            Owner::Own => &own,
            Owner::Shared => &self.shared.lock,
        };
        lock.with(self, Reason::Lock, inside);
    }

    fn with_permit(&self, inside: &mut dyn FnMut()) {
        self.shared.permits.with(self, Reason::Permit, inside);
    }

    fn keep(&self, value: LocalValue) {
        self.kept.replace(Some(value));
    }

    fn take_kept(&self) -> Option<LocalValue> {
        self.kept.take()
    }
}
