//! One task's life from its first instruction to its last. Knows nothing of engines.

use super::{Ending, Note, Probe, Tick};
use crate::wire::Reason;

/// A task under way. Dropped without [`Flight::land`], which only a panic does, it counts as failed.
pub(crate) struct Flight {
    probe: &'static Probe,
    started: Tick,
    task: u32,
}

impl Flight {
    /// The task's first instruction; it is mounted already.
    pub(crate) fn start(probe: &'static Probe, task: u32) -> Self {
        Self {
            probe,
            started: probe.now(),
            task,
        }
    }

    /// The task's last instruction: it has returned `checksum`.
    pub(crate) fn land(self, checksum: u64) {
        let (probe, started, task) = (self.probe, self.started, self.task);
        std::mem::forget(self);
        probe.note(task, Note::Unmount(Reason::Done));
        probe.end(task, started, Ending::Completed(checksum));
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.probe.note(self.task, Note::Fail);
        self.probe.note(self.task, Note::Unmount(Reason::Done));
        self.probe.end(self.task, self.started, Ending::Failed);
    }
}
