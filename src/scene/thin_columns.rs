//! Spans too short to be boxes of their own → the share they fill of each pixel column. Knows nothing of rows and carriers.

use super::{BoxKind, LaneBox, LaneView, lane_boxes::step};

/// The columns that have anything, with the share that is filled.
pub(super) struct ThinColumns {
    columns: Vec<Part>,
}

/// What one span fills of one column.
struct Part {
    column: usize,
    share: f64,
    task: u32,
}

impl ThinColumns {
    pub(super) const fn new() -> Self {
        Self {
            columns: Vec::new(),
        }
    }

    /// Spreads a stretch over the columns it touches; what lies outside the window is left out.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "columns of a screen"
    )]
    pub(super) fn add(&mut self, view: LaneView, (from_ns, to_ns): (u64, u64), task: u32) {
        let last = view.columns.max(1) - 1;
        let place = |ns| {
            let at = view.window.offset_ns(ns) / view.column_ns();
            at.clamp(0.0, view.columns as f64)
        };
        let (from, to) = (place(from_ns), place(to_ns));
        let first = (from as usize).min(last);
        for column in first..=(to as usize).clamp(first, last) {
            let share = to.min((column + 1) as f64) - from.max(column as f64);
            // Less than this is what arithmetic leaves of a stretch that ends on the border of two columns.
            if share > 1e-9 || column == first {
                let share = share.max(1e-9);
                self.columns.push(Part {
                    column,
                    share,
                    task,
                });
            }
        }
    }

    /// One box per run of neighbouring columns that are alike; it names its task where it is one span's alone.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "columns of a screen; shares are shown as colours"
    )]
    pub(super) fn boxes(mut self, view: LaneView, kind: impl Fn(f32) -> BoxKind) -> Vec<LaneBox> {
        self.columns.sort_by_key(|part| part.column);
        let width = view.width / view.columns.max(1) as f32;
        let mut boxes: Vec<(LaneBox, usize)> = Vec::new();
        for same in self.columns.chunk_by(|a, b| a.column == b.column) {
            let column = same[0].column;
            let share: f64 = same.iter().map(|part| part.share).sum();
            let kind = kind(step(share as f32));
            let task = match same {
                [only] => Some(only.task),
                _several => None,
            };
            match boxes.last_mut() {
                Some((last, end)) if *end == column && last.kind == kind && last.task == task => {
                    last.right = (column + 1) as f32 * width;
                    *end = column + 1;
                }
                _other => {
                    let lane_box = LaneBox {
                        left: column as f32 * width,
                        right: (column + 1) as f32 * width,
                        kind,
                        task,
                    };
                    boxes.push((lane_box, column + 1));
                }
            }
        }
        boxes.into_iter().map(|(lane_box, _)| lane_box).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::TimeWindow;
    use super::*;

    /// 100 columns of 1 µs on 200 points.
    const VIEW: LaneView = LaneView {
        window: TimeWindow::new(1_000_000, 1_100_000),
        width: 200.0,
        columns: 100,
    };

    /// First column, column after the last, share.
    fn shares(stretches: &[(u64, u64)]) -> Vec<(u8, u8, f32)> {
        let mut thin = ThinColumns::new();
        for (task, (from, to)) in (0..).zip(stretches) {
            thin.add(VIEW, (1_000_000 + from, 1_000_000 + to), task);
        }
        let column = |x: f32| (0..=100).find(|column| (f32::from(*column) * 2.0 - x).abs() < 1e-3);
        let boxes = thin.boxes(VIEW, |share| BoxKind::Busy { share });
        boxes
            .into_iter()
            .map(|found| match found.kind {
                BoxKind::Busy { share } => (
                    column(found.left).unwrap(),
                    column(found.right).unwrap(),
                    share,
                ),
                BoxKind::Pinned { .. } | BoxKind::Gap => panic!("{found:?}"),
            })
            .collect()
    }

    #[test]
    fn stretches_in_one_column_add_up_and_one_over_a_border_is_split() {
        let found = shares(&[(5_000, 5_250), (5_500, 5_750), (9_500, 10_500)]);
        let columns: Vec<_> = found.iter().map(|(first, end, _)| (*first, *end)).collect();
        assert_eq!(columns, [(5, 6), (9, 11)]);
        assert!(found.iter().all(|(_, _, share)| (share - 0.5).abs() < 0.02));
    }

    #[test]
    fn a_column_that_is_one_spans_alone_names_it() {
        let mut thin = ThinColumns::new();
        for (task, at) in [(7, 10_000), (8, 20_000), (9, 20_500)] {
            thin.add(VIEW, (1_000_000 + at, 1_000_100 + at), task);
        }
        let boxes = thin.boxes(VIEW, |share| BoxKind::Busy { share });
        let tasks: Vec<Option<u32>> = boxes.iter().map(|found| found.task).collect();
        assert_eq!(tasks, [Some(7), None]);
    }

    #[test]
    fn a_nanosecond_and_a_moment_are_a_column_each_even_at_the_edges() {
        let found = shares(&[(0, 0), (50_000, 50_001), (99_999, 100_000)]);
        let columns: Vec<_> = found.iter().map(|(first, end, _)| (*first, *end)).collect();
        assert_eq!(columns, [(0, 1), (50, 51), (99, 100)]);
        assert!(
            found
                .iter()
                .all(|(_, _, share)| *share > 0.0 && *share < 0.01)
        );
    }
}
