//! Shared counters, counted up in five ways. Knows nothing of tasks.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use crossbeam_utils::CachePadded;

use crate::model::Counting;

/// Cells of a striped counter: as many as there can be carriers.
const STRIPES: usize = 64;

/// A counter that all tasks count up.
pub(crate) enum Counter {
    /// A load and a store: an update of another thread between them is lost. Each is atomic, so no value is ever torn.
    Plain(CachePadded<AtomicU64>),
    /// The same in one order for all.
    Ordered(CachePadded<AtomicU64>),
    Atomic(CachePadded<AtomicU64>),
    Striped(Box<[CachePadded<AtomicU64>]>),
    Locked(Mutex<u64>),
}

impl Counter {
    pub(crate) fn of(counting: Counting) -> Self {
        match counting {
            Counting::Plain => Self::Plain(CachePadded::default()),
            Counting::Ordered => Self::Ordered(CachePadded::default()),
            Counting::Atomic => Self::Atomic(CachePadded::default()),
            Counting::Striped => {
                Self::Striped((0..STRIPES).map(|_| CachePadded::default()).collect())
            }
            Counting::Mutex => Self::Locked(Mutex::default()),
        }
    }

    /// Adds one, so many times, for task number `task`.
    pub(crate) fn count(&self, increments: u32, task: u32) {
        match self {
            Self::Plain(cell) => {
                for _ in 0..increments {
                    let seen = cell.load(Ordering::Relaxed);
                    cell.store(seen.wrapping_add(1), Ordering::Relaxed);
                }
            }
            Self::Ordered(cell) => {
                for _ in 0..increments {
                    let seen = cell.load(Ordering::SeqCst);
                    cell.store(seen.wrapping_add(1), Ordering::SeqCst);
                }
            }
            Self::Atomic(cell) => add(cell, increments),
            Self::Striped(cells) => {
                if let Some(cell) = cells.get(task as usize % STRIPES) {
                    add(cell, increments);
                }
            }
            Self::Locked(sum) => {
                for _ in 0..increments {
                    *sum.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                }
            }
        }
    }

    /// What it shows.
    pub(crate) fn shown(&self) -> u64 {
        match self {
            Self::Plain(cell) | Self::Ordered(cell) | Self::Atomic(cell) => {
                cell.load(Ordering::SeqCst)
            }
            Self::Striped(cells) => cells.iter().map(|cell| cell.load(Ordering::SeqCst)).sum(),
            Self::Locked(sum) => *sum.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

fn add(cell: &AtomicU64, increments: u32) {
    for _ in 0..increments {
        cell.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_exact_ways_are_exact_and_the_others_never_show_too_much() {
        for counting in Counting::ALL {
            let counter = Counter::of(*counting);
            thread::scope(|scope| {
                for task in 0..8 {
                    let counter = &counter;
                    scope.spawn(move || counter.count(20_000, task));
                }
            });
            let shown = counter.shown();
            match counting {
                Counting::Plain | Counting::Ordered => {
                    // A store can undo almost everything that others counted meanwhile.
                    assert!((1..=160_000).contains(&shown), "{counting:?} shows {shown}");
                }
                Counting::Atomic | Counting::Striped | Counting::Mutex => {
                    assert_eq!(shown, 160_000, "{counting:?}");
                }
            }
        }
    }
}
