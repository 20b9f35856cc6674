//! Where a value stands on a logarithmic axis. Knows nothing of what it measures.

use super::ValueAxis;

/// From 0 at the low end to 1 at the high end. Zero has a place of its own, left of the smallest value above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LogScale {
    low: f64,
    high: f64,
}

impl LogScale {
    /// A scale that holds all of `values`; `None` for none.
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
        let above_zero = values.iter().copied().filter(|value| *value > 0.0);
        let smallest = above_zero.min_by(f64::total_cmp);
        let largest = values.iter().copied().max_by(f64::total_cmp)?;
        let has_zero = values.iter().any(|value| *value <= 0.0);
        let low = match (smallest, has_zero) {
            (Some(smallest), true) => smallest / 4.0,
            (Some(smallest), false) => smallest,
            (None, _) => 0.5,
        };
        Some(Self {
            low,
            high: largest.max(low * 2.0),
        })
    }

    /// From the first tick of an axis to its last.
    pub(super) fn between(axis: &ValueAxis) -> Option<Self> {
        let low = axis.ticks.first()?.at;
        (low > 0.0 && axis.top > low).then_some(Self {
            low,
            high: axis.top,
        })
    }

    /// 0…1 for what lies on the scale; what lies beyond stands at its end.
    #[expect(clippy::cast_possible_truncation, reason = "a place on a screen")]
    pub(super) fn place(&self, value: f64) -> f32 {
        let share = (value.max(self.low) / self.low).ln() / (self.high / self.low).ln();
        share.clamp(0.0, 1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn equal_factors_are_equally_far_apart() {
        let scale = LogScale::of([1e3, 1e5].into_iter()).unwrap();
        assert!(near(scale.place(1e3), 0.0));
        assert!(near(scale.place(1e4), 0.5));
        assert!(near(scale.place(1e5), 1.0));
    }

    #[test]
    fn zero_has_a_place_and_nothing_has_no_scale() {
        let scale = LogScale::of([0.0, 10.0, 1_000.0].into_iter()).unwrap();
        assert!(near(scale.place(0.0), 0.0));
        assert!(scale.place(10.0) > 0.1);
        assert_eq!(LogScale::of(std::iter::empty()), None);
        assert!(LogScale::of([0.0].into_iter()).unwrap().place(0.0) < 0.01);
    }
}
