//! One task's life from its first instruction to its last. Knows nothing of engines.

use super::{
    job::Job,
    probe::{Ending, Note, Tick},
};
use crate::wire::Reason;

/// A task on its way: what it belongs to, its number, and when it began. 24 bytes, part of every task's memory.
///
/// Dropped without [`Flight::land`], which only a panic does, it counts as failed.
pub(crate) struct Flight {
    job: &'static Job,
    started: Option<Start>,
    task: u32,
}

/// The clock never reads zero in a started flight, so that a flight not started yet needs no byte of its own.
type Start = std::num::NonZeroU64;

impl Flight {
    /// Task number `task`, before its first instruction.
    pub(crate) const fn new(job: &'static Job, task: u32) -> Self {
        Self {
            job,
            started: None,
            task,
        }
    }

    /// The first instruction; the task is mounted already.
    pub(crate) fn start(&mut self) {
        self.started = Some(Start::new(self.job.probe.now().0).unwrap_or(Start::MIN));
    }

    pub(crate) const fn job(&self) -> &'static Job {
        self.job
    }

    pub(crate) const fn task(&self) -> u32 {
        self.task
    }

    /// The last instruction: the task returns `checksum` and leaves its carrier.
    pub(crate) fn land(self, checksum: u64) {
        self.job.probe.note(self.task, Note::Unmount(Reason::Done));
        self.end(Ending::Completed(checksum));
        std::mem::forget(self);
    }

    fn end(&self, ending: Ending) {
        let probe = self.job.probe;
        let started = self
            .started
            .map_or_else(|| probe.now(), |at| Tick(at.get()));
        probe.end(self.task, started, ending);
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        if self.started.is_some() {
            let probe = self.job.probe;
            probe.note(self.task, Note::Fail);
            probe.note(self.task, Note::Unmount(Reason::Done));
        }
        self.end(Ending::Failed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flight_is_small() {
        assert!(size_of::<Flight>() <= 24);
    }
}
