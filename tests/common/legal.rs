//! What the wire page demands of a stream of events, as a checker.

use std::collections::{BTreeMap, HashMap};

use carrier_lab::wire::{Event, EventKind, OWN_THREAD, Reason};

/// What a legal stream of events amounts to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) counts: BTreeMap<String, u64>,
    pub(crate) mounts_of_carrier: BTreeMap<u16, u64>,
    pub(crate) pins_of_carrier: BTreeMap<u16, u64>,
    pub(crate) dropped: u64,
    /// Tasks that are still mounted at the end of the stream.
    pub(crate) mounted_at_end: usize,
}

impl Summary {
    pub(crate) fn count(&self, kind: EventKind) -> u64 {
        let prefix = format!("{kind:?}");
        self.counts
            .iter()
            .filter(|(name, _)| name.split(' ').next() == Some(&prefix))
            .map(|(_, count)| count)
            .sum()
    }

    pub(crate) fn count_of(&self, kind: EventKind, reason: Reason) -> u64 {
        self.counts
            .get(&format!("{kind:?} {reason:?}"))
            .copied()
            .unwrap_or(0)
    }
}

/// A carrier, or the task on its own thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Lane(u16, Option<u32>);

/// Where a lane stands to the records that are missing on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Gap {
    /// Nothing is missing since the last mount or unmount.
    #[default]
    Closed,
    /// Between the two records that tell of a gap.
    Inside,
    /// Right behind a gap: what was mounted before it may or may not be mounted still.
    Behind,
}

#[derive(Debug, Default)]
struct LaneState {
    last_ns: u64,
    mounted: Option<u32>,
    pinned: Option<Reason>,
    gap: Gap,
}

/// Checks the constraints of the wire page and sums up.
pub(crate) fn check_events(events: &[Event]) -> Summary {
    let mut summary = Summary::default();
    let mut lanes: HashMap<Lane, LaneState> = HashMap::new();
    for event in events {
        let lane = Lane(
            event.carrier,
            (event.carrier == OWN_THREAD && event.kind != EventKind::Dropped).then_some(event.task),
        );
        let state = lanes.entry(lane).or_default();
        assert!(event.t_ns >= state.last_ns, "time runs back: {event:?}");
        state.last_ns = event.t_ns;
        state.step(event);
        summary.add(event);
    }
    summary.mounted_at_end = lanes.values().filter(|lane| lane.mounted.is_some()).count();
    if summary.dropped == 0 {
        check_one_carrier_per_task(events);
    }
    summary
}

impl LaneState {
    fn is_behind_gap(&self) -> bool {
        self.gap == Gap::Behind
    }

    fn step(&mut self, event: &Event) {
        match event.kind {
            EventKind::Spawn | EventKind::Ready => {}
            EventKind::Mount => {
                assert!(
                    self.mounted.is_none() || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                (self.mounted, self.pinned) = (Some(event.task), None);
                self.gap = Gap::Closed;
            }
            EventKind::Unmount => {
                assert!(
                    self.mounted == Some(event.task) || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                assert!(
                    self.pinned.is_none() || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                assert!((1..=7).contains(&(event.reason as u8)), "{event:?}");
                (self.mounted, self.gap) = (None, Gap::Closed);
            }
            EventKind::PinBegin => {
                assert!(
                    self.mounted == Some(event.task) || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                assert!(
                    self.pinned.is_none() || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                self.pinned = Some(event.reason);
            }
            EventKind::PinEnd => {
                assert!(
                    self.pinned == Some(event.reason) || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                self.pinned = None;
            }
            EventKind::Fail => assert!(self.mounted == Some(event.task) || self.is_behind_gap()),
            EventKind::Dropped => {
                assert!(event.task > 0);
                let is_end = self.gap == Gap::Inside;
                assert_eq!(event.reason as u8, u8::from(is_end), "{event:?}");
                self.gap = if is_end { Gap::Behind } else { Gap::Inside };
                self.pinned = None;
            }
        }
    }
}

impl Summary {
    fn add(&mut self, event: &Event) {
        let name = format!("{:?} {:?}", event.kind, event.reason);
        *self.counts.entry(name).or_default() += 1;
        match event.kind {
            EventKind::Mount => *self.mounts_of_carrier.entry(event.carrier).or_default() += 1,
            EventKind::PinBegin => *self.pins_of_carrier.entry(event.carrier).or_default() += 1,
            EventKind::Dropped if event.reason as u8 == 0 => {
                self.dropped += u64::from(event.task);
            }
            EventKind::Dropped
            | EventKind::Spawn
            | EventKind::Ready
            | EventKind::Unmount
            | EventKind::PinEnd
            | EventKind::Fail => {}
        }
    }
}

/// A task is mounted on one carrier at a time: its spans, over all carriers, do not overlap.
fn check_one_carrier_per_task(events: &[Event]) {
    let mut open: HashMap<(u16, u32), u64> = HashMap::new();
    let mut spans: BTreeMap<u32, Vec<(u64, u64)>> = BTreeMap::new();
    for event in events {
        let place = (event.carrier, event.task);
        match event.kind {
            EventKind::Mount => drop(open.insert(place, event.t_ns)),
            EventKind::Unmount => {
                let begun = open.remove(&place).expect("a mount before its unmount");
                spans
                    .entry(event.task)
                    .or_default()
                    .push((begun, event.t_ns));
            }
            EventKind::Spawn
            | EventKind::Ready
            | EventKind::PinBegin
            | EventKind::PinEnd
            | EventKind::Fail
            | EventKind::Dropped => {}
        }
    }
    for (task, mut spans) in spans {
        spans.sort_unstable();
        for pair in spans.windows(2) {
            assert!(
                pair[0].1 <= pair[1].0,
                "task {task} is mounted twice: {pair:?}"
            );
        }
    }
}
