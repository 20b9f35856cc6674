//! Work that lets others go first, again and again. Knows no engine but tokio, whose yield it takes.

use super::{super::flight::Flight, Blocking, number, tell_reason};
use crate::{model::Yields, wire::Reason};

pub(super) fn run(task: u32, yields: Yields, on: &impl Blocking) -> u64 {
    for _ in 0..yields.get() {
        on.yield_now();
    }
    number(task)
}

pub(super) async fn future(mut flight: Flight, yields: Yields) {
    flight.start();
    tell_reason(Reason::Yield);
    for _ in 0..yields.get() {
        tokio::task::yield_now().await;
    }
    let number = number(flight.index());
    flight.land(number);
}
