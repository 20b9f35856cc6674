//! Work that waits: `Sleep` and `Block` differ only in how many of the tasks are pinned. Knows no engine.

use std::time::Duration;

use super::{
    super::{job::Job, probe::Probe},
    Blocking, hold_carrier, waiting,
};
use crate::{model::Nanos, wire::Reason};

/// How one task waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// In its engine's own way.
    Suspended(Duration),
    /// In the kernel, its carrier with it.
    Pinned(Duration),
}

impl Wait {
    pub(super) fn of(job: &Job, task: u32, span: Nanos) -> Self {
        if job.experiment.pins(task) {
            Self::Pinned(span.to_duration())
        } else {
            Self::Suspended(span.to_duration())
        }
    }
}

pub(super) fn run(on: &impl Blocking, wait: Wait) {
    match wait {
        Wait::Suspended(span) => on.sleep(span),
        Wait::Pinned(span) => on.block(span),
    }
}

pub(super) async fn future(probe: &'static Probe, task: u32, wait: Wait) {
    match wait {
        Wait::Suspended(span) => waiting(Reason::Sleep, || tokio::time::sleep(span)).await,
        Wait::Pinned(span) => hold_carrier(probe, task, Reason::Blocking, span),
    }
}
