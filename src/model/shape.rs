//! The published shape as claims that can be checked: who is lower, who fails, by what factor. Knows nothing of recordings.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{EngineKind, Measure, Point, UnknownEngine};

/// Some of the runs of a plan: an engine, where need be in one case and at one point.
///
/// Written `tokio`, `tokio @ 8 carriers`, `tokio @ 8 carriers @ 10k`, or, where the plan has no cases, `tokio @ 10k`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Who {
    /// Which engine.
    pub engine: EngineKind,
    /// Label of the case; empty where the plan has none.
    pub case: String,
    /// Label of the point; empty where the plan has no sweep.
    pub point: String,
}

/// What the published figures show, and a rerun should show too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum ShapeCheck {
    /// One lies below the other.
    Order {
        /// Of which figure.
        measure: Measure,
        /// Who lies below.
        low: Who,
        /// Who lies above.
        high: Who,
    },
    /// There is no difference worth a word.
    Tie {
        /// Of which figure.
        measure: Measure,
        /// The one.
        one: Who,
        /// The other.
        other: Who,
    },
    /// One is so many times the other.
    Ratio {
        /// Of which figure.
        measure: Measure,
        /// Who is divided.
        over: Who,
        /// By whom.
        under: Who,
        /// What came out.
        about: Factor,
    },
    /// The model cannot do the work.
    Fails {
        /// Which one.
        who: Who,
    },
}

/// A factor in thousandths, above 0; written as a plain number like `1.7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Factor(u32);

/// A number that is no factor.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("a factor of {0} is out of range; it goes from 0.001 to 1000000")]
pub struct FactorError(f64);

impl TryFrom<f64> for Factor {
    type Error = FactorError;

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "range is checked in the line before"
    )]
    fn try_from(value: f64) -> Result<Self, FactorError> {
        if (0.001..=1e6).contains(&value) {
            Ok(Self((value * 1e3).round() as u32))
        } else {
            Err(FactorError(value))
        }
    }
}

impl From<Factor> for f64 {
    fn from(factor: Factor) -> Self {
        Self::from(factor.0) / 1e3
    }
}

impl ShapeCheck {
    /// The runs it speaks of, to be changed.
    pub(super) fn parties_mut(&mut self) -> Vec<&mut Who> {
        match self {
            Self::Order { low, high, .. } => vec![low, high],
            Self::Tie { one, other, .. } => vec![one, other],
            Self::Ratio { over, under, .. } => vec![over, under],
            Self::Fails { who } => vec![who],
        }
    }

    /// The runs it speaks of.
    #[must_use]
    pub fn parties(&self) -> Vec<&Who> {
        match self {
            Self::Order { low, high, .. } => vec![low, high],
            Self::Tie { one, other, .. } => vec![one, other],
            Self::Ratio { over, under, .. } => vec![over, under],
            Self::Fails { who } => vec![who],
        }
    }
}

impl fmt::Display for ShapeCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order { measure, low, high } => {
                write!(f, "{}: {low} below {high}", measure.label())
            }
            Self::Tie {
                measure,
                one,
                other,
            } => write!(f, "{}: {one} like {other}", measure.label()),
            Self::Ratio {
                measure,
                over,
                under,
                about,
            } => write!(
                f,
                "{}: {over} about {} × {under}",
                measure.label(),
                f64::from(*about)
            ),
            Self::Fails { who } => write!(f, "{who} fails"),
        }
    }
}

impl Who {
    /// An engine in a case at a point; empty labels where there are none.
    #[must_use]
    pub const fn new(engine: EngineKind, case: String, point: String) -> Self {
        Self {
            engine,
            case,
            point,
        }
    }

    /// The first label of a plan without cases names its point.
    pub(super) fn settle(&mut self) {
        if self.point.is_empty() {
            self.point = std::mem::take(&mut self.case);
        }
    }

    /// The runs of `engine` in this case at this point.
    #[must_use]
    pub fn of(engine: EngineKind, case: &str, point: Option<&Point>) -> Self {
        let point = point.map_or_else(String::new, |point| point.label.clone());
        Self::new(engine, case.to_owned(), point)
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.engine.fmt(f)?;
        for label in [&self.case, &self.point] {
            if !label.is_empty() {
                write!(f, " @ {label}")?;
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for Who {
    type Error = UnknownEngine;

    fn try_from(text: String) -> Result<Self, UnknownEngine> {
        let mut parts = text.splitn(3, '@').map(str::trim);
        let engine = parts.next().unwrap_or_default().parse()?;
        let mut label = || parts.next().unwrap_or_default().to_owned();
        Ok(Self::new(engine, label(), label()))
    }
}

impl From<Who> for String {
    fn from(who: Who) -> Self {
        who.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(text: &str) -> Who {
        Who::try_from(text.to_owned()).unwrap()
    }

    #[test]
    fn parties_are_read_and_written() {
        assert_eq!(
            who("tokio @ 8 carriers @ 10k"),
            Who::new(EngineKind::Tokio, "8 carriers".into(), "10k".into())
        );
        let mut without_cases = who("may @ 10k");
        without_cases.settle();
        assert_eq!(without_cases.point, "10k");
        for text in ["may", "may @ a", "may @ a @ 1k"] {
            assert_eq!(String::from(who(text)), text);
        }
        assert!(Who::try_from("loom @ a".to_owned()).is_err());
    }

    #[test]
    fn factors_have_a_range() {
        assert_eq!(Factor::try_from(1.7).map(f64::from), Ok(1.7));
        for wrong in [0.0, -1.0, f64::NAN, 1e9] {
            assert!(Factor::try_from(wrong).is_err());
        }
    }
}
