//! Where a round stands from left to right, and the ticks of both axes. Knows nothing of engines.

use super::{PlacedTick, ValueAxis, ValueTick, count_axis, sweep::tick_label};
use crate::model::units::{THIN_SPACE, grouped};
use crate::model::{Measure, Series};
use crate::recording::Recording;

/// More numbers than this under the chart are not read.
const MOST_TICKS: u32 = 8;

/// Numbers of rounds from left to right: warm-up rounds end where those that count begin, in all runs alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RoundsAxis {
    warmup: u32,
    measured: u32,
}

impl RoundsAxis {
    /// Holds the rounds of all runs, those to come included; `None` for no runs.
    pub(super) fn of(recordings: &[&Recording]) -> Option<Self> {
        let series = || recordings.iter().map(|recording| recording.spec.series());
        Some(Self {
            warmup: series().map(|series| series.warmup.get().into()).max()?,
            measured: series().map(|series| series.rounds.get().into()).max()?,
        })
    }

    /// The middle of round number `index` of a run, warm-up counted.
    pub(super) fn place(self, series: Series, index: u32) -> f32 {
        let late = self.warmup.saturating_sub(series.warmup.get().into());
        self.share(f64::from(late) + f64::from(index) + 0.5)
    }

    pub(super) fn measured_from(self) -> f32 {
        self.share(self.warmup.into())
    }

    #[expect(clippy::cast_possible_truncation, reason = "a place on a screen")]
    fn share(self, rounds: f64) -> f32 {
        let all = f64::from(self.warmup) + f64::from(self.measured);
        (rounds / all.max(1.0)).clamp(0.0, 1.0) as f32
    }

    /// 1, then round numbers.
    pub(super) fn ticks(self) -> Vec<PlacedTick> {
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
        let step = steps
            .into_iter()
            .find(|step| self.measured / step <= MOST_TICKS)
            .unwrap_or(1_000);
        let later = (1..).map(|k| k * step).take_while(|n| *n <= self.measured);
        // The first round is named, and what would stand in its words is not.
        let numbers = std::iter::once(1).chain(later.filter(|n| *n > step / 2 && *n > 1));
        let ticks = numbers.map(|number| PlacedTick {
            at: self.share(f64::from(self.warmup) + f64::from(number) - 0.5),
            label: grouped(number.into()),
        });
        ticks.collect()
    }
}

/// An axis for these values: from zero with even steps, or logarithmic.
pub(super) fn value_axis(measure: Measure, values: &[f64], is_log: bool) -> Option<ValueAxis> {
    const STEPS: u32 = 5;
    if is_log {
        return log_axis(measure, values);
    }
    let largest = values.iter().copied().max_by(f64::total_cmp)?;
    let (unit, name) = unit(measure, largest);
    let name = if name.is_empty() {
        String::new()
    } else {
        format!("{THIN_SPACE}{name}")
    };
    let mut axis = count_axis(largest / unit, STEPS, &name);
    for tick in &mut axis.ticks {
        tick.at *= unit;
    }
    axis.top *= unit;
    Some(axis)
}

/// Ticks at 1, 2 and 5 times powers of ten that enclose all values, or at the powers alone where those would be too many.
fn log_axis(measure: Measure, values: &[f64]) -> Option<ValueAxis> {
    const MOST: usize = 7;
    let above = || values.iter().copied().filter(|value| *value > 0.0);
    let least = above().min_by(f64::total_cmp)?;
    let most = above().max_by(f64::total_cmp)?;
    let between = |factors: &[f64]| -> Vec<f64> {
        // Times in nanoseconds up to ten thousand years.
        let all = (0..=20).flat_map(|power| factors.iter().map(move |f| f * 10_f64.powi(power)));
        let all: Vec<f64> = all.collect();
        let first = all.iter().rposition(|at| *at <= least).unwrap_or(0);
        let end = all.iter().position(|at| *at >= most).unwrap_or(first);
        all.get(first..=end.max(first + 1))
            .unwrap_or_default()
            .to_vec()
    };
    let fine = between(&[1.0, 2.0, 5.0]);
    let chosen = if fine.len() <= MOST {
        fine
    } else {
        between(&[1.0])
    };
    Some(ValueAxis {
        top: *chosen.last()?,
        ticks: chosen
            .into_iter()
            .map(|at| ValueTick {
                at,
                label: tick_label(measure, at),
            })
            .collect(),
    })
}

/// How large the unit is in which the largest value is read, and what it is called.
fn unit(measure: Measure, largest: f64) -> (f64, &'static str) {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    match measure {
        Measure::Wall | Measure::P50 | Measure::P95 => units
            .into_iter()
            .find(|(unit, _)| largest >= *unit)
            .unwrap_or((1.0, "ns")),
        Measure::Throughput => (1.0, "/s"),
        Measure::PeakRss | Measure::BytesPerTask | Measure::FailedAt | Measure::LostUpdates => {
            (1.0, "")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::model::{Rounds, WarmupRounds};
    use super::*;

    fn series(rounds: u64, warmup: u64) -> Series {
        Series {
            rounds: Rounds::clamped(rounds),
            warmup: WarmupRounds::clamped(warmup),
        }
    }

    #[test]
    fn runs_with_less_warm_up_begin_later_and_count_from_the_same_place() {
        let axis = RoundsAxis {
            warmup: 10,
            measured: 100,
        };
        let first = |series: Series| axis.place(series, series.warmup.get().into());
        assert!((first(series(100, 10)) - first(series(3, 1))).abs() < 1e-6);
        assert!((axis.measured_from() - 10.0 / 110.0).abs() < 1e-6);
        assert!(axis.place(series(3, 1), 0) > axis.place(series(100, 10), 0));
    }

    #[test]
    fn rounds_are_counted_from_one_in_round_numbers() {
        let labels = |measured| {
            let axis = RoundsAxis {
                warmup: 0,
                measured,
            };
            let ticks = axis.ticks().into_iter();
            ticks.map(|tick| tick.label).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(1), "1");
        assert_eq!(labels(3), "1 2 3");
        assert_eq!(labels(100), "1 20 40 60 80 100");
        assert_eq!(labels(20), "1 5 10 15 20");
    }

    #[test]
    fn times_are_read_in_the_unit_of_the_largest() {
        let axis = value_axis(Measure::Wall, &[55e6, 71e6], false).unwrap();
        let last = axis.ticks.last().unwrap();
        assert_eq!(last.label.replace(THIN_SPACE, " "), "80 ms");
        assert!((axis.top - 80e6).abs() < 1.0);
        let read = |values: &[f64]| {
            let axis = value_axis(Measure::Wall, values, true).unwrap();
            let labels: Vec<String> = axis.ticks.into_iter().map(|tick| tick.label).collect();
            labels.join(" · ").replace(THIN_SPACE, " ")
        };
        assert_eq!(read(&[55e6, 42e9]), "10 ms · 100 ms · 1 s · 10 s · 100 s");
        assert_eq!(read(&[55e6, 400e6]), "50 ms · 100 ms · 200 ms · 500 ms");
        assert_eq!(read(&[10e6, 10e6]), "10 ms · 20 ms");
    }
}
