//! Tells the lab once of every carrier which thread it is, when that is known. Knows nothing of frames.

use super::probe::Probe;
use crate::wire::{CarrierThread, CarrierThreads};

/// Whom the lab knows already.
#[derive(Debug, Default)]
pub(crate) struct Introductions {
    /// By carrier number.
    known: Vec<bool>,
    strangers: usize,
}

impl Introductions {
    /// Nobody of so many carriers is known yet.
    pub(crate) fn of(probe: &Probe) -> Self {
        let known: Vec<bool> = probe.carrier_threads().map(|_| false).collect();
        Self {
            strangers: known.len(),
            known,
        }
    }

    /// Carriers whose thread became known; `None` where there are none.
    pub(crate) fn news(&mut self, probe: &Probe) -> Option<CarrierThreads> {
        if self.strangers == 0 {
            return None;
        }
        let mut carriers = Vec::new();
        for ((carrier, thread), known) in (0..).zip(probe.carrier_threads()).zip(&mut self.known) {
            if let (Some(thread), false) = (thread, *known) {
                *known = true;
                carriers.push(CarrierThread {
                    carrier,
                    thread: thread.get(),
                });
            }
        }
        self.strangers -= carriers.len();
        (!carriers.is_empty()).then_some(CarrierThreads { carriers })
    }
}
