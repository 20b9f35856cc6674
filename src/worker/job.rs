//! What every task of a run knows. Knows nothing of engines.

use std::time::Duration;

use super::{probe::Probe, shared::Shared};
use crate::model::{Experiment, RunSpec, Series};

/// One run's work, what its tasks share, and the probe that watches them; lives as long as the process.
pub(crate) struct Job {
    pub(crate) experiment: Experiment,
    /// How often all tasks are done.
    pub(crate) series: Series,
    pub(crate) probe: &'static Probe,
    pub(crate) shared: Shared,
    /// The work's main wait, at hand without a look-up; zero where it does not wait.
    pub(crate) span: Duration,
}

impl Job {
    /// The tasks once.
    #[cfg(test)]
    pub(crate) fn new(experiment: Experiment, probe: &'static Probe) -> Self {
        let engine = crate::model::EngineKind::OsThread;
        let probe_mode = crate::model::ProbeMode::Full;
        Self::of(&RunSpec::new(engine, experiment, probe_mode), probe)
    }

    pub(crate) fn of(spec: &RunSpec, probe: &'static Probe) -> Self {
        let experiment = spec.experiment;
        Self {
            experiment,
            series: spec.series(),
            probe,
            shared: Shared::of(&experiment),
            span: experiment.work.wait().unwrap_or_default().to_duration(),
        }
    }

    /// Which of a round's tasks task number `task` is: what its work goes by.
    pub(crate) fn index(&self, task: u32) -> u32 {
        task % self.experiment.tasks.get()
    }

    /// Keeps the job for the rest of the process, so that a task holds eight bytes for it and counts no references.
    pub(crate) fn keep(self) -> &'static Self {
        Box::leak(Box::new(self))
    }
}
