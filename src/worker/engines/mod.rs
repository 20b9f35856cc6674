//! Ways to execute tasks, one file each. An engine knows its runtime and the work; it knows nothing of frames.

mod call_threads;
#[cfg(has_fiber)]
mod fiber;
mod may;
mod os_thread;
mod pool;
mod tokio;
mod traced;

use super::{
    job::Job,
    probe::{Home, ReadyEvents},
    report::Refusal,
};
use crate::model::{Ability, Compensation, EngineKind, Experiment};

/// A runtime that is up and takes tasks.
pub(crate) trait Engine {
    /// How many carriers it really has; 0 where every task is its own.
    fn carriers(&self) -> u16;

    /// What a person should know about how it was built, by name; shown with the versions.
    fn stated(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Hands over task number `task`.
    ///
    /// # Errors
    /// If the engine cannot take it; no later task will be handed over.
    fn spawn(&mut self, task: u32) -> Result<(), Refusal>;

    /// The last task has been handed over.
    fn all_spawned(&mut self) {}
}

/// Builds the engine, its threads running and idle.
///
/// # Errors
/// If the machine does not give it what it needs.
pub(crate) fn prepare(kind: EngineKind, job: &'static Job) -> Result<Box<dyn Engine>, Refusal> {
    Ok(match kind {
        EngineKind::OsThread => Box::new(os_thread::OsThreads::new(job)),
        EngineKind::Pool => Box::new(pool::Pool::start(job)?),
        EngineKind::May => Box::new(may::MayScheduler::start(job)),
        EngineKind::Fiber => fiber(job)?,
        EngineKind::Tokio => Box::new(tokio::TokioRuntime::start(job)?),
    })
}

#[cfg(has_fiber)]
fn fiber(job: &'static Job) -> Result<Box<dyn Engine>, Refusal> {
    Ok(Box::new(fiber::FiberScheduler::start(job)?))
}

/// The model has refused the run already, in its own words.
#[cfg(not(has_fiber))]
fn fiber(_job: &'static Job) -> Result<Box<dyn Engine>, Refusal> {
    Err(Refusal::of_the_lab(
        "fiber was asked for where it is not".to_owned(),
    ))
}

/// On what the engine's tasks run.
pub(crate) fn home(kind: EngineKind, experiment: &Experiment) -> Home {
    let carriers = experiment.carriers;
    let index: fn() -> Option<usize> = match kind {
        EngineKind::OsThread => return Home::OwnThreads,
        EngineKind::Pool | EngineKind::May => || None,
        EngineKind::Fiber => {
            return Home::Carriers {
                count: carriers.get() + spare_carriers(experiment),
                index: || None,
            };
        }
        EngineKind::Tokio => ::tokio::runtime::worker_index,
    };
    Home::Carriers {
        count: carriers.get(),
        index,
    }
}

/// Carriers of `fiber` that stand in for blocked ones: one for each.
pub(crate) const fn spare_carriers(experiment: &Experiment) -> u16 {
    match experiment.fiber.compensation {
        Compensation::Off => 0,
        Compensation::On => experiment.carriers.get(),
    }
}

/// Whether the engine tells when a task became ready.
pub(crate) const fn ready_events(kind: EngineKind) -> ReadyEvents {
    match Ability::Ready.missing_in(kind) {
        None => ReadyEvents::Told,
        Some(_) => ReadyEvents::Untold,
    }
}
