//! All fibers of a run, and who holds them. Knows nothing of queues and carriers' threads.
//!
//! A [`Ready`] is a fiber in somebody's hand, and a [`Vacant`] a place for one. Neither can be copied, and only this file makes them:
//! so the rule that a fiber is in exactly one place is the compiler's to keep, and what a hand does with a fiber needs no lock.

use std::{
    cell::UnsafeCell,
    sync::{
        OnceLock,
        atomic::{AtomicU16, AtomicU32, Ordering},
    },
};

use corosensei::Coroutine;

use super::{
    cx::{Ended, Leave, Resumed},
    park::{Hold, Park},
    stacks::FiberStack,
};

/// A suspended or new task on its stack.
pub(super) type Fiber = Coroutine<Resumed, Leave, Ended, FiberStack>;

/// Fibers of one chunk: the table grows with what is used, so that ten tasks do not pay for a million.
const CHUNK: usize = 1_024;

/// One place. 48 bytes beside the stack.
struct Slot {
    park: Park,
    /// On which carrier it was mounted last.
    carrier: AtomicU16,
    task: AtomicU32,
    fiber: UnsafeCell<Option<Fiber>>,
}

/// A fiber that can run, in the hand of whoever has this.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ready(u32);

/// A place without a fiber.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Vacant(u32);

pub(super) struct Table {
    chunks: Box<[OnceLock<Box<[Slot]>>]>,
    /// Places given out so far.
    opened: AtomicU32,
    most: u32,
}

#[expect(
    unsafe_code,
    reason = "fibers move between carriers, which the crate leaves to its user to allow"
)]
// SAFETY: `fiber` of a slot is reached only through the one `Ready` or `Vacant` of its number (see `Table::fiber`), so no two threads
// are at it at a time; and every hand-over between threads goes through a queue or the state word, which order what was done before.
// What lies on a suspended fiber's stack may change threads: tasks are the closed set of functions in `work`, whose locals are plain
// data and `Send`; the only thing there that is not is a `Cx`, which is renewed at every resume.
unsafe impl Sync for Table {}

impl Ready {
    pub(super) const fn index(&self) -> u32 {
        self.0
    }
}

impl Vacant {
    pub(super) const fn index(&self) -> u32 {
        self.0
    }
}

impl Table {
    /// For up to so many fibers at a time.
    pub(super) fn of(most: u32) -> Self {
        let chunks = (most as usize).div_ceil(CHUNK);
        Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            opened: AtomicU32::new(0),
            most,
        }
    }

    /// A place that was never used; `None` where there is none left. For one thread only.
    pub(super) fn open(&self) -> Option<Vacant> {
        let index = self.opened.load(Ordering::Relaxed);
        if index >= self.most {
            return None;
        }
        self.chunks
            .get(index as usize / CHUNK)?
            .get_or_init(|| (0..CHUNK).map(|_| Slot::new()).collect());
        self.opened.store(index + 1, Ordering::Release);
        Some(Vacant(index))
    }

    /// How many places were ever used.
    pub(super) fn opened(&self) -> u32 {
        self.opened.load(Ordering::Acquire)
    }

    /// Puts a new fiber into a place.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "who settles a fiber has the place no longer"
    )]
    pub(super) fn settle(&self, place: Vacant, task: u32, fiber: Fiber) -> Ready {
        let mut ready = Ready(place.0);
        if let Some(slot) = self.slot(ready.0) {
            slot.task.store(task, Ordering::Relaxed);
        }
        if let Some(cell) = self.fiber(&mut ready) {
            *cell = Some(fiber);
        }
        ready
    }

    /// Takes the fiber that has ended out of its place.
    pub(super) fn vacate(&self, mut ready: Ready) -> (Vacant, Option<Fiber>) {
        let fiber = self.fiber(&mut ready).and_then(Option::take);
        (Vacant(ready.0), fiber)
    }

    /// The fiber itself, for the time in which its hand is borrowed.
    pub(super) fn fiber<'a>(&'a self, ready: &'a mut Ready) -> Option<&'a mut Option<Fiber>> {
        let slot = self.slot(ready.0)?;
        #[expect(unsafe_code, reason = "the hand stands for the fiber")]
        // SAFETY: there is one `Ready` of this number: `settle` makes it out of the one `Vacant`, `park` and `vacate` take it away, and
        // `wake` makes it again only for the one who took the fiber out of `PARKED`. It is borrowed for as long as the fiber is.
        Some(unsafe { &mut *slot.fiber.get() })
    }

    /// A carrier is about to let it run: the task.
    pub(super) fn run(&self, ready: &Ready, carrier: u16) -> u32 {
        self.slot(ready.0).map_or(0, |slot| {
            slot.carrier.store(carrier, Ordering::Relaxed);
            slot.park.run();
            slot.task.load(Ordering::Relaxed)
        })
    }

    /// Gives it up until somebody wakes it; comes back where somebody has.
    pub(super) fn park(&self, ready: Ready) -> Result<(), Ready> {
        match self.slot(ready.0).map(|slot| slot.park.park()) {
            Some(Hold::Given) => Ok(()),
            Some(Hold::Kept) | None => Err(ready),
        }
    }

    /// Wakes fiber number `index`. With the fiber comes its task, where it was parked and is the caller's to queue now.
    pub(super) fn wake(&self, index: u32) -> Option<(Ready, u32)> {
        let slot = self.slot(index)?;
        slot.park
            .wake()
            .then(|| (Ready(index), slot.task.load(Ordering::Relaxed)))
    }

    /// Whether the fiber that is mounted and asks has been woken since it was mounted or asked last.
    pub(super) fn take_notice(&self, index: u32) -> bool {
        self.slot(index).is_none_or(|slot| slot.park.take_notice())
    }

    /// The task in a place, and the carrier it was mounted on last. Async-signal-safe.
    pub(super) fn whereabouts(&self, index: u32) -> Option<(u32, u16)> {
        let slot = self.slot(index)?;
        let task = slot.task.load(Ordering::Relaxed);
        Some((task, slot.carrier.load(Ordering::Relaxed)))
    }

    fn slot(&self, index: u32) -> Option<&Slot> {
        let chunk = self.chunks.get(index as usize / CHUNK)?.get()?;
        chunk.get(index as usize % CHUNK)
    }
}

impl Slot {
    fn new() -> Self {
        Self {
            park: Park::new(),
            carrier: AtomicU16::new(0),
            task: AtomicU32::new(0),
            fiber: UnsafeCell::new(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_small_and_there_are_no_more_than_asked_for() {
        assert!(size_of::<Slot>() <= 48);
        let table = Table::of(3);
        let places: Vec<u32> = std::iter::from_fn(|| table.open())
            .map(|place| place.index())
            .collect();
        assert_eq!(places, [0, 1, 2]);
        assert_eq!(table.opened(), 3);
        assert!(
            table.wake(0).is_none(),
            "what is in a hand is not given out again"
        );
        assert!(table.wake(5_000).is_none());
    }
}
