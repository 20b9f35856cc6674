//! Parameters that are one of a few words. Knows nothing of which work has them.

/// A word that a parameter does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{word}\" is not known here; use {}", known.join(" or "))]
pub struct UnknownWord {
    /// What was written.
    pub word: String,
    /// What would be understood.
    pub known: &'static [&'static str],
}

/// A parameter with a few values, each a word.
pub(super) trait Worded {
    /// The word of the value.
    fn word(&self) -> &'static str;

    /// Every word.
    fn words(&self) -> &'static [&'static str];

    /// Takes the value of a word; capitals, hyphens and underscores make no difference.
    fn set_word(&mut self, word: &str) -> Result<(), UnknownWord>;
}

/// Whether two words are the same but for capitals, hyphens and underscores.
pub(super) fn is_same_word(one: &str, other: &str) -> bool {
    let letters = |word: &str| {
        word.chars()
            .filter(|c| c.is_alphanumeric())
            .map(|c| c.to_ascii_lowercase())
            .collect::<Vec<_>>()
    };
    letters(one) == letters(other)
}

/// Declares an enum whose variants are the words of a parameter, in presets and everywhere.
macro_rules! choice {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $type {
            $($(#[$variant_doc])* $variant),+
        }

        impl $type {
            /// Every value, in the order of a list.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            const WORDS: &'static [&'static str] = &[$(stringify!($variant)),+];
        }

        impl $crate::model::choice::Worded for $type {
            fn word(&self) -> &'static str {
                match self {
                    $(Self::$variant => stringify!($variant)),+
                }
            }

            fn words(&self) -> &'static [&'static str] {
                Self::WORDS
            }

            fn set_word(&mut self, word: &str) -> Result<(), $crate::model::choice::UnknownWord> {
                let value = Self::ALL
                    .iter()
                    .find(|value| $crate::model::choice::is_same_word($crate::model::choice::Worded::word(*value), word));
                *self = *value.ok_or_else(|| $crate::model::choice::UnknownWord {
                    word: word.to_owned(),
                    known: Self::WORDS,
                })?;
                Ok(())
            }
        }
    };
}

pub(super) use choice;

#[cfg(test)]
#[expect(
    unreachable_pub,
    reason = "the macro declares what the model shows to all"
)]
mod tests {
    use super::*;

    choice! {
        /// For the test.
        Fruit {
            /// One.
            RedApple,
            /// Another.
            Pear,
        }
    }

    #[test]
    fn words_are_read_as_people_write_them() {
        let mut fruit = Fruit::Pear;
        for word in ["RedApple", "red-apple", "redapple", " Red_Apple "] {
            fruit.set_word(word).unwrap();
            assert_eq!(fruit.word(), "RedApple");
            fruit = Fruit::Pear;
        }
        let error = fruit.set_word("plum").unwrap_err().to_string();
        assert_eq!(error, "\"plum\" is not known here; use RedApple or Pear");
    }
}
