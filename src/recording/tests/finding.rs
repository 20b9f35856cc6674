//! The worst of a stretch and its figures, against lists of every span.

use std::cmp::Reverse;
use std::sync::Arc;

use proptest::prelude::*;

use super::super::{
    Chunk, ChunkColumns, Gap, OpenSpan, Pin, Span, Timeline, Track, Worst, WorstKind,
};
use super::timelines::{lane, place, viewport};
use crate::wire::Reason;

/// Lanes of a few hundred spans in chunks of `size`; every third span had waited, every fourth is pinned in its second half.
/// Each with the track it is on.
type On<T> = Vec<(Track, T)>;

fn lanes(spans: &[Vec<Span>], size: usize) -> (Timeline, On<Span>, On<Pin>) {
    let mut timeline = Timeline::default();
    let (mut all, mut all_pins) = (Vec::new(), Vec::new());
    for (carrier, lane) in (0..).zip(spans) {
        let track = Track::Carrier(carrier);
        for (serial, part) in (0..).zip(lane.chunks(size)) {
            let mut columns = ChunkColumns::default();
            for span in part {
                let waited_ns = span.task.is_multiple_of(3).then_some(span.start_ns % 777);
                columns.start_ns.push(span.start_ns);
                columns.end_ns.push(span.end_ns);
                columns.task.push(span.task);
                columns.reason.push(span.reason);
                columns.waited_ns.push(waited_ns.unwrap_or(u64::MAX));
                all.push((track, Span { waited_ns, ..*span }));
                if span.task.is_multiple_of(4) {
                    let pin = Pin {
                        start_ns: span.start_ns.midpoint(span.end_ns),
                        end_ns: span.end_ns,
                        task: span.task,
                        reason: Reason::Io,
                    };
                    columns.pins.push(pin);
                    all_pins.push((track, pin));
                }
            }
            timeline.absorb(Arc::new(Chunk::seal(track, serial, columns)));
        }
    }
    (timeline, all, all_pins)
}

fn touching(from: u64, to: u64, (start, end): (u64, u64)) -> bool {
    from < end && (to > start || from >= start)
}

/// The longest lengths, longest first.
fn longest(lengths: impl Iterator<Item = u64>, most: usize) -> Vec<u64> {
    let mut lengths: Vec<u64> = lengths.filter(|length| *length > 0).collect();
    lengths.sort_by_key(|length| Reverse(*length));
    lengths.truncate(most);
    lengths
}

fn told(worst: &[Worst]) -> Vec<u64> {
    worst.iter().map(Worst::badness_ns).collect()
}

/// The longest that one task was ready in each idle stretch between two spans or around them.
fn idle_while_ready(spans: &[(Track, Span)], range: (u64, u64), until_ns: u64) -> Vec<u64> {
    let mut found = Vec::new();
    for carrier in 0..2 {
        let track = Track::Carrier(carrier);
        let own = spans.iter().filter(|(of, _)| *of == track);
        let mut since_ns = 0;
        let ends = own.map(|(_, span)| (span.start_ns, span.end_ns));
        for (start_ns, end_ns) in ends.chain([(until_ns, 0)]) {
            let shared = |(_, span): &(Track, Span)| {
                let Some(waited_ns) = span.waited_ns else {
                    return 0;
                };
                if !touching(span.start_ns, span.end_ns, range) {
                    return 0;
                }
                let ready_ns = span.start_ns.saturating_sub(waited_ns);
                span.start_ns
                    .min(start_ns)
                    .saturating_sub(ready_ns.max(since_ns))
            };
            if start_ns > since_ns && touching(since_ns, start_ns, range) {
                found.push(spans.iter().map(shared).max().unwrap_or(0));
            }
            since_ns = end_ns;
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn the_worst_are_the_longest_of_all(
        one in lane(),
        other in lane(),
        size in 5_usize..80,
        view in viewport(),
    ) {
        let range = place(&one, view);
        let (timeline, spans, pins) = lanes(&[one, other], size);
        let worst = timeline.worst(range, 2, 4);
        let seen = spans.iter().filter(|(_, span)| touching(span.start_ns, span.end_ns, range));
        let mounts = seen.clone().map(|(_, span)| span.end_ns - span.start_ns);
        let waits = seen.filter_map(|(_, span)| span.waited_ns);
        let pins = pins.iter().filter(|(_, pin)| touching(pin.start_ns, pin.end_ns, range));
        prop_assert_eq!(told(&worst.mounts), longest(mounts, 4));
        prop_assert_eq!(told(&worst.waits), longest(waits, 4));
        prop_assert_eq!(told(&worst.pins), longest(pins.map(|(_, pin)| pin.end_ns - pin.start_ns), 4));
    }

    /// In chunks of no more spans than are kept of each, the search for idle stretches leaves nothing out.
    #[test]
    fn idle_stretches_are_held_against_all_waits(
        one in lane(),
        other in lane(),
        view in viewport(),
    ) {
        let part = |mut spans: Vec<Span>| { spans.truncate(100); spans };
        let (one, other) = (part(one), part(other));
        let range = place(&one, view);
        let (timeline, spans, _) = lanes(&[one, other], 8);
        let exact = idle_while_ready(&spans, range, timeline.known_until_ns());
        prop_assert_eq!(told(&timeline.worst(range, 2, 4).idles), longest(exact.into_iter(), 4));
    }

    #[test]
    fn figures_count_what_touches_the_stretch(
        one in lane(),
        other in lane(),
        size in 5_usize..80,
        view in viewport(),
    ) {
        let range = place(&one, view);
        let (timeline, spans, _) = lanes(&[one, other], size);
        let figures = timeline.figures(range.0, range.1);
        let seen: Vec<_> = spans.iter().filter(|(_, span)| touching(span.start_ns, span.end_ns, range)).collect();
        prop_assert_eq!(figures.runs().count(), seen.len() as u64);
        let waits = seen.iter().filter(|(_, span)| span.waited_ns.is_some()).count();
        prop_assert_eq!(figures.waits().count(), waits as u64);
        for lane in &figures.lanes {
            let own = seen.iter().filter(|(track, _)| *track == lane.track).count();
            prop_assert_eq!(lane.runs.count(), own as u64);
            prop_assert!((0.0..=1.0).contains(&lane.busy) && lane.pinned <= lane.busy + 1e-4);
        }
    }
}

#[test]
fn what_goes_on_is_among_the_worst() {
    let timeline = super::timelines::with_gap_and_open();
    let mut timeline = timeline;
    timeline.know_until(500);
    let worst = timeline.worst((0, 1_000), 1, 4);
    let pin = worst
        .pins
        .first()
        .map(|pin| (pin.task, pin.start_ns, pin.end_ns));
    assert_eq!(pin, Some((3, 90, 500)));
    let mount = worst
        .mounts
        .first()
        .map(|mount| (mount.task, mount.start_ns));
    assert_eq!(mount, Some((3, 80)));
    assert_eq!(told(&worst.waits), [4]);
}

/// A carrier that is used, one with a gap, and one that never mounts anything.
fn with_idle_carriers() -> Timeline {
    let mut timeline = Timeline::default();
    let busy = ChunkColumns {
        start_ns: vec![0, 600],
        end_ns: vec![600, 700],
        task: vec![1, 2],
        reason: vec![Reason::Done; 2],
        waited_ns: vec![u64::MAX, 500],
        ..ChunkColumns::default()
    };
    let cut = ChunkColumns {
        start_ns: vec![0],
        end_ns: vec![10],
        task: vec![3],
        reason: vec![Reason::None],
        gaps: vec![Gap {
            start_ns: 10,
            end_ns: 400,
            count: 7,
        }],
        ..ChunkColumns::default()
    };
    timeline.absorb(Arc::new(Chunk::seal(Track::Carrier(0), 0, busy)));
    timeline.absorb(Arc::new(Chunk::seal(Track::Carrier(1), 0, cut)));
    timeline
}

#[test]
fn an_unused_carrier_idles_while_others_queue_and_a_gap_is_no_idleness() {
    let timeline = with_idle_carriers();
    let idles = timeline.worst((0, 1_000), 3, 4).idles;
    let told: Vec<_> = idles
        .iter()
        .map(|idle| (idle.track, idle.task, idle.kind))
        .collect();
    let kind = WorstKind::Idle { ready_ns: 500 };
    assert_eq!(told, [(Track::Carrier(2), 2, kind)], "{idles:?}");
}

#[test]
fn an_open_span_ends_the_idleness_before_it() {
    let open = OpenSpan {
        start_ns: 300,
        task: 9,
        pinned_since_ns: None,
        waited_ns: Some(200),
    };
    let columns = ChunkColumns {
        open: vec![open],
        ..ChunkColumns::default()
    };
    let mut timeline = Timeline::default();
    timeline.absorb(Arc::new(Chunk::seal(Track::Carrier(0), 0, columns)));
    timeline.know_until(1_000);
    let idles = timeline.worst((0, 1_000), 1, 4).idles;
    let told: Vec<_> = idles
        .iter()
        .map(|idle| (idle.start_ns, idle.end_ns, idle.kind))
        .collect();
    assert_eq!(told, [(0, 300, WorstKind::Idle { ready_ns: 200 })]);
}
