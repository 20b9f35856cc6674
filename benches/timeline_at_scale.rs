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

use std::sync::Arc;
use std::time::{Duration, Instant};

use carrier_lab::charts::install_fonts;
use carrier_lab::host::machine_facts;
use carrier_lab::model::{EngineKind, Plan, Preset, RunSpec};
use carrier_lab::recording::{Recording, RunUpdate, SpanBuilder};
use carrier_lab::scene::{LaneView, RowRange, TimeWindow, lane_scene};
use carrier_lab::state::{
    Action, AppState, FileAction, PlanAction, Tab, TimeRange, ViewAction, reduce,
};
use carrier_lab::ui::{theme, window_ui};
use carrier_lab::wire::{
    EVENT_BYTES, Event, EventKind, Frame, FrameReader, Hello, Reason, WIRE_VERSION, encode_events,
};

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
    println!(
        "load before: {}",
        std::fs::read_to_string("/proc/loadavg").unwrap_or_default()
    );
    ingest();
    scenes_and_frames();
    save_and_open();
    println!(
        "load after: {}",
        std::fs::read_to_string("/proc/loadavg").unwrap_or_default()
    );
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
        "decode + ingest, {events} events on one core: best {:.1} M/s, median {:.1} M/s",
        rates[6], rates[3]
    );
}

fn spec() -> RunSpec {
    let mut preset = Preset::default();
    for (key, value) in [("tasks", "16000"), ("carriers", "16")] {
        preset.set(key, value).unwrap();
    }
    let mut runs = Plan::of(&preset).runs.into_iter();
    runs.find(|run| run.engine == EngineKind::Tokio).unwrap()
}

fn hello() -> RunUpdate {
    RunUpdate::Hello(Box::new(Hello {
        version: WIRE_VERSION,
        pid: 1,
        engine: EngineKind::Tokio,
        carriers: CARRIERS,
        versions: std::collections::BTreeMap::new(),
        baseline_rss_bytes: 0,
        probe_bytes: 0,
        task_ns: None,
    }))
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

fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

fn filled(spans: u64) -> (Recording, SpanBuilder) {
    let mut builder = SpanBuilder::new();
    let mut recording = Recording::new(
        spec(),
        "sixteen lanes".to_owned(),
        Arc::new(machine_facts()),
        0,
    );
    recording.absorb(hello());
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
        "memory held, {events} events: {:.1} B each (resident, wait table and allocator included)",
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

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    println!(
        "{what}: best {:.2} ms, median {:.2} ms",
        times[0].as_secs_f64() * 1e3,
        times[times.len() / 2].as_secs_f64() * 1e3
    );
}

/// A window of 1600 × 1000 points without the window.
struct Window {
    ctx: egui::Context,
    state: AppState,
}

impl Window {
    fn empty() -> Self {
        let ctx = egui::Context::default();
        install_fonts(&ctx);
        theme::install(&ctx);
        let mut window = Self {
            ctx,
            state: AppState::default(),
        };
        window.act(Action::FactsRead(Arc::new(machine_facts())));
        window
    }

    /// The timeline of a run that goes on.
    fn showing(news: impl IntoIterator<Item = RunUpdate>) -> Self {
        let mut window = Self::empty();
        window.act(PlanAction::Run.into());
        window.act(
            PlanAction::Started {
                spec: spec(),
                facts: Arc::new(machine_facts()),
                started_unix_ms: 0,
            }
            .into(),
        );
        for update in news {
            window.act(PlanAction::News(update).into());
        }
        window.act(ViewAction::ShowTab(Tab::Timeline).into());
        window
    }

    fn act(&mut self, action: Action) {
        reduce(&mut self.state, action);
    }

    /// Lays out, paints and tessellates one frame; what is left is the graphics driver's.
    fn frame(&mut self) {
        let size = egui::vec2(1_600.0, 1_000.0);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
            ..egui::RawInput::default()
        };
        let mut actions = Vec::new();
        let output = self.ctx.run_ui(input, |ui| {
            window_ui(ui, &self.state, &mut actions);
        });
        let shapes = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(shapes);
        for action in actions {
            self.act(action);
        }
    }
}

fn news_of(recording: &Recording) -> Vec<RunUpdate> {
    let timeline = &recording.timeline;
    let chunks = timeline
        .tracks()
        .flat_map(|track| timeline.chunks(track).iter().cloned());
    vec![hello(), RunUpdate::Chunks(chunks.collect())]
}

fn frames(recording: Recording, builder: &mut SpanBuilder, mut spans: u64) {
    let news = news_of(&recording);
    drop(recording);
    let mut window = Window::showing(news);
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
        "{events} events in a file of {} MiB, {:.1} B each",
        bytes >> 20,
        bytes as f64 / events as f64
    );
    report("save", saved);
    report("open", opened);
    report("open to first paint", painted);
}
