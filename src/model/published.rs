//! What others measured, as reference data of a preset. Knows nothing of this machine's figures.

use serde::{Deserialize, Serialize};

use super::{EngineKind, Measure, UnitError, Who};

/// A figure from a write-up: another machine and another runtime, so that its size is no target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PublishedText", into = "PublishedText")]
pub struct Published {
    /// The runs of ours that stand for it.
    pub who: Who,
    /// What they measured there, in their own words, e.g. `virtual thread`; may be empty.
    pub model: String,
    /// Which figure.
    pub measure: Measure,
    /// Lowest value given, in nanoseconds, bytes or plain numbers.
    pub low: u64,
    /// Highest value given; the same as `low` where only one was.
    pub high: u64,
    /// Where it stands, e.g. `S0`.
    pub source: String,
}

impl Published {
    /// `133 MiB – 140 MiB`, or the one value.
    #[must_use]
    pub fn range_label(&self) -> String {
        let label = |value: u64| self.measure.value_label(as_f64(value));
        if self.low == self.high {
            label(self.low)
        } else {
            format!("{} – {}", label(self.low), label(self.high))
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
const fn as_f64(value: u64) -> f64 {
    value as f64
}

/// The fields as they stand in the file.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename = "Published", deny_unknown_fields)]
struct PublishedText {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    case: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    point: String,
    engine: EngineKind,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    model: String,
    measure: Measure,
    low: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    high: Option<String>,
    source: String,
}

/// Why a published figure was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublishedError {
    /// A value is not in the unit of its measure.
    #[error("{0} of {1}: {2}")]
    Value(&'static str, Measure, UnitError),
    /// The range is upside down.
    #[error("`low` {low} is above `high` {high}")]
    UpsideDown {
        /// As written.
        low: String,
        /// As written.
        high: String,
    },
}

impl TryFrom<PublishedText> for Published {
    type Error = PublishedError;

    fn try_from(text: PublishedText) -> Result<Self, PublishedError> {
        let read = |name, value: &str| {
            let parsed = text.measure.parse_value(value);
            parsed.map_err(|error| PublishedError::Value(name, text.measure, error))
        };
        let low = read("`low`", &text.low)?;
        let high = text
            .high
            .as_ref()
            .map_or(Ok(low), |high| read("`high`", high))?;
        if low > high {
            return Err(PublishedError::UpsideDown {
                low: text.low,
                high: text.high.unwrap_or_default(),
            });
        }
        Ok(Self {
            who: Who::new(text.engine, text.case, text.point),
            model: text.model,
            measure: text.measure,
            low,
            high,
            source: text.source,
        })
    }
}

impl From<Published> for PublishedText {
    fn from(published: Published) -> Self {
        let text = |value| published.measure.value_text(value);
        Self {
            low: text(published.low),
            high: (published.high != published.low).then(|| text(published.high)),
            engine: published.who.engine,
            case: published.who.case,
            point: published.who.point,
            model: published.model,
            measure: published.measure,
            source: published.source,
        }
    }
}
