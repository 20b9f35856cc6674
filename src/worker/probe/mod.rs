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

#![expect(
    clippy::inline_always,
    reason = "a note is written on every mount: known at its place which it is, a pair costs 37 ns and not 44 (benches/probe_cost.rs)"
)]

mod clock;
mod cost;
mod desk;
mod lane;
mod lane_builder;
mod latency;
mod note;
mod ring;
mod tally;
mod thread_number;

use std::{cell::Cell, hint::black_box, num::NonZeroU32};

use crossbeam_utils::CachePadded;

pub use clock::ClockKind;
pub use cost::{ProbeCost, probe_cost};

pub(crate) use clock::{Clock, Tick};
pub(crate) use desk::Desk;
pub(crate) use latency::{Latencies, LatencyError};
pub(crate) use note::Note;
pub(crate) use ring::{Packed, RingReader};
pub(crate) use tally::{Ending, Totals};

use self::{
    lane::{Lane, Seat},
    lane_builder::LaneBuilder,
    ring::Record,
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
    /// The seat of the carrier this thread is, once it has noted something as one. Kept for the rest of the process, as the probe
    /// is: a reference needs no destructor, and a thread-local without one is an address and nothing to ask first.
    static SEAT: Cell<Option<&'static Seat>> = const { Cell::new(None) };

    /// Whether this thread never is a carrier, though tasks may run on it for a moment.
    static IS_ASIDE: Cell<bool> = const { Cell::new(false) };
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

/// This thread is no carrier, and no seat is for it: what tasks do on it is no mount. That they end there is counted.
#[inline(never)]
pub(crate) fn stand_aside() {
    IS_ASIDE.set(true);
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

    /// Something happened to a task, on this thread. What happens most is written by code of its own, which needs not ask what it was.
    #[inline]
    pub(crate) fn note(&'static self, task: u32, note: Note) {
        if !self.watches() {
            return;
        }
        match note {
            Note::Mount => self.write_mount(task),
            Note::Unmount(reason) => self.write_unmount(task, reason),
            Note::Ready => self.write_ready(task),
            Note::Remount | Note::Pin(_) | Note::Unpin(_) | Note::Fail => {
                self.write_other(task, note);
            }
        }
    }

    #[inline(never)]
    fn write_mount(&'static self, task: u32) {
        self.write(task, Note::Mount);
    }

    #[inline(never)]
    fn write_unmount(&'static self, task: u32, reason: Reason) {
        self.write(task, Note::Unmount(reason));
    }

    #[inline(never)]
    fn write_ready(&'static self, task: u32) {
        self.write(task, Note::Ready);
    }

    #[inline(never)]
    fn write_other(&'static self, task: u32, note: Note) {
        self.write(task, note);
    }

    /// A task left its carrier to let others go first: it waits for one again from the same moment on.
    #[inline(never)]
    pub(crate) fn yielded(&'static self, task: u32) {
        if !self.watches() {
            return;
        }
        let seat = self.seat(true);
        for (note, record) in self.yield_of(task) {
            match seat {
                Some(seat) => seat.note(note, record),
                None => self.write_without_seat(task, note, record),
            }
        }
        black_box(());
    }

    /// What is to be noted of a yield, with one reading of the clock.
    #[inline(always)]
    fn yield_of(&self, task: u32) -> [(Note, Option<Record>); 2] {
        let left = Note::Unmount(Reason::Yield);
        let unmount = self.record_of(task, left);
        let ready = unmount.map(|record| Record {
            kind: EventKind::Ready,
            reason: Reason::None,
            ..record
        });
        [(left, unmount), (Note::Ready, ready)]
    }

    /// Makes this thread carrier number `index`, before it notes anything.
    #[inline(never)]
    pub(crate) fn sit(&'static self, index: usize) {
        if let Some(seat) = self.carriers.get(index).and_then(Lane::seat) {
            keep(seat);
        }
    }

    /// What is written down about this task now; `None` where it is not in the sample.
    #[inline(always)]
    fn record_of(&self, task: u32, note: Note) -> Option<Record> {
        self.mode.records(task).then(|| Record {
            at: self.clock.now(),
            task,
            kind: note.kind(),
            reason: note.reason(),
        })
    }

    /// Only for functions that are never inlined themselves; see the head of this file.
    #[inline(always)]
    fn write(&'static self, task: u32, note: Note) {
        let record = self.record_of(task, note);
        match self.seat(note.is_on_carrier()) {
            Some(seat) => seat.note(note, record),
            None => self.write_without_seat(task, note, record),
        }
        black_box(());
    }

    #[inline(never)]
    fn write_without_seat(&self, task: u32, note: Note, record: Option<Record>) {
        if !(note.is_on_carrier() && IS_ASIDE.get()) {
            self.shared_lane(task).note(note, record);
        }
    }

    /// A task ended; its last record is written.
    #[inline(never)]
    pub(crate) fn end(&'static self, task: u32, started: Tick, ending: Ending) {
        let at = self.clock.now();
        let latency_ns = self.clock.nanos_between(started, at);
        match self.seat(true) {
            Some(seat) => seat.ended(ending, at, latency_ns),
            None => self.shared_lane(task).ended(ending, at, latency_ns),
        }
        black_box(());
    }

    /// This thread's seat; a thread that acts as a carrier is given one. `None` where it has none.
    #[inline(always)]
    fn seat(&'static self, is_on_carrier: bool) -> Option<&'static Seat> {
        let Home::Carriers { index, .. } = self.home else {
            return None;
        };
        match SEAT.get() {
            None if is_on_carrier => self.take_seat(index()),
            seat => seat,
        }
    }

    #[cold]
    fn take_seat(&'static self, index: Option<usize>) -> Option<&'static Seat> {
        if IS_ASIDE.get() {
            return None;
        }
        self.free_seat(index).map(keep)
    }

    /// The lane with the engine's number, else the next one that nobody has.
    fn free_seat(&'static self, index: Option<usize>) -> Option<Seat> {
        let numbered = index.and_then(|index| self.carriers.get(index));
        numbered
            .into_iter()
            .chain(&self.carriers)
            .find_map(Lane::seat)
    }

    /// Where threads without a seat write. That of a task on its own thread is the same one for all its events, so that they stay in
    /// order; with carriers there is none of those.
    fn shared_lane(&self, task: u32) -> &Lane {
        self.own_threads
            .get(task as usize % OWN_THREAD_LANES)
            .unwrap_or(&self.others)
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

/// Makes it this thread's seat, on cache lines of its own: every note writes to it.
fn keep(seat: Seat) -> &'static Seat {
    let seat: &CachePadded<Seat> = Box::leak(Box::new(CachePadded::new(seat)));
    SEAT.set(Some(seat));
    seat
}

/// What each of so many lanes gets: the largest power of two that keeps all within [`ALL_RECORDS`].
const fn share_of_records(lanes: usize) -> usize {
    let lanes = if lanes == 0 { 1 } else { lanes };
    1 << (ALL_RECORDS / lanes).ilog2()
}

#[cfg(test)]
mod tests;
