//! The numbers that each kind of work starts with. Knows nothing of what was chosen before.

use super::{
    Counting, Increments, Iterations, Kernel, LocalBytes, Nanos, Owner, Payload, PermitCount,
    Policy, Shape, Share, Start, ThreadCap, Via, Waiting, Work, WorkKind, Yields,
};

const NAP: Nanos = Nanos::from_millis(50);

impl WorkKind {
    /// The kind with numbers to start from.
    #[must_use]
    pub fn usual(self) -> Work {
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
            Self::Yield => Work::Yield {
                yields: Yields::clamped(1_000),
            },
            Self::Locked => Work::Locked {
                hold: NAP,
                lock: Owner::Own,
                wait: Waiting::Suspending,
            },
            Self::Init => init(),
            Self::Permits => Work::Permits {
                permits: PermitCount::clamped(50),
                hold: NAP,
            },
            Self::Counter => counter(),
            Self::TaskLocal => task_local(),
            Self::Mixed => mixed(),
            Self::FailFast => fail_fast(),
            Self::LostFailure => Work::LostFailure {
                start: Start::Submitted,
            },
        }
    }
}

const fn init() -> Work {
    Work::Init {
        init: Nanos::from_secs(1),
        bystander: Nanos::from_millis(10),
        wait: Waiting::Blocking,
    }
}

fn counter() -> Work {
    Work::Counter {
        counter: Counting::Atomic,
        increments: Increments::clamped(10_000),
    }
}

fn task_local() -> Work {
    Work::TaskLocal {
        bytes: LocalBytes::clamped(1_024),
        value: Owner::Own,
        sleep: NAP,
    }
}

fn mixed() -> Work {
    Work::Mixed {
        sleep: NAP,
        block: Nanos::from_millis(5),
        iterations: Iterations::clamped(100_000),
        sleep_share: Share::clamped(80),
        block_share: Share::clamped(10),
    }
}

const fn fail_fast() -> Work {
    Work::FailFast {
        fail_after: Nanos::from_millis(100),
        slow: Nanos::from_secs(2),
        policy: Policy::FailFast,
    }
}
