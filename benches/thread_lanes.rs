//! Ten thousand tasks on threads of their own, each a lane: the scene and whole frames. Prints what it measured; nothing passes or
//! fails here.
//!
//! `cargo bench --bench thread_lanes`

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench prints what it measured, and stops where it cannot"
)]

#[expect(dead_code, reason = "not every bench needs all that they share")]
mod common;

use std::sync::Arc;
use std::time::Instant;

use carrier_lab::host::machine_facts;
use carrier_lab::model::{EngineKind, RunSpec};
use carrier_lab::recording::{Recording, RunUpdate, SpanBuilder};
use carrier_lab::scene::{LaneView, RowRange, TimeWindow, lane_scene};
use carrier_lab::state::{PlanAction, TimeRange, ViewAction};
use carrier_lab::wire::{EVENT_BYTES, Event, EventKind, OWN_THREAD, Reason};
use common::{Window, hello, report, spec};

const TASKS: u32 = 10_000;
/// Mounts of each task.
const SPANS: u64 = 100;
/// From one mount of a task to its next, nanoseconds.
const STEP_NS: u64 = 10_000_000;
/// Looks at each zoom.
const ROUNDS: usize = 51;
const ZOOMS: [(&str, u64); 3] = [("all", 1), ("10 %", 10), ("1 %", 100)];

fn main() {
    println!("| ten thousand threads, a hundred mounts each | best | median |\n|---|---|---|");
    let mut builder = SpanBuilder::new();
    let mut recording = Recording::new(
        threads(),
        "ten thousand lanes".to_owned(),
        Arc::new(machine_facts()),
        0,
    );
    recording.absorb(hello(EngineKind::OsThread, 0));
    let mut news = vec![hello(EngineKind::OsThread, 0)];
    for round in 0..SPANS {
        builder.push_records(&records(round)).unwrap();
        let chunks = builder.take_chunks();
        recording.absorb(RunUpdate::Chunks(chunks.clone()));
        news.push(RunUpdate::Chunks(chunks));
    }
    scenes(&recording);
    drop(recording);
    frames(Window::showing(threads(), news), builder);
}

fn threads() -> RunSpec {
    spec(EngineKind::OsThread, &[("tasks", "10000")])
}

/// Every task runs once more, the next one a microsecond after the one before, for a tenth of its step.
fn records(round: u64) -> Vec<u8> {
    let mut events: Vec<Event> = (0..TASKS)
        .flat_map(|task| {
            let start_ns = round * STEP_NS + u64::from(task) * 1_000;
            [
                (start_ns, EventKind::Mount, Reason::None),
                (start_ns + STEP_NS / 10, EventKind::Unmount, Reason::Sleep),
            ]
            .map(|(t_ns, kind, reason)| Event {
                t_ns,
                task,
                carrier: OWN_THREAD,
                kind,
                reason,
            })
        })
        .collect();
    events.sort_by_key(|event| event.t_ns);
    let mut bytes = Vec::with_capacity(events.len() * EVENT_BYTES);
    for event in events {
        bytes.extend_from_slice(&event.to_bytes());
    }
    bytes
}

/// A stretch in the middle.
const fn part(divisor: u64) -> (u64, u64) {
    let all_ns = SPANS * STEP_NS;
    let start_ns = (all_ns - all_ns / divisor) / 2;
    (start_ns, start_ns + all_ns / divisor)
}

fn scenes(recording: &Recording) {
    for (name, divisor) in ZOOMS {
        let (start_ns, end_ns) = part(divisor);
        let view = LaneView {
            window: TimeWindow::new(start_ns, end_ns),
            width: 1_600.0,
            columns: 1_600,
        };
        for (rows, range) in [
            (
                "the first forty lanes",
                RowRange {
                    first: 0,
                    count: 40,
                },
            ),
            (
                "forty in the middle",
                RowRange {
                    first: 5_000,
                    count: 40,
                },
            ),
        ] {
            let times = (0..ROUNDS).map(|_| {
                let began = Instant::now();
                std::hint::black_box(lane_scene(recording, view, range));
                began.elapsed()
            });
            report(&format!("scene of {name}, {rows}"), times.collect());
        }
    }
}

/// Whole frames, every task running once more before each.
fn frames(mut window: Window, mut builder: SpanBuilder) {
    let mut round = SPANS;
    for (name, divisor) in ZOOMS {
        let (start_ns, end_ns) = part(divisor);
        window.act(ViewAction::SetRange(TimeRange::new(start_ns, end_ns)).into());
        window.frame();
        window.frame();
        let times = (0..ROUNDS).map(|_| {
            builder.push_records(&records(round)).unwrap();
            let update = RunUpdate::Chunks(builder.take_chunks());
            round += 1;
            let began = Instant::now();
            window.act(PlanAction::News(update).into());
            window.frame();
            began.elapsed()
        });
        report(&format!("whole frame of {name}"), times.collect());
    }
}
