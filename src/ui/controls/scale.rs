//! Where a value sits on a slider, and which value sits where. Pure arithmetic.

/// How values are spread along a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Every value as wide as any other.
    Linear {
        /// Left end.
        min: u64,
        /// Right end.
        max: u64,
    },
    /// Every decade as wide as any other. Dragging gives round values.
    Log {
        /// Left end, at least 1.
        min: u64,
        /// Right end.
        max: u64,
    },
}

/// The round values of a decade, in tenths.
const ROUND: [u64; 16] = [
    10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100,
];

impl Scale {
    /// Both ends.
    #[must_use]
    pub const fn ends(self) -> (u64, u64) {
        match self {
            Self::Linear { min, max } | Self::Log { min, max } => (min, max),
        }
    }

    /// Place of a value, 0 at the left end to 1 at the right; values outside sit at the ends.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "pixels"
    )]
    pub fn place(self, value: u64) -> f32 {
        let (min, max) = self.ends();
        let value = value.clamp(min, max);
        let share = match self {
            Self::Linear { .. } => (value - min) as f64 / (max - min).max(1) as f64,
            Self::Log { .. } => log(value, min) / log(max, min),
        };
        share as f32
    }

    /// The value at a place; round on a logarithmic scale.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded between the ends"
    )]
    pub fn value(self, place: f32) -> u64 {
        let (min, max) = self.ends();
        let place = f64::from(place.clamp(0.0, 1.0));
        let value = match self {
            Self::Linear { .. } => min + (place * (max - min) as f64).round() as u64,
            Self::Log { .. } => round((min as f64 * (place * log(max, min)).exp()).round() as u64),
        };
        if place >= 1.0 {
            max
        } else {
            value.clamp(min, max)
        }
    }

    /// The value so many steps further: whole numbers, or round values on a logarithmic scale.
    #[must_use]
    pub fn step(self, value: u64, steps: i64) -> u64 {
        let (min, max) = self.ends();
        let mut value = value.clamp(min, max);
        for _ in 0..steps.unsigned_abs().min(1_000) {
            value = match self {
                Self::Linear { .. } => value.saturating_add_signed(steps.signum()),
                Self::Log { .. } if steps > 0 => next_round(value),
                Self::Log { .. } => round_before(value),
            }
            .clamp(min, max);
        }
        value
    }
}

#[expect(clippy::cast_precision_loss, reason = "pixels")]
fn log(value: u64, base: u64) -> f64 {
    (value as f64 / base.max(1) as f64).ln()
}

/// The power of ten that makes the round values of `value`'s decade; 0 where every whole number is round.
fn unit(value: u64) -> u64 {
    let mut unit = 1;
    while value / unit >= 100 {
        unit *= 10;
    }
    unit
}

/// Values up to twelve are all round; above, the nearest of sixteen in a decade.
fn round(value: u64) -> u64 {
    if value <= 12 {
        return value;
    }
    let unit = unit(value);
    ROUND
        .into_iter()
        .map(|tenths| tenths * unit)
        .min_by_key(|round| round.abs_diff(value))
        .unwrap_or(value)
}

fn next_round(value: u64) -> u64 {
    if value < 12 {
        return value + 1;
    }
    let unit = unit(value);
    ROUND
        .into_iter()
        .map(|tenths| tenths * unit)
        .find(|round| *round > value)
        .unwrap_or(120 * unit)
}

fn round_before(value: u64) -> u64 {
    if value <= 12 {
        return value.saturating_sub(1);
    }
    let unit = unit(value - 1);
    ROUND
        .into_iter()
        .rev()
        .map(|tenths| tenths * unit)
        .find(|round| *round < value)
        .unwrap_or(value - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASKS: Scale = Scale::Log {
        min: 1,
        max: 1_000_000,
    };

    #[test]
    fn a_decade_is_a_sixth_of_a_million() {
        assert!((TASKS.place(10) - 1.0 / 6.0).abs() < 1e-6);
        assert!((TASKS.place(1_000_000) - 1.0).abs() < f32::EPSILON);
        assert_eq!(TASKS.value(0.5), 1_000);
        assert_eq!(TASKS.value(1.0), 1_000_000);
        assert_eq!(TASKS.value(-3.0), 1);
    }

    #[test]
    fn a_round_value_keeps_its_place() {
        for value in [1, 7, 12, 15, 50, 1_200, 50_000, 450_000] {
            assert_eq!(TASKS.value(TASKS.place(value)), value);
        }
        let share = Scale::Linear { min: 0, max: 100 };
        for value in 0..=100 {
            assert_eq!(share.value(share.place(value)), value);
        }
    }

    #[test]
    fn steps_go_over_round_values_and_stop_at_the_ends() {
        let mut seen = vec![1];
        while seen.last() != Some(&1_000_000) {
            let last = seen.last().copied().unwrap_or(0);
            let next = TASKS.step(last, 1);
            assert!(next > last, "{last} to {next}");
            assert_eq!(TASKS.step(next, -1), last, "back from {next}");
            seen.push(next);
        }
        assert_eq!(TASKS.step(1_000_000, 5), 1_000_000);
        assert_eq!(TASKS.step(1, -5), 1);
        assert_eq!(TASKS.step(47_123, 1), 50_000);
        assert_eq!(TASKS.step(47_123, -1), 45_000);
        assert_eq!(Scale::Linear { min: 0, max: 100 }.step(99, 7), 100);
    }
}
