//! The state word of a fiber, and who holds the fiber. Knows nothing of queues and stacks.
//!
//! A fiber is in exactly one place: in somebody's hand (which includes queues) or parked. Whoever parks it gives it up by a
//! compare-and-swap; whoever wakes it takes it by a swap, and of two that wake it at once only one sees `PARKED`. A wake-up that
//! comes while the fiber is in a hand leaves `NOTIFIED` behind, and the next attempt to park fails: nothing is lost. What is woken
//! looks again whether it may go on, so a wake-up too many, or one meant for an earlier task of the same stack, does no harm.
//! That is why the word is never overwritten by a plain store: a store could wipe out a wake-up.

use super::seam::{AtomicU8, Ordering};

/// In a hand, and nobody has woken it since it was mounted.
const RUNNING: u8 = 0;
/// In a hand, and woken: the next attempt to park fails.
const NOTIFIED: u8 = 1;
/// In nobody's hand.
const PARKED: u8 = 2;

/// The state word.
pub(super) struct Park(AtomicU8);

/// Who has the fiber after an attempt to park it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hold {
    /// Whoever asked: it was woken meanwhile.
    Kept,
    /// Nobody, until it is woken.
    Given,
}

impl Park {
    pub(super) fn new() -> Self {
        Self(AtomicU8::new(RUNNING))
    }

    /// The holder lets it run: what it was woken for it sees now.
    pub(super) fn run(&self) {
        self.0.swap(RUNNING, Ordering::AcqRel);
    }

    /// The holder gives it up, after it has left its stack.
    pub(super) fn park(&self) -> Hold {
        let given = self
            .0
            .compare_exchange(RUNNING, PARKED, Ordering::AcqRel, Ordering::Acquire);
        match given {
            Ok(_) => Hold::Given,
            Err(_) => Hold::Kept,
        }
    }

    /// Wakes it; whoever is told `true` now holds it and must queue it.
    pub(super) fn wake(&self) -> bool {
        self.0.swap(NOTIFIED, Ordering::AcqRel) == PARKED
    }

    /// Takes a wake-up back while the fiber is in the caller's hand.
    pub(super) fn take_notice(&self) -> bool {
        self.0.swap(RUNNING, Ordering::AcqRel) == NOTIFIED
    }
}
