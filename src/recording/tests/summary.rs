//! Levels of detail against sums over every span.

use proptest::prelude::*;

use super::super::{Bucket, Chunk, ChunkColumns, Level, Pin, Summary, Track};
use crate::wire::Reason;

fn columns(spans: &[(u64, u64)], pins: &[(u64, u64)]) -> ChunkColumns {
    ChunkColumns {
        start_ns: spans.iter().map(|span| span.0).collect(),
        end_ns: spans.iter().map(|span| span.1).collect(),
        task: vec![0; spans.len()],
        reason: vec![Reason::Done; spans.len()],
        pins: pins
            .iter()
            .map(|pin| Pin {
                start_ns: pin.0,
                end_ns: pin.1,
                task: 0,
                reason: Reason::Io,
            })
            .collect(),
        ..ChunkColumns::default()
    }
}

fn overlap(span: (u64, u64), level: &Level<'_>, index: usize) -> f64 {
    let from = (level.first + index as u64) << level.shift;
    let to = from + (1 << level.shift);
    span.1.min(to).saturating_sub(span.0.max(from)) as f64
}

#[test]
fn nothing_has_no_levels() {
    assert!(
        Summary::of(&ChunkColumns::default())
            .level(u64::MAX)
            .is_none()
    );
}

#[test]
fn a_pinned_microsecond_is_seen_at_the_top() -> Result<(), &'static str> {
    let spans: Vec<_> = (0..8_000_u64)
        .map(|i| (i * 1_000_000, i * 1_000_000 + 900_000))
        .collect();
    let summary = Summary::of(&columns(&spans, &[(5_000_000, 5_001_000)]));
    let top = summary.level(u64::MAX).ok_or("no level")?;
    assert!(top.buckets.len() <= 2);
    let pinned: f32 = top.buckets.iter().map(|bucket| bucket.pinned_ns).sum();
    assert_eq!(pinned, 1_000.0);
    Ok(())
}

#[test]
fn the_finest_level_has_four_spans_to_a_bucket() -> Result<(), &'static str> {
    let spans: Vec<_> = (0..8_192_u64).map(|i| (i * 777, i * 777 + 500)).collect();
    let chunk = Chunk::seal(Track::Carrier(0), 0, columns(&spans, &[]));
    let finest = (0..64)
        .find_map(|shift| chunk.summary().level(1 << shift))
        .ok_or("no level")?;
    assert!(
        (512..=2_048).contains(&finest.buckets.len()),
        "{}",
        finest.buckets.len()
    );
    let buckets: usize = (0..64)
        .filter_map(|shift| chunk.summary().level(1 << shift))
        .filter(|level| level.shift >= finest.shift)
        .map(|level| level.buckets.len())
        .take(12)
        .sum();
    let all = buckets * size_of::<Bucket>();
    assert!(all <= 8_192 * 9, "{all} bytes");
    Ok(())
}

/// A span of 21 bytes is two events, and one with its wait (29 bytes) three: spawn or ready, mount, unmount.
#[test]
fn a_sealed_chunk_holds_sixteen_bytes_for_an_event_at_most() {
    let spans: Vec<_> = (0..8_192_u64).map(|i| (i * 777, i * 777 + 500)).collect();
    let without = columns(&spans, &[]);
    let with = ChunkColumns {
        waited_ns: (0..8_192).collect(),
        ..without.clone()
    };
    for (columns, span_bytes, events) in [(without, 21, 2), (with, 29, 3)] {
        let held = 8_192 * span_bytes + Summary::of(&columns).bytes();
        assert!(held <= 8_192 * events * 16, "{held} bytes, {events} events");
    }
}

#[test]
fn the_ends_of_time_are_no_trouble() {
    let summary = Summary::of(&columns(
        &[(0, u64::MAX), (u64::MAX, u64::MAX), (9, 3)],
        &[],
    ));
    assert!(summary.level(u64::MAX).is_some());
    assert!(summary.level(0).is_none());
}

proptest! {
    #[test]
    fn every_level_tells_what_the_spans_tell(
        raw in prop::collection::vec((0_u64..1 << 20, 0_u64..1 << 14), 1..200),
        base in 0_u64..1 << 40,
    ) {
        let spans: Vec<_> = raw.iter().map(|(start, length)| (base + start, base + start + length)).collect();
        let pins: Vec<_> = spans.iter().step_by(3).copied().collect();
        // Every second wait is unknown.
        let waited = |index: usize| index.is_multiple_of(2).then(|| raw[index].0 * 3);
        let waited_ns = (0..spans.len()).map(|index| waited(index).unwrap_or(u64::MAX)).collect();
        let summary = Summary::of(&ChunkColumns { waited_ns, ..columns(&spans, &pins) });
        for shift in 0..64 {
            let Some(level) = summary.level(1 << shift) else { continue };
            for (index, bucket) in level.buckets.iter().enumerate() {
                let busy: f64 = spans.iter().map(|span| overlap(*span, &level, index)).sum();
                let pinned: f64 = pins.iter().map(|pin| overlap(*pin, &level, index)).sum();
                let begins = |span: usize| spans[span].0 >> level.shift == level.first + index as u64;
                let begun: Vec<usize> = (0..spans.len()).filter(|span| begins(*span)).collect();
                let longest = begun.iter().map(|span| spans[*span].1 - spans[*span].0).max().unwrap_or(0);
                prop_assert_eq!(bucket.longest_ns, longest as f32);
                let waits: Vec<u64> = begun.iter().filter_map(|span| waited(*span)).collect();
                let sum = waits.iter().sum::<u64>() as f64;
                let found = level.waits[index];
                prop_assert!((f64::from(found.sum_ns) - sum).abs() <= sum * 1e-5);
                prop_assert_eq!(found.longest_ns, waits.iter().max().copied().unwrap_or(0) as f32);
                let mounts = begun.len();
                prop_assert!((f64::from(bucket.busy_ns) - busy).abs() <= busy * 1e-5 + 0.01);
                prop_assert!((f64::from(bucket.pinned_ns) - pinned).abs() <= pinned * 1e-5 + 0.01);
                prop_assert_eq!(bucket.mounts as usize, mounts);
            }
            let all: u32 = level.buckets.iter().map(|bucket| bucket.mounts).sum();
            prop_assert_eq!(all as usize, spans.len());
        }
    }
}
