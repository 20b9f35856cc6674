//! One experiment: the work and its parameters.

use serde::{Deserialize, Serialize};

use super::{
    CarrierCount, Depth, EngineKind, FiberKnobs, MixedPart, Percent, Policy, TaskCount, Via,
    Waiting, Work,
};

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
    /// What only `fiber` looks at.
    #[serde(default, skip_serializing_if = "FiberKnobs::is_usual")]
    pub fiber: FiberKnobs,
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
            Work::Mixed { .. } => self.count_of_part(MixedPart::Block),
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
            | Work::Permits { .. }
            | Work::Counter { .. }
            | Work::TaskLocal { .. }
            | Work::FailFast { .. }
            | Work::LostFailure { .. } => 0,
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
            Work::Mixed { .. } => self.mixed_part(index) == MixedPart::Block,
            Work::Block { .. }
            | Work::Cpu { .. }
            | Work::Deep { .. }
            | Work::Yield { .. }
            | Work::Permits { .. }
            | Work::Counter { .. }
            | Work::TaskLocal { .. }
            | Work::FailFast { .. }
            | Work::LostFailure { .. } => false,
        }
    }

    /// What task number `index` of mixed work does: of every hundred tasks exactly the shares, spread over the hundred.
    #[must_use]
    pub fn mixed_part(&self, index: u32) -> MixedPart {
        let Work::Mixed {
            sleep_share,
            block_share,
            ..
        } = self.work
        else {
            return MixedPart::Compute;
        };
        let place = u64::from(index) * SPREAD % 100;
        let sleeping = u64::from(sleep_share);
        if place < sleeping {
            MixedPart::Sleep
        } else if place < sleeping + u64::from(block_share) {
            MixedPart::Block
        } else {
            MixedPart::Compute
        }
    }

    /// How many tasks of mixed work do this.
    #[must_use]
    pub fn count_of_part(&self, part: MixedPart) -> u32 {
        let tasks = self.tasks.get();
        let among = |count: u32| {
            let found = (0..count).filter(|index| self.mixed_part(*index) == part);
            u32::try_from(found.count()).unwrap_or(count)
        };
        tasks / 100 * among(100) + among(tasks % 100)
    }

    /// How many tasks fail as designed: a run in which they do has completed.
    #[must_use]
    pub const fn designed_failures(&self) -> u32 {
        match self.work {
            Work::FailFast { .. } => 1,
            Work::LostFailure { .. } => self.tasks.get(),
            Work::Sleep { .. }
            | Work::Block { .. }
            | Work::Cpu { .. }
            | Work::Deep { .. }
            | Work::Yield { .. }
            | Work::Locked { .. }
            | Work::Init { .. }
            | Work::Permits { .. }
            | Work::Counter { .. }
            | Work::TaskLocal { .. }
            | Work::Mixed { .. } => 0,
        }
    }

    /// Whether task number `index` fails as designed: the first so many do.
    #[must_use]
    pub const fn is_designed_to_fail(&self, index: u32) -> bool {
        index < self.designed_failures()
    }

    /// Whether the first failure cancels the other tasks on this engine.
    #[must_use]
    pub fn cancels(&self, engine: EngineKind) -> bool {
        let fails_fast = matches!(
            self.work,
            Work::FailFast {
                policy: Policy::FailFast,
                ..
            }
        );
        fails_fast && engine.cancels()
    }

    /// What a counter must show in the end; `None` where nothing is counted.
    #[must_use]
    pub fn right_count(&self) -> Option<u64> {
        if let Work::Counter { increments, .. } = self.work {
            Some(u64::from(self.tasks) * u64::from(increments))
        } else {
            None
        }
    }
}

/// Has no common divisor with 100, so that a hundred tasks take a hundred places; near the golden section, so that they alternate.
const SPREAD: u64 = 61;

#[cfg(test)]
mod tests {
    use super::super::{Preset, WorkKind};
    use super::*;

    #[test]
    fn mixed_tasks_are_in_their_shares() {
        let mut experiment = Preset::default().experiment;
        experiment.work = WorkKind::Mixed.usual();
        for tasks in [1, 7, 100, 250, 1_000] {
            experiment.tasks = TaskCount::clamped(tasks);
            for part in [MixedPart::Sleep, MixedPart::Block, MixedPart::Compute] {
                let counted = (0..experiment.tasks.get())
                    .filter(|index| experiment.mixed_part(*index) == part)
                    .count();
                assert_eq!(experiment.count_of_part(part) as usize, counted);
            }
        }
        assert_eq!(experiment.count_of_part(MixedPart::Sleep), 800);
        assert_eq!(experiment.pinned_tasks(), 100);
    }
}
