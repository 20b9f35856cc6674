//! Timelines for the tests, and plain lists of what is in them.

use std::sync::Arc;

use proptest::prelude::*;

use super::super::{
    Chunk, ChunkColumns, Gap, OpenSpan, Pin, Span, SpanBuilder, SpanError, Timeline, Track,
};
use super::legal_events::packed;
use crate::wire::{Event, Reason};

pub(super) fn timeline(chunks: impl IntoIterator<Item = Arc<Chunk>>) -> Timeline {
    let mut timeline = Timeline::default();
    chunks.into_iter().for_each(|chunk| timeline.absorb(chunk));
    timeline
}

pub(super) fn build(records: &[u8]) -> Result<Vec<Arc<Chunk>>, SpanError> {
    let mut builder = SpanBuilder::new();
    builder.push_records(records)?;
    Ok(builder.finish(0))
}

pub(super) fn built(events: &[Event]) -> Result<Timeline, SpanError> {
    build(&packed(events)).map(timeline)
}

pub(super) fn ended(timeline: &Timeline) -> Vec<(Track, Span)> {
    let of = |track| {
        let chunks = timeline.chunks(track).iter();
        chunks
            .flat_map(|chunk| (0..chunk.len()).filter_map(|index| chunk.span(index)))
            .map(move |span| (track, span))
    };
    timeline.tracks().flat_map(of).collect()
}

pub(super) fn pins(timeline: &Timeline) -> Vec<(Track, Pin)> {
    let of = |track| {
        let chunks = timeline.chunks(track).iter();
        chunks
            .flat_map(|chunk| &chunk.columns().pins)
            .map(move |pin| (track, *pin))
    };
    timeline.tracks().flat_map(of).collect()
}

pub(super) fn sorted<T>(mut things: Vec<T>, key: impl Fn(&T) -> (Track, u64, u32)) -> Vec<T> {
    things.sort_by_key(key);
    things
}

pub(super) fn by_start(spans: Vec<(Track, Span)>) -> Vec<(Track, Span)> {
    sorted(spans, |(track, span)| (*track, span.start_ns, span.task))
}

pub(super) fn span(start_ns: u64, end_ns: u64, task: u32) -> Span {
    Span {
        start_ns,
        end_ns,
        task,
        reason: Reason::Yield,
        waited_ns: None,
    }
}

/// Chunks of `size` spans with a pin over the second half of every third span.
pub(super) fn pinned_timeline(track: Track, spans: &[Span], size: usize) -> (Timeline, Vec<Pin>) {
    let mut timeline = Timeline::default();
    let mut all_pins = Vec::new();
    for (serial, part) in (0..).zip(spans.chunks(size)) {
        let pins: Vec<_> = part
            .iter()
            .filter(|span| span.task.is_multiple_of(3))
            .map(|span| Pin {
                start_ns: span.start_ns.midpoint(span.end_ns),
                end_ns: span.end_ns,
                task: span.task,
                reason: Reason::Io,
            })
            .collect();
        all_pins.extend_from_slice(&pins);
        let columns = ChunkColumns {
            start_ns: part.iter().map(|span| span.start_ns).collect(),
            end_ns: part.iter().map(|span| span.end_ns).collect(),
            task: part.iter().map(|span| span.task).collect(),
            reason: part.iter().map(|span| span.reason).collect(),
            pins,
            waited_ns: if part.iter().any(|span| span.waited_ns.is_some()) {
                part.iter()
                    .map(|span| span.waited_ns.unwrap_or(u64::MAX))
                    .collect()
            } else {
                Vec::new()
            },
            ..ChunkColumns::default()
        };
        timeline.absorb(Arc::new(Chunk::seal(track, serial, columns)));
    }
    (timeline, all_pins)
}

/// Spans that follow each other, with a few long ones and pauses among short ones.
pub(super) fn lane() -> impl Strategy<Value = Vec<Span>> {
    let length = prop_oneof![8 => 0_u64..2_000, 1 => 0_u64..5_000_000];
    let pause = prop_oneof![8 => 0_u64..1_000, 1 => 0_u64..50_000_000];
    prop::collection::vec((pause, length), 1..600).prop_map(|steps| {
        let mut t_ns = 0;
        let mut spans = Vec::new();
        for (task, (pause, length)) in (0..).zip(steps) {
            spans.push(span(t_ns + pause, t_ns + pause + length, task));
            t_ns += pause + length;
        }
        spans
    })
}

pub(super) fn viewport() -> impl Strategy<Value = (f64, f64, usize)> {
    let width = prop_oneof![Just(1.0), 0.5..1.0, 1e-6..0.01_f64];
    (0.0..0.9_f64, width, 1_usize..400)
}

/// The viewport in nanoseconds.
pub(super) fn place(spans: &[Span], (at, width, _): (f64, f64, usize)) -> (u64, u64) {
    let end = spans.iter().map(|span| span.end_ns).max().unwrap_or(0) as f64 + 10.0;
    let start = if width == 1.0 { 0.0 } else { at * end };
    (start as u64, (start + width * end).ceil() as u64 + 1)
}

/// Two chunks: a span and a gap that is told with the next chunk, then something open and pinned.
pub(super) fn with_gap_and_open() -> Timeline {
    let mut timeline = Timeline::default();
    let first = ChunkColumns {
        start_ns: vec![10],
        end_ns: vec![20],
        task: vec![1],
        reason: vec![Reason::None],
        ..ChunkColumns::default()
    };
    let second = ChunkColumns {
        start_ns: vec![60],
        end_ns: vec![70],
        task: vec![2],
        reason: vec![Reason::Done],
        gaps: vec![Gap {
            start_ns: 20,
            end_ns: 40,
            count: 9,
        }],
        open: vec![OpenSpan {
            start_ns: 80,
            task: 3,
            pinned_since_ns: Some(90),
            waited_ns: Some(4),
        }],
        ..ChunkColumns::default()
    };
    timeline.absorb(Arc::new(Chunk::seal(Track::Carrier(0), 0, first)));
    timeline.absorb(Arc::new(Chunk::seal(Track::Carrier(0), 1, second)));
    timeline
}
