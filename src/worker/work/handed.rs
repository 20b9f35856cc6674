//! Work whose blocking call is made by a thread that is no carrier, while the task waits suspended. Knows no engine but tokio,
//! whose own pool of blocking threads is what is looked at.

use std::{thread, time::Duration};

use tokio::{sync::oneshot, task::spawn_blocking};

use super::{
    super::{
        flight::{Failure, Flight, Outcome},
        job::Job,
        unjoined::spawn_unjoined,
    },
    Blocking, tell_reason,
};
use crate::{model::Via, wire::Reason};

pub(super) fn run(
    job: &Job,
    task: u32,
    span: Duration,
    on: &impl Blocking,
) -> Result<u64, Failure> {
    on.hand_over(span)?;
    Ok(job.experiment.checksum(task))
}

pub(super) async fn future(mut flight: Flight, span: Duration, via: Via) -> Outcome {
    flight.start();
    tell_reason(Reason::Join);
    let called = match via {
        Via::Carriers | Via::Pool => spawn_blocking(move || thread::sleep(span))
            .await
            .map_err(|error| Failure::Unplanned(error.to_string())),
        Via::Uncapped => on_a_thread_of_its_own(span).await,
    };
    let checksum = flight.job().experiment.checksum(flight.index());
    flight.end_with(called.map(|()| checksum))
}

async fn on_a_thread_of_its_own(span: Duration) -> Result<(), Failure> {
    let (over, told) = oneshot::channel();
    start_call(move || {
        thread::sleep(span);
        // A task that no longer waits needs no answer.
        over.send(()).ok();
    })?;
    told.await
        .map_err(|_gone| Failure::Unplanned("the thread that made the call vanished".to_owned()))
}

/// Starts a thread that makes one call.
///
/// # Errors
/// If the system has no thread left.
pub(crate) fn start_call(call: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    spawn_unjoined(thread::Builder::new(), call).map_err(|error| {
        Failure::Unplanned(format!(
            "the operating system refused another thread for a blocking call: {error}"
        ))
    })
}
