//! While data arrives nothing is rebuilt: what is sealed stays the same object, whatever comes after it.

use std::sync::Arc;

use super::super::growing::CHUNK_SPANS;
use super::super::{Chunk, SpanBuilder, SpanError, Timeline, Track};
use super::legal_events::packed;
use crate::wire::{Event, EventKind, OWN_THREAD, Reason};

/// So many spans arrive between two looks: no divisor of a chunk's, so that chunks are sealed amid a step.
const STEP: usize = 3_001;
const STEPS: usize = 9;

fn spans(step: usize, carrier: u16) -> Vec<u8> {
    let of_span = |index: usize| {
        let event = |t_ns, kind, reason| Event {
            t_ns,
            task: index as u32,
            carrier,
            kind,
            reason,
        };
        let at = index as u64 * 1_000;
        [
            event(at, EventKind::Mount, Reason::None),
            event(at + 600, EventKind::Unmount, Reason::Sleep),
        ]
    };
    let events: Vec<Event> = (step * STEP..(step + 1) * STEP).flat_map(of_span).collect();
    packed(&events)
}

/// All chunks of a track but the newest.
fn sealed(timeline: &Timeline, track: Track) -> &[Arc<Chunk>] {
    let chunks = timeline.chunks(track);
    &chunks[..chunks.len().saturating_sub(1)]
}

#[test]
fn sealed_chunks_are_neither_sent_again_nor_touched() -> Result<(), SpanError> {
    for (carrier, track) in [(3, Track::Carrier(3)), (OWN_THREAD, Track::Threads)] {
        let mut builder = SpanBuilder::new();
        let mut timeline = Timeline::default();
        for step in 0..STEPS {
            let before: Vec<Arc<Chunk>> = sealed(&timeline, track).to_vec();
            builder.push_records(&spans(step, carrier))?;
            for chunk in builder.take_chunks() {
                let is_again = before.iter().any(|old| old.serial() == chunk.serial());
                assert!(!is_again, "chunk {} came again", chunk.serial());
                timeline.absorb(chunk);
            }
            let now = sealed(&timeline, track);
            assert!(
                before
                    .iter()
                    .zip(now)
                    .all(|(old, new)| Arc::ptr_eq(old, new))
            );
            assert!(now.iter().all(|chunk| chunk.len() == CHUNK_SPANS));
        }
        assert_eq!(sealed(&timeline, track).len(), STEP * STEPS / CHUNK_SPANS);
        assert_eq!(timeline.span_count(), STEP * STEPS);
    }
    Ok(())
}
