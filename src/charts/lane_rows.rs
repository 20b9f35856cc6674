//! Where the rows of the lanes lie, and their names. Knows nothing of what is in them.
//!
//! A row is, from top to bottom: a band for waits, the bar, a strip for what the operating system saw, and air. Low rows have the
//! bar alone.

use egui::{Align2, Rangef, Rect, pos2, vec2};

use super::{
    ChartStyle,
    frame::{ChartFrame, whole},
    lanes::{HEAT_ROWS, lane_rows},
    regular,
};
use crate::scene::LaneScene;

/// Share of a row that is not air.
const BAR_SHARE: f32 = 0.82;
/// Lower rows, in points, have no room for a strip.
const LOWEST_WITH_STRIP: f32 = 13.0;
/// Lower rows, in points, have no room for a band.
const LOWEST_WITH_BAND: f32 = 17.0;
/// Rows at least so many times as high as small text name their strips.
const NAMED_STRIP: f32 = 3.2;

/// Where the rows lie.
pub(super) struct Rows {
    pub(super) heat: Option<Rect>,
    top: f32,
    pitch: f32,
    pixel: f32,
    /// Height of the band above the bar and of the strip below it, 0 where there is none.
    band: f32,
    strip: f32,
    /// Between bar and strip.
    seam: f32,
}

impl Rows {
    pub(super) fn of(frame: &ChartFrame, scene: &LaneScene, style: &ChartStyle) -> Self {
        let pitch = frame.plot.height() / lane_rows(scene).max(1.0);
        let air = if scene.lanes.is_empty() { 0.0 } else { 0.5 };
        let heat = (!scene.heat.is_empty()).then(|| {
            let height = pitch * (HEAT_ROWS - air);
            Rect::from_min_size(frame.plot.min, vec2(frame.plot.width(), height))
        });
        let top = frame.plot.top() + heat.map_or(0.0, |_| pitch * HEAT_ROWS);
        let pixel = 1.0 / frame.painter.pixels_per_point();
        let part = |is_there: bool, (share, most): (f32, f32), lowest: f32| {
            let height = (pitch * share).clamp(3.0 * pixel, style.scaled(most));
            if is_there && pitch >= style.scaled(lowest) {
                (height / pixel).round() * pixel
            } else {
                0.0
            }
        };
        let has_waits = scene.lanes.iter().any(|lane| !lane.waits.is_empty());
        Self {
            heat,
            top,
            pitch,
            pixel,
            band: part(has_waits, (0.11, 6.0), LOWEST_WITH_BAND),
            strip: part(scene.has_strip, (0.15, 7.0), LOWEST_WITH_STRIP),
            seam: (pitch * 0.05 / pixel).round().max(1.0) * pixel,
        }
    }

    /// Top of row `index` and of what lies below its bar and strip. Between rows are whole pixels, the same number everywhere, else
    /// low rows would seem to come in bands; between the lowest are none, for they would take the strength out of what is full.
    fn row(&self, index: usize) -> Rangef {
        let pixel = self.pixel;
        let edge = |index| ((self.top + to_f32(index) * self.pitch) / pixel).round() * pixel;
        let (top, next) = (edge(index), edge(index + 1));
        let between = (self.pitch * (1.0 - BAR_SHARE) / pixel).floor() * pixel;
        let least = if self.pitch >= 6.0 * pixel {
            pixel
        } else {
            0.0
        };
        Rangef::new(top, (next - between.max(least)).max(top + pixel))
    }

    /// Whether the rows are high enough for bands, and there is something to show in them.
    pub(super) const fn has_bands(&self) -> bool {
        self.band > 0.0
    }

    /// Whether the rows are high enough for strips, and the operating system was asked.
    pub(super) const fn has_strips(&self) -> bool {
        self.strip > 0.0
    }

    /// The bar of row `index`.
    pub(super) fn bar(&self, frame: &ChartFrame, index: usize) -> Rect {
        let row = self.row(index);
        let below = if self.strip > 0.0 {
            self.strip + self.seam
        } else {
            0.0
        };
        let top = row.min + self.band;
        let bottom = (row.max - below).max(top + self.pixel);
        Rect::from_x_y_ranges(frame.plot.x_range(), top..=bottom)
    }

    /// The band for waits right above the bar of row `index`; `None` where rows have none.
    pub(super) fn band(&self, frame: &ChartFrame, index: usize) -> Option<Rect> {
        let row = self.row(index);
        let band = Rangef::new(row.min, row.min + self.band);
        (self.band > 0.0).then(|| Rect::from_x_y_ranges(frame.plot.x_range(), band))
    }

    /// The strip below the bar of row `index`; `None` where rows have none.
    pub(super) fn strip(&self, frame: &ChartFrame, index: usize) -> Option<Rect> {
        let row = self.row(index);
        let strip = Rangef::new(row.max - self.strip, row.max);
        (self.strip > 0.0).then(|| Rect::from_x_y_ranges(frame.plot.x_range(), strip))
    }

    /// Where the first row begins.
    pub(super) const fn top(&self) -> f32 {
        self.top
    }

    /// The row at a height.
    pub(super) fn at(&self, y: f32) -> Option<usize> {
        (y >= self.top).then(|| whole((y - self.top) / self.pitch))
    }

    /// Names of the rows; where they are lower than text, of every second, fourth or eighth row only, and never over each other.
    pub(super) fn labels(&self, frame: &ChartFrame, scene: &LaneScene, style: &ChartStyle) {
        let size = style
            .text
            .axis
            .min((self.pitch * 1.5).max(style.text.axis * 0.8));
        let needed = size * 1.25;
        let every = [1_usize, 2, 4, 8, 16, 32, 64]
            .into_iter()
            .find(|every| self.pitch * to_f32(*every) >= needed)
            .unwrap_or(128);
        let mut free_from = frame.plot.top() - size;
        let mut write = |y: f32, label: &str| {
            if y - needed / 2.0 < free_from {
                return;
            }
            free_from = y + needed / 2.0;
            frame.painter.text(
                pos2(frame.plot.left() - style.scaled(8.0), y),
                Align2::RIGHT_CENTER,
                label,
                regular(size),
                style.palette.muted,
            );
        };
        if let Some(strip) = self.heat {
            write(strip.center().y, "mounted");
        }
        for (index, lane) in scene.lanes.iter().enumerate().step_by(every) {
            write(self.bar(frame, index).center().y, &lane.of.label());
        }
        self.strip_labels(frame, scene, style);
    }

    /// Says beside each strip whose word it is, where rows are high enough.
    fn strip_labels(&self, frame: &ChartFrame, scene: &LaneScene, style: &ChartStyle) {
        let size = style.text.axis * 0.82;
        if self.pitch < size * NAMED_STRIP {
            return;
        }
        for index in 0..scene.lanes.len() {
            let Some(strip) = self.strip(frame, index) else {
                return;
            };
            frame.painter.text(
                pos2(
                    frame.plot.left() - style.scaled(8.0),
                    strip.center().y - style.scaled(0.5),
                ),
                Align2::RIGHT_CENTER,
                "kernel",
                regular(size),
                style.palette.muted,
            );
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a small number of rows")]
fn to_f32(rows: usize) -> f32 {
    rows as f32
}
