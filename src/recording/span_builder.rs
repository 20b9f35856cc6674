//! Records of a worker become chunks of spans. Knows nothing of pipes, threads and painting.

use std::sync::Arc;

use super::carrier_lane::CarrierLane;
use super::thread_lanes::ThreadLanes;
use super::wait_table::{LateReady, WaitTable};
use super::{Chunk, SpanError};
use crate::model::TaskCount;
use crate::wire::{EVENT_BYTES, Event, EventKind, OWN_THREAD, Reason, SHARED};

/// Builds the chunks of one run from its records, as they come.
///
/// Each carrier's records must come in time order; those of different carriers may be mixed in any way. A broken record is named
/// and skipped, and the builder stays usable. Nothing is ever made up: what a gap hides stays unknown.
#[derive(Debug)]
pub struct SpanBuilder {
    /// By carrier number. Boxed, so that a worker naming carrier 65 000 costs half a megabyte and no more.
    carriers: Vec<Option<Box<CarrierLane>>>,
    threads: ThreadLanes,
    waits: WaitTable,
    /// Where gaps that have not ended yet begin, by carrier number.
    begun_gaps: Vec<(u16, u64)>,
    failed: u64,
}

impl Default for SpanBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl SpanBuilder {
    /// A builder at the start of a run.
    #[must_use]
    pub fn new() -> Self {
        Self {
            carriers: Vec::new(),
            threads: ThreadLanes::new(),
            waits: WaitTable::default(),
            begun_gaps: Vec::new(),
            failed: 0,
        }
    }

    /// Takes in packed records, 16 bytes each, of any carriers.
    ///
    /// # Errors
    /// Names the first broken record; those before it are taken in, those after it are not.
    pub fn push_records(&mut self, records: &[u8]) -> Result<(), SpanError> {
        let (whole, rest) = records.as_chunks::<EVENT_BYTES>();
        for bytes in whole {
            self.push(&understood(*bytes)?)?;
        }
        if rest.is_empty() {
            Ok(())
        } else {
            Err(SpanError::Partial { rest: rest.len() })
        }
    }

    /// What is new since the last call: sealed chunks, and the growing newest chunk of each track that changed, with what is
    /// mounted now. Copies the growing chunks (≤ 240 KB a track), so call it at the pace of the window, not of the frames.
    #[must_use]
    pub fn take_chunks(&mut self) -> Vec<Arc<Chunk>> {
        let mut out = Vec::new();
        for lane in self.carriers.iter_mut().flatten() {
            lane.take(&mut out);
        }
        self.threads.take(&mut out);
        out
    }

    /// The last chunks of a run that ended at `end_ns`. A gap without an end ends there; what is mounted stays open.
    #[must_use]
    pub fn finish(&mut self, end_ns: u64) -> Vec<Arc<Chunk>> {
        for lane in self.carriers.iter_mut().flatten() {
            lane.finish(end_ns);
        }
        self.threads.finish(end_ns);
        self.take_chunks()
    }

    /// How many fail records have come.
    #[must_use]
    pub const fn failed(&self) -> u64 {
        self.failed
    }

    fn push(&mut self, event: &Event) -> Result<(), SpanError> {
        if event.kind != EventKind::Dropped && event.task >= TaskCount::MAX.get() {
            return Err(SpanError::TaskNumber {
                task: event.task,
                t_ns: event.t_ns,
            });
        }
        if event.kind == EventKind::Dropped {
            self.forget_waits_in_gap(event);
        }
        match event.carrier {
            SHARED => self.push_shared(event),
            OWN_THREAD => self.push_own_thread(event),
            carrier => self.push_carrier(carrier, event),
        }
    }

    fn push_carrier(&mut self, carrier: u16, event: &Event) -> Result<(), SpanError> {
        let index = usize::from(carrier);
        if index >= self.carriers.len() {
            self.carriers.resize_with(index + 1, || None);
        }
        let lane = self.carriers[index].get_or_insert_with(|| Box::new(CarrierLane::new(carrier)));
        lane.advance(event.t_ns)?;
        match event.kind {
            EventKind::Mount => lane.mount(event, &mut self.waits),
            EventKind::Unmount => lane.unmount(event),
            EventKind::PinBegin | EventKind::PinEnd => lane.pin(event),
            EventKind::Dropped => lane.dropped(event, &mut self.waits),
            EventKind::Spawn | EventKind::Ready => {
                self.ready(event);
                Ok(())
            }
            EventKind::Fail => {
                self.failed += 1;
                Ok(())
            }
        }
    }

    fn push_own_thread(&mut self, event: &Event) -> Result<(), SpanError> {
        match event.kind {
            EventKind::Mount => self.threads.mount(event, &mut self.waits),
            EventKind::Unmount => self.threads.unmount(event),
            EventKind::PinBegin | EventKind::PinEnd => self.threads.pin(event),
            EventKind::Dropped => self.threads.dropped(event, &mut self.waits),
            EventKind::Spawn | EventKind::Ready => {
                self.ready(event);
                Ok(())
            }
            EventKind::Fail => {
                self.failed += 1;
                Ok(())
            }
        }
    }

    /// Several threads share this ring, so its times are in no order.
    fn push_shared(&mut self, event: &Event) -> Result<(), SpanError> {
        match event.kind {
            EventKind::Spawn | EventKind::Ready => self.ready(event),
            EventKind::Fail => self.failed += 1,
            EventKind::Dropped if matches!(event.reason, Reason::None | Reason::Sleep) => {
                self.waits.gap(event.t_ns);
            }
            EventKind::Dropped => {
                return Err(SpanError::UnpairedGap {
                    carrier: SHARED,
                    t_ns: event.t_ns,
                });
            }
            EventKind::Mount | EventKind::Unmount | EventKind::PinBegin | EventKind::PinEnd => {
                return Err(SpanError::NoCarrier {
                    kind: event.kind,
                    task: event.task,
                    t_ns: event.t_ns,
                });
            }
        }
        Ok(())
    }

    /// A ring tells of its gap after other rings have told of mounts from inside that time. The mount a ready really led to may be
    /// hidden in the gap, so the waits that were told across it are unknown after all.
    fn forget_waits_in_gap(&mut self, event: &Event) {
        let place = self
            .begun_gaps
            .iter()
            .position(|(carrier, _)| *carrier == event.carrier);
        if event.reason == Reason::None {
            self.begun_gaps.push((event.carrier, event.t_ns));
            return;
        }
        let begin_ns = place.map_or(event.t_ns, |place| self.begun_gaps.swap_remove(place).1);
        for lane in self.carriers.iter_mut().flatten() {
            lane.forget_waits(begin_ns, event.t_ns);
        }
        self.threads.forget_waits(begin_ns, event.t_ns);
    }

    fn ready(&mut self, event: &Event) {
        if let Some(late) = self.waits.ready(event.task, event.t_ns) {
            self.correct_wait(event.task, late);
        }
    }

    fn correct_wait(&mut self, task: u32, late: LateReady) {
        if late.carrier == OWN_THREAD {
            self.threads.correct_wait(task, late);
        } else if let Some(Some(lane)) = self.carriers.get_mut(usize::from(late.carrier)) {
            lane.correct_wait(task, late);
        }
    }
}

fn understood(bytes: [u8; EVENT_BYTES]) -> Result<Event, SpanError> {
    Event::from_bytes(bytes).ok_or_else(|| {
        let [t0, t1, t2, t3, t4, t5, t6, t7, .., kind, reason] = bytes;
        let t_ns = u64::from_le_bytes([t0, t1, t2, t3, t4, t5, t6, t7]);
        if EventKind::from_byte(kind).is_none() {
            SpanError::UnknownKind { kind, t_ns }
        } else {
            SpanError::UnknownReason { reason, t_ns }
        }
    })
}
