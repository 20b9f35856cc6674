//! How async work tells why it is about to leave its carrier. Knows nothing of the runtime.

use std::{cell::Cell, future::poll_fn, pin::pin};

use crate::wire::Reason;

thread_local! {
    /// Why the task that is being polled on this thread last said it waits.
    static REASON: Cell<Reason> = const { Cell::new(Reason::None) };
}

/// Awaits what `begin` makes, and tells `reason` at every poll that leaves it pending.
///
/// A poll runs on one thread from start to end, so the thread's own cell carries the reason out to who polls the task; the task
/// needs no memory for it. `begin` makes the future in its place: one that was passed in would be kept twice.
pub(crate) async fn waiting<F: Future>(reason: Reason, begin: impl FnOnce() -> F) -> F::Output {
    let mut future = pin!(begin());
    poll_fn(|context| {
        let poll = future.as_mut().poll(context);
        if poll.is_pending() {
            REASON.set(reason);
        }
        poll
    })
    .await
}

/// The reason told since the last call on this thread.
pub(crate) fn take_reason() -> Reason {
    REASON.replace(Reason::None)
}
