//! How long a run should take by arithmetic alone, to stand beside the measured time.

use super::{
    EngineKind, Experiment, Nanos, Owner, Via, Work,
    expected_special::{Mixed, beside_initialiser, failing, permitted},
    units::grouped,
};

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
        Work::Sleep { sleep } | Work::Deep { sleep, .. } | Work::TaskLocal { sleep, .. } => {
            Some(waiting(engine, experiment, sleep))
        }
        Work::Block { block, via, cap } => Some(match via {
            Via::Carriers => waiting(engine, experiment, block),
            Via::Pool => in_turns(
                experiment,
                "threads of the blocking pool",
                cap.into(),
                block,
            ),
            Via::Uncapped => at_once(experiment, block),
        }),
        Work::Cpu { .. } | Work::Counter { .. } => computing(engine, experiment, cores, task_time?),
        Work::Mixed { sleep, block, .. } => {
            let mixed = Mixed {
                sleep,
                block,
                compute: task_time,
            };
            mixed.expected(engine, experiment, cores)
        }
        Work::FailFast {
            fail_after, slow, ..
        } => Some(failing(engine, experiment, fail_after, slow)),
        Work::LostFailure { .. } => Some(Expected {
            time: Nanos(0),
            formula: "the tasks fail at once, and nothing is waited for".to_owned(),
        }),
        Work::Yield { yields } => Some(Expected {
            time: Nanos(0),
            formula: format!(
                "{} tasks yield {yields} times and do nothing else; switches are taken as free, so all that is measured is their cost",
                experiment.tasks
            ),
        }),
        Work::Locked { hold, lock, .. } => Some(match lock {
            Owner::Own => waiting(engine, experiment, hold),
            Owner::Shared => in_turns(experiment, "lock", 1, hold),
        }),
        Work::Init {
            init, bystander, ..
        } => Some(beside_initialiser(engine, experiment, init, bystander)),
        Work::Permits { permits, hold } => {
            Some(permitted(engine, experiment, permits.into(), hold))
        }
    }
}

/// Tasks that wait by the engine's own means, but for the share that blocks its carriers.
fn waiting(engine: EngineKind, experiment: &Experiment, wait: Nanos) -> Expected {
    let holding = match engine {
        EngineKind::OsThread => 0,
        EngineKind::Pool => experiment.tasks.get(),
        EngineKind::May | EngineKind::Fiber | EngineKind::Tokio => experiment.pinned_tasks(),
    };
    if holding == 0 {
        return at_once(experiment, wait);
    }
    let carriers = u64::from(experiment.carriers.get());
    let rounds = u64::from(holding).div_ceil(carriers);
    Expected {
        time: times(wait, rounds),
        formula: format!(
            "{} tasks hold a carrier for {wait}; {carriers} at a time makes {} rounds",
            grouped(u64::from(holding)),
            grouped(rounds)
        ),
    }
}

fn at_once(experiment: &Experiment, wait: Nanos) -> Expected {
    Expected {
        time: wait,
        formula: format!("all {} tasks wait at once: {wait}", experiment.tasks),
    }
}

/// All tasks hold one of so many places for so long.
pub(super) fn in_turns(experiment: &Experiment, places: &str, count: u64, wait: Nanos) -> Expected {
    let rounds = u64::from(experiment.tasks.get()).div_ceil(count.max(1));
    Expected {
        time: times(wait, rounds),
        formula: format!(
            "{} tasks ÷ {} {places} makes {} rounds of {wait}",
            experiment.tasks,
            grouped(count),
            grouped(rounds)
        ),
    }
}

pub(super) const fn times(time: Nanos, factor: u64) -> Nanos {
    Nanos(time.0.saturating_mul(factor))
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
    use super::super::{
        CarrierCount, Depth, FiberKnobs, Iterations, Kernel, Percent, TaskCount, ThreadCap,
    };
    use super::*;

    fn experiment(work: Work, tasks: u64, carriers: u64, share: u64) -> Experiment {
        Experiment {
            work,
            tasks: TaskCount::clamped(tasks),
            depth: Depth::MIN,
            carriers: CarrierCount::clamped(carriers),
            pinned_share: Percent::clamped(share),
            fiber: FiberKnobs::USUAL,
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
    fn handed_over_calls_follow_the_pool() {
        let work = |via| Work::Block {
            block: Nanos::from_secs(5),
            via,
            cap: ThreadCap::USUAL,
        };
        for (via, tasks, secs) in [
            (Via::Carriers, 64, 40),
            (Via::Pool, 64, 5),
            (Via::Pool, 512, 40),
            (Via::Uncapped, 512, 5),
        ] {
            assert_eq!(
                time(EngineKind::Tokio, &experiment(work(via), tasks, 8, 100)),
                Some(Nanos::from_secs(secs)),
                "{via:?} × {tasks}"
            );
        }
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
