//! Many points → at most two per pixel column, the smallest and the largest. Knows nothing of what the values mean.

use super::TimeWindow;

/// Folds points in time order to at most two per column, each column's extremes in the order they happened, so that no spike is
/// lost. Times become nanoseconds since the start of the window; the nearest point on either side is kept, so that the line
/// reaches both edges.
#[must_use]
pub fn fold(
    points: impl IntoIterator<Item = (u64, f64)>,
    window: TimeWindow,
    columns: usize,
) -> Vec<[f64; 2]> {
    let mut folded = Vec::new();
    let mut before = None;
    let mut column: Option<Column> = None;
    for (t_ns, value) in points {
        let point = [window.offset_ns(t_ns), value];
        if t_ns < window.start_ns() {
            before = Some(point);
            continue;
        }
        folded.extend(before.take());
        if t_ns > window.end_ns() {
            if let Some(full) = column.take() {
                full.push_to(&mut folded);
            }
            folded.push(point);
            return folded;
        }
        let index = column_of(point[0], window, columns);
        match &mut column {
            Some(open) if open.index == index => open.take(point),
            open => {
                if let Some(full) = open.replace(Column::new(index, point)) {
                    full.push_to(&mut folded);
                }
            }
        }
    }
    if let Some(full) = column {
        full.push_to(&mut folded);
    }
    folded
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a column number below a few thousand"
)]
fn column_of(offset_ns: f64, window: TimeWindow, columns: usize) -> usize {
    (offset_ns / window.span_f64() * columns as f64) as usize
}

struct Column {
    index: usize,
    lowest: [f64; 2],
    highest: [f64; 2],
}

impl Column {
    const fn new(index: usize, point: [f64; 2]) -> Self {
        Self {
            index,
            lowest: point,
            highest: point,
        }
    }

    fn take(&mut self, point: [f64; 2]) {
        if point[1] < self.lowest[1] {
            self.lowest = point;
        }
        if point[1] > self.highest[1] {
            self.highest = point;
        }
    }

    fn push_to(self, folded: &mut Vec<[f64; 2]>) {
        let (a, b) = (self.lowest, self.highest);
        let (first, second) = if a[0] <= b[0] { (a, b) } else { (b, a) };
        folded.push(first);
        if first[0] < second[0] {
            folded.push(second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn extremes_stay_and_points_are_few(values in prop::collection::vec(-1e6_f64..1e6, 1..3_000)) {
            let window = TimeWindow::new(0, values.len() as u64);
            let folded = fold((0..).zip(values.iter().copied()), window, 50);
            prop_assert!(folded.len() <= 100);
            prop_assert!(folded.windows(2).all(|pair| pair[0][0] < pair[1][0]));
            let extremes = |values: &mut dyn Iterator<Item = f64>| {
                values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)))
            };
            prop_assert_eq!(
                extremes(&mut folded.iter().map(|point| point[1])),
                extremes(&mut values.iter().copied())
            );
        }
    }

    #[test]
    fn a_spike_of_one_sample_survives() {
        let values = (0..100_000_u64).map(|t| (t, if t == 54_321 { 9.0 } else { 1.0 }));
        let folded = fold(values, TimeWindow::new(0, 100_000), 200);
        assert_eq!(folded.iter().filter(|point| point[1] > 8.0).count(), 1);
    }

    #[test]
    fn the_line_reaches_past_both_edges() {
        let points = (0..10_u64).map(|t| (t * 10, 0.0));
        let folded = fold(points, TimeWindow::new(35, 55), 10);
        let times: Vec<f64> = folded.iter().map(|point| point[0]).collect();
        assert_eq!(times, [-5.0, 5.0, 15.0, 25.0]);
    }
}
