//! Stacks on Linux: one region of address space cut into slots, a guard below each stack. Memory is behind a page once it is touched,
//! so a fiber costs one page and a larger stack costs nothing. Knows nothing of fibers.
//!
//! Guards are marks in the page tables where the kernel has them (6.13): no memory map is split for them, and a million stacks fit.
//! Where it has not, `mprotect` splits two maps for each stack, and the slab says that it is full before the kernel does: at the
//! true limit any other mapping in the process would fail too.

use std::{
    io,
    num::NonZeroUsize,
    sync::atomic::{AtomicU32, Ordering},
};

use corosensei::stack::{Stack, StackPointer};

use super::{
    super::super::report::Refusal,
    pages::{self, BULK, Span},
};
use crate::model::{Bytes, StackKib, units::grouped};

/// Set to `marks` or `mprotect` to have what an older kernel has; for tests.
const GUARDS_VARIABLE: &str = "CARRIER_LAB_GUARDS";
/// Maps that are left to the rest of the process.
const MAPS_LEFT: usize = 4_000;
/// Maps that one guard by `mprotect` takes: itself, and the stack that is cut off.
const MAPS_PER_STACK: usize = 2;

/// One stack of the slab: its upper end and its size. Belongs to whoever has it, and to nobody else.
pub(super) struct FiberStack {
    top: NonZeroUsize,
    bytes: u32,
    guard: u32,
}

#[expect(unsafe_code, reason = "the crate asks for a promise about the stack")]
// SAFETY: slots do not overlap, each has a guard at its lower end that ends an access in a fault, at least 16 KiB above it, and is
// given out once until it is given back. The upper end is the end of a page, so it is aligned, and never zero. The region stays
// mapped for the rest of the process.
unsafe impl Stack for FiberStack {
    fn base(&self) -> StackPointer {
        self.top
    }

    fn limit(&self) -> StackPointer {
        let below = self.top.get() - self.bytes as usize - self.guard as usize;
        NonZeroUsize::new(below).unwrap_or(self.top)
    }
}

/// How overflows are caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guards {
    /// Marks in the page tables, many by one call.
    BulkMarks,
    /// Marks, one by one.
    Marks,
    /// Protected pages, up to so many stacks.
    Protected { most: u32 },
}

/// All stacks of a run.
pub(super) struct Slab {
    region: Span,
    guard: usize,
    stack: usize,
    guards: Guards,
    /// Slots below this number have their guard.
    guarded: AtomicU32,
    slots: u32,
}

impl Slab {
    /// Address space for so many stacks.
    pub(super) fn reserve(slots: u32, size: StackKib) -> Result<Self, Refusal> {
        let guard = pages::page_bytes();
        let stack = size.bytes().next_multiple_of(guard);
        let bytes = (guard + stack) * slots as usize;
        let region = pages::reserve(bytes).map_err(|error| Refusal {
            reason: format!(
                "{} of address space for {} stacks were refused: {error}",
                Bytes(bytes as u64),
                grouped(u64::from(slots))
            ),
            advice: "use fewer tasks or a smaller stack_kib, or raise ulimit -v; with vm.overcommit_memory=2 no large region is given"
                .to_owned(),
        })?;
        let mut slab = Self {
            region,
            guard,
            stack,
            guards: Guards::BulkMarks,
            guarded: AtomicU32::new(0),
            slots,
        };
        slab.guards = slab.possible_guards();
        Ok(slab)
    }

    /// The best way that this kernel has, tried out on the first slot.
    fn possible_guards(&self) -> Guards {
        let wish = std::env::var(GUARDS_VARIABLE).unwrap_or_default();
        let first = self.guard_of(0);
        if wish.is_empty() && pages::mark_all(&[first]).is_ok() {
            return Guards::BulkMarks;
        }
        if wish != "mprotect" && pages::mark(first).is_ok() {
            return Guards::Marks;
        }
        let most = pages::most_maps().saturating_sub(MAPS_LEFT) / MAPS_PER_STACK;
        Guards::Protected {
            most: u32::try_from(most).unwrap_or(u32::MAX),
        }
    }

    /// How overflows are caught, in words.
    pub(super) fn guards_stated(&self) -> String {
        match self.guards {
            Guards::BulkMarks => "marks in the page tables, in bulk".to_owned(),
            Guards::Marks => "marks in the page tables".to_owned(),
            Guards::Protected { most } => {
                format!("protected pages, up to {} stacks", grouped(u64::from(most)))
            }
        }
    }

    /// Stack number `index`, which nobody may have.
    ///
    /// # Errors
    /// If its guard cannot be put up.
    pub(super) fn take(&self, index: u32) -> Result<FiberStack, Refusal> {
        if index >= self.guarded.load(Ordering::Acquire) {
            self.put_up_guards(index)
                .map_err(|why| refusal(index, &why))?;
        }
        let top = self.slot(index).start + self.guard + self.stack;
        Ok(FiberStack {
            top: NonZeroUsize::new(top).unwrap_or(NonZeroUsize::MIN),
            bytes: u32::try_from(self.stack).unwrap_or(u32::MAX),
            guard: u32::try_from(self.guard).unwrap_or(u32::MAX),
        })
    }

    /// Takes a stack back from a fiber that has ended; the slot is its memory.
    #[expect(clippy::unused_self, reason = "elsewhere the slab keeps it")]
    pub(super) fn give_back(&self, _stack: FiberStack) {}

    /// Guards for the slots from `index` on, as many as one call can make.
    fn put_up_guards(&self, index: u32) -> io::Result<()> {
        let next = match self.guards {
            Guards::BulkMarks => {
                let end = self.slots.min(index.saturating_add(BULK));
                let guards: Vec<Span> = (index..end).map(|slot| self.guard_of(slot)).collect();
                pages::mark_all(&guards)?;
                end
            }
            Guards::Marks => {
                pages::mark(self.guard_of(index))?;
                index + 1
            }
            Guards::Protected { most } if index < most => {
                pages::protect(self.guard_of(index))?;
                index + 1
            }
            Guards::Protected { most } => {
                return Err(io::Error::other(format!(
                    "this kernel has no guard marks (Linux 6.13 has), and protected pages take two memory maps for each stack: {} stacks at most",
                    grouped(u64::from(most))
                )));
            }
        };
        self.guarded.store(next, Ordering::Release);
        Ok(())
    }

    fn slot(&self, index: u32) -> Span {
        let bytes = self.guard + self.stack;
        Span {
            start: self.region.start + bytes * index as usize,
            bytes,
        }
    }

    fn guard_of(&self, index: u32) -> Span {
        Span {
            bytes: self.guard,
            ..self.slot(index)
        }
    }

    /// The stack whose guard an address lies in. Async-signal-safe.
    pub(super) fn guarded_by(&self, address: usize) -> Option<u32> {
        let inside = address.checked_sub(self.region.start)?;
        let slot = self.guard + self.stack;
        let is_guard = inside < self.region.bytes && inside % slot < self.guard;
        is_guard.then(|| u32::try_from(inside / slot).ok())?
    }

    /// Bytes of one stack without its guard. Async-signal-safe.
    pub(super) const fn stack_bytes(&self) -> usize {
        self.stack
    }
}

fn refusal(running: u32, error: &io::Error) -> Refusal {
    Refusal {
        reason: format!(
            "fiber could not make another stack after {}: {error}",
            grouped(u64::from(running))
        ),
        advice: "use fewer tasks, or raise vm.max_map_count, or a kernel from 6.13 on".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_lie_apart_with_a_guard_below_each() {
        let slab = Slab::reserve(3_000, StackKib::MIN).unwrap_or_else(|_| panic!("no region"));
        let mut last = 0;
        for index in [0, 1, 1_023, 1_024, 2_999] {
            let stack = slab.take(index).unwrap_or_else(|_| panic!("no stack"));
            let (low, high) = (stack.limit().get(), stack.base().get());
            assert_eq!(high - low, slab.stack_bytes() + slab.guard);
            assert!(low >= last && high.is_multiple_of(4_096));
            assert_eq!(slab.guarded_by(low), Some(index));
            assert_eq!(slab.guarded_by(low + slab.guard - 1), Some(index));
            assert_eq!(slab.guarded_by(low + slab.guard), None);
            assert_eq!(slab.guarded_by(high - 1), None);
            last = high;
        }
        assert_eq!(slab.guarded_by(slab.region.start - 1), None);
        assert_eq!(slab.guarded_by(slab.region.start + slab.region.bytes), None);
    }
}
