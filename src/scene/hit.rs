//! What lies at a place of a lane. Knows nothing of the pointer.

use super::LaneOf;
use crate::recording::{Pin, Reason, Recording, Span, Track};

/// A place in the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanePoint {
    /// The row.
    pub of: LaneOf,
    /// The moment.
    pub at_ns: u64,
    /// How far away something may be and still be meant: about two pixels.
    pub within_ns: u64,
}

/// What is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HitKind {
    /// A mounted task that runs.
    Span,
    /// A mounted task that blocks its carrier.
    Pinned {
        /// Since when, nanoseconds since Go.
        since_ns: u64,
        /// Until when; the last moment known where it goes on.
        until_ns: u64,
        /// What it blocks on; [`Reason::None`] where it goes on.
        reason: Reason,
    },
    /// Missing records.
    Gap {
        /// How many.
        count: u32,
    },
}

/// Something in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The row.
    pub of: LaneOf,
    /// What it is.
    pub kind: HitKind,
    /// The task; `None` for a gap.
    pub task: Option<u32>,
    /// Mount, or the start of the gap.
    pub start_ns: u64,
    /// Unmount, the end of the gap, or the last moment known where it goes on.
    pub end_ns: u64,
    /// Why the task left; [`Reason::None`] where it has not, or a gap hides it.
    pub reason: Reason,
    /// From ready to mount, where known.
    pub waited_ns: Option<u64>,
}

impl Hit {
    /// How long the span or gap is.
    #[must_use]
    pub const fn duration_ns(&self) -> u64 {
        self.end_ns.saturating_sub(self.start_ns)
    }
}

/// The span, pin or gap at a place, or the nearest one within reach; pins before spans, spans before gaps.
#[must_use]
pub fn hit(recording: &Recording, point: LanePoint) -> Option<Hit> {
    let track = point.of.track();
    let (from, to) = (
        point.at_ns.saturating_sub(point.within_ns),
        point.at_ns.saturating_add(point.within_ns.max(1)),
    );
    let timeline = &recording.timeline;
    let is_meant = |task: u32| match point.of {
        LaneOf::Carrier(_) => true,
        LaneOf::Task(own) => own == task,
    };
    let span = timeline
        .spans_between(track, from, to)
        .filter(|span| is_meant(span.task))
        .min_by_key(|span| distance(point.at_ns, span.start_ns, span.end_ns));
    let pin = timeline
        .pins_between(track, from, to)
        .filter(|pin| is_meant(pin.task))
        .min_by_key(|pin| distance(point.at_ns, pin.start_ns, pin.end_ns));
    if let Some(hit) = pin.and_then(|pin| pinned(recording, point.of, pin)) {
        return Some(hit);
    }
    if let Some(span) = span {
        return Some(spanned(point.of, span));
    }
    let gap = timeline.gaps_between(track, from, to).next()?;
    Some(Hit {
        of: point.of,
        kind: HitKind::Gap { count: gap.count },
        task: None,
        start_ns: gap.start_ns,
        end_ns: gap.end_ns,
        reason: Reason::None,
        waited_ns: None,
    })
}

/// All mounts of a task in time order, and on which row. Looks at every span: ask once per click or change of task.
#[must_use]
pub fn path(recording: &Recording, task: u32) -> Vec<(LaneOf, Span)> {
    let mounts = recording.timeline.path_of(task).into_iter();
    mounts
        .map(|(track, span)| (row_of(track, task), span))
        .collect()
}

const fn row_of(track: Track, task: u32) -> LaneOf {
    match track {
        Track::Carrier(carrier) => LaneOf::Carrier(carrier),
        Track::Threads => LaneOf::Task(task),
    }
}

const fn spanned(of: LaneOf, span: Span) -> Hit {
    Hit {
        of,
        kind: HitKind::Span,
        task: Some(span.task),
        start_ns: span.start_ns,
        end_ns: span.end_ns,
        reason: span.reason,
        waited_ns: span.waited_ns,
    }
}

/// A pin with the span it lies in.
fn pinned(recording: &Recording, of: LaneOf, pin: Pin) -> Option<Hit> {
    let span = recording
        .timeline
        .spans_between(of.track(), pin.start_ns, pin.start_ns.saturating_add(1))
        .find(|span| span.task == pin.task)?;
    Some(Hit {
        kind: HitKind::Pinned {
            since_ns: pin.start_ns,
            until_ns: pin.end_ns,
            reason: pin.reason,
        },
        ..spanned(of, span)
    })
}

/// How far a moment lies outside a stretch.
const fn distance(at: u64, start: u64, end: u64) -> u64 {
    if at < start {
        start - at
    } else {
        at.saturating_sub(end)
    }
}
