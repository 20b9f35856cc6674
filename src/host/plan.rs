//! Carrying a plan out: one worker process after the other, never two together.

use std::{path::PathBuf, sync::Arc, time::Duration};

use crossbeam_channel::Receiver;

use crate::model::{MachineFacts, Plan, RunSpec};
use crate::recording::RunUpdate;

/// Called after every update that was sent, from any thread; wakes whoever reads.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// How the host treats workers.
#[derive(Clone, Debug)]
pub struct HostSettings {
    /// The program to start with the argument `worker`; this same binary by default.
    pub worker: PathBuf,
    /// How often memory and CPU of the worker are read; 20 ms by default.
    pub sample_every: Duration,
    /// A worker silent for this long is unresponsive; 3 s by default.
    pub silence: Duration,
    /// An unresponsive or stopped worker is killed after this long; 2 s by default.
    pub grace: Duration,
}

/// News of a plan, in the order it happened.
#[derive(Clone, Debug)]
pub enum PlanUpdate {
    /// A run begins.
    RunStarted {
        /// Place in the plan, from 0.
        run: usize,
        /// What is run.
        spec: RunSpec,
        /// The machine, load read just before this run.
        facts: Arc<MachineFacts>,
        /// Milliseconds since 1970.
        started_unix_ms: u64,
    },
    /// News of a run that has begun and not ended.
    Run {
        /// Place in the plan, from 0.
        run: usize,
        /// The news.
        update: RunUpdate,
    },
    /// No more runs: all are done, or the plan was stopped.
    Finished,
}

/// Why a plan could not begin. What fails inside a run is that run's outcome instead.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The program that should be the worker cannot be found.
    #[error("the path of this program is unknown, so no worker can be started: {0}")]
    NoProgram(std::io::Error),
    /// The system gives no thread to watch the runs from.
    #[error("no thread could be started to watch the runs: {0}")]
    NoThread(std::io::Error),
}

/// A plan that is being carried out. Dropping it stops the plan.
pub struct PlanHandle {
    /// News; disconnected after [`PlanUpdate::Finished`].
    pub updates: Receiver<PlanUpdate>,
}

impl PlanHandle {
    /// Asks the running worker to stop and drops the runs still to come. Returns at once; the news goes on until Finished.
    pub fn stop(&self) {}
}

/// Begins to carry `plan` out.
///
/// # Errors
/// If the first thread cannot be started.
pub fn start(plan: Plan, settings: HostSettings, wake: Wake) -> Result<PlanHandle, HostError> {
    let (_sender, updates) = crossbeam_channel::bounded(256);
    drop((plan, settings, wake));
    Ok(PlanHandle { updates })
}
