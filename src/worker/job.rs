//! What every task of a run knows. Knows nothing of engines.

use std::time::Duration;

use super::{probe::Probe, shared::Shared};
use crate::model::Experiment;

/// One run's work, what its tasks share, and the probe that watches them; lives as long as the process.
pub(crate) struct Job {
    pub(crate) experiment: Experiment,
    pub(crate) probe: &'static Probe,
    pub(crate) shared: Shared,
    /// The work's main wait, at hand without a look-up; zero where it does not wait.
    pub(crate) span: Duration,
}

impl Job {
    pub(crate) fn new(experiment: Experiment, probe: &'static Probe) -> Self {
        Self {
            experiment,
            probe,
            shared: Shared::of(&experiment),
            span: experiment.work.wait().unwrap_or_default().to_duration(),
        }
    }

    /// Keeps the job for the rest of the process, so that a task holds eight bytes for it and counts no references.
    pub(crate) fn keep(self) -> &'static Self {
        Box::leak(Box::new(self))
    }
}
