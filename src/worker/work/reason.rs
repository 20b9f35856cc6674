//! How async work tells why it is about to leave its carrier. Knows nothing of the runtime.

use std::cell::Cell;

use crate::wire::Reason;

thread_local! {
    /// Why the task that is being polled on this thread waits, as it last said.
    static REASON: Cell<Reason> = const { Cell::new(Reason::None) };
}

/// Said by a task right before it awaits. It holds until the task says something else: who polls the task keeps it from one
/// poll to the next, and a poll runs on one thread from start to end.
pub(crate) fn tell_reason(reason: Reason) {
    REASON.set(reason);
}

/// The reason told last on this thread.
pub(crate) fn take_reason() -> Reason {
    REASON.replace(Reason::None)
}
