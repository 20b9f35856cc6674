//! Kinds of work without their numbers: what a list offers. Knows nothing of who carries them out.

use super::Work;

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
    /// Lets others go first.
    Yield,
    /// Sleeps with a lock in its hand.
    Locked,
    /// Sleeps beside a one-time initialiser.
    Init,
    /// Holds one of a few permits.
    Permits,
    /// Counts a shared counter up.
    Counter,
    /// Keeps a value while it sleeps.
    TaskLocal,
    /// Sleeps, blocks or computes.
    Mixed,
    /// Fails, or is a sibling of who fails.
    FailFast,
    /// Fails, and nobody asks.
    LostFailure,
}

impl WorkKind {
    /// Every kind, in the order of the list.
    pub const ALL: [Self; 13] = [
        Self::Sleep,
        Self::Block,
        Self::Cpu,
        Self::Deep,
        Self::Yield,
        Self::Locked,
        Self::Init,
        Self::Permits,
        Self::Counter,
        Self::TaskLocal,
        Self::Mixed,
        Self::FailFast,
        Self::LostFailure,
    ];

    /// The kind of this work.
    #[must_use]
    pub const fn of(work: Work) -> Self {
        match work {
            Work::Sleep { .. } => Self::Sleep,
            Work::Block { .. } => Self::Block,
            Work::Cpu { .. } => Self::Cpu,
            Work::Deep { .. } => Self::Deep,
            Work::Yield { .. } => Self::Yield,
            Work::Locked { .. } => Self::Locked,
            Work::Init { .. } => Self::Init,
            Work::Permits { .. } => Self::Permits,
            Work::Counter { .. } => Self::Counter,
            Work::TaskLocal { .. } => Self::TaskLocal,
            Work::Mixed { .. } => Self::Mixed,
            Work::FailFast { .. } => Self::FailFast,
            Work::LostFailure { .. } => Self::LostFailure,
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
            Self::Yield => "yield",
            Self::Locked => "locked",
            Self::Init => "init",
            Self::Permits => "permits",
            Self::Counter => "counter",
            Self::TaskLocal => "task-local",
            Self::Mixed => "mixed",
            Self::FailFast => "fail-fast",
            Self::LostFailure => "lost-failure",
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
            Self::Yield => "Yield",
            Self::Locked => "Lock held",
            Self::Init => "Initialiser",
            Self::Permits => "Permits",
            Self::Counter => "Counter",
            Self::TaskLocal => "Task-local value",
            Self::Mixed => "Mixed",
            Self::FailFast => "Fail fast",
            Self::LostFailure => "Lost failure",
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
            Self::Yield => {
                "Every task lets others go first, again and again, and does nothing else: what a switch costs."
            }
            Self::Locked => "Every task takes a lock and sleeps with it in its hand.",
            Self::Init => {
                "The first task runs a one-time initialiser once the others sleep: do the bystanders wait for it?"
            }
            Self::Permits => {
                "Every task holds one of a few permits for a while: permits limit a resource, whatever carries the tasks."
            }
            Self::Counter => {
                "Every task counts one shared counter up: which ways lose updates, and what do the others cost?"
            }
            Self::TaskLocal => {
                "Every task keeps a value of its own, or a shared one, while it sleeps: memory follows the tasks."
            }
            Self::Mixed => {
                "Some tasks sleep, some block their carrier, the rest computes: who stalls whom?"
            }
            Self::FailFast => {
                "The first task fails, as designed: are the others waited for, or cancelled?"
            }
            Self::LostFailure => {
                "Every task fails, as designed, and nobody asks for its result: who is told?"
            }
            Self::Cpu => {
                "Every task computes without a pause: the carriers and cores are shared out."
            }
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
