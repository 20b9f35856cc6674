//! The visible stretch of time. Knows nothing of what lies in it.

/// A stretch of a run, nanoseconds since Go; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeWindow {
    start_ns: u64,
    end_ns: u64,
}

impl TimeWindow {
    /// From `start_ns` to `end_ns`; an empty or backward stretch becomes one nanosecond long.
    #[must_use]
    pub const fn new(start_ns: u64, end_ns: u64) -> Self {
        let start_ns = if start_ns == u64::MAX {
            u64::MAX - 1
        } else {
            start_ns
        };
        Self {
            start_ns,
            end_ns: if end_ns > start_ns {
                end_ns
            } else {
                start_ns + 1
            },
        }
    }

    /// The first visible nanosecond.
    #[must_use]
    pub const fn start_ns(self) -> u64 {
        self.start_ns
    }

    /// The first nanosecond that is no longer visible.
    #[must_use]
    pub const fn end_ns(self) -> u64 {
        self.end_ns
    }

    /// Its length, at least 1.
    #[must_use]
    pub const fn span_ns(self) -> u64 {
        self.end_ns - self.start_ns
    }

    /// Whether a moment is visible.
    #[must_use]
    pub const fn contains(self, t_ns: u64) -> bool {
        self.start_ns <= t_ns && t_ns < self.end_ns
    }

    /// Nanoseconds from the start of the window to `t_ns`, negative before it.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "the start is subtracted first; what is left is drawn"
    )]
    pub fn offset_ns(self, t_ns: u64) -> f64 {
        if t_ns >= self.start_ns {
            (t_ns - self.start_ns) as f64
        } else {
            -((self.start_ns - t_ns) as f64)
        }
    }

    /// The length as a float, for ratios.
    #[must_use]
    pub fn span_f64(self) -> f64 {
        self.offset_ns(self.end_ns)
    }

    /// Where `t_ns` lies, 0 at the left edge and `width_px` at the right one; outside where it is not visible.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "pixels are drawn with 24 bits"
    )]
    pub fn x_of(self, t_ns: u64, width_px: f32) -> f32 {
        (self.offset_ns(t_ns) / self.span_f64() * f64::from(width_px)) as f32
    }

    /// The moment under a horizontal position, clamped to the window.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of the span, between 0 and the span"
    )]
    pub fn ns_at(self, x_px: f32, width_px: f32) -> u64 {
        let share = (f64::from(x_px) / f64::from(width_px.max(1.0))).clamp(0.0, 1.0);
        self.start_ns
            .saturating_add((share * self.span_f64()) as u64)
    }

    /// The window with its length multiplied by `factor` so that `at_ns` stays where it is, kept within `whole`.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lengths between 100 ns and the whole"
    )]
    pub fn zoomed(self, at_ns: u64, factor: f64, whole: Self) -> Self {
        const SHORTEST_NS: f64 = 100.0;
        let longest = whole.span_f64().max(SHORTEST_NS);
        let span = (self.span_f64() * factor.max(0.0)).clamp(SHORTEST_NS, longest);
        let share = (self.offset_ns(at_ns) / self.span_f64()).clamp(0.0, 1.0);
        let start = at_ns.saturating_sub((share * span) as u64);
        Self::new(start, start.saturating_add(span as u64)).within(whole)
    }

    /// The window moved by `delta_ns`, kept within `whole`.
    #[must_use]
    pub fn panned(self, delta_ns: i64, whole: Self) -> Self {
        let start = self.start_ns.saturating_add_signed(delta_ns);
        Self::new(start, start.saturating_add(self.span_ns())).within(whole)
    }

    fn within(self, whole: Self) -> Self {
        let span = self.span_ns().min(whole.span_ns());
        let start = self.start_ns.clamp(whole.start_ns, whole.end_ns - span);
        Self::new(start, start + span)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn zoom_and_pan_stay_inside(
            at in 0_u64..20_000_000_000,
            factor in 0.0_f64..50.0,
            delta in -30_000_000_000_i64..30_000_000_000,
        ) {
            let whole = TimeWindow::new(0, 16_000_000_000);
            let window = TimeWindow::new(2_000_000_000, 3_000_000_000);
            for moved in [window.zoomed(at, factor, whole), window.panned(delta, whole)] {
                prop_assert!(moved.end_ns() <= whole.end_ns());
                prop_assert!(moved.span_ns() >= 100);
            }
        }

        #[test]
        fn a_position_and_its_moment_agree(t in 0_u64..1_000_000_000) {
            let start = 1 << 60;
            let window = TimeWindow::new(start, start + 1_000_000_000);
            let back = window.ns_at(window.x_of(start + t, 1_000.0), 1_000.0);
            prop_assert!(back.abs_diff(start + t) < 200);
        }
    }

    #[test]
    fn zoom_keeps_what_is_under_the_cursor() {
        let whole = TimeWindow::new(0, 10_000_000);
        let window = TimeWindow::new(4_000_000, 6_000_000);
        let at = 4_500_000;
        let closer = window.zoomed(at, 0.5, whole);
        assert_eq!(closer.span_ns(), 1_000_000);
        assert!((window.x_of(at, 800.0) - closer.x_of(at, 800.0)).abs() < 0.01);
    }

    #[test]
    fn a_window_is_never_empty() {
        assert_eq!(TimeWindow::new(5, 5).span_ns(), 1);
        assert_eq!(TimeWindow::new(u64::MAX, 0).span_ns(), 1);
    }
}
