//! What fibers wait for: permits, of which a lock is one, and a latch. Knows nothing of stacks and carriers.
//!
//! A wait is a number in a queue that belongs to what is waited for. Nothing points into the stack of a fiber that waits, so none has
//! to be there when it is woken. Who gives something back hands it to the one who has waited longest.

use std::{
    collections::VecDeque,
    sync::atomic::{AtomicBool, Ordering},
};

use super::{cx::Cx, guarded::Guarded};
use crate::wire::Reason;

/// Somebody who can wake fibers, from a fiber or from a thread that is no carrier.
pub(super) trait Wake {
    /// Wakes fiber number `index`.
    fn wake(&self, index: u32);
}

/// So many may have one at a time; with one permit, a lock.
pub(super) struct Permits(Guarded<Desk>);

/// As at a counter where numbers are drawn: a fiber may go on when its number is called.
struct Desk {
    /// Numbers drawn so far.
    drawn: u64,
    /// Numbers below this one are called.
    called: u64,
    /// Who waits, the next number first.
    waiting: VecDeque<u32>,
}

impl Permits {
    pub(super) fn of(permits: usize) -> Self {
        Self(Guarded::new(Desk {
            drawn: 0,
            called: permits as u64,
            waiting: VecDeque::new(),
        }))
    }

    /// Does `inside` with a permit in the hand of the fiber `cx`, which leaves its carrier while there is none. A permit is given
    /// back also where `inside` is left by a panic.
    pub(super) fn with(&self, cx: &Cx, reason: Reason, inside: &mut dyn FnMut()) {
        self.take(cx, reason);
        let _given_back = Taken { permits: self, cx };
        inside();
    }

    /// Waits for a permit. A fiber that is cancelled meanwhile still gets its turn, and gives it back at once.
    fn take(&self, cx: &Cx, reason: Reason) {
        let number = self.0.with(|desk| desk.draw(cx.index()));
        while !self.0.with(|desk| desk.called > number) {
            cx.park(reason);
        }
    }

    fn give(&self, waker: &impl Wake) {
        if let Some(next) = self.0.with(Desk::call_next) {
            waker.wake(next);
        }
    }
}

impl Desk {
    fn draw(&mut self, fiber: u32) -> u64 {
        let number = self.drawn;
        self.drawn += 1;
        if self.called <= number {
            self.waiting.push_back(fiber);
        }
        number
    }

    /// The fiber whose number is called now, if anybody waits.
    fn call_next(&mut self) -> Option<u32> {
        self.called += 1;
        self.waiting.pop_front()
    }
}

/// A permit in the hand of a fiber.
struct Taken<'a> {
    permits: &'a Permits,
    cx: &'a Cx,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.permits.give(self.cx);
    }
}

/// Opens once, for all who wait: the end of a call, or of another fiber.
#[derive(Default)]
pub(super) struct Latch {
    is_open: AtomicBool,
    waiting: Guarded<Vec<u32>>,
}

impl Latch {
    /// Opens it and wakes who waits.
    pub(super) fn open(&self, waker: &impl Wake) {
        self.is_open.store(true, Ordering::Release);
        for fiber in self.waiting.with(std::mem::take) {
            waker.wake(fiber);
        }
    }

    /// Leaves the carrier until it is open.
    pub(super) fn wait(&self, cx: &Cx) {
        // Looked at under the lock: who opens it comes either before, and is seen, or after, and sees who waits.
        let is_open = || self.is_open.load(Ordering::Acquire);
        let waits = self.waiting.with(|waiting| {
            let waits = !is_open();
            if waits {
                waiting.push(cx.index());
            }
            waits
        });
        while waits && !is_open() {
            cx.park(Reason::Join);
        }
    }
}
