//! Work that holds one of a few permits. Knows no engine but tokio, whose permits it takes.

use std::time::Duration;

use super::{
    super::{
        flight::{Failure, Flight, Outcome},
        job::Job,
    },
    Blocking,
    locked::Wait,
    number, tell_reason,
};
use crate::wire::Reason;

pub(super) fn run(task: u32, hold: Duration, on: &impl Blocking) -> u64 {
    on.with_permit(&mut || on.sleep(hold));
    number(task)
}

pub(super) async fn future(mut flight: Flight, hold: Duration) -> Outcome {
    flight.start();
    tell_reason(Reason::Permit);
    let result = match flight.job().shared.async_permits.acquire().await {
        Ok(_permit) => {
            tell_reason(Reason::Sleep);
            tokio::time::sleep(hold).await;
            Ok(number(flight.index()))
        }
        Err(closed) => Err(Failure::Unplanned(closed.to_string())),
    };
    flight.end_with(result)
}

/// Does `inside` with a permit for threads in its hand.
pub(crate) fn with_thread_permit(job: &'static Job, hold: Wait<'_>, inside: &mut dyn FnMut()) {
    let permits = &job.shared.thread_permits;
    if !permits.try_take() {
        hold(&mut || permits.take());
    }
    inside();
    permits.give();
}
