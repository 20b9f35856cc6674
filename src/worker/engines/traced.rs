//! A future around a task's future that sees every poll and every wake. Knows nothing of what the task does.

use std::{
    pin::Pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use pin_project_lite::pin_project;

use super::super::{
    probe::{Note, Probe},
    work::{take_reason, tell_reason},
};
use crate::wire::Reason;

/// The task is being polled.
const MOUNTED: u8 = 1;
/// The task was woken since its last poll began.
const WOKEN: u8 = 2;
/// The task left by a yield, and is ready since then: its wake tells nothing new.
const YIELDED: u8 = 4;

pin_project! {
    /// Notes mounts, unmounts and wakes of the task inside. Adds 24 bytes to it and one allocation of 56: a task's bell
    /// outlives the task where a timer still holds it. The waker is kept, since to make one for each poll costs two locked
    /// instructions.
    pub(super) struct Traced<F> {
        bell: Arc<Bell>,
        waker: Waker,
        #[pin]
        life: F,
    }
}

/// What the task is woken by, and all that is kept about it.
struct Bell {
    probe: &'static Probe,
    /// Who really wakes the task; known from its first poll on.
    runtime: OnceLock<Waker>,
    task: u32,
    state: AtomicU8,
    /// Why the task waits, from one poll to the next; only its poller looks.
    reason: AtomicU8,
}

impl<F> Traced<F> {
    /// Watches task number `task`, which notes its own last unmount.
    pub(super) fn new(probe: &'static Probe, task: u32, life: F) -> Self {
        let bell = Arc::new(Bell::new(probe, task, OnceLock::new()));
        let waker = Waker::from(Arc::clone(&bell));
        Self { bell, waker, life }
    }
}

impl<F: Future> Future for Traced<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let traced = self.project();
        if let Some(bell) = traced.bell.refitted(context.waker()) {
            *traced.waker = Waker::from(Arc::clone(&bell));
            *traced.bell = bell;
        }
        let bell = &**traced.bell;
        bell.mounted();
        let poll = traced.life.poll(&mut Context::from_waker(traced.waker));
        if poll.is_pending() {
            bell.unmounted();
        }
        poll
    }
}

impl Bell {
    const fn new(probe: &'static Probe, task: u32, runtime: OnceLock<Waker>) -> Self {
        Self {
            probe,
            runtime,
            task,
            state: AtomicU8::new(0),
            reason: AtomicU8::new(Reason::None as u8),
        }
    }

    /// Learns who wakes the task. A runtime that polls with another waker than before, which tokio never does, gets a new bell:
    /// a future is woken by the waker of its last poll.
    fn refitted(&self, runtime: &Waker) -> Option<Arc<Self>> {
        let known = self.runtime.get_or_init(|| runtime.clone());
        (!known.will_wake(runtime)).then(|| {
            let runtime = OnceLock::from(runtime.clone());
            Arc::new(Self::new(self.probe, self.task, runtime))
        })
    }

    /// From here on a wake means that the task has to be polled again.
    fn mounted(&self) {
        self.state.swap(MOUNTED, Ordering::AcqRel);
        self.probe.note(self.task, Note::Mount);
        tell_reason(Reason::from_byte(self.reason.load(Ordering::Relaxed)).unwrap_or(Reason::None));
    }

    /// A task that was woken while it was polled is ready the moment it leaves: the runtime polls it again, but not before. So is one
    /// that yields, whenever the runtime comes to wake it.
    fn unmounted(&self) {
        let reason = take_reason();
        self.reason.store(reason as u8, Ordering::Relaxed);
        // It was mounted, so adding and taking that bit is setting and clearing it: one locked instruction, and not a loop.
        if reason == Reason::Yield {
            self.probe.yielded(self.task);
            self.state.fetch_add(YIELDED - MOUNTED, Ordering::AcqRel);
            return;
        }
        self.probe.note(self.task, Note::Unmount(reason));
        if self.state.fetch_sub(MOUNTED, Ordering::AcqRel) & WOKEN != 0 {
            self.probe.note(self.task, Note::Ready);
        }
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    /// The first wake since the last poll passes on; later ones would wake a task that is awake. Ready is noted before the
    /// runtime hears of it, so that no mount can come first.
    fn wake_by_ref(self: &Arc<Self>) {
        let before = self.state.fetch_or(WOKEN, Ordering::AcqRel);
        if before & WOKEN != 0 {
            return;
        }
        if before & (MOUNTED | YIELDED) == 0 {
            self.probe.note(self.task, Note::Ready);
        }
        if let Some(runtime) = self.runtime.get() {
            runtime.wake_by_ref();
        }
    }
}

#[cfg(test)]
mod tests;
