//! What picture is asked for, checked. Knows nothing of how it is drawn.

use crate::charts::Theme;
use crate::export::offscreen::Surface;
use crate::model::Nanos;
use crate::scene::{CurveRun, TimeWindow, fit_window};

/// Which charts a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Chart {
    /// Memory and throughput of all runs; the task states too where there is one run only.
    #[default]
    Live,
    /// The carriers of up to four runs, one under the other.
    Timeline,
    /// Peak memory and wall time over the knob that was swept, both logarithmic.
    Sweep,
    /// Wall time and latency of each round in one process, over its number.
    Rounds,
}

/// What picture is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureRequest {
    /// Which charts.
    pub chart: Chart,
    /// Layout size in points, 320…7680 each; 1920 × 1080 gives the type sizes of a slide.
    pub size: (u32, u32),
    /// Pixels per point: 1, 2 or 4. 1920 × 1080 at 2 makes 3840 × 2160 pixels.
    pub scale: u32,
    /// Dark or light.
    pub theme: Theme,
    /// Instead of the title of the plan.
    pub title: Option<String>,
    /// Instead of work, tasks, carriers and pinned share.
    pub subtitle: Option<String>,
    /// Where the time axis begins, counted from Go; there unless given.
    pub from: Option<Nanos>,
    /// Where the time axis ends, counted from Go; at the end of the longest run unless given.
    pub until: Option<Nanos>,
}

impl Default for PictureRequest {
    fn default() -> Self {
        Self {
            chart: Chart::default(),
            size: (1_920, 1_080),
            scale: 1,
            theme: Theme::default(),
            title: None,
            subtitle: None,
            from: None,
            until: None,
        }
    }
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The file, byte for byte the same for the same recordings, request and installed fonts.
    pub png: Vec<u8>,
    /// Characters of title, subtitle and small print that no installed font has; they are drawn as boxes. Sorted.
    pub missing_glyphs: Vec<char>,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Nothing to draw.
    #[error("there is no recording to draw; run something first or name a .clab file")]
    NoRecording,
    /// None of the runs belongs to a sweep.
    #[error(
        "none of these runs belongs to a sweep; run a preset with a sweep, such as sleep-1s-ladder"
    )]
    NoSweep,
    /// None of the runs has rounds.
    #[error(
        "none of these runs does its tasks in rounds; run a preset with rounds, such as io-bound, or with --set rounds=100"
    )]
    NoRounds,
    /// A side is too short or too long.
    #[error("a picture of {0} × {1} points cannot be drawn; each side goes from 320 to 7680")]
    Size(u32, u32),
    /// Not a scale that is offered.
    #[error("{0} pixels per point are not offered; use 1, 2 or 4")]
    Scale(u32),
    /// Too many pixels altogether.
    #[error("{0} × {1} pixels are more than 134 million; choose a smaller size or scale")]
    Pixels(usize, usize),
    /// A time axis without any time.
    #[error("the time axis would begin at {from} and end at {until}; let it end later")]
    Time {
        /// Where it would begin.
        from: Nanos,
        /// Where it would end.
        until: Nanos,
    },
    /// The PNG encoder gave up.
    #[error("the picture could not be encoded as PNG: {0}")]
    Encode(#[from] png::EncodingError),
}

/// 16 384 × 8 192: half a gigabyte of pixels while it is painted.
const MOST_PIXELS: usize = 1 << 27;

impl PictureRequest {
    /// The surface, if everything is in range.
    pub(super) fn surface(&self) -> Result<Surface, ExportError> {
        let side = |points: u32| {
            u16::try_from(points)
                .ok()
                .filter(|points| (320..=7_680).contains(points))
                .ok_or(ExportError::Size(self.size.0, self.size.1))
        };
        let scale = match self.scale {
            1 => 1,
            2 => 2,
            4 => 4,
            other => return Err(ExportError::Scale(other)),
        };
        let surface = Surface {
            size_points: [side(self.size.0)?, side(self.size.1)?],
            scale,
            theme: self.theme,
        };
        let [width, height] = surface.size_px();
        if width * height > MOST_PIXELS {
            return Err(ExportError::Pixels(width, height));
        }
        Ok(surface)
    }

    /// The time that is shown of `runs`.
    pub(super) fn window(&self, runs: &[CurveRun<'_>]) -> TimeWindow {
        let from_ns = self.from.map_or(0, |from| from.0);
        let until_ns = self
            .until
            .map_or_else(|| fit_window(runs).end_ns(), |until| until.0);
        TimeWindow::new(from_ns, until_ns)
    }

    /// Whether the time axis has any time, as far as it can be told without runs.
    pub(super) fn check_time(&self) -> Result<(), ExportError> {
        match (self.from, self.until) {
            (Some(from), Some(until)) if from >= until => Err(ExportError::Time { from, until }),
            (None | Some(_), None | Some(_)) => Ok(()),
        }
    }

    /// 1 at 1920 × 1080: type grows and shrinks with the tighter side.
    #[expect(clippy::cast_precision_loss, reason = "sides of at most 7680 points")]
    pub(super) fn type_factor(&self) -> f32 {
        (self.size.0 as f32 / 1_920.0).min(self.size.1 as f32 / 1_080.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(size: (u32, u32), scale: u32) -> Result<Surface, ExportError> {
        PictureRequest {
            size,
            scale,
            ..PictureRequest::default()
        }
        .surface()
    }

    #[test]
    fn a_time_axis_must_have_some_time() {
        let axis = |from, until| PictureRequest {
            from: Some(Nanos(from)),
            until: Some(Nanos(until)),
            ..PictureRequest::default()
        };
        assert!(axis(1, 2).check_time().is_ok());
        let error = axis(2_000, 2_000).check_time().unwrap_err().to_string();
        assert!(
            error.contains("begin at 2.00\u{202f}µs and end at 2.00\u{202f}µs"),
            "{error}"
        );
        assert!(PictureRequest::default().check_time().is_ok());
        assert_eq!(axis(200, 700).window(&[]), TimeWindow::new(200, 700));
    }

    #[test]
    fn size_and_scale_are_checked() {
        assert_eq!(
            asked((1_920, 1_080), 2).map(Surface::size_px).ok(),
            Some([3_840, 2_160])
        );
        assert!(matches!(
            asked((319, 1_080), 1),
            Err(ExportError::Size(319, 1_080))
        ));
        assert!(matches!(
            asked((1_920, 70_000), 1),
            Err(ExportError::Size(..))
        ));
        assert!(matches!(
            asked((1_920, 1_080), 3),
            Err(ExportError::Scale(3))
        ));
        assert!(matches!(
            asked((7_680, 7_680), 4),
            Err(ExportError::Pixels(30_720, 30_720))
        ));
    }
}
