//! How long a run should take by arithmetic alone, to stand beside the measured time.

use super::{EngineKind, Experiment, Nanos, Work, units::grouped};

/// A time by arithmetic and the formula that gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The time; creation of tasks and scheduling are taken as free.
    pub time: Nanos,
    /// The formula in words and numbers, for a tooltip.
    pub formula: String,
}

/// The time `engine` needs for `experiment` if tasks and switches cost nothing.
///
/// `task_time` is the time one computing task takes alone on one core; without it, or with zero cores, nothing can be said of CPU work.
#[must_use]
pub fn expected(
    engine: EngineKind,
    experiment: &Experiment,
    cores: u32,
    task_time: Option<Nanos>,
) -> Option<Expected> {
    match experiment.work {
        Work::Sleep { sleep: wait } | Work::Block { block: wait } => {
            Some(waiting(engine, experiment, wait))
        }
        Work::Cpu { .. } => computing(engine, experiment, cores, task_time?),
    }
}

fn waiting(engine: EngineKind, experiment: &Experiment, wait: Nanos) -> Expected {
    let carriers = u64::from(experiment.carriers.get());
    let holding = match engine {
        EngineKind::OsThread => 0,
        EngineKind::Pool => experiment.tasks.get(),
        EngineKind::May | EngineKind::Tokio => experiment.pinned_tasks(),
    };
    let rounds = u64::from(holding).div_ceil(carriers).max(1);
    let time = Nanos(wait.0.saturating_mul(rounds));
    let formula = if holding == 0 {
        format!("all {} tasks wait at once: {wait}", experiment.tasks)
    } else {
        format!(
            "{} tasks hold a carrier for {wait}; {carriers} at a time makes {} rounds",
            grouped(u64::from(holding)),
            grouped(rounds)
        )
    };
    Expected { time, formula }
}

fn computing(
    engine: EngineKind,
    experiment: &Experiment,
    cores: u32,
    task_time: Nanos,
) -> Option<Expected> {
    let tasks = u64::from(experiment.tasks.get());
    let carriers = if engine.has_carriers() {
        u64::from(experiment.carriers.get())
    } else {
        tasks
    };
    let parallel = carriers.min(u64::from(cores)).min(tasks);
    let time = Nanos(task_time.0.saturating_mul(tasks).checked_div(parallel)?);
    let formula = format!(
        "{} tasks × {task_time} alone ÷ {parallel} at a time",
        experiment.tasks
    );
    Some(Expected { time, formula })
}

#[cfg(test)]
mod tests {
    use super::super::{CarrierCount, Depth, Iterations, Kernel, Percent, TaskCount};
    use super::*;

    fn experiment(work: Work, tasks: u64, carriers: u64, share: u64) -> Experiment {
        Experiment {
            work,
            tasks: TaskCount::clamped(tasks),
            depth: Depth::MIN,
            carriers: CarrierCount::clamped(carriers),
            pinned_share: Percent::clamped(share),
        }
    }

    fn time(engine: EngineKind, experiment: &Experiment) -> Option<Nanos> {
        expected(engine, experiment, 2, Some(Nanos::from_millis(1))).map(|found| found.time)
    }

    #[test]
    fn waits_follow_the_carriers_that_are_held() {
        let work = Work::Sleep {
            sleep: Nanos::from_millis(100),
        };
        let pinned = experiment(work, 16, 2, 100);
        assert_eq!(
            time(EngineKind::Tokio, &pinned),
            Some(Nanos::from_millis(800))
        );
        assert_eq!(
            time(EngineKind::OsThread, &pinned),
            Some(Nanos::from_millis(100))
        );
        let free = experiment(work, 16, 2, 0);
        assert_eq!(time(EngineKind::May, &free), Some(Nanos::from_millis(100)));
        assert_eq!(time(EngineKind::Pool, &free), Some(Nanos::from_millis(800)));
    }

    #[test]
    fn computing_is_bound_by_cores_and_carriers() {
        let work = Work::Cpu {
            kernel: Kernel::SumOfSquares,
            iterations: Iterations::MIN,
        };
        assert_eq!(
            time(EngineKind::Tokio, &experiment(work, 100, 8, 0)),
            Some(Nanos::from_millis(50))
        );
        assert_eq!(
            time(EngineKind::Pool, &experiment(work, 100, 1, 0)),
            Some(Nanos::from_millis(100))
        );
        assert_eq!(
            expected(
                EngineKind::Pool,
                &experiment(work, 100, 1, 0),
                0,
                Some(Nanos(1))
            ),
            None
        );
        assert_eq!(
            expected(EngineKind::Pool, &experiment(work, 100, 1, 0), 2, None),
            None
        );
    }
}
