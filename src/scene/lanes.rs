//! One row per carrier (or per task, where each has its own thread): what to paint in the visible time. Knows nothing of colours.
//!
//! Seen from afar a row is one box per run of alike pixel columns, with the share of the time that was busy; from near, one box per
//! span of two pixel columns or more, and shares of columns for what is shorter. Nothing is narrower than one pixel column.

use super::{
    Lane, LaneBox, LaneOf, LaneScene, LaneView, RowRange, TimeWindow,
    kernel_strip::kernel_boxes,
    lane_boxes::{column_boxes, span_boxes},
    thread_rows::{spawned, thread_rows},
};
use crate::model::{Ability, Outcome, ProbeMode, units::grouped};
use crate::recording::{Occupancy, Recording, Track};

/// What stands instead of rows where the probe recorded nothing.
const PROBE_OFF: &str =
    "The probe was off: no mounts were recorded. Run again with probe full to see the carriers.";

/// The rows `shown` of a recording.
#[must_use]
pub fn lane_scene(recording: &Recording, view: LaneView, shown: RowRange) -> LaneScene {
    let scene = match recording.spec.probe {
        ProbeMode::Off => return unrecorded_scene(recording, view),
        ProbeMode::Full | ProbeMode::Sampled { .. } => {
            if recording.spec.engine.has_carriers() {
                carrier_scene(recording, view, shown)
            } else {
                thread_rows(recording, view, shown)
            }
        }
    };
    match recording.spec.probe {
        ProbeMode::Sampled { one_in } => LaneScene {
            note: format!(
                "1 task in {} recorded · {}",
                grouped(u64::from(one_in.get())),
                scene.note
            ),
            ..scene
        },
        ProbeMode::Full | ProbeMode::Off => scene,
    }
}

fn unrecorded_scene(recording: &Recording, view: LaneView) -> LaneScene {
    LaneScene {
        engine: recording.spec.engine,
        window: view.window,
        lanes: Vec::new(),
        has_strip: false,
        rows: 0,
        heat: Vec::new(),
        note: String::new(),
        known_until_ns: known_until_ns(recording),
        failed: failed(recording),
        unrecorded: Some(PROBE_OFF),
    }
}

fn carrier_scene(recording: &Recording, view: LaneView, shown: RowRange) -> LaneScene {
    let rows = carrier_count(recording);
    let first = shown.first.min(rows);
    let end = first.saturating_add(shown.count).min(rows);
    let mut share = MeanShare::default();
    let known_columns = known_columns(recording, view);
    let lanes = (0..rows)
        .filter_map(|row| Some((row, u16::try_from(row).ok()?)))
        .filter_map(|(row, carrier)| {
            let occupancy = occupancy(recording, Track::Carrier(carrier), view);
            share.add(&occupancy[..known_columns.min(occupancy.len())]);
            (first..end)
                .contains(&row)
                .then(|| carrier_lane(recording, carrier, (view, &occupancy)))
        })
        .collect();
    LaneScene {
        engine: recording.spec.engine,
        window: view.window,
        lanes,
        has_strip: !recording.kernel.is_empty(),
        rows,
        heat: Vec::new(),
        note: share.words(),
        known_until_ns: known_until_ns(recording),
        failed: failed(recording),
        unrecorded: None,
    }
}

/// One carrier's row with all that is told of it.
fn carrier_lane(
    recording: &Recording,
    carrier: u16,
    (view, occupancy): (LaneView, &[Occupancy]),
) -> Lane {
    let kernel = kernel_boxes(recording, carrier, (view, occupancy));
    let waits = match Ability::Ready.missing_in(recording.spec.engine) {
        None => occupancy
            .iter()
            .map(|column| column.longest_wait_ns)
            .collect(),
        Some(_untold) => Vec::new(),
    };
    Lane {
        of: LaneOf::Carrier(carrier),
        boxes: boxes(recording, Track::Carrier(carrier), (view, occupancy)),
        waits,
        kernel,
    }
}

/// The end of the run, or the last that was heard of it.
pub(super) fn known_until_ns(recording: &Recording) -> u64 {
    match &recording.end {
        Some(end) => end.wall_ns,
        None => recording.timeline.known_until_ns(),
    }
}

pub(super) fn failed(recording: &Recording) -> Option<String> {
    match &recording.end.as_ref()?.outcome {
        outcome @ Outcome::Failed { .. } => Some(outcome.place()),
        Outcome::Completed | Outcome::Stopped { .. } => None,
    }
}

/// How many columns lie before the end: what comes after it is not idle time.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "columns of a screen"
)]
fn known_columns(recording: &Recording, view: LaneView) -> usize {
    let share = view.window.offset_ns(known_until_ns(recording)) / view.window.span_f64();
    (share.clamp(0.0, 1.0) * view.columns as f64).ceil() as usize
}

/// How many rows a recording has: a carrier or a task each.
#[must_use]
pub fn row_count(recording: &Recording) -> usize {
    if recording.spec.engine.has_carriers() {
        carrier_count(recording)
    } else {
        spawned(recording)
    }
}

/// How many carriers a run has: as many as the worker said, or as left a trace.
fn carrier_count(recording: &Recording) -> usize {
    let said = recording.hello.as_ref().map_or(0, |hello| hello.carriers);
    let seen = recording
        .timeline
        .tracks()
        .filter_map(|track| match track {
            Track::Carrier(carrier) => Some(carrier.saturating_add(1)),
            Track::Threads => None,
        })
        .max();
    usize::from(said.max(seen.unwrap_or(0)))
}

pub(super) fn occupancy(recording: &Recording, track: Track, view: LaneView) -> Vec<Occupancy> {
    let (start_ns, end_ns) = (view.window.start_ns(), view.window.end_ns());
    let timeline = &recording.timeline;
    without_traces(timeline.occupancy(track, start_ns, end_ns, view.columns))
}

/// The same of all tracks together.
pub(super) fn occupancy_of_all(
    recording: &Recording,
    window: TimeWindow,
    columns: usize,
) -> Vec<Occupancy> {
    let (start_ns, end_ns) = (window.start_ns(), window.end_ns());
    let timeline = &recording.timeline;
    without_traces(timeline.occupancy_of_all(start_ns, end_ns, columns))
}

fn without_traces(mut columns: Vec<Occupancy>) -> Vec<Occupancy> {
    // A microsecond in a column of ten minutes is more than this; less is what adding floats leaves behind.
    const NOTHING: f32 = 1e-9;
    for column in &mut columns {
        for share in [&mut column.busy, &mut column.pinned] {
            if *share < NOTHING {
                *share = 0.0;
            }
        }
    }
    columns
}

/// A span and the pause after it want about this many pixel columns to be worth a box of their own.
const COLUMNS_PER_SPAN: usize = 3;

fn boxes(
    recording: &Recording,
    track: Track,
    (view, occupancy): (LaneView, &[Occupancy]),
) -> Vec<LaneBox> {
    let mounts: usize = occupancy
        .iter()
        .map(|column| usize::try_from(column.mounts).unwrap_or(usize::MAX))
        .fold(0, usize::saturating_add);
    if mounts.saturating_mul(COLUMNS_PER_SPAN) > view.columns {
        column_boxes(occupancy, view.width)
    } else {
        span_boxes(&recording.timeline, track, view)
    }
}

/// The mean over the carriers of a scene.
#[derive(Default)]
struct MeanShare {
    busy: f64,
    pinned: f64,
    columns: u32,
}

impl MeanShare {
    fn add(&mut self, occupancy: &[Occupancy]) {
        for column in occupancy {
            self.busy += f64::from(column.busy);
            self.pinned += f64::from(column.pinned);
            self.columns += 1;
        }
    }

    fn words(&self) -> String {
        let percent = |sum: f64| sum / f64::from(self.columns.max(1)) * 100.0;
        let written = |value: f64| match value {
            v if v > 0.0 && v < 0.95 => format!("{v:.1}"),
            v => format!("{v:.0}"),
        };
        format!(
            "occupancy {}\u{202f}% · pinned {}\u{202f}%",
            written(percent(self.busy)),
            written(percent(self.pinned))
        )
    }
}
