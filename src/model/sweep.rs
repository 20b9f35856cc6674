//! A list of values for one knob, and the points it makes. Knows nothing of plans.

use serde::{Deserialize, Serialize};

use super::{Nanos, units::parse_count};

/// Fewest and most values of a sweep.
const VALUES: std::ops::RangeInclusive<usize> = 2..=32;

/// One knob in several positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SweepText", into = "SweepText")]
pub struct Sweep {
    knob: String,
    points: Vec<Point>,
}

/// One position of the knob that is swept.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// The field that is swept, e.g. `tasks`.
    pub knob: String,
    /// The value as a person wrote it, e.g. `10k`.
    pub label: String,
    /// The value as a number: a count, or nanoseconds.
    pub value: u64,
}

/// A list that makes no sweep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SweepError {
    /// Too few or too many values.
    #[error("a sweep has {0} values; write {min} to {max}", min = VALUES.start(), max = VALUES.end())]
    Count(usize),
    /// A value that has no place on an axis.
    #[error("\"{0}\" is neither a count nor a time; write values like 1k, 200 or 50ms")]
    Value(String),
    /// The same place on the axis twice.
    #[error("\"{0}\" stands in the sweep twice")]
    Twice(String),
}

impl Sweep {
    /// Checks number and form of the values; whether the knob takes them is checked with the preset.
    ///
    /// # Errors
    /// Says which value is wrong, or how many may be given.
    pub fn new(knob: String, values: &[String]) -> Result<Self, SweepError> {
        if !VALUES.contains(&values.len()) {
            return Err(SweepError::Count(values.len()));
        }
        let mut points: Vec<Point> = Vec::with_capacity(values.len());
        for label in values {
            let value = place(label).ok_or_else(|| SweepError::Value(label.clone()))?;
            if points.iter().any(|point| point.value == value) {
                return Err(SweepError::Twice(label.clone()));
            }
            points.push(Point {
                knob: knob.clone(),
                label: label.clone(),
                value,
            });
        }
        Ok(Self { knob, points })
    }

    /// The field that is swept.
    #[must_use]
    pub fn knob(&self) -> &str {
        &self.knob
    }

    /// In the order of the preset.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }
}

fn place(text: &str) -> Option<u64> {
    let plain = text.trim_end_matches(['%', ' ']);
    let time = |_not_a_count| Nanos::parse(plain).map(|time| time.0);
    parse_count(plain).or_else(time).ok()
}

/// The fields as they stand in the file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "Sweep", deny_unknown_fields)]
struct SweepText {
    knob: String,
    values: Vec<String>,
}

impl TryFrom<SweepText> for Sweep {
    type Error = SweepError;

    fn try_from(text: SweepText) -> Result<Self, SweepError> {
        Self::new(text.knob, &text.values)
    }
}

impl From<Sweep> for SweepText {
    fn from(sweep: Sweep) -> Self {
        Self {
            knob: sweep.knob,
            values: sweep.points.into_iter().map(|point| point.label).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(values: &[&str]) -> Result<Sweep, SweepError> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        Sweep::new("tasks".to_owned(), &values)
    }

    #[test]
    fn values_are_counts_or_times() {
        let places = |values: &[&str]| -> Vec<u64> {
            let sweep = sweep(values).unwrap();
            sweep.points().iter().map(|point| point.value).collect()
        };
        assert_eq!(places(&["1k", "4_000"]), [1_000, 4_000]);
        assert_eq!(places(&["1ms", "2 s"]), [1_000_000, 2_000_000_000]);
        assert_eq!(places(&["0", "50%"]), [0, 50]);
    }

    #[test]
    fn what_makes_no_sweep_is_refused() {
        assert_eq!(sweep(&["1"]), Err(SweepError::Count(1)));
        assert_eq!(sweep(&["1"; 33]), Err(SweepError::Count(33)));
        assert!(matches!(sweep(&["1", "many"]), Err(SweepError::Value(_))));
        assert!(matches!(sweep(&["1k", "1000"]), Err(SweepError::Twice(_))));
    }
}
