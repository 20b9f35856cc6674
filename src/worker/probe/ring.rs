//! A ring of records between one writer and one reader. A full ring loses records and counts them; nobody waits.
//! Knows nothing of tasks and carriers.
//!
//! A slot is two relaxed atomics, which are plain stores on every processor here, so the ring needs no `unsafe`.

use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use crossbeam_utils::CachePadded;

use super::Tick;
#[cfg(test)]
use crate::wire::Event;
use crate::wire::{EVENT_BYTES, EventKind, Reason};

/// A record before its time is turned into nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) at: Tick,
    pub(crate) task: u32,
    pub(crate) kind: EventKind,
    pub(crate) reason: Reason,
}

/// A record as it lies in a ring. All but the time stands where it stands on the wire, with the carrier's number left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packed {
    pub(crate) at: Tick,
    what: u64,
}

/// Where the parts begin in the second half of a record of the wire.
const CARRIER_BIT: u32 = 32;
const KIND_BIT: u32 = 48;
const REASON_BIT: u32 = 56;

/// Memory of one slot.
pub(crate) const SLOT_BYTES: usize = 16;
/// The records that tell of a gap: where it begins and where it ends.
const GAP_RECORDS: usize = 2;

struct Slot {
    at: AtomicU64,
    what: AtomicU64,
}

struct Ring {
    slots: Box<[Slot]>,
    mask: usize,
    /// Records ever written; moved by the writer.
    head: CachePadded<AtomicUsize>,
    /// Records ever read; moved by the reader.
    tail: CachePadded<AtomicUsize>,
    gap: CachePadded<Gap>,
}

/// Records that did not fit. Written by the writer; the reader looks at the open gap only after the writer has stopped.
#[derive(Default)]
struct Gap {
    /// Since the ring was made.
    lost: AtomicU64,
    /// In the gap that no record tells of yet.
    open: AtomicU64,
    begin: AtomicU64,
    end: AtomicU64,
}

/// The writing end; cells, for whoever writes stays on one thread and shares it with nobody.
pub(crate) struct RingWriter {
    ring: Arc<Ring>,
    head: Cell<usize>,
    tail_seen: Cell<usize>,
    gap_open: Cell<bool>,
}

/// The reading end.
pub(crate) struct RingReader {
    ring: Arc<Ring>,
    tail: usize,
}

/// A ring for `capacity` records, rounded up to a power of two, its memory touched.
pub(crate) fn ring(capacity: usize) -> (RingWriter, RingReader) {
    let capacity = capacity.max(GAP_RECORDS * 2).next_power_of_two();
    // Any pattern but zero: fresh pages of zeros would be touched only when the run writes to them, and count as its memory.
    let untouched = || AtomicU64::new(u64::MAX);
    let slots = (0..capacity).map(|_| Slot {
        at: untouched(),
        what: untouched(),
    });
    let ring = Arc::new(Ring {
        slots: slots.collect(),
        mask: capacity - 1,
        head: CachePadded::default(),
        tail: CachePadded::default(),
        gap: CachePadded::default(),
    });
    let writer = RingWriter {
        ring: Arc::clone(&ring),
        head: Cell::new(0),
        tail_seen: Cell::new(0),
        gap_open: Cell::new(false),
    };
    (writer, RingReader { ring, tail: 0 })
}

impl RingWriter {
    /// Adds a record, or counts it as lost. The first record that fits after a loss is preceded by the two that tell of the gap.
    #[inline(always)]
    pub(crate) fn push(&self, record: Record) {
        let is_gap_open = self.gap_open.get();
        let needed = if is_gap_open { GAP_RECORDS + 1 } else { 1 };
        if self.has_room(needed) {
            if is_gap_open {
                self.tell_of_gap();
            }
            self.write(record);
            self.ring.head.store(self.head.get(), Ordering::Release);
        } else {
            self.lose(record.at);
        }
    }

    #[inline(always)]
    fn has_room(&self, needed: usize) -> bool {
        let capacity = self.ring.slots.len();
        let free = |tail: usize| capacity - (self.head.get() - tail);
        free(self.tail_seen.get()) >= needed || {
            self.tail_seen.set(self.ring.tail.load(Ordering::Acquire));
            free(self.tail_seen.get()) >= needed
        }
    }

    #[inline(always)]
    fn write(&self, record: Record) {
        let head = self.head.get();
        if let Some(slot) = self.ring.slots.get(head & self.ring.mask) {
            let Packed { at, what } = record.packed();
            slot.at.store(at.0, Ordering::Relaxed);
            slot.what.store(what, Ordering::Relaxed);
        }
        self.head.set(head + 1);
    }

    #[cold]
    fn lose(&self, at: Tick) {
        let gap = &self.ring.gap;
        if !self.gap_open.get() {
            gap.begin.store(at.0, Ordering::Relaxed);
        }
        gap.end.store(at.0, Ordering::Relaxed);
        add_alone(&gap.open);
        add_alone(&gap.lost);
        self.gap_open.set(true);
    }

    #[cold]
    fn tell_of_gap(&self) {
        for record in self.ring.gap.records().into_iter().flatten() {
            self.write(record);
        }
        self.ring.gap.open.store(0, Ordering::Relaxed);
        self.gap_open.set(false);
    }
}

impl Gap {
    /// The pair that tells of the open gap; `None` where nothing is missing.
    fn records(&self) -> Option<[Record; GAP_RECORDS]> {
        let count = self.open.load(Ordering::Relaxed);
        let record = |at: &AtomicU64, reason| Record {
            at: Tick(at.load(Ordering::Relaxed)),
            task: u32::try_from(count).unwrap_or(u32::MAX),
            kind: EventKind::Dropped,
            reason,
        };
        // On the wire 0 marks the beginning of a gap and 1 its end; these are the reasons with those numbers.
        (count > 0).then(|| {
            [
                record(&self.begin, Reason::None),
                record(&self.end, Reason::Sleep),
            ]
        })
    }
}

impl Packed {
    /// The record as it travels: [`Event::to_bytes`] without taking it apart first.
    pub(crate) fn to_wire(self, t_ns: u64, carrier: u16) -> [u8; EVENT_BYTES] {
        let what = self.what | u64::from(carrier) << CARRIER_BIT;
        (u128::from(t_ns) | u128::from(what) << 64).to_le_bytes()
    }

    /// Its parts; `None` for what nobody wrote.
    #[cfg(test)]
    pub(crate) fn record(self) -> Option<Record> {
        let event = Event::from_bytes(self.to_wire(0, 0))?;
        Some(Record {
            at: self.at,
            task: event.task,
            kind: event.kind,
            reason: event.reason,
        })
    }
}

impl RingReader {
    /// Records that fit at once.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        self.ring.slots.len()
    }

    /// Hands out what was written before this call, oldest first.
    pub(crate) fn drain(&mut self, mut each: impl FnMut(Packed)) {
        let head = self.ring.head.load(Ordering::Acquire);
        while self.tail != head {
            if let Some(slot) = self.ring.slots.get(self.tail & self.ring.mask) {
                each(slot.packed());
            }
            self.tail += 1;
        }
        self.ring.tail.store(self.tail, Ordering::Release);
    }

    /// As [`RingReader::drain`], and then the gap that is still open. Only for a writer that has stopped.
    pub(crate) fn drain_last(&mut self, mut each: impl FnMut(Packed)) {
        self.drain(&mut each);
        for record in self.ring.gap.records().into_iter().flatten() {
            each(record.packed());
        }
        self.ring.gap.open.store(0, Ordering::Relaxed);
    }

    /// Records lost since the ring was made.
    pub(crate) fn lost(&self) -> u64 {
        self.ring.gap.lost.load(Ordering::Relaxed)
    }
}

impl Slot {
    fn packed(&self) -> Packed {
        Packed {
            at: Tick(self.at.load(Ordering::Relaxed)),
            what: self.what.load(Ordering::Relaxed),
        }
    }
}

impl Record {
    #[inline]
    pub(crate) fn packed(self) -> Packed {
        Packed {
            at: self.at,
            what: u64::from(self.task)
                | u64::from(self.kind as u8) << KIND_BIT
                | u64::from(self.reason as u8) << REASON_BIT,
        }
    }
}

fn add_alone(counter: &AtomicU64) {
    counter.store(counter.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests;
