//! One place where events are noted: a carrier's own, or one that several threads share. Knows nothing of engines.

use std::num::NonZeroU32;
use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU32, Ordering},
};

use crossbeam_utils::CachePadded;

use super::{
    Latencies, LatencyError, Note, Tick,
    ring::{Record, RingReader, RingWriter, SLOT_BYTES, ring},
    tally::{Ending, Tally, Writers},
    thread_number::thread_number,
};

/// Counters, latencies and, where events are recorded, the writing end of a ring.
pub(crate) struct Lane {
    pub(crate) tally: CachePadded<Tally>,
    latencies: Mutex<Latencies>,
    /// Lent to the thread that sits on this lane; stays here where many threads write.
    writer: Mutex<Option<RingWriter>>,
    is_taken: AtomicBool,
    /// The operating system's number of the thread that took the seat; 0 before that, and where there is none.
    thread: AtomicU32,
}

/// A thread's seat on a carrier's lane: from now on it is the only one to write there. May go to another thread, never to two.
pub(crate) struct Seat {
    lane: &'static Lane,
    writer: Option<RingWriter>,
}

impl Lane {
    /// A lane with a ring for `capacity` records, or with counters only.
    pub(crate) fn new(capacity: Option<usize>) -> Result<(Self, Option<RingReader>), LatencyError> {
        let (writer, reader) = capacity.map(ring).unzip();
        let lane = Self {
            tally: CachePadded::default(),
            latencies: Mutex::new(Latencies::reserved()?),
            writer: Mutex::new(writer),
            is_taken: AtomicBool::new(false),
            thread: AtomicU32::new(0),
        };
        Ok((lane, reader))
    }

    /// What a lane of this capacity reserves.
    pub(crate) fn bytes(&self, capacity: Option<usize>) -> u64 {
        let ring = capacity.map_or(0, |slots| slots.next_power_of_two() * SLOT_BYTES);
        lock(&self.latencies).bytes() + ring as u64 + size_of::<Self>() as u64
    }

    /// The seat, for the first thread that asks.
    pub(crate) fn seat(&'static self) -> Option<Seat> {
        (!self.is_taken.swap(true, Ordering::AcqRel)).then(|| {
            let seat = Seat {
                lane: self,
                writer: lock(&self.writer).take(),
            };
            seat.sit_down();
            seat
        })
    }

    /// Which thread sits here; `None` while none does, or where threads have no numbers.
    pub(crate) fn thread(&self) -> Option<NonZeroU32> {
        NonZeroU32::new(self.thread.load(Ordering::Relaxed))
    }

    pub(crate) fn note(&self, note: Note, record: Option<Record>) {
        self.tally.note(note, Writers::Many);
        self.record(record);
    }

    /// Adds records from any thread.
    pub(crate) fn record(&self, records: impl IntoIterator<Item = Record>) {
        let mut records = records.into_iter().peekable();
        if records.peek().is_some()
            && let Some(writer) = lock(&self.writer).as_ref()
        {
            records.for_each(|record| writer.push(record));
        }
    }

    pub(crate) fn ended(&self, ending: Ending, at: Tick, latency_ns: u64) {
        self.count_end(ending, at, latency_ns, Writers::Many);
    }

    fn count_end(&self, ending: Ending, at: Tick, latency_ns: u64, writers: Writers) {
        if matches!(ending, Ending::Completed(_)) {
            lock(&self.latencies).record(latency_ns);
        }
        self.tally.ended(ending, at, writers);
    }

    pub(crate) fn take_latencies(&self, sum: &mut Latencies) -> Result<(), LatencyError> {
        let mut latencies = lock(&self.latencies);
        sum.merge(&latencies)?;
        latencies.clear();
        Ok(())
    }

    pub(crate) fn add_latencies_to(&self, sum: &mut Latencies) -> Result<(), LatencyError> {
        sum.merge(&lock(&self.latencies))
    }
}

impl Seat {
    /// This thread is the one that sits here from now on.
    pub(crate) fn sit_down(&self) {
        let thread = thread_number().map_or(0, NonZeroU32::get);
        self.lane.thread.store(thread, Ordering::Relaxed);
    }

    #[inline(always)]
    pub(crate) fn note(&self, note: Note, record: Option<Record>) {
        if let (Some(record), Some(writer)) = (record, &self.writer) {
            writer.push(record);
        }
        self.lane.tally.note(note, Writers::One);
    }

    pub(crate) fn ended(&self, ending: Ending, at: Tick, latency_ns: u64) {
        self.lane.count_end(ending, at, latency_ns, Writers::One);
    }
}

/// A thread that panicked inside left counters and rings whole: each is changed by one store.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
