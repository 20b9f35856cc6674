//! Every text size of the lab. Knows the two weights of the typeface, not what is written.

use egui::{FontFamily, FontId};

/// Name of the semibold family that [`super::install_fonts`] provides.
pub const SEMIBOLD: &str = "semibold";

/// Text sizes in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TypeScale {
    /// Name of the picture; not used in the window.
    pub title: f32,
    /// One line under the title.
    pub subtitle: f32,
    /// Name of a chart.
    pub heading: f32,
    /// Running text and controls.
    pub body: f32,
    /// Labels at the ends of lines.
    pub label: f32,
    /// Ticks and lane names.
    pub axis: f32,
    /// Small capitals over a group of controls.
    pub small_caps: f32,
    /// Sources and conditions.
    pub small_print: f32,
}

impl TypeScale {
    /// For the window, at zoom 1.
    #[must_use]
    pub const fn window() -> Self {
        Self {
            title: 20.0,
            subtitle: 13.0,
            heading: 13.0,
            body: 13.0,
            label: 12.5,
            axis: 11.5,
            small_caps: 10.5,
            small_print: 11.0,
        }
    }

    /// For a picture on a stage; `factor` is 1 at 1920 × 1080 points.
    #[must_use]
    pub const fn stage(factor: f32) -> Self {
        Self {
            title: 52.0 * factor,
            subtitle: 26.0 * factor,
            heading: 26.0 * factor,
            body: 26.0 * factor,
            label: 26.0 * factor,
            axis: 24.0 * factor,
            small_caps: 20.0 * factor,
            small_print: 19.0 * factor,
        }
    }
}

/// The regular weight.
#[must_use]
pub const fn regular(size: f32) -> FontId {
    FontId::proportional(size)
}

/// The semibold weight: headings, figures, names.
#[must_use]
pub fn semibold(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(SEMIBOLD.into()))
}
