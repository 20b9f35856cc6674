//! How much memory a run may need at its peak, by rule of thumb, to stand beside an engine before it runs.

use crate::model::{Bytes, EngineKind, Experiment, MachineFacts};

/// A peak foretold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryForecast {
    /// The peak.
    pub peak: Bytes,
    /// Where the figure comes from.
    pub source: String,
}

/// A worker with nothing to do.
const BASELINE: u64 = 8 << 20;

/// Memory of one waiting task, as measured on Linux with may 0.3.51 (32 KiB stacks), tokio 1.54 and std threads (2 MiB stacks).
const fn per_task_bytes(engine: EngineKind) -> u64 {
    match engine {
        EngineKind::OsThread => 9_900,
        EngineKind::Pool => 64,
        EngineKind::May => 8_740,
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

/// Why a plan should wait for a person's word; `None` where the memory that is free is enough.
pub(super) fn too_large(
    engines: &[EngineKind],
    experiment: &Experiment,
    facts: &MachineFacts,
) -> Option<String> {
    let worst = engines
        .iter()
        .map(|engine| (*engine, memory_forecast(*engine, experiment).peak))
        .max_by_key(|(_, peak)| *peak)?;
    let free = facts
        .limits
        .cgroup_memory
        .map_or(facts.memory_available, |limit| {
            facts.memory_available.min(Bytes(limit))
        });
    (worst.1 > free).then(|| {
        format!(
            "{} may need {} for {} tasks, and {free} are free. The machine may slow down or end the worker.",
            worst.0, worst.1, experiment.tasks
        )
    })
}
