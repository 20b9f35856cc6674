//! One row per carrier (or per task, where each has its own thread): what to paint in the visible time. Knows nothing of colours.
//!
//! Seen from afar a row is one box per run of alike pixel columns, with the share of the time that was busy; from near, one box per
//! span of two pixel columns or more, and shares of columns for what is shorter. Nothing is narrower than one pixel column.

use super::{
    TimeWindow,
    lane_boxes::{column_boxes, span_boxes},
    thread_rows::{spawned, thread_rows},
};
use crate::model::{EngineKind, Outcome, units::grouped};
use crate::recording::{Occupancy, Recording, Track};

/// How the time axis lies on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneView {
    /// The visible time.
    pub window: TimeWindow,
    /// Width of the plotting area in points.
    pub width: f32,
    /// Pixel columns in that width.
    pub columns: usize,
}

impl LaneView {
    /// Nanoseconds in one pixel column.
    #[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
    pub(super) fn column_ns(self) -> f64 {
        self.window.span_f64() / self.columns.max(1) as f64
    }
}

/// A part of a long list of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRange {
    /// First row of the part.
    pub first: usize,
    /// How many rows.
    pub count: usize,
}

impl RowRange {
    /// Every row, for a few carriers.
    pub const ALL: Self = Self {
        first: 0,
        count: usize::MAX,
    };
}

/// What a box stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoxKind {
    /// A task was mounted for this share of the time, above 0 and up to 1.
    Busy {
        /// 1 for a span.
        share: f32,
    },
    /// The carrier was blocked for this share of the time, above 0 and up to 1; painted over what is busy.
    Pinned {
        /// 1 for a pin.
        share: f32,
    },
    /// Records are missing.
    Gap,
}

/// A rectangle in a lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneBox {
    /// Left edge in points from the start of the plotting area; within it.
    pub left: f32,
    /// Right edge; at least one pixel column right of the left one.
    pub right: f32,
    /// What it stands for.
    pub kind: BoxKind,
    /// The task, where the box is one span or one pin of two pixel columns or more.
    pub task: Option<u32>,
}

/// Whose row it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LaneOf {
    /// A carrier of the engine.
    Carrier(u16),
    /// A task on its own thread.
    Task(u32),
}

impl LaneOf {
    /// The track its spans are on.
    #[must_use]
    pub const fn track(self) -> Track {
        match self {
            Self::Carrier(carrier) => Track::Carrier(carrier),
            Self::Task(_) => Track::Threads,
        }
    }

    /// What stands left of the row.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Carrier(carrier) => format!("carrier {carrier}"),
            Self::Task(task) => format!("task {}", grouped(u64::from(task))),
        }
    }
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// Whose row it is.
    pub of: LaneOf,
    /// Busy boxes first, then gaps, then pinned ones: to be painted in this order.
    pub boxes: Vec<LaneBox>,
}

/// The rows of one run in the visible time.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneScene {
    /// Gives the colour.
    pub engine: EngineKind,
    /// The visible time.
    pub window: TimeWindow,
    /// The rows that were asked for, top first.
    pub lanes: Vec<Lane>,
    /// How many rows there are altogether.
    pub rows: usize,
    /// Threads mounted at once, one value per pixel column, where every task has its own thread.
    pub heat: Vec<Occupancy>,
    /// Occupancy and pinned share in the visible time, in words.
    pub note: String,
    /// The end of the run, or of what is known of it so far; nanoseconds since Go.
    pub known_until_ns: u64,
    /// Where the run failed, in words; `None` where it did not.
    pub failed: Option<String>,
}

/// The rows `shown` of a recording.
#[must_use]
pub fn lane_scene(recording: &Recording, view: LaneView, shown: RowRange) -> LaneScene {
    let engine = recording.spec.engine;
    if engine.has_carriers() {
        carrier_scene(recording, view, shown)
    } else {
        thread_rows(recording, view, shown)
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
            (first..end).contains(&row).then(|| Lane {
                of: LaneOf::Carrier(carrier),
                boxes: boxes(recording, Track::Carrier(carrier), (view, &occupancy)),
            })
        })
        .collect();
    LaneScene {
        engine: recording.spec.engine,
        window: view.window,
        lanes,
        rows,
        heat: Vec::new(),
        note: share.words(),
        known_until_ns: known_until_ns(recording),
        failed: failed(recording),
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
        Outcome::Failed { at, .. } => Some(format!("failed at {}", grouped(*at))),
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
    // A microsecond in a column of ten minutes is more than this; less is what adding floats leaves behind.
    const NOTHING: f32 = 1e-9;
    let window = view.window;
    let mut columns =
        recording
            .timeline
            .occupancy(track, window.start_ns(), window.end_ns(), view.columns);
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
