//! Sizes of a chart besides its text: gutters, strokes, marks. Knows nothing of what is drawn.

use super::{Palette, Theme, TypeScale};

/// How charts look. All lengths in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartStyle {
    /// Colours.
    pub palette: Palette,
    /// Text sizes.
    pub text: TypeScale,
    /// 1 in the window; how much larger everything but text is.
    pub factor: f32,
    /// Left of every plotting area, so that all of them share one time axis.
    pub left_gutter: f32,
    /// Right of every plotting area, for labels at the ends of lines.
    pub right_gutter: f32,
    /// Width of a curve.
    pub curve_px: f32,
    /// Width of gridlines, cursors and leaders.
    pub hairline_px: f32,
}

impl ChartStyle {
    /// For the window.
    #[must_use]
    pub const fn window(theme: Theme) -> Self {
        Self {
            palette: Palette::of(theme),
            text: TypeScale::window(),
            factor: 1.0,
            left_gutter: 72.0,
            right_gutter: 84.0,
            curve_px: 1.8,
            hairline_px: 1.0,
        }
    }

    /// For a picture on a stage; `factor` is 1 at 1920 × 1080 points.
    #[must_use]
    pub const fn stage(theme: Theme, factor: f32) -> Self {
        Self {
            palette: Palette::of(theme),
            text: TypeScale::stage(factor),
            factor: 2.0 * factor,
            left_gutter: 116.0 * factor,
            right_gutter: 150.0 * factor,
            curve_px: 4.5 * factor,
            hairline_px: 1.5 * factor,
        }
    }

    /// `points` at window size, as large as this style makes them.
    #[must_use]
    pub const fn scaled(&self, points: f32) -> f32 {
        points * self.factor
    }

    /// Height of a chart's heading, air below it included.
    #[must_use]
    pub const fn heading_height(&self) -> f32 {
        self.text.heading * 1.3 + self.scaled(9.0)
    }

    /// Room under a chart without times, for a label at its lower edge.
    #[must_use]
    pub const fn foot_height(&self) -> f32 {
        self.text.axis + self.scaled(2.0)
    }

    /// Height of the row of ticks under a chart.
    #[must_use]
    pub const fn ticks_height(&self) -> f32 {
        self.text.axis * 1.3 + self.scaled(6.0)
    }
}
