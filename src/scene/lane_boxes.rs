//! Occupancy or spans of one row → boxes. Knows nothing of rows and carriers.

use super::{BoxKind, LaneBox, LaneView};
use crate::recording::{Occupancy, Timeline, Track};

/// Shares are told apart in so many steps; finer ones cannot be seen and would only make more boxes.
const STEPS: f32 = 12.0;

/// One box per run of alike columns.
pub(super) fn column_boxes(occupancy: &[Occupancy], width: f32) -> Vec<LaneBox> {
    let busy = |column: &Occupancy| step(column.busy);
    let pinned = |column: &Occupancy| {
        if column.pinned > 0.0 {
            step(column.pinned / column.busy.max(column.pinned))
        } else {
            0.0
        }
    };
    let gap = |column: &Occupancy| if column.has_gap { 1.0 } else { 0.0 };
    let mut boxes = runs(occupancy, width, busy, |share| BoxKind::Busy { share });
    boxes.extend(runs(occupancy, width, gap, |_| BoxKind::Gap));
    boxes.extend(runs(occupancy, width, pinned, |share| BoxKind::Pinned {
        share,
    }));
    boxes
}

/// The nearest step at or above; never 0 for something that is there.
fn step(share: f32) -> f32 {
    ((share * STEPS).ceil() / STEPS).clamp(0.0, 1.0)
}

#[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
fn runs(
    occupancy: &[Occupancy],
    width: f32,
    value: impl Fn(&Occupancy) -> f32,
    kind: impl Fn(f32) -> BoxKind,
) -> Vec<LaneBox> {
    let column_width = width / occupancy.len().max(1) as f32;
    let mut boxes = Vec::new();
    let mut column = 0;
    for run in occupancy.chunk_by(|a, b| value(a).to_bits() == value(b).to_bits()) {
        let share = value(&run[0]);
        if share > 0.0 {
            boxes.push(LaneBox {
                left: column as f32 * column_width,
                right: (column + run.len()) as f32 * column_width,
                kind: kind(share),
                task: None,
            });
        }
        column += run.len();
    }
    boxes
}

/// One box per span, pin and gap.
pub(super) fn span_boxes(timeline: &Timeline, track: Track, view: LaneView) -> Vec<LaneBox> {
    let (start, end) = (view.window.start_ns(), view.window.end_ns());
    let mut row = RowBoxes::new(view);
    for span in timeline.spans_between(track, start, end) {
        row.add_span((span.start_ns, span.end_ns), span.task);
    }
    for gap in timeline.gaps_between(track, start, end) {
        row.add_gap((gap.start_ns, gap.end_ns));
    }
    for pin in timeline.pins_between(track, start, end) {
        row.add_pin((pin.start_ns, pin.end_ns), pin.task);
    }
    row.finish()
}

/// The boxes of one row while they are collected, each kind in time order.
pub(super) struct RowBoxes {
    view: LaneView,
    busy: Vec<LaneBox>,
    gaps: Vec<LaneBox>,
    pinned: Vec<LaneBox>,
}

impl RowBoxes {
    pub(super) const fn new(view: LaneView) -> Self {
        Self {
            view,
            busy: Vec::new(),
            gaps: Vec::new(),
            pinned: Vec::new(),
        }
    }

    pub(super) fn add_span(&mut self, extent_ns: (u64, u64), task: u32) {
        let next = self.place(extent_ns, BoxKind::Busy { share: 1.0 }, Some(task));
        let least = self.column_width();
        join(&mut self.busy, next, least);
    }

    pub(super) fn add_gap(&mut self, extent_ns: (u64, u64)) {
        let next = self.place(extent_ns, BoxKind::Gap, None);
        let least = self.column_width();
        join(&mut self.gaps, next, least);
    }

    pub(super) fn add_pin(&mut self, extent_ns: (u64, u64), task: u32) {
        let next = self.place(extent_ns, BoxKind::Pinned { share: 1.0 }, Some(task));
        let least = self.column_width();
        join(&mut self.pinned, next, least);
    }

    pub(super) fn finish(self) -> Vec<LaneBox> {
        let mut boxes = self.busy;
        boxes.extend(self.gaps);
        boxes.extend(self.pinned);
        boxes
    }

    #[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
    fn column_width(&self) -> f32 {
        self.view.width / self.view.columns.max(1) as f32
    }

    /// Cut to the visible part and widened to a pixel column, to the left where the right edge is near.
    fn place(&self, (from, to): (u64, u64), kind: BoxKind, task: Option<u32>) -> LaneBox {
        let width = self.view.width;
        let x = |at| self.view.window.x_of(at, width).clamp(0.0, width);
        let least = self.column_width().min(width);
        let left = x(from).min(width - least);
        LaneBox {
            left,
            right: x(to).max(left + least).min(width),
            kind,
            task,
        }
    }
}

/// Appends a box, or widens the last one where both would be drawn into each other and either is too narrow to be told apart.
fn join(boxes: &mut Vec<LaneBox>, next: LaneBox, column_width: f32) {
    let narrow = |lane_box: &LaneBox| lane_box.right - lane_box.left < 2.0 * column_width;
    match boxes.last_mut() {
        Some(last)
            if next.left < last.right + 0.5 * column_width
                && next.left + column_width >= last.left
                && (narrow(last) || narrow(&next)) =>
        {
            last.left = last.left.min(next.left);
            last.right = last.right.max(next.right);
            if last.task != next.task {
                last.task = None;
            }
        }
        _apart => boxes.push(next),
    }
}
