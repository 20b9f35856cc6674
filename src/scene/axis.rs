//! Where a value axis has its ticks and how they are written. Knows nothing of text sizes.

use crate::model::units::{THIN_SPACE, short};

/// One tick of a value axis.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTick {
    /// In the unit of the axis.
    pub at: f64,
    /// Only the topmost carries the unit.
    pub label: String,
}

/// A value axis from 0 (or, logarithmic, its first tick) to `top`.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueAxis {
    /// The largest value shown, in the unit of the axis; above 0.
    pub top: f64,
    /// From the bottom up.
    pub ticks: Vec<ValueTick>,
}

impl ValueAxis {
    fn even(step: f64, steps: u32, label: impl Fn(f64, bool) -> String) -> Self {
        let ticks = (0..=steps).map(|i| {
            let at = step * f64::from(i);
            ValueTick {
                at,
                label: label(at, i == steps),
            }
        });
        Self {
            top: step * f64::from(steps),
            ticks: ticks.collect(),
        }
    }
}

/// An axis in MiB whose steps are powers of two, `most` steps or fewer, with a little air above `largest_mib`.
#[must_use]
pub fn byte_axis(largest_mib: f64, most: u32) -> ValueAxis {
    let needed = largest_mib.max(0.0) * 1.04;
    let most = most.max(1);
    let mut step = 0.25;
    while step * f64::from(most) < needed {
        step *= 2.0;
    }
    let gib = step * f64::from(most) > 4_096.0;
    ValueAxis::even(step, steps_for(needed, step), |mib, is_top| {
        let value = if gib { mib / 1_024.0 } else { mib };
        let unit = if gib { "GiB" } else { "MiB" };
        if is_top {
            format!("{value}{THIN_SPACE}{unit}")
        } else {
            value.to_string()
        }
    })
}

/// An axis of counts or rates with steps of 1, 2 or 5 times a power of ten; `unit` follows the topmost label, e.g. `/s`.
#[must_use]
pub fn count_axis(largest: f64, most: u32, unit: &str) -> ValueAxis {
    let needed = largest.max(1.0) * 1.04;
    let step = nice_step(needed / f64::from(most.max(1)));
    ValueAxis::even(step, steps_for(needed, step), |value, is_top| {
        let number = trimmed(value);
        if is_top {
            format!("{number}{unit}")
        } else {
            number
        }
    })
}

/// Ticks at powers of `base` (2 or 10) that enclose `smallest…largest`; at least two.
#[must_use]
pub fn log_axis(
    smallest: f64,
    largest: f64,
    base: f64,
    label: impl Fn(f64) -> String,
) -> ValueAxis {
    let base = base.max(2.0);
    let low = smallest.max(f64::MIN_POSITIVE).log(base).floor();
    let high = largest.max(smallest).max(f64::MIN_POSITIVE).log(base);
    let mut ticks = Vec::new();
    let mut power = low;
    while power < (high - 1e-9).ceil().max(low + 1.0) + 0.5 {
        let at = base.powf(power);
        ticks.push(ValueTick {
            at,
            label: label(at),
        });
        power += 1.0;
    }
    ValueAxis {
        top: ticks.last().map_or(1.0, |tick| tick.at),
        ticks,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a handful of steps by choice of the step"
)]
fn steps_for(needed: f64, step: f64) -> u32 {
    (needed / step).ceil().clamp(1.0, 64.0) as u32
}

fn nice_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(10.0 * power)
}

/// `100 k` and not `100.0 k`, `2.5 k` and not `2 500`.
fn trimmed(value: f64) -> String {
    let text = if (1e3..1e4).contains(&value) {
        format!("{}{THIN_SPACE}k", value / 1e3)
    } else {
        short(value)
    };
    let (number, unit) = match text.find(THIN_SPACE) {
        Some(at) if text[..at].contains('.') => text.split_at(at),
        None if text.contains('.') => (text.as_str(), ""),
        Some(_) | None => return text,
    };
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{number}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(axis: &ValueAxis) -> Vec<String> {
        axis.ticks
            .iter()
            .map(|tick| tick.label.replace(THIN_SPACE, " "))
            .collect()
    }

    #[test]
    fn memory_steps_are_powers_of_two() {
        assert_eq!(
            labels(&byte_axis(400.0, 4)),
            ["0", "128", "256", "384", "512 MiB"]
        );
        assert_eq!(labels(&byte_axis(6.0, 4)), ["0", "2", "4", "6", "8 MiB"]);
        assert_eq!(
            labels(&byte_axis(7_000.0, 4)),
            ["0", "2", "4", "6", "8 GiB"]
        );
    }

    #[test]
    fn counts_are_short() {
        assert_eq!(
            labels(&count_axis(170_000.0, 2, "/s")),
            ["0", "100 k", "200 k/s"]
        );
        assert_eq!(labels(&count_axis(9_000.0, 4, "")), ["0", "5 k", "10 k"]);
        assert_eq!(labels(&count_axis(7.0, 4, "")), ["0", "2", "4", "6", "8"]);
        assert_eq!(
            labels(&count_axis(0.0, 4, "/s")),
            ["0", "0.5", "1", "1.5/s"]
        );
    }

    #[test]
    fn powers_enclose_the_values() {
        let axis = log_axis(300.0, 60_000.0, 4.0, |bytes| format!("{bytes}"));
        assert_eq!(labels(&axis), ["256", "1024", "4096", "16384", "65536"]);
        assert!(log_axis(5.0, 5.0, 10.0, |v| v.to_string()).ticks.len() >= 2);
    }

    proptest! {
        #[test]
        fn the_top_lies_above_the_largest_value(largest in 0.0_f64..1e12, most in 1_u32..12) {
            for axis in [byte_axis(largest, most), count_axis(largest, most, "")] {
                prop_assert!(axis.top > largest);
                prop_assert!(axis.ticks.len() <= most as usize + 1);
                prop_assert!((axis.ticks.last().map_or(0.0, |tick| tick.at) - axis.top).abs() < 1e-6 * axis.top);
            }
        }
    }
}
