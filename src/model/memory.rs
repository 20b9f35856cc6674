//! How much memory a run may need at its peak, by rule of thumb, to be known before it runs. Pure arithmetic.

use super::{
    Bytes, EngineKind, Experiment, MachineFacts, Owner, Plan, RunSpec, Shape, Via, Work, forecast,
};

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

/// Memory of one task that waits and keeps nothing, as measured on Linux 6.18 with rustc 1.95 and glibc: peak minus baseline over the
/// tasks.
const fn waiting_bytes(engine: EngineKind) -> u64 {
    match engine {
        // std threads of 2 MiB stacks, two pages of which are touched: 9 811 to 9 905 B at 10 000 threads.
        EngineKind::OsThread => 9_900,
        // A closure in a queue.
        EngineKind::Pool => 64,
        // may 0.3.51 with 32 KiB stacks: 8 724 to 8 737 B at 30 000 coroutines.
        EngineKind::May => 8_740,
        // One touched page of a stack, and its place in the table: 4 160 B at 1 000 000 fibers, page tables (70 B each) beside it.
        EngineKind::Fiber => 4_170,
        // tokio 1.54 around a future that sleeps: 456 B at 1 000 000 tasks.
        EngineKind::Tokio => 460,
    }
}

/// What a task keeps besides while it waits.
fn kept_bytes(engine: EngineKind, experiment: &Experiment) -> u64 {
    match experiment.work {
        Work::Deep { shape, payload, .. } => {
            u64::from(experiment.depth) * frame_bytes(engine, shape, u64::from(payload))
        }
        Work::TaskLocal {
            bytes,
            value: Owner::Own,
            ..
        } if engine != EngineKind::Pool => u64::from(bytes),
        Work::Block {
            via: Via::Uncapped, ..
        } if engine.suspends() => waiting_bytes(EngineKind::OsThread),
        Work::TaskLocal { .. }
        | Work::Block { .. }
        | Work::Sleep { .. }
        | Work::Cpu { .. }
        | Work::Yield { .. }
        | Work::Locked { .. }
        | Work::Init { .. }
        | Work::Permits { .. }
        | Work::Counter { .. }
        | Work::Mixed { .. }
        | Work::FailFast { .. }
        | Work::LostFailure { .. } => 0,
    }
}

/// One level of a recursion: the words it keeps, and what surrounds them. Measured with four words: 61 B on a stack, 176 B in a box,
/// 40 B in a flat future.
const fn frame_bytes(engine: EngineKind, shape: Shape, words: u64) -> u64 {
    match (engine, shape) {
        (EngineKind::Pool, _) | (EngineKind::Tokio, Shape::Tail) => 0,
        (EngineKind::OsThread | EngineKind::May | EngineKind::Fiber, _) => 30 + 8 * words,
        (EngineKind::Tokio, Shape::NonTail) => 144 + 8 * words,
        (EngineKind::Tokio, Shape::Flat) => 8 + 8 * words,
    }
}

/// The peak `engine` may reach with the tasks of `experiment` all alive at once.
#[must_use]
pub fn memory_forecast(engine: EngineKind, experiment: &Experiment) -> MemoryForecast {
    let per_task = waiting_bytes(engine) + kept_bytes(engine, experiment);
    MemoryForecast {
        peak: peak(per_task, u64::from(experiment.tasks)),
        source: format!(
            "{} tasks × about {} measured on Linux, all waiting at once, and {} for the worker itself",
            experiment.tasks,
            Bytes(per_task),
            Bytes(BASELINE)
        ),
    }
}

const fn peak(per_task: u64, tasks: u64) -> Bytes {
    Bytes(BASELINE.saturating_add(per_task.saturating_mul(tasks)))
}

/// The peak, or what is taken by the time the engine meets the limit that is foretold for it on this machine.
#[must_use]
pub fn memory_needed(engine: EngineKind, experiment: &Experiment, facts: &MachineFacts) -> Bytes {
    let tasks = u64::from(experiment.tasks);
    let limit = forecast(engine, &facts.limits).map_or(tasks, |limit| limit.at);
    let per_task = waiting_bytes(engine) + kept_bytes(engine, experiment);
    peak(per_task, tasks.min(limit))
}

/// The run of `plan` that may need more memory than is free, the neediest where there are several; `None` where all fit.
#[must_use]
pub fn memory_doubt(plan: &Plan, facts: &MachineFacts) -> Option<MemoryDoubt> {
    let free = facts.memory_free();
    plan.runs
        .iter()
        .map(|spec| (spec, memory_needed(spec.engine, &spec.experiment, facts)))
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
    use super::super::{Limits, Preset, WorkKind};
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
    fn what_tasks_keep_is_counted_for_those_that_keep_it() {
        let mut preset = Preset::default();
        let mut peak = |work: Work, engine| {
            preset.experiment.work = work;
            preset.set("tasks", "100k").unwrap();
            preset.set("depth", "100").unwrap();
            let per_task = memory_forecast(engine, &preset.experiment).peak.0 - BASELINE;
            per_task / 100_000
        };
        let deep = WorkKind::Deep.usual();
        let tail = deep.with_field("shape", "tail").unwrap();
        assert_eq!(peak(tail, EngineKind::Tokio), 460);
        assert_eq!(peak(deep, EngineKind::Tokio), 460 + 17_600);
        assert_eq!(peak(deep, EngineKind::May), 8_740 + 6_200);
        let local = WorkKind::TaskLocal.usual();
        assert_eq!(peak(local, EngineKind::Tokio), 460 + 1_024);
        assert_eq!(peak(local, EngineKind::Pool), 64);
        let uncapped = WorkKind::Block
            .usual()
            .with_field("via", "uncapped")
            .unwrap();
        assert_eq!(peak(uncapped, EngineKind::Tokio), 460 + 9_900);
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
