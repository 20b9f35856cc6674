//! Quantities with their units: nanoseconds and bytes, how people write them and how they are read back.
//! Knows nothing of where a quantity comes from.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A thin, non-breaking space: what stands between groups of three digits and before a unit.
pub const THIN_SPACE: char = '\u{202f}';

/// A span of time in whole nanoseconds, 0…584 years.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nanos(pub u64);

/// An amount of memory in bytes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Bytes(pub u64);

/// Why a written quantity was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitError {
    /// The number before the unit is missing, negative or not a number.
    #[error("\"{0}\" does not start with a positive number; write it like 50ms, 1.5s or 10k")]
    Number(String),
    /// The letters after the number are no unit known here.
    #[error("\"{unit}\" is no unit known here; use {known}")]
    Unit {
        /// What was written.
        unit: String,
        /// The units that would be understood.
        known: &'static str,
    },
    /// The quantity does not fit into 64 bits.
    #[error("\"{0}\" is too large")]
    Range(String),
}

impl Nanos {
    /// Whole milliseconds.
    #[must_use]
    pub const fn from_millis(ms: u64) -> Self {
        Self(ms.saturating_mul(1_000_000))
    }

    /// Whole seconds.
    #[must_use]
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs.saturating_mul(1_000_000_000))
    }

    /// The same span for the standard library.
    #[must_use]
    pub const fn to_duration(self) -> std::time::Duration {
        std::time::Duration::from_nanos(self.0)
    }

    /// Seconds as a float, for drawing only.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "drawing needs no more than 53 bits"
    )]
    pub fn as_secs_f64(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Reads `50ms`, `1.5s`, `200 µs`, `80ns`, `2min`; a bare number is an error, because its unit would be a guess.
    ///
    /// # Errors
    /// Says which part was not understood and what can be written instead.
    pub fn parse(text: &str) -> Result<Self, UnitError> {
        const KNOWN: &str = "ns, us, ms, s or min";
        let (number, unit) = split_number(text)?;
        let factor = match unit.as_str() {
            "ns" => 1.0,
            "us" | "µs" | "μs" => 1e3,
            "ms" => 1e6,
            "s" => 1e9,
            "min" => 60e9,
            _ => return Err(UnitError::Unit { unit, known: KNOWN }),
        };
        scale(text, number, factor).map(Self)
    }

    /// The shortest exact way to write it so that [`Nanos::parse`] reads the same value back.
    #[must_use]
    pub fn to_text(self) -> String {
        for (unit, size) in [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)] {
            if self.0 >= size && self.0.is_multiple_of(size / 10) {
                let (whole, tenth) = (self.0 / size, self.0 % size / (size / 10));
                return if tenth == 0 {
                    format!("{whole}{unit}")
                } else {
                    format!("{whole}.{tenth}{unit}")
                };
            }
        }
        format!("{}ns", self.0)
    }
}

impl Nanos {
    /// [`Nanos::to_text`] as it is written on a chart: `50 ms`, `12 µs`.
    #[must_use]
    pub fn to_label(self) -> String {
        let text = self.to_text().replace("us", "µs");
        let unit = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(unit);
        format!("{number}{THIN_SPACE}{unit}")
    }
}

impl fmt::Display for Nanos {
    /// Three significant digits and a human unit: `803 ms`, `5.29 s`, `12.4 µs`.
    #[expect(
        clippy::cast_precision_loss,
        reason = "three significant digits are shown"
    )]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ns = self.0 as f64;
        let (value, unit) = match self.0 {
            0..1_000 => return write!(f, "{}{THIN_SPACE}ns", self.0),
            1_000..1_000_000 => (ns / 1e3, "µs"),
            1_000_000..1_000_000_000 => (ns / 1e6, "ms"),
            1_000_000_000..600_000_000_000 => (ns / 1e9, "s"),
            600_000_000_000.. => (ns / 60e9, "min"),
        };
        write!(f, "{}{THIN_SPACE}{unit}", three_digits(value))
    }
}

impl Serialize for Nanos {
    /// Text as in [`Nanos::to_text`], in every format: a preset and a wire line read the same.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for Nanos {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(de::Error::custom)
    }
}

impl Bytes {
    /// Reads `133MiB`, `1.5 GiB`, `124MB`, `512B`; a bare number is an error, because its unit would be a guess.
    ///
    /// # Errors
    /// Says which part was not understood and what can be written instead.
    pub fn parse(text: &str) -> Result<Self, UnitError> {
        const KNOWN: &str = "B, KiB, MiB, GiB, kB, MB or GB";
        let (number, unit) = split_number(text)?;
        let factor = match unit.as_str() {
            "B" => 1.0,
            "KiB" => 1_024.0,
            "MiB" => 1_048_576.0,
            "GiB" => 1_073_741_824.0,
            "kB" => 1e3,
            "MB" => 1e6,
            "GB" => 1e9,
            _ => return Err(UnitError::Unit { unit, known: KNOWN }),
        };
        scale(text, number, factor).map(Self)
    }

    /// The shortest exact way to write it so that [`Bytes::parse`] reads the same value back.
    #[must_use]
    pub fn to_text(self) -> String {
        for (unit, size) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)] {
            if self.0 >= size && self.0.is_multiple_of(size) {
                return format!("{}{unit}", self.0 / size);
            }
        }
        format!("{}B", self.0)
    }
}

impl fmt::Display for Bytes {
    /// Three significant digits and a binary unit: `412 B`, `8.53 KiB`, `271 MiB`.
    #[expect(
        clippy::cast_precision_loss,
        reason = "three significant digits are shown"
    )]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.0 as f64;
        let (value, unit) = match self.0 {
            0..1_024 => return write!(f, "{}{THIN_SPACE}B", self.0),
            1_024..1_048_576 => (bytes / 1_024.0, "KiB"),
            1_048_576..1_073_741_824 => (bytes / 1_048_576.0, "MiB"),
            1_073_741_824.. => (bytes / 1_073_741_824.0, "GiB"),
        };
        write!(f, "{}{THIN_SPACE}{unit}", three_digits(value))
    }
}

/// A whole number with a thin space between thousands: `1 000 000`.
#[must_use]
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3 * THIN_SPACE.len_utf8());
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(THIN_SPACE);
        }
        out.push(digit);
    }
    out
}

/// A count or rate in three significant digits with `k`, `M` or `G`: `144 k`, `1.33 M`.
#[must_use]
pub fn short(value: f64) -> String {
    let (scaled, unit) = match value.abs() {
        v if v < 1e4 => return grouped_f64(value),
        v if v < 1e6 => (value / 1e3, "k"),
        v if v < 1e9 => (value / 1e6, "M"),
        _ => (value / 1e9, "G"),
    };
    format!("{}{THIN_SPACE}{unit}", three_digits(scaled))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "below 10 000 by the caller's match"
)]
fn grouped_f64(value: f64) -> String {
    if value < 0.0 || (value < 100.0 && value.fract().abs() > 1e-9) {
        three_digits(value)
    } else {
        grouped(value.round() as u64)
    }
}

/// Reads a whole count: `50000`, `50_000`, `50 000`, `50k`, `1.5M`.
///
/// # Errors
/// Says which part was not understood and what can be written instead.
pub fn parse_count(text: &str) -> Result<u64, UnitError> {
    let (number, unit) = split_number(text)?;
    let factor = match unit.as_str() {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        _ => {
            return Err(UnitError::Unit {
                unit,
                known: "k or M",
            });
        }
    };
    scale(text, number, factor)
}

fn split_number(text: &str) -> Result<(f64, String), UnitError> {
    let packed: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '_')
        .collect();
    let end = packed
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(packed.len());
    let (number, unit) = packed.split_at(end);
    number
        .parse()
        .map(|value| (value, unit.to_owned()))
        .map_err(|_not_a_number| UnitError::Number(text.to_owned()))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "range is checked in the line before"
)]
fn scale(text: &str, number: f64, factor: f64) -> Result<u64, UnitError> {
    let value = (number * factor).round();
    if value < 1.8e19 {
        Ok(value as u64)
    } else {
        Err(UnitError::Range(text.to_owned()))
    }
}

fn three_digits(value: f64) -> String {
    match value.abs() {
        v if v >= 99.95 => format!("{value:.0}"),
        v if v >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, ns) in [
            ("50ms", 50_000_000),
            ("1.5s", 1_500_000_000),
            (" 200 ms", 200_000_000),
            ("80ns", 80),
            ("12us", 12_000),
            ("2min", 120_000_000_000),
        ] {
            assert_eq!(Nanos::parse(text), Ok(Nanos(ns)), "{text}");
        }
        assert!(matches!(Nanos::parse("50"), Err(UnitError::Unit { .. })));
        assert!(matches!(Nanos::parse("ms"), Err(UnitError::Number(_))));
        assert!(matches!(Nanos::parse("-5s"), Err(UnitError::Number(_))));
        assert!(matches!(
            Nanos::parse("99999999999999min"),
            Err(UnitError::Range(_))
        ));
    }

    #[test]
    fn written_times_read_back_exactly() {
        for ns in [
            0,
            1,
            999,
            1_000,
            1_500,
            50_000_000,
            1_500_000_000,
            1_234_567_891,
            5_000_000_000,
        ] {
            assert_eq!(Nanos::parse(&Nanos(ns).to_text()), Ok(Nanos(ns)));
        }
    }

    #[test]
    fn quantities_read_like_a_label() {
        assert_eq!(Nanos(5_290_000_000).to_string(), "5.29\u{202f}s");
        assert_eq!(Nanos(803_000_000).to_string(), "803\u{202f}ms");
        assert_eq!(Nanos(50_000_000).to_label(), "50\u{202f}ms");
        assert_eq!(Nanos(1_500).to_label(), "1.5\u{202f}µs");
        assert_eq!(Bytes(8_737).to_string(), "8.53\u{202f}KiB");
        assert_eq!(grouped(1_000_000), "1\u{202f}000\u{202f}000");
        assert_eq!(short(1_330_000.0), "1.33\u{202f}M");
        assert_eq!(short(250.0), "250");
    }

    #[test]
    fn counts_accept_k_and_m() {
        assert_eq!(parse_count("50k"), Ok(50_000));
        assert_eq!(parse_count("1.5M"), Ok(1_500_000));
        assert_eq!(parse_count("10_000"), Ok(10_000));
        assert!(parse_count("ten").is_err());
    }
}
