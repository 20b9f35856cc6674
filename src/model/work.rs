//! What one task does. The numbers are the experiment's; how an engine carries it out is the worker's.

use serde::{Deserialize, Serialize};

use super::{
    Counting, Increments, Iterations, Kernel, LocalBytes, Nanos, Owner, Payload, Percent,
    PermitCount, Policy, Shape, Share, Start, ThreadCap, Via, Waiting, WorkKind, Yields,
};

/// The longest wait a task may be asked for: ten minutes.
pub const MAX_WAIT: Nanos = Nanos::from_secs(600);

/// What one task does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Work {
    /// Waits by the engine's own sleep; the pinned share of the tasks waits in the kernel instead and blocks its carrier.
    Sleep {
        /// How long each task waits.
        sleep: Nanos,
    },
    /// Makes a call that really blocks a thread. On the carriers only what lies outside the pinned share suspends.
    Block {
        /// How long each call blocks.
        block: Nanos,
        /// Which thread it blocks.
        #[serde(default = "on_carriers")]
        via: Via,
        /// Threads of the blocking pool; only [`Via::Pool`] looks at it.
        #[serde(default = "usual_cap")]
        cap: ThreadCap,
    },
    /// Computes without a pause.
    Cpu {
        /// Which loop.
        kernel: Kernel,
        /// How many rounds of it in each task.
        iterations: Iterations,
    },
    /// Recurses to the experiment's depth, sleeps at the bottom, and adds every level's depth up: what a deep stack costs.
    Deep {
        /// What is left to do after each call.
        shape: Shape,
        /// Words that each frame keeps while the task sleeps, and checks afterwards.
        payload: Payload,
        /// How long each task sleeps at the bottom.
        sleep: Nanos,
    },
    /// Lets others go first, again and again: what a switch costs.
    Yield {
        /// How often each task yields.
        yields: Yields,
    },
    /// Sleeps with a lock in its hand.
    Locked {
        /// How long each task holds the lock.
        hold: Nanos,
        /// Whose lock it is.
        lock: Owner,
        /// `Suspending`: the engine's own lock and sleep. `Blocking`: the operating system's lock and sleep, which pin.
        wait: Waiting,
    },
    /// The first task runs a one-time initialiser once the others sleep; the others are bystanders.
    Init {
        /// How long the initialiser takes.
        init: Nanos,
        /// How long each bystander sleeps.
        bystander: Nanos,
        /// Whether the initialiser suspends or blocks.
        wait: Waiting,
    },
    /// Holds one of a few permits for a while.
    Permits {
        /// How many permits there are.
        permits: PermitCount,
        /// How long each task holds one.
        hold: Nanos,
    },
    /// Counts one shared counter up.
    Counter {
        /// How.
        counter: Counting,
        /// How often each task adds one.
        increments: Increments,
    },
    /// Keeps a value of its own, or a shared one, while it sleeps.
    TaskLocal {
        /// Size of a value.
        bytes: LocalBytes,
        /// Whose value it is.
        value: Owner,
        /// How long each task sleeps.
        sleep: Nanos,
    },
    /// Sleeps, blocks its carrier, or computes the sum of squares, in shares.
    Mixed {
        /// How long a sleeping task sleeps.
        sleep: Nanos,
        /// How long a blocking task blocks.
        block: Nanos,
        /// Rounds of a computing task.
        iterations: Iterations,
        /// Percent of the tasks that sleep.
        sleep_share: Share,
        /// Percent of the tasks that block; the rest computes.
        block_share: Share,
    },
    /// The first task fails after a while, as designed; the others take longer.
    FailFast {
        /// When the first task fails.
        fail_after: Nanos,
        /// How long each of the others takes.
        slow: Nanos,
        /// What the failure means for the others.
        policy: Policy,
    },
    /// Every task fails, as designed, and nobody asks for its result: who is told?
    LostFailure {
        /// How the tasks are started.
        start: Start,
    },
}

const fn on_carriers() -> Via {
    Via::Carriers
}

const fn usual_cap() -> ThreadCap {
    ThreadCap::USUAL
}

impl Work {
    /// The pinned share where a preset names none: everybody blocks a carrier in `Block`, nobody elsewhere.
    #[must_use]
    pub const fn default_pinned_share(self) -> Percent {
        if matches!(self, Self::Block { .. }) {
            Percent::MAX
        } else {
            Percent::MIN
        }
    }

    /// Whether the pinned share of the experiment says who blocks a carrier.
    #[must_use]
    pub const fn has_pinned_share(self) -> bool {
        matches!(
            self,
            Self::Sleep { .. }
                | Self::Block {
                    via: Via::Carriers,
                    ..
                }
        )
    }

    /// Rounds of the compute kernel in one task, `None` where none runs.
    #[must_use]
    pub const fn iterations(self) -> Option<Iterations> {
        if let Self::Cpu { iterations, .. } | Self::Mixed { iterations, .. } = self {
            Some(iterations)
        } else {
            None
        }
    }

    /// The same work with other rounds; work without a kernel stays as it is.
    #[must_use]
    pub const fn with_iterations(mut self, rounds: Iterations) -> Self {
        if let Self::Cpu { iterations, .. } | Self::Mixed { iterations, .. } = &mut self {
            *iterations = rounds;
        }
        self
    }

    /// The name of the kind in tables and JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        WorkKind::of(self).id()
    }
}
