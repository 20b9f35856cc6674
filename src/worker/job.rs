//! What every task of a run shares. Knows nothing of engines.

use super::probe::Probe;
use crate::model::Experiment;

/// One run's work and the probe that watches it; lives as long as the process.
pub(crate) struct Job {
    pub(crate) experiment: Experiment,
    pub(crate) probe: &'static Probe,
}

impl Job {
    pub(crate) const fn new(experiment: Experiment, probe: &'static Probe) -> Self {
        Self { experiment, probe }
    }

    /// Keeps the job for the rest of the process, so that a task holds eight bytes for it and counts no references.
    pub(crate) fn keep(self) -> &'static Self {
        Box::leak(Box::new(self))
    }
}
