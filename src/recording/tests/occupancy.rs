//! Occupancy against a model that looks at every span.

use std::sync::Arc;

use proptest::prelude::*;

use super::super::{Chunk, ChunkColumns, Occupancy, Timeline, Track};
use super::timelines::{lane, pinned_timeline, place, span, viewport, with_gap_and_open};
use crate::wire::Reason;

const CARRIER: Track = Track::Carrier(0);

fn covered_ns(intervals: &[(u64, u64)], from_ns: u64, to_ns: u64) -> f64 {
    intervals
        .iter()
        .map(|(start, end)| (*end).min(to_ns).saturating_sub((*start).max(from_ns)) as f64)
        .sum()
}

/// Up to every border of columns, the sum must be right to half a column at each end of the viewport.
fn check_sums(
    shares: &[f32],
    intervals: &[(u64, u64)],
    (start_ns, end_ns): (u64, u64),
    most: f64,
) -> Result<(), TestCaseError> {
    let column_ns = (end_ns - start_ns) as f64 / shares.len() as f64;
    let mut sum_ns = 0.0;
    for (index, share) in shares.iter().copied().map(f64::from).enumerate() {
        prop_assert!(share >= 0.0 && share <= most + 1e-4, "{share} at {index}");
        sum_ns += share * column_ns;
        let border_ns = start_ns + ((index + 1) as f64 * column_ns) as u64;
        let covered_ns = covered_ns(intervals, start_ns, border_ns);
        let tolerance_ns = column_ns * most + covered_ns * 1e-4 + 2.0 * most;
        prop_assert!(
            (sum_ns - covered_ns).abs() <= tolerance_ns,
            "{sum_ns} {covered_ns} at {index}"
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn sums_of_a_carrier_are_those_of_its_spans(spans in lane(), size in 3_usize..200, view in viewport()) {
        let (timeline, pins) = pinned_timeline(CARRIER, &spans, size);
        let (start_ns, end_ns) = place(&spans, view);
        let found = timeline.occupancy(CARRIER, start_ns, end_ns, view.2);
        prop_assert_eq!(found.len(), view.2);
        let busy: Vec<_> = found.iter().map(|column| column.busy).collect();
        let mounted: Vec<_> = spans.iter().map(|span| (span.start_ns, span.end_ns)).collect();
        check_sums(&busy, &mounted, (start_ns, end_ns), 1.0)?;
        let pinned: Vec<_> = found.iter().map(|column| column.pinned).collect();
        let blocked: Vec<_> = pins.iter().map(|pin| (pin.start_ns, pin.end_ns)).collect();
        check_sums(&pinned, &blocked, (start_ns, end_ns), 1.0)?;
        if view.1 == 1.0 {
            let mounts: u32 = found.iter().map(|column| column.mounts).sum();
            prop_assert_eq!(mounts as usize, spans.len());
            let is_pinned = pinned.iter().any(|share| *share > 0.0);
            prop_assert_eq!(is_pinned, pins.iter().any(|pin| pin.end_ns > pin.start_ns));
        }
    }

    /// Waits and lengths are those of the spans that begin in a column, give or take half a column for those read from a summary.
    #[test]
    fn waits_and_lengths_are_those_of_the_spans_that_begin(
        mut spans in lane(), size in 3_usize..200, view in viewport(), wait in 1_u64..1_000_000
    ) {
        for (index, span) in (0_u64..).zip(&mut spans) {
            span.waited_ns = (index % 3 != 0).then_some(index * wait);
        }
        let (timeline, _) = pinned_timeline(CARRIER, &spans, size);
        let (start_ns, end_ns) = place(&spans, view);
        let found = timeline.occupancy(CARRIER, start_ns, end_ns, view.2);
        let column_ns = (end_ns - start_ns) / view.2 as u64 + 1;
        let begin = |from: u64, to: u64| spans.iter().filter(move |span| (from..to).contains(&span.start_ns));
        let (inside, around) = (
            (start_ns + column_ns, end_ns.saturating_sub(column_ns)),
            (start_ns.saturating_sub(column_ns), end_ns + column_ns),
        );
        let waited = |(from, to)| begin(from, to).filter_map(|span| span.waited_ns).sum::<u64>() as f64;
        let sum: f64 = found.iter().map(|column| f64::from(column.waited_ns)).sum();
        prop_assert!(sum >= waited(inside) * 0.999 && sum <= waited(around) * 1.001, "{sum}");
        let most = |values: &mut dyn Iterator<Item = u64>| values.max().unwrap_or(0) as f32;
        let longest = found.iter().map(|column| column.longest_ns).fold(0.0, f32::max);
        let length = |(from, to)| most(&mut begin(from, to).map(|span| span.end_ns - span.start_ns));
        prop_assert!(longest >= length(inside) && longest <= length(around));
        let longest = found.iter().map(|column| column.longest_wait_ns).fold(0.0, f32::max);
        let wait = |(from, to)| most(&mut begin(from, to).filter_map(|span| span.waited_ns));
        prop_assert!(longest >= wait(inside) && longest <= wait(around));
    }

    #[test]
    fn sums_of_threads_are_those_of_their_spans(
        raw in prop::collection::vec((0_u64..1_000_000, 0_u64..300_000), 1..200),
        size in 3_usize..100,
        view in viewport(),
    ) {
        let spans: Vec<_> = (0..).zip(raw).map(|(task, (start, length))| span(start, start + length, task)).collect();
        let (timeline, _) = pinned_timeline(Track::Threads, &spans, size);
        let (start_ns, end_ns) = place(&spans, view);
        let found = timeline.occupancy(Track::Threads, start_ns, end_ns, view.2);
        let busy: Vec<_> = found.iter().map(|column| column.busy).collect();
        let mounted: Vec<_> = spans.iter().map(|span| (span.start_ns, span.end_ns)).collect();
        check_sums(&busy, &mounted, (start_ns, end_ns), spans.len() as f64)?;
    }
}

proptest! {
    /// Of two carriers and of threads together, whatever has outgrown the overview meanwhile.
    #[test]
    fn sums_of_all_tracks_are_those_of_their_spans(
        lanes in prop::collection::vec(lane(), 3), size in 3_usize..200, columns in 1_usize..400
    ) {
        let tracks = [CARRIER, Track::Carrier(1), Track::Threads];
        let mut timeline = Timeline::default();
        let (mut mounted, mut blocked, mut last_ns) = (Vec::new(), Vec::new(), 0);
        for (track, spans) in tracks.into_iter().zip(&lanes) {
            let (of_track, pins) = pinned_timeline(track, spans, size);
            of_track.chunks(track).iter().for_each(|chunk| timeline.absorb(Arc::clone(chunk)));
            mounted.extend(spans.iter().map(|span| (span.start_ns, span.end_ns)));
            blocked.extend(pins.iter().map(|pin| (pin.start_ns, pin.end_ns)));
            last_ns = last_ns.max(place(spans, (0.0, 1.0, columns)).1);
        }
        prop_assert_eq!(timeline.span_count(), mounted.len());
        let found = timeline.occupancy_of_all(0, last_ns, columns);
        let busy: Vec<_> = found.iter().map(|column| column.busy).collect();
        check_sums(&busy, &mounted, (0, last_ns), 3.0)?;
        let pinned: Vec<_> = found.iter().map(|column| column.pinned).collect();
        check_sums(&pinned, &blocked, (0, last_ns), 3.0)?;
        let mounts: u32 = found.iter().map(|column| column.mounts).sum();
        prop_assert_eq!(mounts as usize, mounted.len());
    }
}

#[test]
fn a_gap_stays_where_it_is_however_far_the_run_outgrows_it() {
    let mut timeline = with_gap_and_open();
    let marked = |timeline: &Timeline, end_ns| {
        let columns = timeline.occupancy_of_all(0, end_ns, 5);
        columns
            .iter()
            .map(|column| column.has_gap)
            .collect::<Vec<_>>()
    };
    assert_eq!(marked(&timeline, 50), [false, false, true, true, true]);
    for serial in 2..60 {
        let start_ns = 1 << serial;
        let columns = ChunkColumns {
            start_ns: vec![start_ns],
            end_ns: vec![start_ns + 1],
            task: vec![1],
            reason: vec![Reason::Done],
            ..ChunkColumns::default()
        };
        let chunk = Chunk::seal(CARRIER, serial, columns);
        timeline.absorb(Arc::new(chunk));
        let end_ns = start_ns * 2;
        let wanted = [true, false, false, false, false];
        if end_ns > 1 << 12 {
            assert_eq!(marked(&timeline, end_ns), wanted, "{serial}");
        }
    }
}

#[test]
fn a_gap_in_front_of_the_first_span_of_a_chunk_is_found() {
    let timeline = with_gap_and_open();
    assert_eq!(timeline.gaps_between(CARRIER, 0, 30).count(), 1);
    assert_eq!(timeline.gaps_between(CARRIER, 40, 100).count(), 0);
    let marked: Vec<_> = timeline
        .occupancy(CARRIER, 0, 50, 5)
        .iter()
        .map(|column| column.has_gap)
        .collect();
    assert_eq!(marked, [false, false, true, true, true]);
}

#[test]
fn what_is_open_lasts_as_long_as_anything_is_known() {
    let mut timeline = with_gap_and_open();
    assert_eq!(timeline.known_until_ns(), 90);
    timeline.know_until(100);
    timeline.know_until(95);
    let found = timeline.occupancy(CARRIER, 80, 120, 4);
    let shares: Vec<_> = found
        .iter()
        .map(|column| (column.busy, column.pinned, column.mounts))
        .collect();
    assert_eq!(
        shares,
        [(1.0, 0.0, 1), (1.0, 1.0, 0), (0.0, 0.0, 0), (0.0, 0.0, 0)]
    );
    assert_eq!(
        timeline
            .span_at(CARRIER, 85)
            .map(|span| (span.task, span.end_ns, span.waited_ns)),
        Some((3, 100, Some(4)))
    );
    assert_eq!(
        timeline
            .pins_between(CARRIER, 0, 200)
            .map(|pin| (pin.start_ns, pin.end_ns))
            .collect::<Vec<_>>(),
        [(90, 100)]
    );
    assert_eq!(timeline.span_at(CARRIER, 100), None);
}

#[test]
fn odd_viewports_give_empty_columns() {
    let timeline = with_gap_and_open();
    assert!(timeline.occupancy(CARRIER, 0, 100, 0).is_empty());
    assert_eq!(
        timeline.occupancy(CARRIER, 50, 50, 3),
        [Occupancy::default(); 3]
    );
    assert_eq!(
        timeline.occupancy(CARRIER, 50, 10, 3),
        [Occupancy::default(); 3]
    );
    assert_eq!(
        timeline.occupancy(Track::Carrier(9), 0, 10, 3),
        [Occupancy::default(); 3]
    );
    assert_eq!(
        timeline
            .occupancy(CARRIER, 12, 14, 100)
            .iter()
            .filter(|column| column.busy > 0.99)
            .count(),
        100
    );
}
