//! Repetitions of one and the same run, and lines through the points of a sweep. Knows nothing of how they are shown.

use super::{Estimate, Recording, estimate, median};
use crate::model::{Measure, Outcome, Point, RunRole, Series, Who};

/// The runs of one engine in one case at one point.
#[derive(Clone, Debug)]
pub struct RunGroup<'a> {
    /// Whose runs.
    pub who: Who,
    /// Where the swept knob stands.
    pub point: Option<&'a Point>,
    /// The runs that count, in the order they were carried out.
    pub measured: Vec<&'a Recording>,
    /// The runs that came first and do not count.
    pub warmups: Vec<&'a Recording>,
}

/// What stands behind the values of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// One value for each run; of a run with rounds, the median of those that count.
    Runs,
    /// One value for each round that counts, of the only run there is.
    Rounds,
}

/// A line through peak memory against the number of tasks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemorySlope {
    /// Its slope.
    pub bytes_per_task: f64,
    /// Through how many points of the sweep it goes.
    pub points: usize,
}

/// Puts runs together: groups in the order of their first run, runs in the order given.
#[must_use]
pub fn group_runs<'a>(recordings: &[&'a Recording]) -> Vec<RunGroup<'a>> {
    let mut groups: Vec<RunGroup<'a>> = Vec::new();
    for recording in recordings {
        let spec = &recording.spec;
        let who = Who::of(spec.engine, &spec.case, spec.point.as_ref());
        let place = groups
            .iter()
            .position(|group| group.who == who)
            .unwrap_or_else(|| {
                groups.push(RunGroup {
                    who,
                    point: spec.point.as_ref(),
                    measured: Vec::new(),
                    warmups: Vec::new(),
                });
                groups.len() - 1
            });
        match spec.role {
            RunRole::Measured => groups[place].measured.push(recording),
            RunRole::Warmup => groups[place].warmups.push(recording),
        }
    }
    groups
}

impl RunGroup<'_> {
    /// The only run that counts, where that one has rounds.
    #[must_use]
    pub fn series(&self) -> Option<&Recording> {
        match self.measured.as_slice() {
            [only] if !only.rounds.is_empty() => Some(only),
            _none_or_several => None,
        }
    }

    /// What stands behind the values of `measure`.
    #[must_use]
    pub fn basis(&self, measure: Measure) -> Basis {
        match self.series().and_then(|only| only.round_values(measure)) {
            Some(_) => Basis::Rounds,
            None => Basis::Runs,
        }
    }

    /// Every measured value, in the order the runs were carried out; of a single run with rounds, that of each round that counts.
    #[must_use]
    pub fn values(&self, measure: Measure) -> Vec<f64> {
        if let Some(of_rounds) = self.series().and_then(|only| only.round_values(measure)) {
            return of_rounds;
        }
        let runs = self.measured.iter();
        runs.filter_map(|run| run.measure(measure)).collect()
    }

    /// The values of what came first and does not count: of warm-up runs, or of the warm-up rounds of a single run.
    #[must_use]
    pub fn warmup_values(&self, measure: Measure) -> Vec<f64> {
        let runs = self.warmups.iter();
        let of_runs = runs.filter_map(|run| run.measure(measure));
        match (self.basis(measure), self.series()) {
            (Basis::Rounds, Some(only)) => only
                .warmup_rounds()
                .filter_map(|round| super::round_measure(round, measure))
                .collect(),
            (Basis::Runs | Basis::Rounds, _) => of_runs.collect(),
        }
    }

    /// How many rounds count and how many came first, in the run with the most; `None` where no run has any.
    #[must_use]
    pub fn rounds(&self) -> Option<Series> {
        let runs = self.measured.iter().chain(&self.warmups);
        let series = runs.map(|run| run.spec.series());
        series
            .filter(|series| !series.is_once())
            .max_by_key(|series| series.total())
    }

    /// Most tasks alive at once in each completed run.
    #[expect(clippy::cast_precision_loss, reason = "at most a million")]
    fn peak_live(&self) -> Vec<f64> {
        let ends = self.measured.iter().filter_map(|run| run.end.as_ref());
        ends.filter(|end| end.outcome == Outcome::Completed)
            .map(|end| end.peak_live as f64)
            .collect()
    }

    /// How many of the runs that count failed.
    #[must_use]
    pub fn failures(&self) -> usize {
        let ends = self.measured.iter().filter_map(|run| run.end.as_ref());
        ends.filter(|end| matches!(end.outcome, Outcome::Failed { .. }))
            .count()
    }

    /// Median and interval of what was measured; `None` where nothing was.
    #[must_use]
    pub fn estimate(&self, measure: Measure) -> Option<Estimate> {
        estimate(&self.values(measure))
    }

    /// The first failure of a run that counts: the tasks that had been started, and the reason.
    #[must_use]
    pub fn failure(&self) -> Option<(u64, &str)> {
        self.measured
            .iter()
            .find_map(|run| match run.end.as_ref().map(|end| &end.outcome) {
                Some(Outcome::Failed { at, reason, .. }) => Some((*at, reason.as_str())),
                Some(Outcome::Completed | Outcome::Stopped { .. }) | None => None,
            })
    }

    /// Whether most of the runs that completed are bound by the timer.
    #[must_use]
    pub fn is_timer_bound(&self) -> bool {
        let sleeps: Vec<bool> = self
            .measured
            .iter()
            .filter_map(|run| run.achieved_sleep())
            .map(|sleep| sleep.is_timer_bound())
            .collect();
        let bound = sleeps.iter().filter(|bound| **bound).count();
        bound * 2 > sleeps.len()
    }
}

/// The least-squares line through the median peaks of completed runs against the most tasks that were alive at once; `None` for
/// fewer than two such numbers.
///
/// Alive, and not asked for: where tasks are made more slowly than they end, they never stand beside each other. What one more task
/// costs is the slope, so that neither baseline nor allocator start-up is charged to the tasks.
#[must_use]
pub fn memory_slope(groups: &[&RunGroup<'_>]) -> Option<MemorySlope> {
    let points: Vec<[f64; 2]> = groups
        .iter()
        .filter_map(|group| {
            let live = median(&group.peak_live())?;
            let peak = group.estimate(Measure::PeakRss)?.median;
            Some([live, peak])
        })
        .collect();
    Some(MemorySlope {
        bytes_per_task: slope(&points)?,
        points: points.len(),
    })
}

/// The slope of the least-squares line; `None` where all points stand above each other.
#[expect(clippy::cast_precision_loss, reason = "a few points")]
fn slope(points: &[[f64; 2]]) -> Option<f64> {
    let count = points.len() as f64;
    let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(0), mean(1));
    let (mut products, mut squares) = (0.0, 0.0);
    for [x, y] in points {
        products += (x - mean_x) * (y - mean_y);
        squares += (x - mean_x) * (x - mean_x);
    }
    (squares > 0.0).then(|| products / squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_through_points_and_not_through_one() {
        let line: Vec<[f64; 2]> = [1e3, 4e3, 1e5].map(|x| [x, 5e6 + 8_740.0 * x]).to_vec();
        let found = slope(&line).unwrap();
        assert!((found - 8_740.0).abs() < 1e-6, "{found}");
        assert_eq!(slope(&[[5.0, 1.0], [5.0, 2.0]]), None);
        assert_eq!(slope(&[]), None);
        // Worked by hand: means (2, 2), products 1.0 + 0.0 + 2.0, squares 2.0.
        let bent = slope(&[[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [2.0, 2.0]]).unwrap();
        assert!((bent - 1.0).abs() < 1e-12);
    }
}
