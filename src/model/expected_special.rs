//! Times by arithmetic where the tasks of a run do different things. Knows nothing of how they are measured.

use super::{
    EngineKind, Expected, Experiment, MixedPart, Nanos,
    expected::{in_turns, times},
    units::grouped,
};

/// The first task begins its initialiser when half a bystander's sleep is over. What holds a carrier adds up.
pub(super) fn beside_initialiser(
    engine: EngineKind,
    experiment: &Experiment,
    init: Nanos,
    bystander: Nanos,
) -> Expected {
    let first = Nanos((bystander.0 / 2).saturating_add(init.0));
    let bystanders = u64::from(experiment.tasks.get() - 1);
    let carriers = u64::from(experiment.carriers.get());
    if engine == EngineKind::Pool {
        let held = first.0.saturating_add(times(bystander, bystanders).0);
        return Expected {
            time: Nanos(first.0.max(held / carriers)),
            formula: format!(
                "({first} of the first task + {} × {bystander}) ÷ {carriers} threads, and no less than {first}",
                grouped(bystanders)
            ),
        };
    }
    Expected {
        time: first.max(bystander),
        formula: format!(
            "the first task waits half of {bystander} and runs the initialiser for {init}; {} bystanders sleep meanwhile",
            grouped(bystanders)
        ),
    }
}

pub(super) fn permitted(
    engine: EngineKind,
    experiment: &Experiment,
    permits: u64,
    hold: Nanos,
) -> Expected {
    let carriers = u64::from(experiment.carriers.get());
    if engine == EngineKind::Pool && carriers < permits {
        return in_turns(experiment, "threads of the pool", carriers, hold);
    }
    in_turns(experiment, "permits", permits, hold)
}

/// One task fails early, the others take longer, unless its failure cancels them.
pub(super) fn failing(
    engine: EngineKind,
    experiment: &Experiment,
    fail_after: Nanos,
    slow: Nanos,
) -> Expected {
    let others = u64::from(experiment.tasks.get() - 1);
    let carriers = u64::from(experiment.carriers.get());
    if experiment.cancels(engine) {
        return Expected {
            time: fail_after,
            formula: format!(
                "the failure after {fail_after} ends the {} others",
                grouped(others)
            ),
        };
    }
    let longest = if others > 0 {
        fail_after.max(slow)
    } else {
        fail_after
    };
    if engine == EngineKind::Pool {
        let held = fail_after.0.saturating_add(times(slow, others).0);
        return Expected {
            time: Nanos(longest.0.max(held / carriers)),
            formula: format!(
                "({fail_after} + {} × {slow}) ÷ {carriers} threads, and no less than {longest}; nobody is cancelled",
                grouped(others)
            ),
        };
    }
    Expected {
        time: longest,
        formula: format!("all wait at once, and the longest takes {longest}; nobody is cancelled"),
    }
}

/// What the tasks of each part take.
pub(super) struct Mixed {
    pub(super) sleep: Nanos,
    pub(super) block: Nanos,
    /// `None` until a run has measured one task alone.
    pub(super) compute: Option<Nanos>,
}

impl Mixed {
    /// Carriers are held by what blocks and computes, on the pool also by what sleeps; cores by what computes. While nobody knows how
    /// long that takes, it is left out, and the formula says so.
    pub(super) fn expected(
        &self,
        engine: EngineKind,
        experiment: &Experiment,
        cores: u32,
    ) -> Option<Expected> {
        let part = |part, time| times(time, u64::from(experiment.count_of_part(part)));
        let sleeping = part(MixedPart::Sleep, self.sleep);
        let blocking = part(MixedPart::Block, self.block);
        let compute = self.compute.unwrap_or(Nanos(0));
        let computing = part(MixedPart::Compute, compute);
        let held = match engine {
            EngineKind::OsThread => Nanos(0),
            EngineKind::Pool => Nanos(
                sleeping
                    .0
                    .saturating_add(blocking.0)
                    .saturating_add(computing.0),
            ),
            EngineKind::May | EngineKind::Fiber | EngineKind::Tokio => {
                Nanos(blocking.0.saturating_add(computing.0))
            }
        };
        let on_carriers = held.0 / u64::from(experiment.carriers.get());
        let on_cores = computing.0.checked_div(u64::from(cores))?;
        let longest = [
            (sleeping, self.sleep),
            (blocking, self.block),
            (computing, compute),
        ]
        .into_iter()
        .filter_map(|(all, one)| (all.0 > 0).then_some(one.0))
        .max()
        .unwrap_or(0);
        Some(Expected {
            time: Nanos(on_carriers.max(on_cores).max(longest)),
            formula: format!(
                "the longest of: {held} on {} carriers, {computing} of computing on {cores} cores, one task's {}{}",
                experiment.carriers,
                Nanos(longest),
                self.left_out(experiment)
            ),
        })
    }
}

impl Mixed {
    fn left_out(&self, experiment: &Experiment) -> String {
        let computing = experiment.count_of_part(MixedPart::Compute);
        if self.compute.is_some() || computing == 0 {
            return String::new();
        }
        format!(
            "; what {} tasks compute is left out until a run has timed one of them alone",
            grouped(u64::from(computing))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CarrierCount, Preset, TaskCount, WorkKind, expected};
    use super::*;

    fn time(kind: WorkKind, engine: EngineKind, tasks: u64) -> Option<Nanos> {
        let mut experiment = Preset::default().experiment;
        experiment.work = kind.usual();
        experiment.tasks = TaskCount::clamped(tasks);
        experiment.carriers = CarrierCount::clamped(2);
        expected(engine, &experiment, 2, Some(Nanos::from_millis(1))).map(|found| found.time)
    }

    #[test]
    fn a_failure_ends_the_others_where_they_can_be_cancelled() {
        for engine in EngineKind::ALL {
            let ms = if engine.cancels() { 100 } else { 2_000 };
            assert_eq!(
                time(WorkKind::FailFast, engine, 2),
                Some(Nanos::from_millis(ms))
            );
        }
    }

    #[test]
    fn mixed_work_is_bound_by_whoever_holds_what() {
        // Of 1 000: 800 sleep 50 ms, 100 block for 5 ms, 100 compute for 1 ms.
        for (engine, ms) in [
            (EngineKind::OsThread, 50),
            (EngineKind::Pool, (800 * 50 + 500 + 100) / 2),
            (EngineKind::May, 300),
            (EngineKind::Tokio, 300),
        ] {
            assert_eq!(
                time(WorkKind::Mixed, engine, 1_000),
                Some(Nanos::from_millis(ms))
            );
        }
    }

    #[test]
    fn what_mixed_work_waits_for_is_known_before_anything_ran() {
        let mut experiment = Preset::default().experiment;
        experiment.work = WorkKind::Mixed.usual();
        experiment.tasks = TaskCount::clamped(1_000);
        experiment.carriers = CarrierCount::clamped(2);
        let found = expected(EngineKind::Pool, &experiment, 2, None).unwrap();
        assert_eq!(found.time, Nanos::from_millis(20_250));
        assert!(
            found.formula.contains("100 tasks compute is left out"),
            "{}",
            found.formula
        );
        experiment.work = experiment.work.with_field("sleep_share", "90").unwrap();
        let found = expected(EngineKind::Pool, &experiment, 2, None).unwrap();
        assert!(!found.formula.contains("left out"), "{}", found.formula);
    }

    #[test]
    fn permits_and_threads_limit_whichever_are_fewer() {
        assert_eq!(
            time(WorkKind::Permits, EngineKind::Tokio, 100),
            Some(Nanos::from_millis(100))
        );
        assert_eq!(
            time(WorkKind::Permits, EngineKind::Pool, 100),
            Some(Nanos::from_millis(2_500))
        );
    }

    #[test]
    fn bystanders_cost_a_pool_its_threads() {
        assert_eq!(
            time(WorkKind::Init, EngineKind::Tokio, 101),
            Some(Nanos::from_millis(1_005))
        );
        assert_eq!(
            time(WorkKind::Init, EngineKind::Pool, 1_001),
            Some(Nanos(5_502_500_000))
        );
    }
}
