//! Stackless async tasks on tokio's multi-thread runtime.

use tokio::runtime::{Builder, Runtime};

use super::{
    super::{
        flight::Flight,
        job::Job,
        probe::Probe,
        report::Refusal,
        work::{Launch, launch},
    },
    Engine,
    traced::Traced,
};
use crate::model::Work;

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
        if self.job.probe.watches() {
            launch(
                flight,
                Watched {
                    runtime: &self.runtime,
                    probe: self.job.probe,
                    task,
                },
            );
        } else {
            launch(flight, Bare(&self.runtime));
        }
        Ok(())
    }
}

/// Onto the runtime as it is.
struct Bare<'a>(&'a Runtime);

/// Onto the runtime inside a future that sees polls and wakes.
struct Watched<'a> {
    runtime: &'a Runtime,
    probe: &'static Probe,
    task: u32,
}

impl Launch for Bare<'_> {
    fn launch(self, life: impl Future<Output = ()> + Send + 'static) {
        drop(self.0.spawn(life));
    }
}

impl Launch for Watched<'_> {
    fn launch(self, life: impl Future<Output = ()> + Send + 'static) {
        drop(self.runtime.spawn(Traced::new(self.probe, self.task, life)));
    }
}
