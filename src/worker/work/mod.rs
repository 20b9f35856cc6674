//! What tasks do, one file per kind of work: once for every engine whose tasks block, once for async tasks.
//! Knows nothing of engines.

mod blocking;
mod counting;
mod cpu;
mod deep;
mod failing;
mod flat;
mod frames;
mod handed;
mod init;
mod local;
mod locked;
mod mixed;
mod permits;
mod reason;
mod stack;
mod wait;
mod yields;

pub(crate) use blocking::{Blocking, carry_out, hold_carrier, hold_while};
pub(crate) use handed::start_call;
pub(crate) use locked::with_thread_lock;
pub(crate) use permits::with_thread_permit;
pub(crate) use reason::{take_reason, tell_reason};
pub(crate) use stack::stack_needed;

use self::{failing::Siblings, init::Once, locked::Hold};
use super::{
    flight::{Failure, Flight},
    job::Job,
};
use crate::model::{Shape, Via, Work};

/// Does the work of one task by calls that return when they are done; the task's checksum.
///
/// # Errors
/// If the work could not be done.
pub(crate) fn run(job: &'static Job, task: u32, on: &impl Blocking) -> Result<u64, Failure> {
    let index = job.index(task);
    match job.experiment.work {
        Work::Sleep { .. }
        | Work::Block {
            via: Via::Carriers, ..
        } => Ok(wait::run(job, index, on)),
        Work::Block { block, .. } => handed::run(job, index, block.to_duration(), on),
        Work::Cpu { .. } => Ok(cpu::run(job, index)),
        Work::Deep { shape, payload, .. } => Ok(deep::run(job, index, (shape, payload), on)),
        Work::Yield { yields } => Ok(yields::run(index, yields, on)),
        Work::Locked { hold, lock, wait } => {
            Ok(locked::run(job, task, Hold::of(hold, lock, wait), on))
        }
        Work::Init {
            init,
            bystander,
            wait,
        } => Ok(init::run(job, index, Once::of(init, bystander, wait), on)),
        Work::Permits { hold, .. } => Ok(permits::run(index, hold.to_duration(), on)),
        Work::Counter { increments, .. } => Ok(counting::run(job, index, increments)),
        Work::TaskLocal { bytes, value, .. } => Ok(local::run(job, index, (bytes, value), on)),
        Work::Mixed { sleep, block, .. } => {
            let spans = [sleep.to_duration(), block.to_duration()];
            Ok(mixed::run(job, index, spans, on))
        }
        Work::FailFast {
            fail_after,
            slow,
            policy,
        } => failing::beside(job, index, Siblings::of(fail_after, slow, policy), on),
        Work::LostFailure { start } => failing::unasked(index, start),
    }
}

/// What a task returns that has nothing else to tell: its number plus one, so that one that never ran is missed in the sum.
fn number(task: u32) -> u64 {
    u64::from(task) + 1
}

/// Where the future of a task goes.
pub(crate) trait Launch {
    /// Takes a task's whole life; it has landed when it is ready.
    fn launch<T: Send + 'static>(self, life: impl Future<Output = T> + Send + 'static);
}

/// Makes the future of one task and launches it. Each kind of work has a type of its own, so that no task is as large as the
/// largest kind there is.
pub(crate) fn launch(flight: Flight, on: impl Launch) {
    match flight.job().experiment.work {
        Work::Sleep { .. }
        | Work::Block {
            via: Via::Carriers, ..
        } => on.launch(wait::future(flight)),
        Work::Block { block, via, .. } => {
            on.launch(handed::future(flight, block.to_duration(), via));
        }
        Work::Cpu { .. } => on.launch(cpu::future(flight)),
        Work::Deep {
            shape: Shape::Flat,
            payload,
            ..
        } => flat::launch(flight, payload, on),
        Work::Deep { .. } => on.launch(deep::future(flight)),
        Work::Yield { yields } => on.launch(yields::future(flight, yields)),
        Work::Locked { hold, lock, wait } => {
            on.launch(locked::future(flight, Hold::of(hold, lock, wait)));
        }
        Work::Init {
            init,
            bystander,
            wait,
        } => on.launch(init::future(flight, Once::of(init, bystander, wait))),
        Work::Permits { hold, .. } => on.launch(permits::future(flight, hold.to_duration())),
        Work::Counter { increments, .. } => on.launch(counting::future(flight, increments)),
        Work::TaskLocal { bytes, value, .. } => on.launch(local::future(flight, (bytes, value))),
        Work::Mixed { sleep, block, .. } => {
            on.launch(mixed::future(
                flight,
                sleep.to_duration(),
                block.to_duration(),
            ));
        }
        Work::FailFast {
            fail_after,
            slow,
            policy,
        } => {
            let siblings = Siblings::of(fail_after, slow, policy);
            on.launch(failing::future_beside(flight, siblings));
        }
        Work::LostFailure { start } => on.launch(failing::future_unasked(flight, start)),
    }
}
