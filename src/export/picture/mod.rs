//! A chart as a picture for a slide: title, subtitle, the window's own charts in large type, small print. Knows nothing of files.

mod encode;
mod fair_heights;
mod live;
mod request;
mod rounds;
mod small_print;
mod stage;
mod sweep;
mod timeline;

use std::collections::BTreeSet;

#[cfg(test)]
pub(super) use encode::png as encode;
pub use request::{Chart, ExportError, Picture, PictureRequest};

use crate::charts::ChartStyle;
use crate::recording::Recording;
use crate::scene::{RoundsScene, SweepScene};
use stage::{Stage, Texts};

use super::offscreen;

/// Whether [`Chart::Sweep`] has anything to show.
#[must_use]
pub fn has_sweep(recordings: &[&Recording]) -> bool {
    !sweep::scenes(recordings).is_empty()
}

/// Whether [`Chart::Rounds`] has anything to show.
#[must_use]
pub fn has_rounds(recordings: &[&Recording]) -> bool {
    recordings
        .iter()
        .any(|recording| !recording.rounds.is_empty())
}

/// A chart with what has to be known before there is a picture.
enum Drawn {
    Live,
    Timeline,
    Sweep(Vec<SweepScene>),
    Rounds(Vec<RoundsScene>),
}

impl Drawn {
    fn of(recordings: &[&Recording], chart: Chart) -> Result<Self, ExportError> {
        match chart {
            Chart::Live => Ok(Self::Live),
            Chart::Timeline => Ok(Self::Timeline),
            Chart::Sweep => match sweep::scenes(recordings) {
                scenes if scenes.is_empty() => Err(ExportError::NoSweep),
                scenes => Ok(Self::Sweep(scenes)),
            },
            Chart::Rounds => match rounds::scenes(recordings) {
                scenes if scenes.is_empty() => Err(ExportError::NoRounds),
                scenes => Ok(Self::Rounds(scenes)),
            },
        }
    }
}

/// Draws `recordings` as `request` says and encodes them as PNG. Needs neither window nor GPU.
///
/// # Errors
/// If there is nothing to draw, the request is out of range, or the encoder fails.
pub fn chart_png(
    recordings: &[&Recording],
    request: &PictureRequest,
) -> Result<Picture, ExportError> {
    let surface = request.surface()?;
    request.check_time()?;
    if recordings.is_empty() {
        return Err(ExportError::NoRecording);
    }
    let drawn = Drawn::of(recordings, request.chart)?;
    let texts = Texts::of(recordings, request);
    let style = ChartStyle::stage(request.theme, request.type_factor());
    let mut missing = BTreeSet::new();
    let canvas = offscreen::paint(surface, |ui| {
        missing = texts.missing_glyphs(ui);
        Stage {
            texts: &texts,
            style: &style,
        }
        .show(ui, |ui| match &drawn {
            Drawn::Live => live::live_ui(ui, recordings, (request, &style)),
            Drawn::Timeline => timeline::timeline_ui(ui, recordings, (request, &style)),
            Drawn::Sweep(scenes) => sweep::sweeps_ui(ui, scenes, &style),
            Drawn::Rounds(scenes) => rounds::rounds_page_ui(ui, scenes, &style),
        });
    });
    Ok(Picture {
        png: encode::png(&canvas, u32::from(surface.scale))?,
        missing_glyphs: missing.into_iter().collect(),
    })
}
