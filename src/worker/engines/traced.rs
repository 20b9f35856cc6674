//! A future around a task's future that sees every poll and every wake. Knows nothing of what the task does.

use std::{
    future::poll_fn,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
    task::{Context, Poll, Wake, Waker},
};

use super::super::{
    probe::{Flight, Note, Probe},
    work::take_reason,
};

/// The task is being polled.
const MOUNTED: u8 = 1;
/// The task was woken since its last poll began.
const WOKEN: u8 = 2;

/// Runs the future that `begin` makes and notes its mounts, unmounts and wakes; its output is the task's checksum.
/// `begin` makes the future in its place: one that was passed in would be kept twice.
pub(super) async fn traced<F: Future<Output = u64>>(
    probe: &'static Probe,
    task: u32,
    begin: impl FnOnce() -> F,
) {
    let mut future = pin!(begin());
    let mut trace = Trace {
        probe,
        task,
        flight: None,
        bell: None,
    };
    poll_fn(|context| trace.poll(future.as_mut(), context)).await;
}

/// What is kept beside a task's future.
struct Trace {
    probe: &'static Probe,
    task: u32,
    flight: Option<Flight>,
    bell: Option<Bell>,
}

/// What the task's future is given to be woken by, and our own look at it.
struct Bell {
    state: Arc<BellState>,
    waker: Waker,
}

struct BellState {
    probe: &'static Probe,
    runtime: Waker,
    task: u32,
    state: AtomicU8,
}

impl Trace {
    fn poll(
        &mut self,
        future: Pin<&mut impl Future<Output = u64>>,
        context: &Context<'_>,
    ) -> Poll<()> {
        let (probe, task) = (self.probe, self.task);
        let bell = Bell::fitting(&mut self.bell, probe, task, context.waker());
        bell.state.mounted();
        probe.note(task, Note::Mount);
        let flight = self
            .flight
            .take()
            .unwrap_or_else(|| Flight::start(probe, task));
        match future.poll(&mut Context::from_waker(&bell.waker)) {
            Poll::Ready(checksum) => {
                flight.land(checksum);
                Poll::Ready(())
            }
            Poll::Pending => {
                self.flight = Some(flight);
                probe.note(task, Note::Unmount(take_reason()));
                bell.state.unmounted();
                Poll::Pending
            }
        }
    }
}

impl Bell {
    /// The bell at hand, or a new one where the runtime polls with another waker; tokio never does after the first poll.
    fn fitting<'a>(
        slot: &'a mut Option<Self>,
        probe: &'static Probe,
        task: u32,
        runtime: &Waker,
    ) -> &'a Self {
        if let Some(bell) = slot.take_if(|bell| !bell.state.runtime.will_wake(runtime)) {
            // Nobody waits for a task that is being polled, so its old bell keeps quiet from now on.
            bell.state.state.store(MOUNTED | WOKEN, Ordering::Release);
        }
        slot.get_or_insert_with(|| {
            let state = Arc::new(BellState {
                probe,
                runtime: runtime.clone(),
                task,
                state: AtomicU8::new(0),
            });
            Self {
                waker: Waker::from(Arc::clone(&state)),
                state,
            }
        })
    }
}

impl BellState {
    /// From here on a wake means that the task has to be polled again.
    fn mounted(&self) {
        self.state.swap(MOUNTED, Ordering::AcqRel);
    }

    /// A task that was woken while it was polled is ready the moment it leaves: the runtime polls it again, but not before.
    fn unmounted(&self) {
        if self.state.fetch_and(!MOUNTED, Ordering::AcqRel) & WOKEN != 0 {
            self.probe.note(self.task, Note::Ready);
        }
    }
}

impl Wake for BellState {
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
        if before & MOUNTED == 0 {
            self.probe.note(self.task, Note::Ready);
        }
        self.runtime.wake_by_ref();
    }
}

#[cfg(test)]
mod tests;
