//! Random runs for the tests: legal records, and the spans they mean by a model as plain as possible. Knows nothing of chunks.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::{Gap, Pin, Span, Track};
use crate::wire::{Event, EventKind, OWN_THREAD, Reason, SHARED};

/// A run by the plain model: what happened, and the records of it in time order.
#[derive(Clone, Debug, Default)]
pub(super) struct LegalRun {
    pub(super) events: Vec<Event>,
    pub(super) spans: Vec<(Track, Span)>,
    pub(super) pins: Vec<(Track, Pin)>,
    /// Carrier, or a task's own thread → what is on it.
    pub(super) open: BTreeMap<Place, OpenTask>,
    ready: BTreeMap<u32, u64>,
    now_ns: u64,
}

/// Carrier number; and the task where that is [`OWN_THREAD`].
type Place = (u16, u32);

#[derive(Clone, Copy, Debug)]
pub(super) struct OpenTask {
    pub(super) task: u32,
    pub(super) start_ns: u64,
    waited_ns: u64,
    pinned_since_ns: Option<u64>,
}

/// What may happen next to a task; made legal by where the task is.
#[derive(Clone, Copy, Debug)]
struct Step {
    later_ns: u64,
    task: u32,
    choice: u8,
    own_thread: bool,
}

const TASKS: u32 = 8;
const CARRIERS: u16 = 3;

impl LegalRun {
    pub(super) fn track(carrier: u16) -> Track {
        if carrier == OWN_THREAD {
            Track::Threads
        } else {
            Track::Carrier(carrier)
        }
    }

    fn record(&mut self, task: u32, carrier: u16, kind: EventKind, reason: Reason) {
        self.events.push(Event {
            t_ns: self.now_ns,
            task,
            carrier,
            kind,
            reason,
        });
    }

    fn step(&mut self, step: Step) {
        self.now_ns += step.later_ns;
        let mounted = self.open.iter().find(|(_, open)| open.task == step.task);
        match mounted.map(|(place, open)| (*place, *open)) {
            Some((place, open)) => self.go_on(place, open, step.choice),
            None if self.ready.contains_key(&step.task) => self.mount(step),
            None => {
                self.ready.insert(step.task, self.now_ns);
                let on_carrier = !step.choice.is_multiple_of(2);
                let carrier = if on_carrier {
                    u16::from(step.choice) % CARRIERS
                } else {
                    SHARED
                };
                self.record(step.task, carrier, EventKind::Ready, Reason::None);
            }
        }
    }

    /// Ends a pin, begins one or unmounts.
    fn go_on(&mut self, place: Place, mut open: OpenTask, choice: u8) {
        let (task, track) = (open.task, Self::track(place.0));
        if let Some(start_ns) = open.pinned_since_ns.take() {
            self.open.insert(place, open);
            let (end_ns, reason) = (self.now_ns, Reason::Io);
            self.pins.push((
                track,
                Pin {
                    start_ns,
                    end_ns,
                    task,
                    reason,
                },
            ));
            self.record(task, place.0, EventKind::PinEnd, reason);
        } else if choice.is_multiple_of(2) {
            open.pinned_since_ns = Some(self.now_ns);
            self.open.insert(place, open);
            self.record(task, place.0, EventKind::PinBegin, Reason::Io);
        } else {
            self.open.remove(&place);
            let span = Span {
                start_ns: open.start_ns,
                end_ns: self.now_ns,
                task,
                reason: Reason::Sleep,
                waited_ns: Some(open.waited_ns),
            };
            self.spans.push((track, span));
            self.record(task, place.0, EventKind::Unmount, span.reason);
        }
    }

    /// Mounts a ready task, if a carrier is free.
    fn mount(&mut self, step: Step) {
        let free = if step.own_thread {
            Some((OWN_THREAD, step.task))
        } else {
            let mut carriers = (0..CARRIERS).map(|carrier| (carrier, 0));
            carriers.find(|place| !self.open.contains_key(place))
        };
        let Some(place) = free else { return };
        let Some(since_ns) = self.ready.remove(&step.task) else {
            return;
        };
        let open = OpenTask {
            task: step.task,
            start_ns: self.now_ns,
            waited_ns: self.now_ns - since_ns,
            pinned_since_ns: None,
        };
        self.open.insert(place, open);
        self.record(step.task, place.0, EventKind::Mount, Reason::None);
    }
}

/// A run on three carriers, or with threads for the tasks.
pub(super) fn legal_run(own_thread: bool) -> impl Strategy<Value = LegalRun> {
    let steps = prop::collection::vec((1_u64..1_000, 0..TASKS, any::<u8>()), 0..400);
    steps.prop_map(move |steps| {
        let mut run = LegalRun::default();
        for (later_ns, task, choice) in steps {
            run.step(Step {
                later_ns,
                task,
                choice,
                own_thread,
            });
        }
        run
    })
}

pub(super) fn packed(events: &[Event]) -> Vec<u8> {
    events.iter().flat_map(|event| event.to_bytes()).collect()
}

/// Replaces some stretches of each carrier's records by pairs of dropped records, and tells the gaps.
pub(super) fn with_drops(events: &[Event], pattern: &[bool]) -> (Vec<Event>, Vec<(u16, Gap)>) {
    let mut kept = Vec::new();
    let mut gaps = Vec::new();
    let mut hidden: BTreeMap<u16, Vec<Event>> = BTreeMap::new();
    for (event, is_dropped) in events.iter().zip(pattern.iter().cycle()) {
        if *is_dropped {
            hidden.entry(event.carrier).or_default().push(*event);
            continue;
        }
        if let Some(lost) = hidden.remove(&event.carrier) {
            gaps.push(put_gap(&lost, &mut kept));
        }
        kept.push(*event);
    }
    for lost in hidden.into_values() {
        gaps.push(put_gap(&lost, &mut kept));
    }
    (kept, gaps)
}

fn put_gap(lost: &[Event], kept: &mut Vec<Event>) -> (u16, Gap) {
    let (first, end_ns) = (lost[0], lost[lost.len() - 1].t_ns);
    let count = u32::try_from(lost.len()).unwrap();
    let record = |t_ns, reason| Event {
        t_ns,
        task: count,
        carrier: first.carrier,
        kind: EventKind::Dropped,
        reason,
    };
    kept.push(record(first.t_ns, Reason::None));
    kept.push(record(end_ns, Reason::Sleep));
    let gap = Gap {
        start_ns: first.t_ns,
        end_ns,
        count,
    };
    (first.carrier, gap)
}
