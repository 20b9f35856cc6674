//! Work that waits. `Sleep` and `Block` differ only in how many of their tasks are pinned. Knows no engine.

use std::time::Duration;

use super::{
    super::{flight::Flight, job::Job},
    Blocking, hold_carrier, tell_reason,
};
use crate::wire::Reason;

pub(super) fn run(job: &Job, task: u32, on: &impl Blocking) -> u64 {
    let span = span_of(job);
    if job.experiment.pins(task) {
        on.block(span);
    } else {
        on.sleep(span);
    }
    job.experiment.work.checksum(task)
}

/// Nothing for work that does not wait, which never comes here.
fn span_of(job: &Job) -> Duration {
    job.experiment.work.wait().unwrap_or_default().to_duration()
}

/// One level deep, and everything used where it was captured: an `async fn` would keep its arguments twice.
pub(super) fn future(mut flight: Flight) -> impl Future<Output = ()> + Send {
    async move {
        flight.start();
        let (job, task) = (flight.job(), flight.task());
        let span = span_of(job);
        if job.experiment.pins(task) {
            hold_carrier(job.probe, task, Reason::Blocking, span);
        } else {
            tell_reason(Reason::Sleep);
            tokio::time::sleep(span).await;
        }
        let checksum = flight.job().experiment.work.checksum(flight.task());
        flight.land(checksum);
    }
}
