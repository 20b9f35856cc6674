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

pub(super) fn run(job: &Job, task: u32, value: Value, on: &impl Blocking) -> u64 {
    on.keep(LocalValue::of(job, task, value));
    on.sleep(job.span);
    let kept = on.take_kept();
    result(task, kept.is_some_and(|kept| kept.is_whole(task)))
}

#[expect(
    clippy::manual_async_fn,
    reason = "an async fn keeps its arguments twice, and this measures what a task keeps"
)]
pub(super) fn future(mut flight: Flight, value: Value) -> impl Future<Output = ()> + Send {
    async move {
        flight.start();
        let kept = LocalValue::of(flight.job(), flight.index(), value);
        let (task, span) = (flight.index(), flight.job().span);
        let is_whole = KEPT.scope(kept, asleep(task, span)).await;
        let result = result(flight.index(), is_whole);
        flight.land(result);
    }
}

async fn asleep(task: u32, span: Duration) -> bool {
    tell_reason(Reason::Sleep);
    tokio::time::sleep(span).await;
    KEPT.with(|kept| kept.is_whole(task))
}

/// A value that changed spoils the sum.
fn result(task: u32, is_whole: bool) -> u64 {
    if is_whole { number(task) } else { 0 }
}
