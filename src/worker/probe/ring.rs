//! A ring of records between one writer and one reader. A full ring loses records and counts them; nobody waits.
//! Knows nothing of tasks and carriers.
//!
//! A slot is two relaxed atomics, which are plain stores on every processor here, so the ring needs no `unsafe`.

use std::sync::{
    Arc,
    atomic::{AtomicU64, AtomicUsize, Ordering},
};

use crossbeam_utils::CachePadded;

use super::Tick;
use crate::wire::{EventKind, Reason};

/// A record before its time is turned into nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) at: Tick,
    pub(crate) task: u32,
    pub(crate) kind: EventKind,
    pub(crate) reason: Reason,
}

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

/// The writing end.
pub(crate) struct RingWriter {
    ring: Arc<Ring>,
    head: usize,
    tail_seen: usize,
    gap_open: bool,
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
        head: 0,
        tail_seen: 0,
        gap_open: false,
    };
    (writer, RingReader { ring, tail: 0 })
}

impl RingWriter {
    /// Adds a record, or counts it as lost. The first record that fits after a loss is preceded by the two that tell of the gap.
    #[inline]
    pub(crate) fn push(&mut self, record: Record) {
        let needed = if self.gap_open { GAP_RECORDS + 1 } else { 1 };
        if self.has_room(needed) {
            if self.gap_open {
                self.tell_of_gap();
            }
            self.write(record);
            self.ring.head.store(self.head, Ordering::Release);
        } else {
            self.lose(record.at);
        }
    }

    fn has_room(&mut self, needed: usize) -> bool {
        let capacity = self.ring.slots.len();
        if capacity - (self.head - self.tail_seen) >= needed {
            return true;
        }
        self.tail_seen = self.ring.tail.load(Ordering::Acquire);
        capacity - (self.head - self.tail_seen) >= needed
    }

    fn write(&mut self, record: Record) {
        if let Some(slot) = self.ring.slots.get(self.head & self.ring.mask) {
            slot.at.store(record.at.0, Ordering::Relaxed);
            slot.what.store(packed(record), Ordering::Relaxed);
        }
        self.head += 1;
    }

    #[cold]
    fn lose(&mut self, at: Tick) {
        let gap = &self.ring.gap;
        if !self.gap_open {
            gap.begin.store(at.0, Ordering::Relaxed);
        }
        gap.end.store(at.0, Ordering::Relaxed);
        add_alone(&gap.open);
        add_alone(&gap.lost);
        self.gap_open = true;
    }

    #[cold]
    fn tell_of_gap(&mut self) {
        for record in self.ring.gap.records().into_iter().flatten() {
            self.write(record);
        }
        self.ring.gap.open.store(0, Ordering::Relaxed);
        self.gap_open = false;
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

impl RingReader {
    /// Records that fit at once.
    #[cfg(test)]
    pub(crate) fn capacity(&self) -> usize {
        self.ring.slots.len()
    }

    /// Hands out what was written before this call, oldest first.
    pub(crate) fn drain(&mut self, mut each: impl FnMut(Record)) {
        let head = self.ring.head.load(Ordering::Acquire);
        while self.tail != head {
            let slot = self.ring.slots.get(self.tail & self.ring.mask);
            if let Some(record) = slot.and_then(Slot::record) {
                each(record);
            }
            self.tail += 1;
        }
        self.ring.tail.store(self.tail, Ordering::Release);
    }

    /// As [`RingReader::drain`], and then the gap that is still open. Only for a writer that has stopped.
    pub(crate) fn drain_last(&mut self, mut each: impl FnMut(Record)) {
        self.drain(&mut each);
        for record in self.ring.gap.records().into_iter().flatten() {
            each(record);
        }
        self.ring.gap.open.store(0, Ordering::Relaxed);
    }

    /// Records lost since the ring was made.
    pub(crate) fn lost(&self) -> u64 {
        self.ring.gap.lost.load(Ordering::Relaxed)
    }
}

impl Slot {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "fields are cut out of one 64-bit word"
    )]
    fn record(&self) -> Option<Record> {
        let what = self.what.load(Ordering::Relaxed);
        Some(Record {
            at: Tick(self.at.load(Ordering::Relaxed)),
            task: what as u32,
            kind: EventKind::from_byte((what >> 32) as u8)?,
            reason: Reason::from_byte((what >> 40) as u8)?,
        })
    }
}

fn packed(record: Record) -> u64 {
    u64::from(record.task)
        | u64::from(record.kind as u8) << 32
        | u64::from(record.reason as u8) << 40
}

fn add_alone(counter: &AtomicU64) {
    counter.store(counter.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests;
