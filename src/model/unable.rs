//! Engines × work: what an engine cannot do is known before a run, in one sentence. Knows nothing of how the others do it.

use super::{EngineKind, Experiment, Shape, Via, Work};

/// Depths for which tokio has a flat future: each is a type of its own.
const FLAT_DEPTHS: [u16; 8] = [0, 1, 2, 5, 10, 20, 50, 100];
/// Words per frame for which tokio has flat futures.
const FLAT_PAYLOADS: [u8; 3] = [0, 4, 16];

impl Work {
    /// Why `engine` cannot do this work; `None` where it can.
    ///
    /// Only what makes no sense is refused, and what this system has not. What an engine does worse than others is what the lab is there to show.
    #[must_use]
    pub fn unable_on(self, engine: EngineKind) -> Option<String> {
        if engine == EngineKind::Fiber && !cfg!(has_fiber) {
            return Some(
                "fiber is not available on this system: corosensei cannot switch stacks here; use may or tokio"
                    .to_owned(),
            );
        }
        match self {
            Self::Mixed {
                sleep_share,
                block_share,
                ..
            } if sleep_share.get() + block_share.get() > 100 => Some(format!(
                "sleep_share {sleep_share} and block_share {block_share} are more than 100 percent together"
            )),
            Self::Block {
                via: Via::Pool | Via::Uncapped,
                ..
            } if !engine.suspends() => Some(format!(
                "{engine} blocks the thread a task is on, and its tasks cannot wait elsewhere for a call that was handed over; use `via: Carriers`"
            )),
            Self::Deep {
                shape: Shape::Flat,
                payload,
                ..
            } if engine == EngineKind::Tokio && !FLAT_PAYLOADS.contains(&payload.get()) => {
                Some(format!(
                    "a flat future has its size from the compiler, and this program has flat frames of 0, 4 and 16 words only; payload is {payload}"
                ))
            }
            Self::Sleep { .. }
            | Self::Block { .. }
            | Self::Cpu { .. }
            | Self::Deep { .. }
            | Self::Yield { .. }
            | Self::Locked { .. }
            | Self::Init { .. }
            | Self::Permits { .. }
            | Self::Counter { .. }
            | Self::TaskLocal { .. }
            | Self::Mixed { .. }
            | Self::FailFast { .. }
            | Self::LostFailure { .. } => None,
        }
    }
}

impl Experiment {
    /// Why `engine` cannot run this experiment; `None` where it can.
    #[must_use]
    pub fn unable_on(&self, engine: EngineKind) -> Option<String> {
        let depth = self.depth.get();
        let is_flat = matches!(
            self.work,
            Work::Deep {
                shape: Shape::Flat,
                ..
            }
        );
        if is_flat && engine == EngineKind::Tokio && !FLAT_DEPTHS.contains(&depth) {
            return Some(format!(
                "a flat future has its depth from the compiler, and this program has those of depth 0, 1, 2, 5, 10, 20, 50 and 100 only; depth is {depth}"
            ));
        }
        self.work.unable_on(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Depth, Preset, WorkKind};
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
    fn flat_futures_have_the_depths_and_payloads_that_were_compiled() {
        let mut experiment = Preset::default().experiment;
        for (shape, payload, depth, is_able) in [
            ("Flat", "4", 100, true),
            ("Flat", "4", 99, false),
            ("Flat", "5", 100, false),
            ("NonTail", "5", 99, true),
        ] {
            let deep = WorkKind::Deep.usual().with_field("shape", shape).unwrap();
            experiment.work = deep.with_field("payload", payload).unwrap();
            experiment.depth = Depth::clamped(depth);
            assert_eq!(experiment.unable_on(EngineKind::Tokio).is_none(), is_able);
            assert_eq!(experiment.unable_on(EngineKind::May), None);
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
