//! Kinds of work without their numbers: what a list offers. Knows nothing of who carries them out.

use super::{Iterations, Kernel, Nanos, Payload, Shape, ThreadCap, Via, Work};

/// Kinds of work without their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorkKind {
    /// Waits by the engine's own sleep.
    Sleep,
    /// Makes a call that blocks a thread.
    Block,
    /// Computes.
    Cpu,
    /// Sleeps at the bottom of a recursion.
    Deep,
}

impl WorkKind {
    /// Every kind, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Sleep, Self::Block, Self::Cpu, Self::Deep];

    /// The kind of this work.
    #[must_use]
    pub const fn of(work: Work) -> Self {
        match work {
            Work::Sleep { .. } => Self::Sleep,
            Work::Block { .. } => Self::Block,
            Work::Cpu { .. } => Self::Cpu,
            Work::Deep { .. } => Self::Deep,
        }
    }

    /// The name in tables and JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Sleep => "sleep",
            Self::Block => "block",
            Self::Cpu => "cpu",
            Self::Deep => "deep",
        }
    }

    /// The words in the list.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Sleep => "Sleep",
            Self::Block => "Blocking call",
            Self::Cpu => "Compute",
            Self::Deep => "Deep stack",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Sleep => {
                "Every task waits by its engine's own sleep. The pinned share waits in the kernel instead and blocks its carrier."
            }
            Self::Block => {
                "Every task makes a call that really blocks a thread: its carrier, one of a capped pool, or one of its own."
            }
            Self::Deep => {
                "Every task recurses to the given depth and sleeps at the bottom: a stack keeps its frames, a future what is left to do."
            }
            Self::Cpu => {
                "Every task computes without a pause: the carriers and cores are shared out."
            }
        }
    }

    /// The kind with numbers to start from.
    #[must_use]
    pub fn usual(self) -> Work {
        const NAP: Nanos = Nanos::from_millis(50);
        match self {
            Self::Sleep => Work::Sleep { sleep: NAP },
            Self::Block => Work::Block {
                block: NAP,
                via: Via::Carriers,
                cap: ThreadCap::USUAL,
            },
            Self::Cpu => Work::Cpu {
                kernel: Kernel::SumOfSquares,
                iterations: Iterations::clamped(100_000),
            },
            Self::Deep => Work::Deep {
                shape: Shape::NonTail,
                payload: Payload::USUAL,
                sleep: NAP,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_found_in_its_usual_work() {
        for kind in WorkKind::ALL {
            assert_eq!(WorkKind::of(kind.usual()), kind);
        }
    }
}
