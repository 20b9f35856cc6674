//! Stackless async tasks on tokio's multi-thread runtime.

use tokio::runtime::{Builder, Runtime};

use super::{
    super::{
        flight::Flight,
        job::Job,
        report::Refusal,
        work::{Launch, launch},
    },
    Engine,
    traced::Traced,
};
use crate::model::{EngineKind, Work};

/// Bytes of a worker's stack, as tokio gives them.
const USUAL_STACK: usize = 2 * 1024 * 1024;
/// What polling one more level of a deep future may take, generously: without optimization a flat future is copied on the way.
/// Only what is used becomes resident, and only once for each carrier.
const STACK_PER_LEVEL: usize = 32 * 1024;

pub(super) struct TokioRuntime {
    job: &'static Job,
    runtime: Runtime,
}

impl TokioRuntime {
    pub(super) fn start(job: &'static Job) -> Result<Self, Refusal> {
        let mut builder = Builder::new_multi_thread();
        builder
            .worker_threads(usize::from(job.experiment.carriers.get()))
            .thread_name("carrier")
            .enable_time();
        if let Work::Block { cap, .. } = job.experiment.work {
            builder.max_blocking_threads(usize::from(cap.get()));
        }
        if let Work::Deep { .. } = job.experiment.work {
            let depth = usize::from(job.experiment.depth.get());
            builder.thread_stack_size(USUAL_STACK + depth * STACK_PER_LEVEL);
        }
        builder
            .build()
            .map(|runtime| Self { job, runtime })
            .map_err(|error| Refusal {
                reason: format!("tokio's runtime could not be built: {error}"),
                advice: "use fewer carriers, or raise ulimit -u".to_owned(),
            })
    }
}

impl Engine for TokioRuntime {
    fn carriers(&self) -> u16 {
        u16::try_from(self.runtime.metrics().num_workers()).unwrap_or(u16::MAX)
    }

    /// With the probe off the task is the bare future: what watches a task would be memory and time of the task.
    fn spawn(&mut self, task: u32) -> Result<(), Refusal> {
        let flight = Flight::new(self.job, task);
        let pad = Pad {
            runtime: &self.runtime,
            job: self.job,
            task,
        };
        if self.job.probe.watches() {
            launch(flight, Watched(pad));
        } else {
            launch(flight, Bare(pad));
        }
        Ok(())
    }
}

/// Where one task starts.
struct Pad<'a> {
    runtime: &'a Runtime,
    job: &'static Job,
    task: u32,
}

/// Onto the runtime as it is.
struct Bare<'a>(Pad<'a>);

/// Onto the runtime inside a future that sees polls and wakes.
struct Watched<'a>(Pad<'a>);

impl Pad<'_> {
    /// The handle is dropped, with what it will hold, unless the work may have to cancel the task.
    fn start<T: Send + 'static>(&self, life: impl Future<Output = T> + Send + 'static) {
        let handle = self.runtime.spawn(life);
        let experiment = &self.job.experiment;
        if experiment.cancels(EngineKind::Tokio)
            && !experiment.is_designed_to_fail(self.job.index(self.task))
        {
            self.job
                .shared
                .cancellation
                .register(Box::new(move || handle.abort()));
        }
    }
}

impl Launch for Bare<'_> {
    fn launch<T: Send + 'static>(self, life: impl Future<Output = T> + Send + 'static) {
        self.0.start(life);
    }
}

impl Launch for Watched<'_> {
    fn launch<T: Send + 'static>(self, life: impl Future<Output = T> + Send + 'static) {
        self.0
            .start(Traced::new(self.0.job.probe, self.0.task, life));
    }
}
