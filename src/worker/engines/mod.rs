//! Ways to execute tasks, one file each. An engine knows its runtime and the work; it knows nothing of frames.

mod call_threads;
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
use crate::model::{Ability, CarrierCount, EngineKind};

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
        EngineKind::Tokio => Box::new(tokio::TokioRuntime::start(job)?),
    })
}

/// On what the engine's tasks run.
pub(crate) const fn home(kind: EngineKind, carriers: CarrierCount) -> Home {
    let index: fn() -> Option<usize> = match kind {
        EngineKind::OsThread => return Home::OwnThreads,
        EngineKind::Pool | EngineKind::May => || None,
        EngineKind::Tokio => ::tokio::runtime::worker_index,
    };
    Home::Carriers {
        count: carriers.get(),
        index,
    }
}

/// Whether the engine tells when a task became ready.
pub(crate) const fn ready_events(kind: EngineKind) -> ReadyEvents {
    match Ability::Ready.missing_in(kind) {
        None => ReadyEvents::Told,
        Some(_) => ReadyEvents::Untold,
    }
}
