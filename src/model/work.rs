//! What one task does. The numbers are the experiment's; how an engine carries it out is the worker's.

use serde::{Deserialize, Serialize};

use super::{
    Iterations, Kernel, Nanos, Payload, Percent, ThreadCap, WorkKind,
    choice::choice,
    units::grouped,
    work_field::{Slot, count, time, word},
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
        match self {
            Self::Block { .. } => Percent::MAX,
            Self::Sleep { .. } | Self::Cpu { .. } | Self::Deep { .. } => Percent::MIN,
        }
    }

    /// How long one task waits, `None` where waiting is not what it does.
    #[must_use]
    pub const fn wait(self) -> Option<Nanos> {
        match self {
            Self::Sleep { sleep } | Self::Deep { sleep, .. } => Some(sleep),
            Self::Block { block, .. } => Some(block),
            Self::Cpu { .. } => None,
        }
    }

    /// The name in presets of what [`Work::wait`] gives.
    #[must_use]
    pub const fn wait_key(self) -> &'static str {
        match self {
            Self::Sleep { .. } | Self::Cpu { .. } | Self::Deep { .. } => "sleep",
            Self::Block { .. } => "block",
        }
    }

    /// The same work with another wait; work without a wait stays as it is.
    #[must_use]
    pub const fn with_wait(mut self, wait: Nanos) -> Self {
        match &mut self {
            Self::Sleep { sleep: own }
            | Self::Block { block: own, .. }
            | Self::Deep { sleep: own, .. } => *own = wait,
            Self::Cpu { .. } => {}
        }
        self
    }

    /// Rounds of the compute kernel in one task, `None` where none runs.
    #[must_use]
    pub const fn iterations(self) -> Option<Iterations> {
        match self {
            Self::Cpu { iterations, .. } => Some(iterations),
            Self::Sleep { .. } | Self::Block { .. } | Self::Deep { .. } => None,
        }
    }

    /// The same work with other rounds; work without a kernel stays as it is.
    #[must_use]
    pub const fn with_iterations(mut self, rounds: Iterations) -> Self {
        match &mut self {
            Self::Cpu { iterations, .. } => *iterations = rounds,
            Self::Sleep { .. } | Self::Block { .. } | Self::Deep { .. } => {}
        }
        self
    }

    /// The name of the kind in tables and JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        WorkKind::of(self).id()
    }

    /// What a task does, for a chart's subtitle: `sleep 50 ms`.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Sleep { sleep } => format!("sleep {}", sleep.to_label()),
            Self::Block { block, via, cap } => {
                format!(
                    "blocking call of {}{}",
                    block.to_label(),
                    via_label(via, cap)
                )
            }
            Self::Cpu { kernel, iterations } => format!("{} × {iterations}", kernel.label()),
            Self::Deep { shape, sleep, .. } => {
                format!("{} recursion, sleep {}", shape.label(), sleep.to_label())
            }
        }
    }

    /// Every parameter where it lies.
    pub(super) fn slots(&mut self) -> Vec<Slot<'_>> {
        match self {
            Self::Sleep { sleep } => {
                vec![time(["sleep", "Sleep", "How long each task sleeps"], sleep)]
            }
            Self::Block { block, via, cap } => vec![
                time(
                    ["block", "Block", "How long each blocking call takes"],
                    block,
                ),
                word(
                    [
                        "via",
                        "Blocks",
                        "Which thread the call blocks: the carrier, one of a capped pool, or one made for it",
                    ],
                    via,
                ),
                count(["cap", "Pool cap", "Threads of the blocking pool"], cap),
            ],
            Self::Cpu { kernel, iterations } => vec![
                word(
                    ["kernel", "Kernel", "Which loop every task computes"],
                    kernel,
                ),
                count(
                    [
                        "iterations",
                        "Iterations",
                        "Rounds of the loop in each task",
                    ],
                    iterations,
                ),
            ],
            Self::Deep {
                shape,
                payload,
                sleep,
            } => vec![
                word(
                    [
                        "shape",
                        "Shape",
                        "What is left to do after each call: nothing, an addition, or an addition with all async frames in one future",
                    ],
                    shape,
                ),
                count(
                    [
                        "payload",
                        "Payload",
                        "Words each frame keeps while the task sleeps",
                    ],
                    payload,
                ),
                time(
                    ["sleep", "Sleep", "How long each task sleeps at the bottom"],
                    sleep,
                ),
            ],
        }
    }
}

impl Shape {
    const fn label(self) -> &'static str {
        match self {
            Self::Tail => "tail",
            Self::NonTail => "non-tail",
            Self::Flat => "flat",
        }
    }
}

fn via_label(via: Via, cap: ThreadCap) -> String {
    match via {
        Via::Carriers => String::new(),
        Via::Pool => format!(" in a pool of {}", grouped(cap.into())),
        Via::Uncapped => " on a thread of its own".to_owned(),
    }
}
