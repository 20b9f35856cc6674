//! The plan that is being carried out, and what the bar says of it. Counts in the runs' own time, so that no clock is read.

use super::{RunEntry, RunId, Runs};
use crate::model::{Nanos, Plan};

/// The plan that is being carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanProgress {
    /// Its runs, in order.
    pub plan: Plan,
    /// The runs that were begun, in order.
    pub begun: Vec<RunId>,
    /// Whether it was asked to stop.
    pub stopping: bool,
}

impl PlanProgress {
    /// A plan no run of which was begun.
    #[must_use]
    pub const fn new(plan: Plan) -> Self {
        Self {
            plan,
            begun: Vec::new(),
            stopping: false,
        }
    }

    /// Place of the current run in the plan, from 1, and how many there are.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.begun.len().max(1), self.plan.runs.len())
    }

    /// Time spent in the runs so far.
    #[must_use]
    pub fn elapsed(&self, runs: &Runs) -> Nanos {
        Nanos(
            self.entries(runs)
                .map(|entry| entry.recording.last_ns())
                .sum(),
        )
    }

    /// Time the whole plan should take by arithmetic, measured runs taken as they were, and a run that is late by the pace of its
    /// tasks so far; `None` where neither says anything.
    #[must_use]
    pub fn expected(&self, runs: &Runs) -> Option<Nanos> {
        let begun: Option<u64> = self
            .entries(runs)
            .map(|entry| {
                let so_far = entry.recording.last_ns();
                if entry.is_running() {
                    entry.expected_in_all().and_then(|time| {
                        if so_far <= time.0 {
                            Some(time.0)
                        } else {
                            at_this_pace(entry)
                        }
                    })
                } else {
                    Some(so_far)
                }
            })
            .sum();
        let cores = runs.newest_facts().map_or(1, |facts| facts.cores);
        let to_come: Option<u64> = self
            .plan
            .runs
            .iter()
            .skip(self.begun.len())
            .map(|spec| {
                let task_time = runs.task_time(spec.experiment.work);
                crate::model::expected(spec.engine, &spec.experiment, cores, task_time)
                    .map(|found| found.time.0.saturating_mul(spec.series().total().into()))
            })
            .sum();
        Some(Nanos(begun? + to_come?))
    }

    /// How far the plan is, 0…1: by time where arithmetic foretells one, else by runs and the finished tasks of the current one.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "a bar of a few hundred pixels"
    )]
    pub fn share(&self, runs: &Runs) -> f32 {
        match self.expected(runs) {
            Some(all) if all.0 > 0 => (self.elapsed(runs).0 as f64 / all.0 as f64) as f32,
            Some(_) | None => self.share_of_runs(runs),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a bar of a few hundred pixels")]
    fn share_of_runs(&self, runs: &Runs) -> f32 {
        let done: f32 = self
            .entries(runs)
            .map(
                |entry| match (&entry.recording.end, entry.recording.progress.last()) {
                    (Some(_), _) => 1.0,
                    (None, Some(progress)) => {
                        let tasks = entry.recording.spec.all_tasks();
                        (progress.completed + progress.failed) as f32 / tasks as f32
                    }
                    (None, None) => 0.0,
                },
            )
            .sum();
        done / self.plan.runs.len().max(1) as f32
    }

    fn entries<'a>(&'a self, runs: &'a Runs) -> impl Iterator<Item = &'a RunEntry> {
        self.begun.iter().filter_map(|id| runs.get(*id))
    }
}

/// How long a run takes if its tasks go on finishing as they did; `None` before the first has.
fn at_this_pace(entry: &RunEntry) -> Option<u64> {
    let last = entry.recording.progress.last()?;
    let finished = u128::from(last.completed + last.failed);
    let tasks = u128::from(entry.recording.spec.all_tasks());
    let all = u128::from(last.t_ns) * tasks;
    let time = u64::try_from(all.checked_div(finished)?).ok()?;
    Some(time.max(entry.recording.last_ns()))
}
