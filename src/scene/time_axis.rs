//! Where a time axis has its ticks and how they are written. Knows nothing of text sizes.

use super::TimeWindow;
use crate::model::units::THIN_SPACE;

/// One tick of a time axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeTick {
    /// Nanoseconds since Go.
    pub at_ns: u64,
    /// With its unit: `2 s`, `9.820 s`, `+40 µs` (since the first tick, where an absolute time would be too long).
    pub label: String,
}

/// Past so many decimals ticks are written relative to the first one.
const MOST_DECIMALS: usize = 4;

/// Ticks at 1, 2 or 5 times a power of ten, at most `most` of them (at least 2 are tried for).
#[must_use]
pub fn time_ticks(window: TimeWindow, most: usize) -> Vec<TimeTick> {
    let step = step_ns(window.span_ns(), most.max(1) as u64);
    let first = window.start_ns().div_ceil(step).saturating_mul(step);
    let unit = Unit::for_time(window.end_ns());
    let decimals = unit.decimals(step);
    (0..)
        .map(|i: u64| first.saturating_add(i.saturating_mul(step)))
        .take_while(|at| *at <= window.end_ns())
        .take(most.saturating_add(1))
        .map(|at_ns| TimeTick {
            at_ns,
            label: if decimals > MOST_DECIMALS && at_ns > first {
                let small = Unit::for_time(step.saturating_mul(most as u64));
                let since = small.write(at_ns - first, small.decimals(step));
                format!("+{since}")
            } else {
                unit.write(at_ns, decimals)
            },
        })
        .collect()
}

fn step_ns(span_ns: u64, most: u64) -> u64 {
    let least = span_ns.div_ceil(most).max(1);
    let mut power = 1_u64;
    loop {
        for factor in [1, 2, 5] {
            let step = power.saturating_mul(factor);
            if step >= least {
                return step;
            }
        }
        power = power.saturating_mul(10);
    }
}

struct Unit {
    name: &'static str,
    digits: usize,
}

impl Unit {
    const fn for_time(ns: u64) -> Self {
        let (name, digits) = match ns {
            0..1_000 => ("ns", 0),
            1_000..1_000_000 => ("µs", 3),
            1_000_000..1_000_000_000 => ("ms", 6),
            1_000_000_000.. => ("s", 9),
        };
        Self { name, digits }
    }

    /// How many decimals tell ticks `step` nanoseconds apart.
    fn decimals(&self, step: u64) -> usize {
        let zeros = step
            .checked_ilog10()
            .map_or(0, |power| usize::try_from(power).unwrap_or(0));
        self.digits.saturating_sub(zeros)
    }

    fn write(&self, ns: u64, decimals: usize) -> String {
        let digits = format!("{ns:0>width$}", width = self.digits + 1);
        let (whole, fraction) = digits.split_at(digits.len() - self.digits);
        let point = if decimals > 0 { "." } else { "" };
        format!(
            "{whole}{point}{}{THIN_SPACE}{}",
            &fraction[..decimals.min(fraction.len())],
            self.name
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(start: u64, end: u64, most: usize) -> Vec<String> {
        time_ticks(TimeWindow::new(start, end), most)
            .into_iter()
            .map(|tick| tick.label.replace(THIN_SPACE, " "))
            .collect()
    }

    #[test]
    fn ticks_read_like_a_clock() {
        assert_eq!(
            labels(0, 16_000_000_000, 8),
            [
                "0 s", "2 s", "4 s", "6 s", "8 s", "10 s", "12 s", "14 s", "16 s"
            ]
        );
        assert_eq!(
            labels(9_800_000_000, 9_860_000_000, 4),
            ["9.80 s", "9.82 s", "9.84 s", "9.86 s"]
        );
        assert_eq!(
            labels(0, 60_000_000, 4),
            ["0 ms", "20 ms", "40 ms", "60 ms"]
        );
        assert_eq!(labels(0, 900, 2), ["0 ns", "500 ns"]);
    }

    #[test]
    fn deep_zoom_counts_from_the_first_tick() {
        assert_eq!(
            labels(9_800_001_000, 9_800_041_000, 5),
            ["9.80001 s", "+10 µs", "+20 µs", "+30 µs"]
        );
    }

    proptest! {
        #[test]
        fn ticks_are_few_inside_and_evenly_spaced(start in 0_u64..1 << 50, span in 1_u64..1 << 50, most in 1_usize..20) {
            let window = TimeWindow::new(start, start + span);
            let ticks = time_ticks(window, most);
            prop_assert!(ticks.len() <= most + 1);
            prop_assert!(ticks.iter().all(|tick| (start..=start + span).contains(&tick.at_ns)));
            let steps: Vec<u64> = ticks.windows(2).map(|pair| pair[1].at_ns - pair[0].at_ns).collect();
            prop_assert!(steps.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}
