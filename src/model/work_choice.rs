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

choice! {
    /// How a shared counter is counted up.
    Counting {
        /// A load and a store without order: updates of others between them are lost.
        Plain,
        /// A load and a store in one order for all, as a volatile variable has: updates between them are lost all the same.
        Ordered,
        /// One atomic addition.
        Atomic,
        /// Atomic additions to one of many cells, summed up in the end.
        Striped,
        /// An addition under a lock of the standard library. Who waits for it may block its carrier for a moment; that is not recorded.
        Mutex,
    }
}

choice! {
    /// What the failure of one task means for the others.
    Policy {
        /// Nothing: all are waited for.
        WaitAll,
        /// They are cancelled, where the engine can.
        FailFast,
    }
}

choice! {
    /// How a task is started whose result nobody asks for.
    Start {
        /// With a handle that holds its result: the task returns its failure.
        Submitted,
        /// Without one: the task can only panic.
        Bare,
    }
}

/// What one task of mixed work does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MixedPart {
    /// It sleeps.
    Sleep,
    /// It blocks its carrier.
    Block,
    /// It computes.
    Compute,
}

impl Counting {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Plain => "plain load and store",
            Self::Ordered => "ordered load and store",
            Self::Atomic => "atomic add",
            Self::Striped => "striped add",
            Self::Mutex => "add under a lock",
        }
    }
}

impl Policy {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::WaitAll => "wait for all",
            Self::FailFast => "fail fast",
        }
    }
}

impl Start {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Bare => "bare",
        }
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
