//! Work that keeps a value while it sleeps. Knows no engine but tokio, whose task-locals and sleep it takes.

use std::time::Duration;

use super::{
    super::{flight::Flight, job::Job, local_value::LocalValue},
    Blocking, number, tell_reason,
};
use crate::{
    model::{LocalBytes, Owner},
    wire::Reason,
};

tokio::task_local! {
    static KEPT: LocalValue;
}

/// Size of a value, and whose it is.
pub(super) type Value = (LocalBytes, Owner);

pub(super) fn run(
    job: &Job,
    task: u32,
    (value, span): (Value, Duration),
    on: &impl Blocking,
) -> u64 {
    on.keep(LocalValue::of(job, task, value));
    on.sleep(span);
    let kept = on.take_kept();
    result(task, kept.is_some_and(|kept| kept.is_whole(task)))
}

pub(super) async fn future(mut flight: Flight, value: Value, span: Duration) {
    flight.start();
    let task = flight.task();
    let kept = LocalValue::of(flight.job(), task, value);
    let slept = KEPT.scope(kept, async move {
        tell_reason(Reason::Sleep);
        tokio::time::sleep(span).await;
        KEPT.with(|kept| kept.is_whole(task))
    });
    let is_whole = slept.await;
    flight.land(result(task, is_whole));
}

/// A value that changed spoils the sum.
fn result(task: u32, is_whole: bool) -> u64 {
    if is_whole { number(task) } else { 0 }
}
