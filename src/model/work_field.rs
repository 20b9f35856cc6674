//! The parameters of work as a list, so that a panel, the command line and a preset's cases can show and change any of them by
//! name. Knows nothing of who does.

use super::{
    MAX_WAIT, Nanos, SetError, Work, WorkKind, choice::Worded, ranged::Counted, units::parse_count,
};

/// One parameter of a kind of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkField {
    /// The name in presets and in `--set`.
    pub key: &'static str,
    /// The words beside a knob.
    pub label: &'static str,
    /// One sentence for a tooltip.
    pub hint: &'static str,
    /// The value and what else it may be.
    pub value: FieldValue,
}

/// The value of a parameter and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A span of time, up to [`MAX_WAIT`].
    Time(Nanos),
    /// A count within a range.
    Count {
        /// The value.
        value: u64,
        /// Smallest allowed value.
        min: u64,
        /// Largest allowed value.
        max: u64,
        /// What stands behind the number: `%`, or nothing.
        unit: &'static str,
    },
    /// One of a few words.
    Choice {
        /// The word chosen.
        chosen: &'static str,
        /// All words.
        words: &'static [&'static str],
    },
}

impl FieldValue {
    /// The value as [`super::Preset::set`] reads it.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Time(time) => time.to_text(),
            Self::Count { value, .. } => value.to_string(),
            Self::Choice { chosen, .. } => (*chosen).to_owned(),
        }
    }
}

/// A parameter where it lies in the work.
pub(super) struct Slot<'a> {
    pub(super) key: &'static str,
    label: &'static str,
    hint: &'static str,
    place: Place<'a>,
}

enum Place<'a> {
    Time(&'a mut Nanos),
    Count(&'a mut dyn Counted),
    Choice(&'a mut dyn Worded),
}

pub(super) fn time<'a>(words: [&'static str; 3], time: &'a mut Nanos) -> Slot<'a> {
    Slot::new(words, Place::Time(time))
}

pub(super) fn count<'a>(words: [&'static str; 3], count: &'a mut dyn Counted) -> Slot<'a> {
    Slot::new(words, Place::Count(count))
}

pub(super) fn word<'a>(words: [&'static str; 3], word: &'a mut dyn Worded) -> Slot<'a> {
    Slot::new(words, Place::Choice(word))
}

impl<'a> Slot<'a> {
    fn new([key, label, hint]: [&'static str; 3], place: Place<'a>) -> Self {
        Self {
            key,
            label,
            hint,
            place,
        }
    }

    fn field(&self) -> WorkField {
        let value = match &self.place {
            Place::Time(time) => FieldValue::Time(**time),
            Place::Count(count) => FieldValue::Count {
                value: count.value(),
                min: count.min(),
                max: count.max(),
                unit: count.unit(),
            },
            Place::Choice(word) => FieldValue::Choice {
                chosen: word.word(),
                words: word.words(),
            },
        };
        WorkField {
            key: self.key,
            label: self.label,
            hint: self.hint,
            value,
        }
    }

    pub(super) fn time(&self) -> Option<Nanos> {
        match &self.place {
            Place::Time(time) => Some(**time),
            Place::Count(_) | Place::Choice(_) => None,
        }
    }

    pub(super) fn into_time(self) -> Option<&'a mut Nanos> {
        match self.place {
            Place::Time(time) => Some(time),
            Place::Count(_) | Place::Choice(_) => None,
        }
    }

    fn set(self, text: &str) -> Result<(), SetError> {
        match self.place {
            Place::Time(time) => *time = checked_wait(text)?,
            Place::Count(count) => {
                count.set(parse_count(text.trim_end_matches(['%', ' ']))?)?;
            }
            Place::Choice(word) => word.set_word(text)?,
        }
        Ok(())
    }
}

impl Work {
    /// Every parameter, in the order of a panel.
    #[must_use]
    pub fn fields(mut self) -> Vec<WorkField> {
        self.slots().iter().map(Slot::field).collect()
    }

    /// The same work with one parameter as a person wrote it: `sleep` and `1.5s`, `via` and `pool`.
    ///
    /// # Errors
    /// If this kind of work has no such parameter, and if the text is not understood or out of range; says what to write.
    pub fn with_field(mut self, key: &str, text: &str) -> Result<Self, SetError> {
        let kind = self.id();
        match self.slots().into_iter().find(|slot| slot.key == key) {
            Some(slot) => slot.set(text)?,
            None => return Err(no_such_field(kind, key)),
        }
        Ok(self)
    }

    /// The longest span of time among the parameters.
    #[must_use]
    pub fn longest_time(self) -> Option<Nanos> {
        let times = self
            .fields()
            .into_iter()
            .filter_map(|field| match field.value {
                FieldValue::Time(time) => Some(time),
                FieldValue::Count { .. } | FieldValue::Choice { .. } => None,
            });
        times.max()
    }
}

fn no_such_field(kind: &'static str, key: &str) -> SetError {
    let of_others = WorkKind::ALL
        .into_iter()
        .flat_map(|other| other.usual().fields())
        .find(|field| field.key == key);
    of_others.map_or_else(
        || SetError::Field(key.to_owned()),
        |field| SetError::OtherWork {
            kind,
            field: field.key,
        },
    )
}

fn checked_wait(value: &str) -> Result<Nanos, SetError> {
    let wait = Nanos::parse(value)?;
    if wait <= MAX_WAIT {
        Ok(wait)
    } else {
        Err(SetError::TooLong(wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_of_every_kind_reads_back_what_it_shows() {
        for kind in WorkKind::ALL {
            let work = kind.usual();
            for field in work.fields() {
                let text = field.value.to_text();
                assert_eq!(
                    work.with_field(field.key, &text),
                    Ok(work),
                    "{kind:?} {field:?}"
                );
                assert!(!field.label.is_empty() && !field.hint.is_empty());
            }
        }
    }

    #[test]
    fn every_value_of_every_parameter_can_be_set_and_is_seen() {
        for kind in WorkKind::ALL {
            for field in kind.usual().fields() {
                let others: Vec<String> = match field.value {
                    FieldValue::Time(_) => vec!["7ms".to_owned()],
                    FieldValue::Count { min, max, .. } => vec![min.to_string(), max.to_string()],
                    FieldValue::Choice { words, .. } => {
                        words.iter().map(|word| word.to_lowercase()).collect()
                    }
                };
                for text in others {
                    let changed = kind.usual().with_field(field.key, &text).unwrap();
                    let seen = changed
                        .fields()
                        .into_iter()
                        .find(|other| other.key == field.key);
                    let seen = seen.map(|field| field.value.to_text().to_lowercase());
                    assert_eq!(seen, Some(text), "{kind:?} {field:?}");
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_set_says_why() {
        let sleep = WorkKind::Sleep.usual();
        for (key, text, word) in [
            ("sleep", "11min", "longest"),
            ("sleep", "five", "positive number"),
            ("iterations", "5", "sleep work has no field"),
            ("colour", "5", "there is no field"),
        ] {
            let message = sleep.with_field(key, text).unwrap_err().to_string();
            assert!(message.contains(word), "{message}");
        }
    }
}
