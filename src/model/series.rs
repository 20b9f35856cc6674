//! Repetition inside one process: how often a run does its tasks over again, and which work makes no sense of it.
//! Knows nothing of who carries the rounds out.

use super::{Experiment, Rounds, TaskCount, WarmupRounds, Work, units::grouped};

/// More tasks than this in one run are a mistake: the waits of every task ever recorded take 16 bytes in the lab.
const MOST_TASKS: u64 = 20_000_000;

/// How often a run does its tasks over again in the same process.
///
/// A round is all tasks of the experiment once. Warm-up rounds come first; they are counted beside the measured ones, not among
/// them, so that 100 rounds with 10 of warm-up are 110 in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    /// How many rounds count.
    pub rounds: Rounds,
    /// How many rounds come first and stay out of the statistics.
    pub warmup: WarmupRounds,
}

impl Series {
    /// The tasks once, as in a run without repetition.
    pub const ONCE: Self = Self {
        rounds: Rounds::MIN,
        warmup: WarmupRounds::MIN,
    };

    /// All rounds, those of the warm-up included; 1…1 100.
    #[must_use]
    pub fn total(self) -> u32 {
        u32::from(self.rounds.get()) + u32::from(self.warmup.get())
    }

    /// Whether the tasks are done once, so that there are no rounds to tell of.
    #[must_use]
    pub fn is_once(self) -> bool {
        self.total() == 1
    }

    /// Whether round number `index`, from 0, stays out of the statistics.
    #[must_use]
    pub fn is_warmup(self, index: u32) -> bool {
        index < u32::from(self.warmup.get())
    }

    /// Tasks of all rounds together.
    #[must_use]
    pub fn all_tasks(self, tasks: TaskCount) -> u64 {
        u64::from(tasks) * u64::from(self.total())
    }

    /// How many tasks of its round had been started when `spawned` had been in all: what a limit of tasks alive is about.
    #[must_use]
    pub fn within_round(self, tasks: TaskCount, spawned: u64) -> u64 {
        let tasks = u64::from(tasks);
        if self.is_once() || spawned == 0 {
            return spawned;
        }
        (spawned - 1) % tasks + 1
    }

    /// Why these rounds make no sense for `experiment`; `None` where they do.
    #[must_use]
    pub fn unable(self, experiment: &Experiment) -> Option<String> {
        if self.is_once() {
            return None;
        }
        let all = self.all_tasks(experiment.tasks);
        let reason = match experiment.work.once_only() {
            Some(reason) => reason.to_owned(),
            None if all > MOST_TASKS => format!(
                "{} rounds of {} tasks are {} tasks in one run, and it takes at most {}",
                self.total(),
                experiment.tasks,
                grouped(all),
                grouped(MOST_TASKS)
            ),
            None => return None,
        };
        Some(reason)
    }
}

impl Work {
    /// Why doing this work over again in one process would be another experiment; `None` where it would not.
    #[must_use]
    pub const fn once_only(self) -> Option<&'static str> {
        match self {
            Self::Init { .. } => Some(
                "a one-time initialiser runs once in a process, and every later round would find it done",
            ),
            Self::FailFast { .. } => Some(
                "the first failure ends the waiting tasks of its process for good, so that no later round could begin",
            ),
            Self::LostFailure { .. } => {
                Some("who is told of a failure does not change with the rounds of a process")
            }
            Self::Sleep { .. }
            | Self::Block { .. }
            | Self::Cpu { .. }
            | Self::Deep { .. }
            | Self::Yield { .. }
            | Self::Locked { .. }
            | Self::Permits { .. }
            | Self::Counter { .. }
            | Self::TaskLocal { .. }
            | Self::Mixed { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Preset, WorkKind};
    use super::*;

    fn series(rounds: u64, warmup: u64) -> Series {
        Series {
            rounds: Rounds::new(rounds).unwrap(),
            warmup: WarmupRounds::new(warmup).unwrap(),
        }
    }

    #[test]
    fn warm_up_rounds_are_beside_the_measured_ones() {
        let ten = series(10, 3);
        assert_eq!(ten.total(), 13);
        let warm: Vec<bool> = (0..5).map(|index| ten.is_warmup(index)).collect();
        assert_eq!(warm, [true, true, true, false, false]);
        assert!(Series::ONCE.is_once() && !series(1, 1).is_once());
        assert_eq!(series(1_000, 100).total(), 1_100);
        assert!(Rounds::new(1_001).is_err() && Rounds::new(0).is_err());
    }

    #[test]
    fn a_limit_counts_the_tasks_of_one_round() {
        let tasks = TaskCount::clamped(10);
        let placed =
            [0, 1, 10, 11, 25, 30].map(|spawned| series(3, 0).within_round(tasks, spawned));
        assert_eq!(placed, [0, 1, 10, 1, 5, 10]);
        assert_eq!(Series::ONCE.within_round(tasks, 25), 25);
    }

    #[test]
    fn work_that_happens_once_is_refused_and_so_are_too_many_tasks() {
        let mut experiment = Preset::default().experiment;
        for kind in WorkKind::ALL {
            experiment.work = kind.usual();
            let is_once = matches!(
                kind,
                WorkKind::Init | WorkKind::FailFast | WorkKind::LostFailure
            );
            assert_eq!(series(2, 0).unable(&experiment).is_some(), is_once);
            assert_eq!(Series::ONCE.unable(&experiment), None);
        }
        experiment.work = WorkKind::Sleep.usual();
        experiment.tasks = TaskCount::MAX;
        assert_eq!(series(19, 1).unable(&experiment), None);
        let refusal = series(20, 1).unable(&experiment).unwrap();
        assert!(
            refusal.contains("21") && refusal.contains("at most"),
            "{refusal}"
        );
    }
}
