//! Work that is a different thing for each task: a sleep, a blocking call, or computing. Knows no engine but tokio, whose sleep it
//! takes.

use std::time::Duration;

use super::{
    super::{flight::Flight, job::Job},
    Blocking, hold_carrier, tell_reason,
};
use crate::{model::MixedPart, wire::Reason};

pub(super) fn run(job: &Job, task: u32, [sleep, block]: [Duration; 2], on: &impl Blocking) -> u64 {
    match job.experiment.mixed_part(task) {
        MixedPart::Sleep => on.sleep(sleep),
        MixedPart::Block => on.block(block),
        MixedPart::Compute => {}
    }
    // For a computing task this is its computing.
    job.experiment.checksum(task)
}

pub(super) async fn future(mut flight: Flight, sleep: Duration, block: Duration) {
    flight.start();
    let (job, task) = (flight.job(), flight.task());
    match job.experiment.mixed_part(flight.index()) {
        MixedPart::Sleep => {
            tell_reason(Reason::Sleep);
            tokio::time::sleep(sleep).await;
        }
        MixedPart::Block => hold_carrier(job.probe, task, Reason::Blocking, block),
        MixedPart::Compute => {}
    }
    let checksum = job.experiment.checksum(flight.index());
    flight.land(checksum);
}
