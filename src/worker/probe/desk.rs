//! A carrier's place of its own at the probe, for an engine whose tasks may not look for it in a thread-local: a task that changes
//! its thread would find the wrong one. Knows nothing of the engine.

use std::cell::RefCell;

use super::{Ending, Note, Probe, Tick, lane::Seat};

/// Where one carrier notes what happens on it. Stays on its thread.
pub(crate) struct Desk {
    probe: &'static Probe,
    seat: RefCell<Seat>,
}

impl Probe {
    /// The desk of carrier number `index`; `None` where there is no such carrier, or where somebody has its seat.
    pub(crate) fn desk(&'static self, index: usize) -> Option<Desk> {
        let seat = self.carriers.get(index)?.seat()?;
        Some(Desk {
            probe: self,
            seat: RefCell::new(seat),
        })
    }
}

impl Desk {
    /// Said once by the carrier's own thread, where somebody else has taken the desk for it.
    pub(crate) fn sit_down(&self) {
        if let Ok(seat) = self.seat.try_borrow() {
            seat.sit_down();
        }
    }

    /// Something happened to a task on this carrier.
    #[inline]
    pub(crate) fn note(&self, task: u32, note: Note) {
        if !self.probe.watches() {
            return;
        }
        let record = self.probe.record_of(task, note);
        // Nothing in here calls back, so the seat is always free.
        if let Ok(mut seat) = self.seat.try_borrow_mut() {
            seat.note(note, record);
        }
    }

    /// A task ended on this carrier; its last record is written.
    pub(crate) fn end(&self, started: Tick, ending: Ending) {
        let at = self.probe.clock.now();
        let latency_ns = self.probe.clock.nanos_between(started, at);
        if let Ok(seat) = self.seat.try_borrow() {
            seat.ended(ending, at, latency_ns);
        }
    }
}
