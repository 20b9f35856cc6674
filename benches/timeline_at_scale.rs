//! The timeline at scale, through the same functions as the window: ingest, memory, scene, frame, save and open. Prints what it
//! measured; nothing passes or fails here.
//!
//! `cargo bench --bench timeline_at_scale`

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench prints what it measured, and stops where it cannot"
)]

mod common;

use std::sync::Arc;
use std::time::Instant;

use carrier_lab::host::machine_facts;
use carrier_lab::model::{EngineKind, RunSpec};
use carrier_lab::recording::{Recording, RunUpdate, SpanBuilder};
use carrier_lab::scene::{LaneView, RowRange, TimeWindow, lane_scene};
use carrier_lab::state::{FileAction, PlanAction, Tab, TimeRange, ViewAction};
use carrier_lab::wire::{EVENT_BYTES, Event, EventKind, Frame, FrameReader, Reason, encode_events};
use common::{Window, hello, report, resident_bytes, spec};

const CARRIERS: u16 = 16;
const TASKS_PER_CARRIER: u32 = 1_000;
/// Mount, unmount and the ready that leads to the next mount.
const EVENTS_PER_SPAN: u64 = 3;
/// From one mount to the next on a carrier, nanoseconds.
const STEP_NS: u64 = 1_000;
/// Spans of one carrier in a frame of 64 KiB.
const SPANS_PER_FRAME: u64 = 1_024;
/// Looks at each zoom.
const ROUNDS: usize = 101;
const ZOOMS: [(&str, f64); 4] = [("all", 1.0), ("10 %", 0.1), ("1 %", 0.01), ("0.1 %", 0.001)];

fn main() {
    println!("| what | best | median |\n|---|---|---|");
    ingest();
    hand_out();
    scenes_and_frames();
    save_and_open();
}

/// The records of `SPANS_PER_FRAME` spans of one carrier from its span number `first` on.
fn records(carrier: u16, first: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64 * 1024);
    for span in first..first + SPANS_PER_FRAME {
        let place = u32::try_from(span % u64::from(TASKS_PER_CARRIER)).unwrap();
        let start_ns = span * STEP_NS + 100;
        let length_ns = 300 + span * 7_919 % 500;
        let mut push = |t_ns, kind, reason| {
            let task = u32::from(carrier) * TASKS_PER_CARRIER + place;
            let event = Event {
                t_ns,
                task,
                carrier,
                kind,
                reason,
            };
            bytes.extend_from_slice(&event.to_bytes());
        };
        push(start_ns, EventKind::Mount, Reason::None);
        push(start_ns + length_ns, EventKind::Unmount, Reason::Yield);
        push(start_ns + length_ns + 20, EventKind::Ready, Reason::None);
    }
    bytes
}

/// Wire bytes → frames → chunks, handed out at the pace of the window.
fn ingest() {
    let spans = 250 * SPANS_PER_FRAME;
    let mut stream = Vec::new();
    for first in (0..spans).step_by(usize::try_from(SPANS_PER_FRAME).unwrap()) {
        for carrier in 0..CARRIERS {
            encode_events(&records(carrier, first), &mut stream);
        }
    }
    let events = spans * u64::from(CARRIERS) * EVENTS_PER_SPAN;
    let mut rates: Vec<f64> = (0..7)
        .map(|_| {
            let began = Instant::now();
            let mut builder = SpanBuilder::new();
            let mut reader = FrameReader::new(stream.as_slice());
            let (mut chunks, mut since) = (Vec::new(), 0);
            while let Some(frame) = reader.next_frame().unwrap() {
                if let Frame::Events(records) = frame {
                    builder.push_records(&records).unwrap();
                    since += records.len() / EVENT_BYTES;
                }
                if since > 600_000 {
                    since = 0;
                    chunks.extend(builder.take_chunks());
                }
            }
            chunks.extend(builder.finish(0));
            events as f64 / began.elapsed().as_secs_f64() / 1e6
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    println!(
        "| decode + ingest of {events} events | {:.1} M/s | {:.1} M/s |",
        rates[6], rates[3]
    );
}

/// What the window's pace costs: the newest chunk of every carrier, one record short of its seal, copied and summed up.
fn hand_out() {
    let mut builder = SpanBuilder::new();
    drop(append(&mut builder, 0, 7 * SPANS_PER_FRAME));
    let mut span = 7 * SPANS_PER_FRAME;
    let times = (0..ROUNDS).map(|_| {
        for carrier in 0..CARRIERS {
            let one = &records(carrier, span)[..2 * EVENT_BYTES];
            builder.push_records(one).unwrap();
        }
        span += 1;
        let began = Instant::now();
        std::hint::black_box(builder.take_chunks());
        began.elapsed()
    });
    let times = times.collect();
    report("hand out sixteen growing chunks of 7 168 spans", times);
}

fn sixteen_carriers() -> RunSpec {
    spec(EngineKind::Tokio, &[("tasks", "16000"), ("carriers", "16")])
}

/// Appends frames of all carriers up to span number `to`, and gives the news of them.
fn append(builder: &mut SpanBuilder, from: u64, to: u64) -> RunUpdate {
    let mut chunks = Vec::new();
    for first in (from..to).step_by(usize::try_from(SPANS_PER_FRAME).unwrap()) {
        for carrier in 0..CARRIERS {
            builder.push_records(&records(carrier, first)).unwrap();
        }
        chunks.extend(builder.take_chunks());
    }
    RunUpdate::Chunks(chunks)
}

fn filled(spans: u64) -> (Recording, SpanBuilder) {
    let mut builder = SpanBuilder::new();
    let mut recording = Recording::new(
        sixteen_carriers(),
        "sixteen lanes".to_owned(),
        Arc::new(machine_facts()),
        0,
    );
    recording.absorb(hello(EngineKind::Tokio, CARRIERS));
    for from in (0..spans).step_by(8 * usize::try_from(SPANS_PER_FRAME).unwrap()) {
        let to = (from + 8 * SPANS_PER_FRAME).min(spans);
        recording.absorb(append(&mut builder, from, to));
    }
    (recording, builder)
}

/// 16 lanes with a million spans each, looked at from afar and near, a frame of each carrier arriving before each look.
fn scenes_and_frames() {
    let mut spans = 977 * SPANS_PER_FRAME;
    let before = resident_bytes();
    let (mut recording, mut builder) = filled(spans);
    let events = spans * u64::from(CARRIERS) * EVENTS_PER_SPAN;
    println!(
        "| memory held per event of {events}, resident | {:.1} B | |",
        (resident_bytes() - before) as f64 / events as f64
    );
    for (name, share) in ZOOMS {
        let times = (0..ROUNDS).map(|_| {
            recording.absorb(append(&mut builder, spans, spans + SPANS_PER_FRAME));
            spans += SPANS_PER_FRAME;
            let (start_ns, end_ns) = part(spans, share);
            let view = LaneView {
                window: TimeWindow::new(start_ns, end_ns),
                width: 1_600.0,
                columns: 1_600,
            };
            let began = Instant::now();
            std::hint::black_box(lane_scene(&recording, view, RowRange::ALL));
            began.elapsed()
        });
        report(&format!("scene of {name}"), times.collect());
    }
    frames(recording, &mut builder, spans);
}

/// A stretch in the middle of all spans.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "nanoseconds"
)]
fn part(spans: u64, share: f64) -> (u64, u64) {
    let all_ns = spans * STEP_NS;
    let length_ns = (all_ns as f64 * share) as u64;
    let start_ns = (all_ns - length_ns) / 2;
    (start_ns, start_ns + length_ns)
}

fn news_of(recording: &Recording) -> Vec<RunUpdate> {
    let timeline = &recording.timeline;
    let chunks = timeline
        .tracks()
        .flat_map(|track| timeline.chunks(track).iter().cloned());
    vec![
        hello(EngineKind::Tokio, CARRIERS),
        RunUpdate::Chunks(chunks.collect()),
    ]
}

fn frames(recording: Recording, builder: &mut SpanBuilder, mut spans: u64) {
    let news = news_of(&recording);
    drop(recording);
    let mut window = Window::showing(sixteen_carriers(), news);
    for (name, share) in ZOOMS {
        let (start_ns, end_ns) = part(spans, share);
        window.act(ViewAction::SetRange(TimeRange::new(start_ns, end_ns)).into());
        window.frame();
        window.frame();
        let times = (0..ROUNDS).map(|_| {
            let update = append(builder, spans, spans + SPANS_PER_FRAME);
            spans += SPANS_PER_FRAME;
            let began = Instant::now();
            window.act(PlanAction::News(update).into());
            window.frame();
            began.elapsed()
        });
        report(&format!("whole frame of {name}"), times.collect());
    }
}

/// Sixteen million events to a file and back, up to the first painted frame.
fn save_and_open() {
    let spans = 326 * SPANS_PER_FRAME;
    let (recording, _builder) = filled(spans);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scale.clab");
    let (mut saved, mut opened, mut painted) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..3 {
        let began = Instant::now();
        recording.save(&path).unwrap();
        saved.push(began.elapsed());
        let began = Instant::now();
        let again = Recording::open(&path).unwrap();
        opened.push(began.elapsed());
        let mut window = Window::empty();
        let recording = Box::new(again);
        let path = path.clone();
        window.act(FileAction::RecordingOpened { path, recording }.into());
        window.act(ViewAction::ShowTab(Tab::Timeline).into());
        window.frame();
        window.frame();
        painted.push(began.elapsed());
    }
    let events = spans * u64::from(CARRIERS) * EVENTS_PER_SPAN;
    let bytes = std::fs::metadata(&path).unwrap().len();
    println!(
        "| file of {events} events | {} MiB, {:.1} B per event | |",
        bytes >> 20,
        bytes as f64 / events as f64
    );
    report("save", saved);
    report("open", opened);
    report("open to first paint", painted);
}
