//! How much of a run is recorded.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::SampleRate;

/// How much of a run the probe records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ProbeMode {
    /// Every event of every task.
    Full,
    /// Every event of one task in so many; lanes show only those tasks.
    Sampled {
        /// Of so many tasks in a row one is recorded.
        one_in: SampleRate,
    },
    /// No events: only the counters of spawned and finished tasks remain.
    Off,
}

/// Text that names no probe mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no probe mode; use full, off or 1/N, for example 1/100")]
pub struct UnknownProbeMode(pub String);

impl ProbeMode {
    /// Whether events of task number `task` are recorded.
    #[must_use]
    pub const fn records(self, task: u32) -> bool {
        match self {
            Self::Full => true,
            Self::Sampled { one_in } => is_picked(task, one_in.get()),
            Self::Off => false,
        }
    }
}

/// Picks one task of each `one_in` in a row, task 0 among them, now from the front and now from the back: a fixed place would beat
/// with other patterns in the task numbers, and a sample of every tenth task would see none of every second one that is pinned.
const fn is_picked(task: u32, one_in: u32) -> bool {
    const GOLDEN_FRACTION: u32 = 0x9E37_79B9;
    let row = task / one_in;
    let place = (row.wrapping_mul(GOLDEN_FRACTION) as u64 * one_in as u64) >> 32;
    task % one_in == place as u32
}

impl fmt::Display for ProbeMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("full"),
            Self::Sampled { one_in } => write!(f, "1/{}", one_in.get()),
            Self::Off => f.write_str("off"),
        }
    }
}

impl FromStr for ProbeMode {
    type Err = UnknownProbeMode;

    fn from_str(text: &str) -> Result<Self, UnknownProbeMode> {
        let sampled = || {
            let one_in = text.strip_prefix("1/")?.parse().ok()?;
            Some(Self::Sampled {
                one_in: SampleRate::new(one_in).ok()?,
            })
        };
        match text {
            "full" => Ok(Self::Full),
            "off" => Ok(Self::Off),
            _ => sampled().ok_or_else(|| UnknownProbeMode(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_takes_one_of_each_row_and_is_fair_to_every_pattern() {
        for one_in in [2_u32, 3, 10, 100, 1_000] {
            let mode = ProbeMode::Sampled {
                one_in: SampleRate::clamped(one_in.into()),
            };
            let picked: Vec<u32> = (0..200 * one_in)
                .filter(|task| mode.records(*task))
                .collect();
            let rows: Vec<u32> = picked.iter().map(|task| task / one_in).collect();
            assert_eq!((rows, picked[0]), ((0..200).collect(), 0));
            for period in [2, 4, 5] {
                let seen = picked.iter().filter(|task| *task % period == 1).count();
                let fair = 200 / period as usize;
                assert!(
                    seen.abs_diff(fair) <= fair / 4,
                    "{seen} of {fair}, 1/{one_in}"
                );
            }
        }
    }

    #[test]
    fn modes_read_back() {
        for text in ["full", "off", "1/100"] {
            assert_eq!(
                text.parse::<ProbeMode>().map(|mode| mode.to_string()),
                Ok(text.to_owned())
            );
        }
        assert!("1/1".parse::<ProbeMode>().is_err());
        assert!("some".parse::<ProbeMode>().is_err());
    }
}
