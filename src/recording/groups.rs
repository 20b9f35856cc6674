//! Repetitions of one and the same run, and lines through the points of a sweep. Knows nothing of how they are shown.

use super::{Estimate, Recording, estimate, median};
use crate::model::{Measure, Outcome, Point, RunRole, Who};

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
    /// Every measured value, in the order the runs were carried out.
    #[must_use]
    pub fn values(&self, measure: Measure) -> Vec<f64> {
        let runs = self.measured.iter();
        runs.filter_map(|run| run.measure(measure)).collect()
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
