//! How much memory a run may need at its peak, by rule of thumb, to be known before it runs. Pure arithmetic.

use super::{
    Bytes, EngineKind, Experiment, MachineFacts, Owner, Plan, ProbeMode, RunSpec, Shape, Via, Work,
    forecast, stack_forecast::stack_frame_bytes,
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

/// A worker with nothing to do, as measured on Linux 6.18: 8.9 to 9.8 MiB resident.
const WORKER: u64 = 10 << 20;
/// The rings of its probe, touched before anything is measured, and what goes with them: 19 to 20 MiB more.
const RINGS: u64 = 20 << 20;
/// What a stack is given at once.
const PAGE: u64 = 4_096;

/// The latency histogram of one carrier.
const HISTOGRAM: u64 = 135 << 10;

/// A worker before its first task.
fn baseline(engine: EngineKind, experiment: &Experiment, probe: ProbeMode) -> u64 {
    let rings = if probe == ProbeMode::Off { 0 } else { RINGS };
    let carriers = if engine.has_carriers() {
        u64::from(experiment.carriers.get())
    } else {
        0
    };
    WORKER + rings + carriers * HISTOGRAM
}

/// How a task waits, as measured on Linux 6.18 with rustc 1.95 and glibc: peak minus baseline over the tasks.
enum Keeping {
    /// On a stack of its own, which grows by pages: bytes used before the first call of the work, and bytes beside the stack.
    Stack { used: u64, beside: u64 },
    /// In so many bytes of heap.
    Heap(u64),
}

const fn keeping(engine: EngineKind) -> Keeping {
    match engine {
        // std threads of 2 MiB stacks: 9 801 to 9 846 B for two touched pages, and what glibc and the handle take; a third page from
        // the first frames on, a fourth at 6 275 B, a sixth at 12 550 B.
        EngineKind::OsThread => Keeping::Stack {
            used: 8_000,
            beside: 1_650,
        },
        // A closure in a queue.
        EngineKind::Pool => Keeping::Heap(64),
        // may 0.3.51: 8 700 to 8 740 B; a third page from 3 100 B of frames on, a fifth at 12 550 B.
        EngineKind::May => Keeping::Stack {
            used: 5_950,
            beside: 530,
        },
        // 4 160 to 4 200 B at 1 000 000 fibers, page tables (70 B each) beside it; a second page from 4 390 B of frames on.
        EngineKind::Fiber => Keeping::Stack {
            used: 768,
            beside: 80,
        },
        // tokio 1.54 around a future that sleeps: 448 to 463 B.
        EngineKind::Tokio => Keeping::Heap(460),
    }
}

/// Memory of one task while it waits.
fn waiting_bytes(engine: EngineKind, experiment: &Experiment) -> u64 {
    let (frames, heap) = kept_bytes(engine, experiment);
    heap + match keeping(engine) {
        Keeping::Stack { used, beside } => (used + frames).next_multiple_of(PAGE) + beside,
        Keeping::Heap(bytes) => bytes + frames,
    }
}

/// What a task keeps besides: on its stack where it has one, and on the heap.
fn kept_bytes(engine: EngineKind, experiment: &Experiment) -> (u64, u64) {
    match experiment.work {
        Work::Deep { shape, payload, .. } => {
            let frame = frame_bytes(engine, shape, u64::from(payload));
            (u64::from(experiment.depth) * frame, 0)
        }
        Work::TaskLocal {
            bytes,
            value: Owner::Own,
            ..
        } if engine != EngineKind::Pool => (0, u64::from(bytes)),
        Work::Block {
            via: Via::Uncapped, ..
        } if engine.suspends() => (0, waiting_bytes(EngineKind::OsThread, experiment)),
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
        | Work::LostFailure { .. } => (0, 0),
    }
}

/// One level of a recursion: the words it keeps, and what surrounds them. Measured in boxes: 156 B without words, 161 with 4, 193 with
/// 16, 575 with 64; in a flat future 54 B with 4 words and 149 with 16.
const fn frame_bytes(engine: EngineKind, shape: Shape, words: u64) -> u64 {
    match (engine, shape) {
        (EngineKind::Pool, _) | (EngineKind::Tokio, Shape::Tail) => 0,
        (EngineKind::OsThread | EngineKind::May | EngineKind::Fiber, _) => stack_frame_bytes(words),
        (EngineKind::Tokio, Shape::NonTail) if words < 12 => 160,
        (EngineKind::Tokio, Shape::NonTail) => 64 + 8 * words,
        (EngineKind::Tokio, Shape::Flat) => 22 + 8 * words,
    }
}

/// The peak `engine` may reach with the tasks of `experiment` all alive at once.
#[must_use]
pub fn memory_forecast(
    engine: EngineKind,
    experiment: &Experiment,
    probe: ProbeMode,
) -> MemoryForecast {
    let per_task = waiting_bytes(engine, experiment);
    let baseline = baseline(engine, experiment, probe);
    MemoryForecast {
        peak: peak(baseline, per_task, u64::from(experiment.tasks)),
        source: format!(
            "{} tasks × about {} measured on Linux, all waiting at once, and {} for the worker itself",
            experiment.tasks,
            Bytes(per_task),
            Bytes(baseline)
        ),
    }
}

const fn peak(baseline: u64, per_task: u64, tasks: u64) -> Bytes {
    Bytes(baseline.saturating_add(per_task.saturating_mul(tasks)))
}

/// The peak, or what is taken by the time the engine meets the limit that is foretold for it on this machine.
#[must_use]
pub fn memory_needed(
    engine: EngineKind,
    experiment: &Experiment,
    probe: ProbeMode,
    facts: &MachineFacts,
) -> Bytes {
    let tasks = u64::from(experiment.tasks);
    let limit = forecast(engine, &facts.limits).map_or(tasks, |limit| limit.at);
    let per_task = waiting_bytes(engine, experiment);
    peak(
        baseline(engine, experiment, probe),
        per_task,
        tasks.min(limit),
    )
}

/// The run of `plan` that may need more memory than is free, the neediest where there are several; `None` where all fit.
#[must_use]
pub fn memory_doubt(plan: &Plan, facts: &MachineFacts) -> Option<MemoryDoubt> {
    let free = facts.memory_free();
    plan.runs
        .iter()
        .map(|spec| {
            let peak = memory_needed(spec.engine, &spec.experiment, spec.probe, facts);
            (spec, peak)
        })
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

    /// Bytes per task of 100 000 tasks, 100 calls deep where the work recurses.
    fn per_task(work: Work, engine: EngineKind) -> u64 {
        let mut preset = Preset::default();
        preset.experiment.work = work;
        preset.set("tasks", "100k").unwrap();
        preset.set("depth", "100").unwrap();
        let experiment = &preset.experiment;
        let forecast = memory_forecast(engine, experiment, ProbeMode::Off);
        (forecast.peak.0 - baseline(engine, experiment, ProbeMode::Off)) / 100_000
    }

    #[test]
    fn what_tasks_keep_is_counted_for_those_that_keep_it() {
        let deep = WorkKind::Deep.usual();
        let tail = deep.with_field("shape", "tail").unwrap();
        assert_eq!(per_task(tail, EngineKind::Tokio), 460);
        assert_eq!(per_task(deep, EngineKind::Tokio), 460 + 16_000);
        let local = WorkKind::TaskLocal.usual();
        assert_eq!(per_task(local, EngineKind::Tokio), 460 + 1_024);
        assert_eq!(per_task(local, EngineKind::Pool), 64);
        let uncapped = WorkKind::Block
            .usual()
            .with_field("via", "uncapped")
            .unwrap();
        assert_eq!(per_task(uncapped, EngineKind::Tokio), 460 + 9_842);
    }

    #[test]
    fn stacks_grow_by_pages() {
        let deep = WorkKind::Deep.usual();
        let sleep = WorkKind::Sleep.usual();
        for engine in [EngineKind::OsThread, EngineKind::May, EngineKind::Fiber] {
            let grown = per_task(deep, engine) - per_task(sleep, engine);
            assert!(grown > 0 && grown.is_multiple_of(PAGE), "{engine} {grown}");
        }
    }

    #[test]
    fn rings_are_part_of_a_worker_that_records() {
        let experiment = Preset::default().experiment;
        let peak = |probe| {
            memory_forecast(EngineKind::Tokio, &experiment, probe)
                .peak
                .0
        };
        assert_eq!(peak(ProbeMode::Full) - peak(ProbeMode::Off), RINGS);
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
