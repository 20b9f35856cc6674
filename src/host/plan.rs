//! Carrying a plan out: one worker process after the other, never two together.

use std::{
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use crossbeam_channel::{Receiver, Sender};

use super::checksum::Checksums;
use super::machine_facts;
use super::outlet::{Outlet, StopSignal};
use super::run::{Job, carry_out};
use crate::model::{MachineFacts, Plan, RunSpec};
use crate::recording::RunUpdate;

/// News that may wait for a slow reader before the host slows down: at 50 ms a batch more than ten seconds.
const UPDATES_WAITING: usize = 256;

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
    stop: Sender<()>,
}

impl HostSettings {
    /// The usual settings: this same program is the worker, and the times are the defaults stated at each field.
    ///
    /// # Errors
    /// If the path of this program is unknown.
    pub fn for_this_program() -> Result<Self, HostError> {
        std::env::current_exe()
            .map(Self::with_worker)
            .map_err(HostError::NoProgram)
    }

    /// The usual settings with another program as the worker.
    #[must_use]
    pub const fn with_worker(worker: PathBuf) -> Self {
        Self {
            worker,
            sample_every: Duration::from_millis(20),
            silence: Duration::from_secs(3),
            grace: Duration::from_secs(2),
        }
    }
}

impl PlanHandle {
    /// Asks the running worker to stop and drops the runs still to come. Returns at once; the news goes on until Finished.
    pub fn stop(&self) {
        // A full channel means that it was asked for already, a closed one that the plan is over: both are fine.
        self.stop.try_send(()).ok();
    }
}

/// Begins to carry `plan` out.
///
/// # Errors
/// If the first thread cannot be started.
pub fn start(plan: Plan, settings: HostSettings, wake: Wake) -> Result<PlanHandle, HostError> {
    let (sender, updates) = crossbeam_channel::bounded(UPDATES_WAITING);
    let (stop, asked) = crossbeam_channel::bounded(1);
    let outlet = Outlet::new(sender, wake);
    thread::Builder::new()
        .name("lab-plan".to_owned())
        .spawn(move || conduct(&plan, &settings, &outlet, StopSignal::new(asked)))
        .map_err(HostError::NoThread)?;
    Ok(PlanHandle { updates, stop })
}

/// The life of a plan. Ends early when it is stopped or nobody reads the news any more.
fn conduct(plan: &Plan, settings: &HostSettings, outlet: &Outlet, mut stop: StopSignal) {
    let mut sums = Checksums::default();
    for (run, spec) in plan.runs.iter().enumerate() {
        if stop.is_asked() {
            break;
        }
        let facts = Arc::new(machine_facts());
        let started = PlanUpdate::RunStarted {
            run,
            spec: spec.clone(),
            facts: Arc::clone(&facts),
            started_unix_ms: unix_ms(),
        };
        let job = Job {
            run,
            spec,
            facts: &facts,
            settings,
            outlet,
        };
        let told = outlet.send(started).and_then(|()| {
            let end = carry_out(&job, &mut stop, &mut sums);
            outlet.send_news(run, RunUpdate::End(Box::new(end)))
        });
        if told.is_err() {
            return;
        }
    }
    // Nobody is left to miss it if this fails.
    outlet.send(PlanUpdate::Finished).ok();
}

fn unix_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| u64::try_from(since.as_millis()).ok())
        .unwrap_or(0)
}
