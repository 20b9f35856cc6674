//! What the rows of one run look like, as plain numbers. Knows nothing of where they come from.

use super::{KernelBox, TimeWindow};
use crate::model::{EngineKind, units::grouped};
use crate::recording::{Occupancy, Track};

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
    /// The task, where the box is one span or one pin, or the columns that only it touches.
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
    /// The longest wait of a task that was mounted in each pixel column, nanoseconds; none at all where the engine tells no waits.
    pub waits: Vec<f32>,
    /// What the operating system did with the carrier's thread; empty where that is not known.
    pub kernel: Vec<KernelBox>,
}

impl Lane {
    /// A row of which only its boxes are known.
    #[must_use]
    pub const fn new(of: LaneOf, boxes: Vec<LaneBox>) -> Self {
        Self {
            of,
            boxes,
            waits: Vec::new(),
            kernel: Vec::new(),
        }
    }
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
    /// Whether rows have a strip for what the operating system did with their threads.
    pub has_strip: bool,
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
    /// Why there are no rows, as a sentence; `None` where there may be.
    pub unrecorded: Option<&'static str>,
}

impl LaneScene {
    /// The same rows with their spans alone, for where rows are low: no waits, and not what the operating system saw.
    #[must_use]
    pub fn spans_only(mut self) -> Self {
        self.has_strip = false;
        for lane in &mut self.lanes {
            lane.waits.clear();
            lane.kernel.clear();
        }
        self
    }
}
