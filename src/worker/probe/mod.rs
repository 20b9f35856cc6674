//! Sees what happens to every task: exact counters, and records in one ring per carrier. Knows nothing of engines, work and frames.
//!
//! Memory is fixed, reserved and touched before the baseline is read. Rings hold 2^17 records (2 MiB) per carrier for up to 16
//! carriers, and share 2^21 records (32 MiB) beyond; threads that are no carriers share one ring of 2^17; tasks on threads of
//! their own share 16 rings of 2^14. Every place has a latency histogram of about 135 KiB. With the probe off there are no rings.
//!
//! Order: records of a carrier leave in time order; so do those of threads that are no carriers, which share one ring. Tasks on
//! threads of their own keep to one of the shared rings each, so the order holds for each task, whose lane that is. The two records
//! that tell of a gap always follow each other directly.
//!
//! Nothing here keeps a reference to a thread's own data longer than one call, and those calls are never inlined: a task that
//! leaves its carrier may go on another one, where a remembered address of a thread-local would be the wrong thread's.

mod clock;
mod cost;
mod desk;
mod lane;
mod latency;
mod note;
mod ring;
mod tally;
mod thread_number;

use std::{cell::RefCell, hint::black_box, num::NonZeroU32};

pub use clock::ClockKind;
pub use cost::{ProbeCost, probe_cost};

pub(crate) use clock::{Clock, Tick};
pub(crate) use desk::Desk;
pub(crate) use latency::{Latencies, LatencyError};
pub(crate) use note::Note;
pub(crate) use ring::{Record, RingReader};
pub(crate) use tally::{Ending, Totals};

use self::{
    lane::{Lane, Seat},
    tally::Writers,
};
use crate::{
    model::ProbeMode,
    wire::{EventKind, OWN_THREAD, Reason, SHARED},
};

/// Records of all rings of carriers or own threads together: 16 MiB, the same for every engine and number of carriers, so that
/// baselines can be compared.
const ALL_RECORDS: usize = 1 << 20;
/// Records of the ring for threads that are no carriers.
const SHARED_RECORDS: usize = 1 << 17;
/// Places that tasks on threads of their own share.
const OWN_THREAD_LANES: usize = 16;

thread_local! {
    /// The lane of the carrier this thread is, once it has noted something as one.
    static SEAT: RefCell<Option<Seat>> = const { RefCell::new(None) };
}

/// On what the tasks of an engine run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Home {
    /// Every task has a thread of its own.
    OwnThreads,
    /// So many carriers. `index` gives the engine's number of the current one, where it has one; otherwise carriers are
    /// numbered in the order in which they first mount a task.
    Carriers {
        count: u16,
        index: fn() -> Option<usize>,
    },
}

/// Whether an engine tells when a task became ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadyEvents {
    Told,
    Untold,
}

/// The reading end of one lane, with the carrier number its records bear.
pub(crate) struct Outflow {
    pub(crate) carrier: u16,
    pub(crate) reader: RingReader,
}

/// The probe of one run.
pub(crate) struct Probe {
    clock: Clock,
    mode: ProbeMode,
    home: Home,
    ready_events: ReadyEvents,
    carriers: Vec<Lane>,
    own_threads: Vec<Lane>,
    others: Lane,
    bytes: u64,
}

impl Probe {
    /// Reserves everything and keeps it for the rest of the process.
    ///
    /// # Errors
    /// If a histogram cannot be made, which its constant bounds rule out.
    pub(crate) fn reserve(
        mode: ProbeMode,
        home: Home,
        ready_events: ReadyEvents,
    ) -> Result<(&'static Self, Vec<Outflow>), LatencyError> {
        Self::with_clock(ClockKind::chosen(), mode, home, ready_events)
    }

    /// As [`Probe::reserve`], with this clock.
    fn with_clock(
        clock: ClockKind,
        mode: ProbeMode,
        home: Home,
        ready_events: ReadyEvents,
    ) -> Result<(&'static Self, Vec<Outflow>), LatencyError> {
        let is_off = mode == ProbeMode::Off;
        let (carriers, own_threads) = match home {
            Home::OwnThreads => (0, OWN_THREAD_LANES),
            Home::Carriers { count, .. } => (usize::from(count), 0),
        };
        let per_lane = share_of_records(carriers + own_threads);
        let mut builder = LaneBuilder {
            is_off,
            outflows: Vec::new(),
            bytes: 0,
        };
        let probe = Self {
            clock: Clock::calibrated(clock),
            mode,
            home,
            ready_events,
            carriers: (0..carriers)
                .map(|i| builder.lane(u16::try_from(i).unwrap_or(SHARED), per_lane))
                .collect::<Result<_, _>>()?,
            own_threads: (0..own_threads)
                .map(|_| builder.lane(OWN_THREAD, per_lane))
                .collect::<Result<_, _>>()?,
            others: builder.lane(SHARED, SHARED_RECORDS)?,
            bytes: builder.bytes,
        };
        Ok((Box::leak(Box::new(probe)), builder.outflows))
    }

    /// What the probe has reserved.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn now(&self) -> Tick {
        self.clock.now()
    }

    pub(crate) const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Whether anything but spawns and ends is watched.
    pub(crate) fn watches(&self) -> bool {
        self.mode != ProbeMode::Off
    }

    /// A task was handed to the engine, at `at`. Said after it succeeded, so that the count is exact where it fails.
    pub(crate) fn spawned(&self, task: u32, at: Tick) {
        self.others.tally.spawned(Writers::Many, self.watches());
        if self.mode.records(task) {
            let record = |kind| Record {
                at,
                task,
                kind,
                reason: Reason::None,
            };
            let ready = (self.ready_events == ReadyEvents::Told).then(|| record(EventKind::Ready));
            self.others
                .record([record(EventKind::Spawn)].into_iter().chain(ready));
        }
    }

    /// Something happened to a task, on this thread.
    #[inline]
    pub(crate) fn note(&'static self, task: u32, note: Note) {
        if self.watches() {
            self.write(task, note);
        }
    }

    /// Makes this thread carrier number `index`, before it notes anything.
    #[inline(never)]
    pub(crate) fn sit(&'static self, index: usize) {
        let seat = self.carriers.get(index).and_then(Lane::seat);
        if seat.is_some() {
            SEAT.set(seat);
        }
    }

    /// What is written down about this task now; `None` where it is not in the sample.
    #[inline]
    fn record_of(&self, task: u32, note: Note) -> Option<Record> {
        self.mode.records(task).then(|| Record {
            at: self.clock.now(),
            task,
            kind: note.kind(),
            reason: note.reason(),
        })
    }

    #[inline(never)]
    fn write(&'static self, task: u32, note: Note) {
        let record = self.record_of(task, note);
        let shared = match self.home {
            Home::OwnThreads => self.own_lane(task),
            Home::Carriers { .. } => Some(&self.others),
        };
        if !self.seated(note.is_on_carrier(), |seat| seat.note(note, record))
            && let Some(lane) = shared
        {
            lane.note(note, record);
        }
        black_box(());
    }

    /// A task ended; its last record is written.
    #[inline(never)]
    pub(crate) fn end(&'static self, task: u32, started: Tick, ending: Ending) {
        let at = self.clock.now();
        let latency_ns = self.clock.nanos_between(started, at);
        if !self.seated(true, |seat| seat.ended(ending, at, latency_ns)) {
            let lane = self.own_lane(task).unwrap_or(&self.others);
            lane.ended(ending, at, latency_ns);
        }
        black_box(());
    }

    /// Lets `use_it` have this thread's seat; a thread that acts as a carrier is given one. False where it has none.
    #[inline]
    fn seated(&'static self, is_on_carrier: bool, use_it: impl FnOnce(&mut Seat)) -> bool {
        let Home::Carriers { index, .. } = self.home else {
            return false;
        };
        SEAT.try_with(|cell| {
            let Ok(mut seat) = cell.try_borrow_mut() else {
                return false;
            };
            if seat.is_none() && is_on_carrier {
                *seat = self.free_seat(index());
            }
            seat.as_mut().map(use_it).is_some()
        })
        .unwrap_or(false)
    }

    /// The lane with the engine's number, else the next one that nobody has.
    #[cold]
    fn free_seat(&'static self, index: Option<usize>) -> Option<Seat> {
        let numbered = index.and_then(|index| self.carriers.get(index));
        numbered
            .into_iter()
            .chain(&self.carriers)
            .find_map(Lane::seat)
    }

    /// The lane of a task on its own thread; the same one for all its events, so that they stay in order.
    fn own_lane(&self, task: u32) -> Option<&Lane> {
        self.own_threads.get(task as usize % OWN_THREAD_LANES)
    }

    fn lanes(&self) -> impl Iterator<Item = &Lane> + Clone {
        self.carriers
            .iter()
            .chain(&self.own_threads)
            .chain([&self.others])
    }

    /// All counters, summed now.
    pub(crate) fn totals(&self) -> Totals {
        Totals::of(self.lanes().map(|lane| &*lane.tally))
    }

    /// Tasks that ended so far.
    pub(crate) fn finished(&self) -> u64 {
        self.lanes().map(|lane| lane.tally.finished()).sum()
    }

    /// Moves the latencies of the tasks that completed since they were last taken to `sum`. While tasks end, some stay for later.
    pub(crate) fn take_latencies(&self, sum: &mut Latencies) -> Result<(), LatencyError> {
        self.lanes().try_for_each(|lane| lane.take_latencies(sum))
    }

    /// The thread of each carrier, as far as one sits there, in the order of the carriers.
    pub(crate) fn carrier_threads(&self) -> impl Iterator<Item = Option<NonZeroU32>> {
        self.carriers.iter().map(Lane::thread)
    }

    /// The latencies of all tasks that completed.
    pub(crate) fn latencies(&self) -> Result<Latencies, LatencyError> {
        let mut sum = Latencies::reserved()?;
        self.lanes()
            .try_for_each(|lane| lane.add_latencies_to(&mut sum))?;
        Ok(sum)
    }
}

/// What each of so many lanes gets: the largest power of two that keeps all within [`ALL_RECORDS`].
const fn share_of_records(lanes: usize) -> usize {
    let lanes = if lanes == 0 { 1 } else { lanes };
    1 << (ALL_RECORDS / lanes).ilog2()
}

/// Makes lanes and collects their reading ends.
struct LaneBuilder {
    is_off: bool,
    outflows: Vec<Outflow>,
    bytes: u64,
}

impl LaneBuilder {
    fn lane(&mut self, carrier: u16, records: usize) -> Result<Lane, LatencyError> {
        let capacity = (!self.is_off).then_some(records);
        let (lane, reader) = Lane::new(capacity)?;
        self.bytes += lane.bytes(capacity);
        self.outflows
            .extend(reader.map(|reader| Outflow { carrier, reader }));
        Ok(lane)
    }
}

#[cfg(test)]
mod tests;
