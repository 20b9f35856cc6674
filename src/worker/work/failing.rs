//! Work that is about failure: one task that fails beside others, and tasks whose failure nobody asks for. Knows no engine but
//! tokio, whose sleep it takes.

use std::{panic::panic_any, time::Duration};

use super::{
    super::{
        flight::{Failure, Flight, Outcome},
        job::Job,
    },
    Blocking, number, tell_reason,
};
use crate::{
    model::{Nanos, Policy, Start},
    wire::Reason,
};

/// When the first task fails, how long the others take, and what the failure means for them.
#[derive(Clone, Copy)]
pub(super) struct Siblings {
    fail_after: Duration,
    slow: Duration,
    policy: Policy,
}

impl Siblings {
    pub(super) const fn of(fail_after: Nanos, slow: Nanos, policy: Policy) -> Self {
        Self {
            fail_after: fail_after.to_duration(),
            slow: slow.to_duration(),
            policy,
        }
    }

    const fn span(&self, is_first: bool) -> Duration {
        if is_first { self.fail_after } else { self.slow }
    }
}

pub(super) fn beside(
    job: &Job,
    task: u32,
    siblings: Siblings,
    on: &impl Blocking,
) -> Result<u64, Failure> {
    on.sleep(siblings.span(job.experiment.is_designed_to_fail(task)));
    ended(job, task, siblings.policy)
}

pub(super) async fn future_beside(mut flight: Flight, siblings: Siblings) -> Outcome {
    flight.start();
    tell_reason(Reason::Sleep);
    let (job, task) = (flight.job(), flight.task());
    let span = siblings.span(job.experiment.is_designed_to_fail(task));
    tokio::time::sleep(span).await;
    flight.end_with(ended(job, task, siblings.policy))
}

fn ended(job: &Job, task: u32, policy: Policy) -> Result<u64, Failure> {
    if !job.experiment.is_designed_to_fail(task) {
        return Ok(number(task));
    }
    if policy == Policy::FailFast {
        job.shared.cancellation.begin();
    }
    Err(Failure::Designed)
}

/// A task whose failure nobody asks for. With a handle it returns its failure into it; without one it can only panic.
#[expect(
    clippy::panic,
    reason = "the panic of a task is what this work is about"
)]
pub(super) fn unasked(task: u32, start: Start) -> Result<u64, Failure> {
    match start {
        Start::Submitted => Err(Failure::Designed),
        Start::Bare => panic_any(format!(
            "task {task} fails as designed, and no handle holds its result"
        )),
    }
}

#[expect(
    clippy::unused_async,
    reason = "on an async engine every kind of work is a future"
)]
pub(super) async fn future_unasked(mut flight: Flight, start: Start) -> Outcome {
    flight.start();
    let failed = unasked(flight.task(), start);
    flight.end_with(failed)
}
