//! The words that parameters of work choose from. Knows nothing of who acts on them.

use super::choice::choice;

choice! {
    /// Which thread a blocking call blocks.
    Via {
        /// The task's own carrier.
        Carriers,
        /// One of a capped pool; the task waits suspended.
        Pool,
        /// A thread made for the call; the task waits suspended.
        Uncapped,
    }
}

choice! {
    /// What a recursion leaves to do after each call, and how async frames are laid out.
    Shape {
        /// Nothing: the sum is handed down. An async task keeps no frame; a stack keeps them all, as a JVM's does, which
        /// replaces no tail call.
        Tail,
        /// Each level adds its depth after the call. An async task keeps one box per level.
        NonTail,
        /// As `NonTail`, but an async task keeps all levels in one flat future. On a stack it is the same as `NonTail`.
        Flat,
    }
}

choice! {
    /// Whose lock or value it is.
    Owner {
        /// Each task has one of its own.
        Own,
        /// All tasks share one.
        Shared,
    }
}

choice! {
    /// How a task waits where it could leave its carrier.
    Waiting {
        /// By the engine's own means: it leaves its carrier, if the engine can.
        Suspending,
        /// By the operating system's means: its carrier waits with it.
        Blocking,
    }
}

impl Shape {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Tail => "tail",
            Self::NonTail => "non-tail",
            Self::Flat => "flat",
        }
    }
}

impl Owner {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Own => "its own",
            Self::Shared => "a shared",
        }
    }
}

impl Waiting {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Suspending => "suspending",
            Self::Blocking => "blocking",
        }
    }
}
