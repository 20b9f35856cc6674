//! One experiment: the work and its parameters.

use serde::{Deserialize, Serialize};

use super::{CarrierCount, Depth, Percent, TaskCount, Via, Waiting, Work};

/// Work and parameters of a run, without the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// What each task does.
    pub work: Work,
    /// How many tasks are started at once.
    pub tasks: TaskCount,
    /// Recursion depth below each task; only deep-stack work uses it.
    pub depth: Depth,
    /// How many carriers an engine with carriers gets.
    pub carriers: CarrierCount,
    /// The share of the tasks that block their carrier instead of suspending.
    pub pinned_share: Percent,
}

impl Experiment {
    /// How many tasks block their carrier where the engine could have let them leave it.
    #[must_use]
    pub fn pinned_tasks(&self) -> u32 {
        let tasks = self.tasks.get();
        match self.work {
            Work::Locked {
                wait: Waiting::Blocking,
                ..
            } => tasks,
            Work::Init {
                wait: Waiting::Blocking,
                ..
            } => 1,
            Work::Sleep { .. }
            | Work::Block {
                via: Via::Carriers, ..
            } => self.pinned_share.count_of(tasks),
            Work::Locked { .. }
            | Work::Init { .. }
            | Work::Block { .. }
            | Work::Cpu { .. }
            | Work::Deep { .. }
            | Work::Yield { .. }
            | Work::Permits { .. } => 0,
        }
    }

    /// Whether task number `index` blocks its carrier where the engine could have let it leave.
    #[must_use]
    pub fn pins(&self, index: u32) -> bool {
        match self.work {
            Work::Sleep { .. }
            | Work::Block {
                via: Via::Carriers, ..
            } => self.pinned_share.chooses(index),
            Work::Locked { wait, .. } => wait == Waiting::Blocking,
            Work::Init { wait, .. } => wait == Waiting::Blocking && index == 0,
            Work::Block { .. }
            | Work::Cpu { .. }
            | Work::Deep { .. }
            | Work::Yield { .. }
            | Work::Permits { .. } => false,
        }
    }
}
