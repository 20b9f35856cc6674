//! The knobs of an experiment, and when one has nothing to turn.

use super::{EngineKind, Work};

/// Something a person can turn before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Knob {
    /// How many tasks.
    Tasks,
    /// Recursion depth.
    Depth,
    /// How long a task waits.
    Wait,
    /// Rounds of the compute kernel.
    Iterations,
    /// How many carriers.
    Carriers,
    /// Share of tasks that block their carrier.
    PinnedShare,
}

impl Knob {
    /// Why turning it would change nothing for this work and these engines; `None` where it does.
    #[must_use]
    pub fn ignored_by(self, work: Work, engines: &[EngineKind]) -> Option<&'static str> {
        match self {
            Self::Tasks => None,
            Self::Depth => {
                (!matches!(work, Work::Deep { .. })).then_some("only deep-stack work uses depth")
            }
            Self::Wait => work.wait().is_none().then_some("this work does not wait"),
            Self::Iterations => work
                .iterations()
                .is_none()
                .then_some("only computing work has rounds"),
            Self::Carriers => (!engines.iter().any(|engine| engine.has_carriers()))
                .then_some("with os-thread every task is its own carrier"),
            Self::PinnedShare => pinned_share_ignored(work, engines),
        }
    }
}

fn pinned_share_ignored(work: Work, engines: &[EngineKind]) -> Option<&'static str> {
    if !work.has_pinned_share() {
        return Some("only sleep and blocking calls on the carriers have a pinned share");
    }
    (!engines.iter().any(|engine| engine.suspends()))
        .then_some("os-thread and pool always hold their thread while they wait")
}

#[cfg(test)]
mod tests {
    use super::super::{Iterations, Kernel, Nanos};
    use super::*;

    #[test]
    fn knobs_without_effect_say_why() {
        let sleep = Work::Sleep { sleep: Nanos(1) };
        let cpu = Work::Cpu {
            kernel: Kernel::Xorshift,
            iterations: Iterations::MIN,
        };
        assert!(Knob::Depth.ignored_by(sleep, &EngineKind::ALL).is_some());
        assert!(
            Knob::PinnedShare
                .ignored_by(sleep, &[EngineKind::Pool])
                .is_some()
        );
        assert!(
            Knob::PinnedShare
                .ignored_by(sleep, &EngineKind::ALL)
                .is_none()
        );
        assert!(Knob::Wait.ignored_by(cpu, &EngineKind::ALL).is_some());
        assert!(
            Knob::Carriers
                .ignored_by(sleep, &[EngineKind::OsThread])
                .is_some()
        );
    }
}
