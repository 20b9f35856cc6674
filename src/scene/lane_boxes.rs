//! Occupancy or spans of one row → boxes. Knows nothing of rows and carriers.

use super::{BoxKind, LaneBox, LaneView, TimeWindow, thin_columns::ThinColumns};
use crate::recording::{Occupancy, Timeline, Track};

/// Shares are told apart in so many steps; finer ones cannot be seen and would only make more boxes.
const STEPS: f32 = 40.0;
/// What is there for less than half a step of a column: more than nothing, and as faint as can be.
const TRACE: f32 = 1e-3;

/// One box per run of alike columns.
pub(super) fn column_boxes(occupancy: &[Occupancy], width: f32) -> Vec<LaneBox> {
    let busy = occupancy.iter().map(|column| step(column.busy));
    let mut boxes = Vec::new();
    let place = ColumnPlace::new(width, occupancy.len());
    place.add_runs(&mut boxes, busy, |share| BoxKind::Busy { share });
    if occupancy.iter().any(|column| column.has_gap) {
        let gaps = occupancy.iter();
        let gaps = gaps.map(|column| if column.has_gap { 1.0 } else { 0.0 });
        place.add_runs(&mut boxes, gaps, |_| BoxKind::Gap);
    }
    if occupancy.iter().any(|column| column.pinned > 0.0) {
        let pinned = occupancy.iter().map(|column| step(column.pinned));
        place.add_runs(&mut boxes, pinned, |share| BoxKind::Pinned { share });
    }
    boxes
}

/// The nearest step; never 0 for something that is there, and 1 only for what fills the column but for half a step.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a number of steps; rounding as a float would be a call"
)]
pub(super) fn step(share: f32) -> f32 {
    if share <= 0.0 {
        return 0.0;
    }
    let nearest = (share.min(1.0) * STEPS + 0.5) as i32;
    if nearest == 0 {
        TRACE
    } else {
        nearest as f32 / STEPS
    }
}

/// How wide columns are.
struct ColumnPlace {
    width: f32,
}

#[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
impl ColumnPlace {
    fn new(width: f32, columns: usize) -> Self {
        Self {
            width: width / columns.max(1) as f32,
        }
    }

    /// A box for every run of columns with one share above 0.
    fn add_runs(
        &self,
        boxes: &mut Vec<LaneBox>,
        shares: impl Iterator<Item = f32>,
        kind: impl Fn(f32) -> BoxKind,
    ) {
        let (mut start, mut end, mut share) = (0, 0, 0.0_f32);
        let mut close = |start: usize, end: usize, share: f32| {
            if share > 0.0 {
                boxes.push(LaneBox {
                    left: start as f32 * self.width,
                    right: end as f32 * self.width,
                    kind: kind(share),
                    task: None,
                });
            }
        };
        for next in shares {
            if next.to_bits() != share.to_bits() {
                close(start, end, share);
                (start, share) = (end, next);
            }
            end += 1;
        }
        close(start, end, share);
    }
}

/// One box per span, pin and gap that is wide enough to be seen as one; the others by the share they fill of their columns.
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
    thin_busy: ThinColumns,
    gaps: Vec<LaneBox>,
    pinned: Vec<LaneBox>,
    thin_pinned: ThinColumns,
}

impl RowBoxes {
    pub(super) const fn new(view: LaneView) -> Self {
        Self {
            view,
            busy: Vec::new(),
            thin_busy: ThinColumns::new(),
            gaps: Vec::new(),
            pinned: Vec::new(),
            thin_pinned: ThinColumns::new(),
        }
    }

    pub(super) fn add_span(&mut self, extent_ns: (u64, u64), task: u32) {
        let kind = BoxKind::Busy { share: 1.0 };
        match self.wide(extent_ns, kind, task) {
            Some(wide) => self.busy.push(wide),
            None => self.thin_busy.add(self.view, extent_ns, task),
        }
    }

    pub(super) fn add_gap(&mut self, extent_ns: (u64, u64)) {
        let next = self.place(extent_ns, BoxKind::Gap);
        let least = self.column_width();
        join(&mut self.gaps, next, least);
    }

    pub(super) fn add_pin(&mut self, extent_ns: (u64, u64), task: u32) {
        let kind = BoxKind::Pinned { share: 1.0 };
        match self.wide(extent_ns, kind, task) {
            Some(wide) => self.pinned.push(wide),
            None => self.thin_pinned.add(self.view, extent_ns, task),
        }
    }

    pub(super) fn finish(self) -> Vec<LaneBox> {
        let mut boxes = self
            .thin_busy
            .boxes(self.view, |share| BoxKind::Busy { share });
        boxes.extend(self.busy);
        boxes.extend(self.gaps);
        boxes.extend(
            self.thin_pinned
                .boxes(self.view, |share| BoxKind::Pinned { share }),
        );
        boxes.extend(self.pinned);
        boxes
    }

    #[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
    fn column_width(&self) -> f32 {
        self.view.width / self.view.columns.max(1) as f32
    }

    /// The box of a span that is at least two pixel columns long, cut to the visible part; `None` for a shorter one.
    fn wide(&self, (from, to): (u64, u64), kind: BoxKind, task: u32) -> Option<LaneBox> {
        let is_wide = TimeWindow::new(from, to).span_f64() >= 2.0 * self.view.column_ns();
        is_wide.then(|| LaneBox {
            task: Some(task),
            ..self.place((from, to), kind)
        })
    }

    /// Cut to the visible part and widened to a pixel column, to the left where the right edge is near.
    fn place(&self, (from, to): (u64, u64), kind: BoxKind) -> LaneBox {
        let width = self.view.width;
        let x = |at| self.view.window.x_of(at, width).clamp(0.0, width);
        let least = self.column_width().min(width);
        let left = x(from).min(width - least);
        LaneBox {
            left,
            right: x(to).max(left + least).min(width),
            kind,
            task: None,
        }
    }
}

/// Appends a gap, or widens the last one where both would be drawn into each other.
fn join(boxes: &mut Vec<LaneBox>, next: LaneBox, column_width: f32) {
    match boxes.last_mut() {
        Some(last)
            if next.left < last.right + 0.5 * column_width
                && next.left + column_width >= last.left =>
        {
            last.left = last.left.min(next.left);
            last.right = last.right.max(next.right);
        }
        _apart => boxes.push(next),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_looks_like_itself_and_a_trace_stays_more_than_nothing() {
        assert_eq!(step(0.0).to_bits(), 0.0_f32.to_bits());
        assert!(step(1e-7) > 0.0 && step(1e-7) < 0.01);
        for percent in 2_u8..=100 {
            let share = f32::from(percent) / 100.0;
            assert!((step(share) - share).abs() <= 0.5 / STEPS + 1e-6, "{share}");
        }
    }
}
