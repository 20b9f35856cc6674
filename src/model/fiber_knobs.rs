//! What only the engine `fiber` can be told: how large a stack is, and whether a blocked carrier is stood in for. Knows nothing of
//! how stacks are made.

use serde::{Deserialize, Serialize};

use super::{
    FieldValue, StackKib, WorkField,
    choice::{Worded, choice},
};

choice! {
    /// Whether a spare carrier works while a task blocks its own.
    Compensation {
        /// A blocked carrier is missed, as with may and tokio.
        Off,
        /// A spare carrier stands in, as in some runtimes.
        On,
    }
}

/// The knobs of `fiber`; the usual ones are not written out, so that older presets, runs and recordings stay as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FiberKnobs {
    /// Size of a task's stack without its guard page.
    pub stack_kib: StackKib,
    /// Whether a blocked carrier is stood in for.
    pub compensation: Compensation,
}

impl FiberKnobs {
    /// Stacks of 32 KiB, and nobody stands in.
    pub const USUAL: Self = Self {
        stack_kib: StackKib::USUAL,
        compensation: Compensation::Off,
    };

    /// The knobs by name, as work has its parameters.
    #[must_use]
    pub fn fields(&self) -> [WorkField; 2] {
        [
            WorkField {
                key: "stack_kib",
                label: "Fiber stack",
                hint: "How large the stack of a task on fiber is. Memory is behind a page once it is touched, so a larger one costs address space only",
                value: FieldValue::Count {
                    value: self.stack_kib.into(),
                    min: StackKib::MIN.into(),
                    max: StackKib::MAX.into(),
                    unit: "KiB",
                },
            },
            WorkField {
                key: "compensation",
                label: "Compensation",
                hint: "Whether fiber has a spare carrier work while a task blocks its own; may and tokio never do",
                value: FieldValue::Choice {
                    chosen: self.compensation.word(),
                    words: self.compensation.words(),
                },
            },
        ]
    }

    /// Whether nothing was turned.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::USUAL
    }
}

impl Default for FiberKnobs {
    fn default() -> Self {
        Self::USUAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knobs_that_were_not_turned_are_the_usual_ones() -> Result<(), serde_json::Error> {
        let turned: FiberKnobs = serde_json::from_str(r#"{"stack_kib":64}"#)?;
        assert_eq!(turned.stack_kib.get(), 64);
        assert_eq!(turned.compensation, Compensation::Off);
        assert!(!turned.is_usual());
        assert!(serde_json::from_str::<FiberKnobs>("{}")?.is_usual());
        assert!(serde_json::from_str::<FiberKnobs>(r#"{"stack_kib":15}"#).is_err());
        Ok(())
    }
}
