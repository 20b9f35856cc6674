//! Work that computes without a pause. Knows no engine, and needs none: it never waits.

use super::super::{flight::Flight, job::Job};

/// Runs the kernel once; its result is the task's checksum.
pub(super) fn run(job: &Job, task: u32) -> u64 {
    job.experiment.checksum(task)
}

#[expect(
    clippy::unused_async,
    reason = "on an async engine every kind of work is a future"
)]
pub(super) async fn future(mut flight: Flight) {
    flight.start();
    let checksum = run(flight.job(), flight.index());
    flight.land(checksum);
}
