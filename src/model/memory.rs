//! How much memory a run may need at its peak, by rule of thumb, to be known before it runs. Pure arithmetic.

use super::{Bytes, EngineKind, Experiment, MachineFacts, Plan, RunSpec, forecast};

/// A peak foretold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryForecast {
    /// The peak.
    pub peak: Bytes,
    /// Where the figure comes from.
    pub source: String,
}

/// A plan that may need more memory than is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryDoubt {
    /// The run that may need most.
    pub spec: RunSpec,
    /// What it may need.
    pub peak: Bytes,
    /// What is free.
    pub free: Bytes,
}

/// A worker with nothing to do: 5 to 6 MiB of resident memory with its probe, rounded up.
const BASELINE: u64 = 8 << 20;

/// Memory of one waiting task, as measured on Linux 6.18 with rustc 1.95 and glibc, peak minus baseline over the tasks.
const fn per_task_bytes(engine: EngineKind) -> u64 {
    match engine {
        // std threads of 2 MiB stacks, two pages of which are touched: 9 811 to 9 905 B at 10 000 threads.
        EngineKind::OsThread => 9_900,
        // A closure in a queue.
        EngineKind::Pool => 64,
        // may 0.3.51 with 32 KiB stacks: 8 724 to 8 737 B at 30 000 coroutines.
        EngineKind::May => 8_740,
        // tokio 1.54 around a future that sleeps: 456 B at 1 000 000 tasks.
        EngineKind::Tokio => 460,
    }
}

/// The peak `engine` may reach with the tasks of `experiment` all alive at once.
#[must_use]
pub fn memory_forecast(engine: EngineKind, experiment: &Experiment) -> MemoryForecast {
    let per_task = per_task_bytes(engine);
    let tasks = u64::from(experiment.tasks.get());
    MemoryForecast {
        peak: Bytes(BASELINE + per_task * tasks),
        source: format!(
            "{} tasks × about {} measured on Linux, all waiting at once, and {} for the worker itself",
            experiment.tasks,
            Bytes(per_task),
            Bytes(BASELINE)
        ),
    }
}

/// The peak, or what is taken by the time the engine meets the limit that is foretold for it.
fn peak_before_failing(spec: &RunSpec, facts: &MachineFacts) -> Bytes {
    let peak = memory_forecast(spec.engine, &spec.experiment).peak;
    forecast(spec.engine, &facts.limits).map_or(peak, |limit| {
        peak.min(Bytes(BASELINE + per_task_bytes(spec.engine) * limit.at))
    })
}

/// The run of `plan` that may need more memory than is free, the neediest where there are several; `None` where all fit.
#[must_use]
pub fn memory_doubt(plan: &Plan, facts: &MachineFacts) -> Option<MemoryDoubt> {
    let free = facts.memory_free();
    plan.runs
        .iter()
        .map(|spec| (spec, peak_before_failing(spec, facts)))
        .max_by_key(|(_, peak)| *peak)
        .filter(|(_, peak)| *peak > free)
        .map(|(spec, peak)| MemoryDoubt {
            spec: spec.clone(),
            peak,
            free,
        })
}

impl MachineFacts {
    /// What a run may take: the available memory, or what the control group allows where that is less.
    #[must_use]
    pub fn memory_free(&self) -> Bytes {
        self.limits
            .cgroup_memory
            .map_or(self.memory_available, |limit| {
                self.memory_available.min(Bytes(limit))
            })
    }
}

impl MemoryDoubt {
    /// What may happen, in a sentence or two.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!(
            "{} may need {} for {} tasks, and {} are free. The machine may slow down or end the worker.",
            self.spec.engine, self.peak, self.spec.experiment.tasks, self.free
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, Preset};
    use super::*;

    fn facts(available_gib: u64, limits: Limits) -> MachineFacts {
        MachineFacts {
            cpu: String::new(),
            cores: 2,
            memory: Bytes(64 << 30),
            memory_available: Bytes(available_gib << 30),
            os: String::new(),
            kernel: String::new(),
            governor: None,
            power: None,
            load: 0.0,
            limits,
            lab: String::new(),
            build: String::new(),
        }
    }

    #[test]
    fn a_million_stacks_need_more_than_a_few_gib_and_a_limit_met_earlier_needs_less() {
        let mut preset = Preset::default();
        preset.set("tasks", "1M").unwrap();
        preset.set("engines", "tokio,may").unwrap();
        let plan = Plan::of(&preset);
        let doubt = memory_doubt(&plan, &facts(4, Limits::default())).unwrap();
        assert_eq!(doubt.spec.engine, EngineKind::May);
        assert!(
            doubt.sentence().contains("may need 8.15"),
            "{}",
            doubt.sentence()
        );
        assert_eq!(memory_doubt(&plan, &facts(20, Limits::default())), None);
        let few_maps = Limits {
            memory_maps: Some(65_530),
            ..Limits::default()
        };
        assert_eq!(memory_doubt(&plan, &facts(4, few_maps)), None);
        let small_group = Limits {
            cgroup_memory: Some(100 << 20),
            ..Limits::default()
        };
        assert!(memory_doubt(&plan, &facts(4, small_group)).is_some());
    }
}
