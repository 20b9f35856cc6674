//! Stackless async tasks on tokio's multi-thread runtime.

use tokio::runtime::{Builder, Runtime};

use super::{
    super::{job::Job, probe::Flight, report::Refusal, work},
    Engine,
    traced::traced,
};

pub(super) struct TokioRuntime {
    job: &'static Job,
    runtime: Runtime,
}

impl TokioRuntime {
    pub(super) fn start(job: &'static Job) -> Result<Self, Refusal> {
        Builder::new_multi_thread()
            .worker_threads(usize::from(job.experiment.carriers.get()))
            .thread_name("carrier")
            .enable_time()
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
        let job = self.job;
        if job.probe.watches() {
            drop(
                self.runtime
                    .spawn(traced(job.probe, task, move || work::future(job, task))),
            );
        } else {
            drop(self.runtime.spawn(async move {
                let flight = Flight::start(job.probe, task);
                flight.land(work::future(job, task).await);
            }));
        }
        Ok(())
    }
}
