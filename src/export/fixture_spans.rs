//! Invented events for the recordings of tests: spans, pins and a gap, through the real span builder.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "invented figures"
)]

use std::sync::Arc;

use super::fixtures::{Shape, noise};
use crate::model::EngineKind;
use crate::recording::{Chunk, KernelSample, SpanBuilder, ThreadState, Timeline, Track};
use crate::wire::{Event, EventKind, OWN_THREAD, Reason};

const MS: u64 = 1_000_000;
/// The carrier of may that loses records, and when.
pub(super) const GAP: (u16, u64, u64) = (5, 6_000 * MS, 7_200 * MS);

pub(super) fn chunks(shape: &Shape) -> Vec<Arc<Chunk>> {
    let end_ns = (shape.secs * 1e9) as u64;
    let mut builder = SpanBuilder::new();
    let mut events = Vec::new();
    match shape.engine {
        EngineKind::OsThread => {
            for task in 0..4_000 {
                thread(&mut events, task, end_ns);
            }
            events.sort_by_key(|event: &Event| event.t_ns);
        }
        EngineKind::Pool | EngineKind::May | EngineKind::Fiber | EngineKind::Tokio => {
            for carrier in 0..8 {
                lane(&mut events, shape.engine, carrier, end_ns);
            }
        }
    }
    let bytes: Vec<u8> = events.iter().flat_map(|event| event.to_bytes()).collect();
    builder.push_records(&bytes).unwrap();
    let mut chunks = builder.take_chunks();
    chunks.extend(builder.finish(end_ns));
    chunks
}

/// What the scheduler would have told of these spans: what is mounted and not pinned runs, but for the tenth of it that waits.
pub(super) fn looks(timeline: &Timeline, shape: &Shape) -> Vec<KernelSample> {
    let mut looks = Vec::new();
    for track in timeline.tracks() {
        let Track::Carrier(carrier) = track else {
            continue;
        };
        let (mut run_ns, mut wait_ns) = (0, 0);
        for look in 1..=(shape.secs * 50.0) as u64 {
            let (from, to) = ((look - 1) * 20 * MS, look * 20 * MS);
            let mounted = timeline.occupancy(track, from, to, 1)[0];
            let busy = f64::from(mounted.busy - mounted.pinned).max(0.0) * 20e6;
            run_ns += (busy * 0.9) as u64;
            wait_ns += (busy * 0.1) as u64;
            looks.push(KernelSample {
                t_ns: to,
                carrier,
                run_ns,
                wait_ns,
                state: ThreadState::Sleeping,
            });
        }
    }
    looks
}

fn event(t_ns: u64, task: u32, carrier: u16, kind: EventKind, reason: Reason) -> Event {
    Event {
        t_ns,
        task,
        carrier,
        kind,
        reason,
    }
}

fn thread(events: &mut Vec<Event>, task: u32, end_ns: u64) {
    let start = u64::from(task) * 700_000;
    let length = (900.0 + 500.0 * noise(77, u64::from(task))) as u64 * MS;
    let mut push = |t_ns: u64, kind, reason| {
        if t_ns < end_ns {
            events.push(event(t_ns, task, OWN_THREAD, kind, reason));
        }
    };
    push(start, EventKind::Mount, Reason::None);
    if task.is_multiple_of(3) {
        push(start + 50 * MS, EventKind::PinBegin, Reason::Blocking);
        push(start + length / 2, EventKind::PinEnd, Reason::None);
    }
    push(start + length, EventKind::Unmount, Reason::Done);
}

/// Spans of 20 to 160 ms on the pool and may, of 2 to 30 on tokio; one in nine blocks.
fn lane(events: &mut Vec<Event>, engine: EngineKind, carrier: u16, end_ns: u64) {
    let seed = 100 * engine as u64 + u64::from(carrier);
    let scale = if engine == EngineKind::Tokio {
        16.0
    } else {
        90.0
    };
    let mut t_ns = (20.0 + 20.0 * noise(seed, 0)) as u64 * MS;
    for i in 1_u32.. {
        let roll = |n: u64| noise(seed + n * 1_000, u64::from(i)).abs();
        let task = i * 8 + u32::from(carrier);
        let is_pinned = roll(1) < 0.11;
        let length = if is_pinned {
            (250.0 + 700.0 * roll(2)) as u64 * MS
        } else {
            (scale * (0.2 + roll(3))) as u64 * MS + 1_000
        };
        let end = t_ns + length;
        if end + 100 * MS > end_ns {
            break;
        }
        let in_gap = engine == EngineKind::May
            && carrier == GAP.0
            && (GAP.1..GAP.2).contains(&end.max(GAP.1));
        if in_gap && end >= GAP.1 {
            if t_ns < GAP.1 {
                let gap = |t, reason| event(t, 420, carrier, EventKind::Dropped, reason);
                events.push(gap(GAP.1, Reason::None));
                events.push(gap(GAP.2, Reason::Sleep));
                t_ns = GAP.2 + MS;
            }
            continue;
        }
        events.push(event(t_ns, task, carrier, EventKind::Mount, Reason::None));
        if is_pinned {
            events.push(event(
                t_ns + 30_000,
                task,
                carrier,
                EventKind::PinBegin,
                Reason::Blocking,
            ));
            events.push(event(
                end - 30_000,
                task,
                carrier,
                EventKind::PinEnd,
                Reason::None,
            ));
        }
        events.push(event(end, task, carrier, EventKind::Unmount, Reason::Sleep));
        t_ns = end + (scale * 0.8 * roll(4)) as u64 * MS;
    }
}
