//! In which order the runs of one round are carried out. Knows nothing of what is run.

use serde::{Deserialize, Serialize};

use super::SplitMix64;

/// In which order the runs of one round are carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RunOrder {
    /// As the preset lists them, so that a slow drift of the machine touches all alike.
    #[default]
    Interleaved,
    /// Every round in an order of its own, drawn from the seed: what comes first in a round is then no engine's privilege.
    Shuffled {
        /// The same seed always gives the same order.
        seed: u64,
    },
}

impl RunOrder {
    /// Puts the runs of round number `round` into this order.
    pub(super) fn arrange<T>(self, round: u64, runs: &mut [T]) {
        let Self::Shuffled { seed } = self else {
            return;
        };
        let mut draws = SplitMix64::new(seed ^ (round + 1).wrapping_mul(0xD134_2543_DE82_EF95));
        // Fisher and Yates, from the last place down.
        for last in (1..runs.len()).rev() {
            runs.swap(last, draws.below(last + 1));
        }
    }

    /// The seed that a recording keeps; `None` where nothing was drawn.
    #[must_use]
    pub const fn seed(self) -> Option<u64> {
        match self {
            Self::Interleaved => None,
            Self::Shuffled { seed } => Some(seed),
        }
    }

    /// Reads `interleaved`, or a seed.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text == "interleaved" {
            return Some(Self::Interleaved);
        }
        let seed = text.parse().ok()?;
        Some(Self::Shuffled { seed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arranged(order: RunOrder, round: u64) -> Vec<u32> {
        let mut runs: Vec<u32> = (0..50).collect();
        order.arrange(round, &mut runs);
        runs
    }

    #[test]
    fn a_seed_gives_one_order_per_round_and_loses_nothing() {
        let shuffled = RunOrder::Shuffled { seed: 7 };
        assert_eq!(arranged(shuffled, 0), arranged(shuffled, 0));
        assert_ne!(arranged(shuffled, 0), arranged(shuffled, 1));
        assert_ne!(
            arranged(shuffled, 0),
            arranged(RunOrder::Shuffled { seed: 8 }, 0)
        );
        let mut sorted = arranged(shuffled, 3);
        sorted.sort_unstable();
        assert_eq!(sorted, arranged(RunOrder::Interleaved, 3));
    }
}
