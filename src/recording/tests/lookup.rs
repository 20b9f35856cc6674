//! Look-up by time and task against models that look at every span.

use std::sync::Arc;

use proptest::prelude::*;

use super::super::{Chunk, ChunkColumns, OpenSpan, Timeline, Track};
use super::timelines::{lane, pinned_timeline, place, viewport, with_gap_and_open};
use crate::wire::Reason;

const CARRIER: Track = Track::Carrier(0);

proptest! {
    #[test]
    fn look_up_finds_what_touches(spans in lane(), size in 3_usize..200, view in viewport(), is_carrier: bool) {
        let track = if is_carrier { CARRIER } else { Track::Threads };
        let (timeline, pins) = pinned_timeline(track, &spans, size);
        let (start_ns, end_ns) = place(&spans, view);
        let touches = |from: u64, to: u64| from < end_ns && (to > start_ns || from >= start_ns);
        let found: Vec<_> = timeline.spans_between(track, start_ns, end_ns).collect();
        let naive: Vec<_> = spans.iter().copied().filter(|span| touches(span.start_ns, span.end_ns)).collect();
        prop_assert_eq!(found, naive);
        let found: Vec<_> = timeline.pins_between(track, start_ns, end_ns).collect();
        let naive: Vec<_> = pins.into_iter().filter(|pin| touches(pin.start_ns, pin.end_ns)).collect();
        prop_assert_eq!(found, naive);
        let at = timeline.span_at(track, start_ns).map(|span| span.task);
        let naive = spans.iter().find(|span| span.start_ns <= start_ns && (span.end_ns > start_ns || span.start_ns == start_ns));
        prop_assert_eq!(at, naive.map(|span| span.task));
    }
}

#[test]
fn an_open_span_alone_in_its_chunk_does_not_hide_the_chunks_before() {
    let mut timeline = Timeline::default();
    let ended = ChunkColumns {
        start_ns: vec![10],
        end_ns: vec![20],
        task: vec![1],
        reason: vec![Reason::Done],
        ..ChunkColumns::default()
    };
    let open = ChunkColumns {
        open: vec![OpenSpan {
            start_ns: 30,
            task: 3,
            pinned_since_ns: None,
            waited_ns: None,
        }],
        ..ChunkColumns::default()
    };
    timeline.absorb(Arc::new(Chunk::seal(CARRIER, 0, ended)));
    timeline.absorb(Arc::new(Chunk::seal(CARRIER, 1, open)));
    assert_eq!(
        timeline
            .spans_between(CARRIER, 0, 100)
            .map(|span| span.task)
            .collect::<Vec<_>>(),
        [1, 3]
    );
}

#[test]
fn the_path_of_a_task_goes_over_all_tracks() {
    let mut timeline = with_gap_and_open();
    let other = ChunkColumns {
        start_ns: vec![5, 30],
        end_ns: vec![8, 35],
        task: vec![3, 4],
        reason: vec![Reason::Sleep; 2],
        ..ChunkColumns::default()
    };
    timeline.absorb(Arc::new(Chunk::seal(Track::Carrier(1), 0, other)));
    let path: Vec<_> = timeline
        .path_of(3)
        .into_iter()
        .map(|(track, span)| (track, span.start_ns))
        .collect();
    assert_eq!(path, [(Track::Carrier(1), 5), (CARRIER, 80)]);
    assert!(timeline.path_of(99).is_empty());
}
