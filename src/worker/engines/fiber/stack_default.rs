//! Stacks where the lab has none of its own: those of the crate `corosensei`, one mapping each. Windows is involved in the layout of
//! a stack, and no system but Linux has guards that take no memory map. Knows nothing of fibers.

use corosensei::stack::DefaultStack;

use super::{super::super::report::Refusal, guarded::Guarded};
use crate::model::{StackKib, units::grouped};

pub(super) type FiberStack = DefaultStack;

/// All stacks of a run that no fiber has.
pub(super) struct Slab {
    stack: usize,
    spare: Guarded<Vec<DefaultStack>>,
}

impl Slab {
    /// Takes no memory yet.
    #[expect(clippy::unnecessary_wraps, reason = "on Linux this can fail")]
    pub(super) fn reserve(_slots: u32, size: StackKib) -> Result<Self, Refusal> {
        Ok(Self {
            stack: size.bytes(),
            spare: Guarded::new(Vec::new()),
        })
    }

    /// How overflows are caught, in words.
    pub(super) fn guards_stated(&self) -> String {
        "as corosensei makes them, a mapping for each stack".to_owned()
    }

    /// A stack that was given back, or a new one for fiber number `index`.
    ///
    /// # Errors
    /// If the system has no memory map left.
    pub(super) fn take(&self, index: u32) -> Result<FiberStack, Refusal> {
        if let Some(stack) = self.spare.with(Vec::pop) {
            return Ok(stack);
        }
        DefaultStack::new(self.stack).map_err(|error| Refusal {
            reason: format!(
                "fiber could not make another stack after {}: {error}",
                grouped(u64::from(index))
            ),
            advice: "use fewer tasks or a smaller stack_kib".to_owned(),
        })
    }

    /// Takes a stack back from a fiber that has ended.
    pub(super) fn give_back(&self, stack: FiberStack) {
        self.spare.with(|spare| spare.push(stack));
    }
}
