//! Properties of the span builder: any legal order is told exactly, gaps hide and never invent, rubbish never panics.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::{Pin, SpanBuilder, Timeline, Track};
use super::legal_events::{LegalRun, legal_run, packed, with_drops};
use super::timelines::{built, by_start, ended, pins, sorted, timeline};
use crate::wire::{EventKind, Reason, SHARED};

proptest! {
    #[test]
    fn a_legal_run_is_told_exactly(run in prop::bool::ANY.prop_flat_map(legal_run), cut in 0_usize..400) {
        let bytes = packed(&run.events);
        let (one, two) = bytes.split_at((cut * 16).min(bytes.len()));
        let mut builder = SpanBuilder::new();
        builder.push_records(one)?;
        let mut found = timeline(builder.take_chunks());
        builder.push_records(two)?;
        builder.finish(0).into_iter().for_each(|chunk| found.absorb(chunk));
        prop_assert_eq!(by_start(ended(&found)), by_start(run.spans.clone()));
        let key = |(track, pin): &(Track, Pin)| (*track, pin.start_ns, pin.task);
        prop_assert_eq!(sorted(pins(&found), key), sorted(run.pins.clone(), key));
        let open: usize = found.tracks().map(|track| found.open_spans(track).len()).sum();
        prop_assert_eq!(open, run.open.len());
        let of_kind = |kind| run.events.iter().filter(|event| event.kind == kind).count();
        prop_assert_eq!(of_kind(EventKind::Mount), of_kind(EventKind::Unmount) + open);
        prop_assert!(no_overlap(&found));
    }

    #[test]
    fn drops_leave_gaps_and_never_an_invented_span(
        run in prop::bool::ANY.prop_flat_map(legal_run),
        pattern in prop::collection::vec(prop::bool::weighted(0.3), 1..60),
    ) {
        let (kept, gaps) = with_drops(&run.events, &pattern);
        let found = built(&kept)?;
        let truth: BTreeMap<_, _> = run.spans.iter().map(|(track, span)| ((*track, span.start_ns, span.task), *span)).collect();
        let open: Vec<_> = run.open.iter().map(|(place, open)| (LegalRun::track(place.0), open.start_ns, open.task)).collect();
        let spans = ended(&found);
        for (track, span) in &spans {
            let key = (*track, span.start_ns, span.task);
            let real = truth.get(&key);
            prop_assert!(real.is_some() || open.contains(&key), "invented {span:?}");
            let is_exact = real.is_some_and(|real| (real.end_ns, real.reason) == (span.end_ns, span.reason));
            let is_cut = span.reason == Reason::None
                && gaps.iter().any(|(carrier, gap)| LegalRun::track(*carrier) == *track && gap.start_ns == span.end_ns)
                && real.is_none_or(|real| real.end_ns >= span.end_ns);
            prop_assert!(is_exact || is_cut, "{span:?} is {real:?}");
            if let (Some(told), Some(real)) = (span.waited_ns, real) {
                prop_assert_eq!(Some(told), real.waited_ns);
            }
        }
        for ((track, ..), real) in &truth {
            let is_touched = gaps.iter().any(|(carrier, gap)| LegalRun::track(*carrier) == *track
                && gap.start_ns <= real.end_ns && gap.end_ns >= real.start_ns);
            let is_told = spans.iter().any(|(on, span)| on == track && (span.start_ns, span.end_ns, span.task) == (real.start_ns, real.end_ns, real.task));
            prop_assert!(is_touched || is_told, "lost {real:?}");
        }
        let told: Vec<_> = found.tracks().flat_map(|track| found.gaps_between(track, 0, u64::MAX)).collect();
        let marked = gaps.iter().filter(|(carrier, _)| *carrier != SHARED).count();
        prop_assert_eq!(told.len(), marked);
        prop_assert!(no_overlap(&found));
    }

    #[test]
    fn rings_drained_in_any_order_give_the_same_spans(
        run in legal_run(false),
        order in Just(vec![0_u16, 1, 2, SHARED]).prop_shuffle(),
        cycle in 1_usize..80,
    ) {
        let mut builder = SpanBuilder::new();
        for drained in run.events.chunks(cycle) {
            for ring in &order {
                let of_ring: Vec<_> = drained.iter().copied().filter(|event| event.carrier == *ring).collect();
                builder.push_records(&packed(&of_ring))?;
            }
        }
        let told = by_start(ended(&timeline(builder.finish(0))));
        let truth = by_start(run.spans.clone());
        prop_assert_eq!(told.len(), truth.len());
        for ((track, span), (real_track, real)) in told.iter().zip(&truth) {
            prop_assert_eq!((track, span.start_ns, span.end_ns, span.task), (real_track, real.start_ns, real.end_ns, real.task));
            prop_assert!(span.waited_ns.is_none_or(|waited| Some(waited) >= real.waited_ns), "{span:?} {real:?}");
        }
    }

    #[test]
    fn rubbish_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..600), kinds in prop::collection::vec(1_u8..9, 40)) {
        let mut builder = SpanBuilder::new();
        let mut bytes = bytes;
        for (record, kind) in bytes.chunks_exact_mut(16).zip(kinds) {
            (record[10], record[11], record[13], record[14], record[15]) = (0, 0, if record[13] < 99 { 255 } else { 0 }, kind, record[15] % 9);
        }
        for record in bytes.chunks(16) {
            let broken = builder.push_records(record).err();
            prop_assert!(broken.is_none_or(|error| !error.to_string().is_empty()));
        }
        let found = timeline(builder.finish(u64::MAX));
        for track in found.tracks() {
            prop_assert_eq!(found.occupancy(track, 0, u64::MAX, 7).len(), 7);
        }
    }
}

fn no_overlap(timeline: &Timeline) -> bool {
    timeline
        .tracks()
        .filter(|track| *track != Track::Threads)
        .all(|track| {
            let spans: Vec<_> = timeline.spans_between(track, 0, u64::MAX).collect();
            spans
                .windows(2)
                .all(|pair| pair[0].end_ns <= pair[1].start_ns)
        })
}
