//! What one task does. The numbers are the experiment's; how an engine carries it out is the worker's.

use serde::{Deserialize, Serialize};

use super::{Iterations, Kernel, Nanos, Percent};

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
    /// Makes a call that really blocks its carrier; only what lies outside the pinned share suspends.
    Block {
        /// How long each call blocks.
        block: Nanos,
    },
    /// Computes without a pause.
    Cpu {
        /// Which loop.
        kernel: Kernel,
        /// How many rounds of it in each task.
        iterations: Iterations,
    },
}

impl Work {
    /// The pinned share where a preset names none: nobody blocks in `Sleep` and `Cpu`, everybody does in `Block`.
    #[must_use]
    pub const fn default_pinned_share(self) -> Percent {
        match self {
            Self::Sleep { .. } | Self::Cpu { .. } => Percent::MIN,
            Self::Block { .. } => Percent::MAX,
        }
    }

    /// How long one task waits, `None` where it computes.
    #[must_use]
    pub const fn wait(self) -> Option<Nanos> {
        match self {
            Self::Sleep { sleep } => Some(sleep),
            Self::Block { block } => Some(block),
            Self::Cpu { .. } => None,
        }
    }

    /// The same work with another wait; work without a wait stays as it is.
    #[must_use]
    pub const fn with_wait(self, wait: Nanos) -> Self {
        match self {
            Self::Sleep { .. } => Self::Sleep { sleep: wait },
            Self::Block { .. } => Self::Block { block: wait },
            Self::Cpu { .. } => self,
        }
    }

    /// The name of the kind in tables and JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Sleep { .. } => "sleep",
            Self::Block { .. } => "block",
            Self::Cpu { .. } => "cpu",
        }
    }

    /// What a task does, for a chart's subtitle: `sleep 50 ms`.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Sleep { sleep } => format!("sleep {}", sleep.to_label()),
            Self::Block { block } => format!("blocking call of {}", block.to_label()),
            Self::Cpu { kernel, iterations } => format!("{} × {iterations}", kernel.label()),
        }
    }

    /// What task number `index` must return.
    #[must_use]
    pub fn checksum(self, index: u32) -> u64 {
        match self {
            Self::Sleep { .. } | Self::Block { .. } => waited_checksum(index),
            Self::Cpu { kernel, iterations } => kernel.run(iterations.get(), kernel_seed(index)),
        }
    }
}

/// What a task that only waited returns: its number plus one, so that a task that never ran is missed in the sum.
fn waited_checksum(index: u32) -> u64 {
    u64::from(index) + 1
}

/// Eight different seeds: results differ between tasks, and eight kernel runs are enough to know every right answer.
const fn kernel_seed(index: u32) -> u64 {
    (index % SEEDS) as u64
}

/// How many different seeds the tasks of one run use.
const SEEDS: u32 = 8;

impl Work {
    /// The sum, wrapping at 64 bits, of what tasks `0..tasks` must return. Runs a CPU kernel at most eight times.
    #[must_use]
    pub fn checksum_sum(self, tasks: u32) -> u64 {
        match self {
            Self::Sleep { .. } | Self::Block { .. } => {
                u64::from(tasks) * (u64::from(tasks) + 1) / 2
            }
            Self::Cpu { .. } => (0..SEEDS.min(tasks)).fold(0_u64, |sum, seed| {
                let times = u64::from((tasks - seed).div_ceil(SEEDS));
                sum.wrapping_add(self.checksum(seed).wrapping_mul(times))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_sum_is_the_sum_over_the_tasks() {
        let cpu = |kernel| Work::Cpu {
            kernel,
            iterations: Iterations::clamped(50),
        };
        for work in [
            Work::Sleep { sleep: Nanos(1) },
            cpu(Kernel::SumOfSquares),
            cpu(Kernel::Xorshift),
        ] {
            for tasks in [1, 7, 8, 9, 100, 1_003] {
                let summed = (0..tasks).fold(0_u64, |sum, i| sum.wrapping_add(work.checksum(i)));
                assert_eq!(work.checksum_sum(tasks), summed, "{work:?} × {tasks}");
            }
        }
    }
}
