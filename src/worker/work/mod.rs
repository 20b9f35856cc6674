//! What tasks do, one file per kind of work: once for every engine whose tasks block, once for async tasks.
//! Knows nothing of engines.

mod blocking;
mod cpu;
mod reason;
mod wait;

pub(crate) use blocking::{Blocking, carry_out, hold_carrier};
pub(crate) use reason::{take_reason, tell_reason};

use super::{flight::Flight, job::Job};
use crate::model::Work;

/// Does the work of one task by calls that return when they are done; the task's checksum.
pub(crate) fn run(job: &Job, task: u32, on: &impl Blocking) -> u64 {
    match job.experiment.work {
        Work::Sleep { .. } | Work::Block { .. } => wait::run(job, task, on),
        Work::Cpu { .. } => cpu::run(job, task),
    }
}

/// Where the future of a task goes.
pub(crate) trait Launch {
    /// Takes a task's whole life; it has landed when it is ready.
    fn launch(self, life: impl Future<Output = ()> + Send + 'static);
}

/// Makes the future of one task and launches it. Each kind of work has a type of its own, so that no task is as large as the
/// largest kind there is.
pub(crate) fn launch(flight: Flight, on: impl Launch) {
    match flight.job().experiment.work {
        Work::Sleep { .. } | Work::Block { .. } => on.launch(wait::future(flight)),
        Work::Cpu { .. } => on.launch(cpu::future(flight)),
    }
}
