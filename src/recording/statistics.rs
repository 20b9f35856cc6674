//! Figures over repeated runs: median, interval, and whether a difference may be claimed. Knows nothing of what was measured.

use crate::model::SplitMix64;

/// Fewest runs on each side for a comparison. Intervals of so few runs are their ranges, and the ranges of two times four equal
/// runs lie apart by chance in 2 of 70 cases, which is below 5 %; of two times three, in 2 of 20.
pub const MIN_RUNS_TO_COMPARE: usize = 4;

const RESAMPLES: usize = 2_000;
/// The 2.5 % and 97.5 % points of the resamples, counted from 0.
const TAILS: (usize, usize) = (RESAMPLES / 40 - 1, RESAMPLES - RESAMPLES / 40 - 1);

/// The middle of repeated measurements and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Median.
    pub median: f64,
    /// Bootstrap 95 % interval of the median, low and high; `None` for a single run. Below six runs it is simply their range.
    pub interval: Option<(f64, f64)>,
    /// How many runs stand behind it.
    pub runs: usize,
}

/// What may be said of one set of runs against another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The intervals are apart and this one is lower.
    Faster,
    /// The intervals are apart and this one is higher.
    Slower,
    /// The intervals overlap.
    NoDifferenceSeen,
    /// One side has fewer runs than [`MIN_RUNS_TO_COMPARE`].
    TooFewRuns,
}

impl Verdict {
    /// The words for a table or chart.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::NoDifferenceSeen => "no difference seen",
            Self::TooFewRuns => "too few runs to compare",
        }
    }
}

/// The middle value, the mean of the two middle ones for an even count; `None` for no values. What is no number is left out.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut finite = finite(values);
    (!finite.is_empty()).then(|| median_of(&mut finite))
}

/// Median and bootstrap interval of repeated measurements; `None` for no values. What is no number is left out.
///
/// The interval is the percentile interval of Efron and Tibshirani, *An Introduction to the Bootstrap* (1993), chapter 13:
/// 2 000 resamples of the same size drawn with replacement, the 50th and 1 950th of their medians. The draws are seeded, so the
/// same values always give the same interval.
#[must_use]
pub fn estimate(values: &[f64]) -> Option<Estimate> {
    let mut finite = finite(values);
    let runs = finite.len();
    if runs == 0 {
        return None;
    }
    Some(Estimate {
        interval: (runs > 1).then(|| bootstrap(&finite)),
        median: median_of(&mut finite),
        runs,
    })
}

/// Compares times, of which the lower is the better.
#[must_use]
pub fn compare_times(this: &Estimate, other: &Estimate) -> Verdict {
    let (Some(mine), Some(theirs)) = (this.interval, other.interval) else {
        return Verdict::TooFewRuns;
    };
    if this.runs.min(other.runs) < MIN_RUNS_TO_COMPARE {
        Verdict::TooFewRuns
    } else if mine.1 < theirs.0 {
        Verdict::Faster
    } else if theirs.1 < mine.0 {
        Verdict::Slower
    } else {
        Verdict::NoDifferenceSeen
    }
}

fn finite(values: &[f64]) -> Vec<f64> {
    let values = values.iter().copied();
    values.filter(|value| value.is_finite()).collect()
}

/// The median of at least one value; leaves them sorted.
fn median_of(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len().is_multiple_of(2) {
        values[middle - 1].midpoint(values[middle])
    } else {
        values[middle]
    }
}

/// The same without sorting: of a hundred values it is found in a fifth of the time.
fn median_of_any(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    let is_even = values.len().is_multiple_of(2);
    let (below, upper, _above) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp);
    match lower {
        Some(lower) if is_even => lower.midpoint(*upper),
        Some(_) | None => *upper,
    }
}

fn bootstrap(values: &[f64]) -> (f64, f64) {
    let mut draws = SplitMix64::new(0x00C1_AB5E_ED00);
    let mut resample = vec![0.0; values.len()];
    let mut medians: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            resample.fill_with(|| values[draws.below(values.len())]);
            median_of_any(&mut resample)
        })
        .collect();
    medians.sort_by(f64::total_cmp);
    (medians[TAILS.0], medians[TAILS.1])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(values: &[f64]) -> Estimate {
        estimate(values).unwrap()
    }

    #[test]
    fn medians_are_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[f64::NAN, f64::INFINITY]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0, f64::NAN]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    }

    proptest! {
        #[test]
        fn a_median_is_the_same_sorted_or_not(values in prop::collection::vec(-1e9_f64..1e9, 1..200)) {
            let (mut one, mut other) = (values.clone(), values);
            prop_assert_eq!(median_of_any(&mut one).to_bits(), median_of(&mut other).to_bits());
        }
    }

    #[test]
    fn one_run_has_no_interval_and_few_have_their_range() {
        assert_eq!(of(&[5.0]).interval, None);
        assert_eq!(of(&[5.0, 7.0, 6.0]).interval, Some((5.0, 7.0)));
        assert_eq!(of(&[5.0, 7.0, 6.0, 9.0]).interval, Some((5.0, 9.0)));
    }

    /// Of 11 ordered values, a resample's median is the 2nd or lower in 0.7 % of all cases, the 3rd or lower in 5.1 % (binomial).
    #[test]
    fn many_runs_have_an_interval_inside_their_range() {
        let values: Vec<f64> = (1..=11).map(f64::from).collect();
        let found = of(&values);
        assert_eq!(found.median.to_bits(), 6.0_f64.to_bits());
        assert_eq!(found.interval, Some((3.0, 9.0)));
    }

    #[test]
    fn only_intervals_apart_make_a_difference() {
        let (low, high) = (of(&[1.0, 2.0, 3.0, 4.0]), of(&[5.0, 6.0, 7.0, 8.0]));
        let between = of(&[3.5, 5.5, 4.5, 5.2]);
        assert_eq!(compare_times(&low, &high), Verdict::Faster);
        assert_eq!(compare_times(&high, &low), Verdict::Slower);
        assert_eq!(compare_times(&low, &between), Verdict::NoDifferenceSeen);
        assert_eq!(compare_times(&low, &low), Verdict::NoDifferenceSeen);
        for few in [of(&[9.0]), of(&[9.0, 8.0, 7.0])] {
            assert_eq!(compare_times(&low, &few), Verdict::TooFewRuns);
        }
        assert_eq!(Verdict::NoDifferenceSeen.label(), "no difference seen");
    }

    proptest! {
        #[test]
        fn intervals_hold_the_median_and_do_not_depend_on_order(values in prop::collection::vec(-1e12..1e12_f64, 2..40)) {
            let found = of(&values);
            let (low, high) = found.interval.unwrap_or_default();
            prop_assert!(low <= found.median && found.median <= high);
            prop_assert!(values.iter().any(|value| *value <= low) && values.iter().any(|value| *value >= high));
            prop_assert_eq!(found, of(&values), "seeded");
        }
    }
}
