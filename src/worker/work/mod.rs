//! What tasks do, one file per kind of work: once for every engine whose tasks block, once for async tasks.
//! Knows nothing of engines.

mod async_task;
mod blocking;
mod cpu;
mod wait;

pub(crate) use async_task::{take_reason, waiting};
pub(crate) use blocking::{Blocking, carry_out, hold_carrier};

use super::job::Job;
use crate::model::Work;

/// Does the work of one task by calls that return when they are done; the task's checksum.
pub(crate) fn run(job: &Job, task: u32, on: &impl Blocking) -> u64 {
    let work = job.experiment.work;
    match work {
        Work::Sleep { sleep: span } | Work::Block { block: span } => {
            wait::run(on, wait::Wait::of(job, task, span));
        }
        Work::Cpu { .. } => return cpu::run(work, task),
    }
    work.checksum(task)
}

/// Does the work of one task by awaiting; the task's checksum.
pub(crate) async fn future(job: &'static Job, task: u32) -> u64 {
    let work = job.experiment.work;
    match work {
        Work::Sleep { sleep: span } | Work::Block { block: span } => {
            wait::future(job.probe, task, wait::Wait::of(job, task, span)).await;
        }
        Work::Cpu { .. } => return cpu::run(work, task),
    }
    work.checksum(task)
}
