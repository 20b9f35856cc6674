//! Engines × work: what an engine cannot do is known before a run, in one sentence. Knows nothing of how the others do it.

use super::{EngineKind, Experiment, Via, Work};

impl Work {
    /// Why `engine` cannot do this work; `None` where it can.
    ///
    /// Only what makes no sense is refused. What an engine does worse than others is what the lab is there to show.
    #[must_use]
    pub fn unable_on(self, engine: EngineKind) -> Option<String> {
        match self {
            Self::Block {
                via: Via::Pool | Via::Uncapped,
                ..
            } if !engine.suspends() => Some(format!(
                "{engine} blocks the thread a task is on, and its tasks cannot wait elsewhere for a call that was handed over; use `via: Carriers`"
            )),
            Self::Sleep { .. } | Self::Block { .. } | Self::Cpu { .. } => None,
        }
    }
}

impl Experiment {
    /// Why `engine` cannot run this experiment; `None` where it can.
    #[must_use]
    pub fn unable_on(&self, engine: EngineKind) -> Option<String> {
        self.work.unable_on(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::super::WorkKind;
    use super::*;

    #[test]
    fn every_usual_work_runs_on_every_engine() {
        for kind in WorkKind::ALL {
            for engine in EngineKind::ALL {
                assert_eq!(kind.usual().unable_on(engine), None, "{kind:?} on {engine}");
            }
        }
    }

    #[test]
    fn a_thread_cannot_wait_for_a_call_it_handed_over() {
        for via in ["pool", "uncapped"] {
            let work = WorkKind::Block.usual().with_field("via", via).unwrap();
            for engine in EngineKind::ALL {
                let sentence = work.unable_on(engine);
                assert_eq!(sentence.is_some(), !engine.suspends(), "{sentence:?}");
            }
        }
    }
}
