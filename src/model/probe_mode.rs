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
        /// Task numbers divisible by this are recorded.
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
            Self::Sampled { one_in } => task.is_multiple_of(one_in.get()),
            Self::Off => false,
        }
    }
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
