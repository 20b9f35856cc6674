//! Work that counts a shared counter up. Knows no engine, and needs none: it never waits.

use super::{
    super::{flight::Flight, job::Job},
    number,
};
use crate::model::Increments;

pub(super) fn run(job: &Job, task: u32, increments: Increments) -> u64 {
    if let Some(counter) = &job.shared.counter {
        counter.count(increments.get(), task);
    }
    number(task)
}

#[expect(
    clippy::unused_async,
    reason = "on an async engine every kind of work is a future"
)]
pub(super) async fn future(mut flight: Flight, increments: Increments) {
    flight.start();
    let counted = run(flight.job(), flight.index(), increments);
    flight.land(counted);
}
