//! Going from span to span by keys: along a lane, and from lane to lane at one moment.

use super::Inspected;
use super::finding::inspected;
use crate::recording::{Recording, Track};

/// The span so many places later on the lane; at an end of the lane the last one there. Without a span, the first one of the
/// first lane that touches the visible stretch.
pub(super) fn step_span(
    recording: &Recording,
    from: Option<Inspected>,
    steps: i32,
    visible_ns: (u64, u64),
) -> Option<Inspected> {
    let Some(mut at) = from else {
        return first_visible(recording, visible_ns);
    };
    for _ in 0..steps.unsigned_abs().min(1_000) {
        let next = if steps > 0 {
            after(recording, at)
        } else {
            before(recording, at)
        };
        at = next.unwrap_or(at);
    }
    Some(at)
}

/// The span at the same moment on the lane so many rows further down, or the nearest one after it.
pub(super) fn step_lane(recording: &Recording, from: Inspected, rows: i32) -> Option<Inspected> {
    let tracks: Vec<Track> = recording.timeline.tracks().collect();
    let place = tracks.iter().position(|track| *track == from.track)?;
    let rows = isize::try_from(rows).ok()?;
    let track = *tracks.get(place.checked_add_signed(rows)?)?;
    let timeline = &recording.timeline;
    timeline
        .spans_between(track, from.start_ns, u64::MAX)
        .next()
        .map(|span| inspected(track, span))
}

fn first_visible(recording: &Recording, (start_ns, end_ns): (u64, u64)) -> Option<Inspected> {
    let timeline = &recording.timeline;
    timeline.tracks().find_map(|track| {
        let span = timeline.spans_between(track, start_ns, end_ns).next()?;
        Some(inspected(track, span))
    })
}

fn after(recording: &Recording, at: Inspected) -> Option<Inspected> {
    recording
        .timeline
        .spans_between(at.track, at.end_ns, u64::MAX)
        .find(|span| span.start_ns >= at.end_ns)
        .map(|span| inspected(at.track, span))
}

fn before(recording: &Recording, at: Inspected) -> Option<Inspected> {
    recording
        .timeline
        .spans_between(at.track, 0, at.start_ns)
        .filter(|span| span.end_ns <= at.start_ns)
        .last()
        .map(|span| inspected(at.track, span))
}
