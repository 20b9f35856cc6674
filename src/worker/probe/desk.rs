//! A carrier's place of its own at the probe, for an engine whose tasks may not look for it in a thread-local: a task that changes
//! its thread would find the wrong one. Knows nothing of the engine.

use super::{Ending, Note, Probe, Tick, lane::Seat};

/// Where one carrier notes what happens on it. Stays on its thread.
pub(crate) struct Desk {
    probe: &'static Probe,
    seat: Seat,
}

impl Probe {
    /// The desk of carrier number `index`; `None` where there is no such carrier, or where somebody has its seat.
    pub(crate) fn desk(&'static self, index: usize) -> Option<Desk> {
        let seat = self.carriers.get(index)?.seat()?;
        Some(Desk { probe: self, seat })
    }
}

impl Desk {
    /// Said once by the carrier's own thread, where somebody else has taken the desk for it.
    pub(crate) fn sit_down(&self) {
        self.seat.sit_down();
    }

    /// Something happened to a task on this carrier.
    #[inline(always)]
    pub(crate) fn note(&self, task: u32, note: Note) {
        if !self.probe.watches() {
            return;
        }
        let record = self.probe.record_of(task, note);
        self.seat.note(note, record);
    }

    /// A task left this carrier to let others go first.
    #[inline]
    pub(crate) fn yielded(&self, task: u32) {
        if self.probe.watches() {
            for (note, record) in self.probe.yield_of(task) {
                self.seat.note(note, record);
            }
        }
    }

    /// A task ended on this carrier; its last record is written.
    pub(crate) fn end(&self, started: Tick, ending: Ending) {
        let at = self.probe.clock.now();
        let latency_ns = self.probe.clock.nanos_between(started, at);
        self.seat.ended(ending, at, latency_ns);
    }
}
