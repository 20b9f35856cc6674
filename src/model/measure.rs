//! What is measured of a run, by name, with its unit. Knows nothing of recordings.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::units::{Bytes, Nanos, UnitError, grouped, parse_count, short};

/// A figure of a run that can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum Measure {
    /// From Go to the end of the last task.
    Wall,
    /// Largest resident memory of the worker.
    PeakRss,
    /// (Peak − baseline) ÷ most tasks alive at once.
    BytesPerTask,
    /// Finished tasks per second over the whole run.
    Throughput,
    /// Median time from a task's first instruction to its last.
    P50,
    /// The time that 95 % of the tasks stayed within.
    P95,
    /// How many tasks had been started when the run failed.
    FailedAt,
    /// Additions to a shared counter that left no trace.
    LostUpdates,
}

/// A name that no measure has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no measure \"{0}\"; the measures are wall, peak_rss, bytes_per_task, throughput, p50, p95, failed_at and lost_updates"
)]
pub struct UnknownMeasure(pub String);

impl Measure {
    /// Every measure, in the order of tables.
    pub const ALL: [Self; 8] = [
        Self::Wall,
        Self::PeakRss,
        Self::BytesPerTask,
        Self::Throughput,
        Self::P50,
        Self::P95,
        Self::FailedAt,
        Self::LostUpdates,
    ];

    /// The name in presets and JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::PeakRss => "peak_rss",
            Self::BytesPerTask => "bytes_per_task",
            Self::Throughput => "throughput",
            Self::P50 => "p50",
            Self::P95 => "p95",
            Self::FailedAt => "failed_at",
            Self::LostUpdates => "lost_updates",
        }
    }

    /// The words in tables and on charts.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::PeakRss => "peak RSS",
            Self::BytesPerTask => "bytes per task",
            Self::Throughput => "tasks/s",
            Self::P50 => "p50",
            Self::P95 => "p95",
            Self::FailedAt => "tasks started at failure",
            Self::LostUpdates => "lost updates",
        }
    }

    /// Reads a value of this measure as a person writes it: `5.29s`, `133MiB`, `144k`.
    ///
    /// # Errors
    /// Says which part was not understood and what can be written instead.
    pub fn parse_value(self, text: &str) -> Result<u64, UnitError> {
        match self {
            Self::Wall | Self::P50 | Self::P95 => Nanos::parse(text).map(|time| time.0),
            Self::PeakRss => Bytes::parse(text).map(|bytes| bytes.0),
            Self::BytesPerTask => Bytes::parse(text)
                .map(|bytes| bytes.0)
                .or_else(|_no_unit| parse_count(text)),
            Self::Throughput | Self::FailedAt | Self::LostUpdates => parse_count(text),
        }
    }

    /// Writes a value so that [`Measure::parse_value`] gives it back.
    #[must_use]
    pub fn value_text(self, value: u64) -> String {
        match self {
            Self::Wall | Self::P50 | Self::P95 => Nanos(value).to_text(),
            Self::PeakRss => Bytes(value).to_text(),
            Self::BytesPerTask | Self::Throughput | Self::FailedAt | Self::LostUpdates => {
                value.to_string()
            }
        }
    }

    /// A value in three digits with its unit, for people.
    #[must_use]
    pub fn value_label(self, value: f64) -> String {
        let whole = whole(value);
        match self {
            Self::Wall | Self::P50 | Self::P95 => Nanos(whole).to_string(),
            Self::PeakRss => Bytes(whole).to_string(),
            Self::BytesPerTask | Self::FailedAt | Self::LostUpdates => grouped(whole),
            Self::Throughput => short(value),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "figures are not negative, and the cast saturates"
)]
fn whole(value: f64) -> u64 {
    value.round() as u64
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Measure {
    type Err = UnknownMeasure;

    fn from_str(text: &str) -> Result<Self, UnknownMeasure> {
        Self::ALL
            .into_iter()
            .find(|measure| measure.id() == text)
            .ok_or_else(|| UnknownMeasure(text.to_owned()))
    }
}

impl TryFrom<String> for Measure {
    type Error = UnknownMeasure;

    fn try_from(text: String) -> Result<Self, UnknownMeasure> {
        text.parse()
    }
}

impl From<Measure> for &'static str {
    fn from(measure: Measure) -> Self {
        measure.id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_in_the_unit_of_their_measure() {
        assert_eq!(Measure::Wall.parse_value("5.29s"), Ok(5_290_000_000));
        assert_eq!(Measure::PeakRss.parse_value("133MiB"), Ok(133 << 20));
        assert_eq!(Measure::PeakRss.parse_value("124MB"), Ok(124_000_000));
        assert_eq!(Measure::Throughput.parse_value("1.33M"), Ok(1_330_000));
        assert!(Measure::Wall.parse_value("5").is_err());
        assert!(Measure::PeakRss.parse_value("5s").is_err());
    }

    #[test]
    fn written_values_and_names_read_back() {
        for measure in Measure::ALL {
            assert_eq!(measure.id().parse(), Ok(measure));
            for value in [0, 1, 999, 133 << 20, 5_290_000_000, 1_100_000_000] {
                let text = measure.value_text(value);
                assert_eq!(measure.parse_value(&text), Ok(value), "{measure} {text}");
            }
        }
        assert!("speed".parse::<Measure>().is_err());
    }
}
