//! A chart as a picture for a slide: title, subtitle, the window's own charts in large type, small print. Knows nothing of files.

mod encode;
mod fair_heights;
mod live;
mod request;
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
use stage::{Stage, Texts};

use super::offscreen;

/// Whether [`Chart::Sweep`] has anything to show.
#[must_use]
pub fn has_sweep(recordings: &[&Recording]) -> bool {
    !sweep::scenes(recordings).is_empty()
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
    if recordings.is_empty() {
        return Err(ExportError::NoRecording);
    }
    let sweeps = match request.chart {
        Chart::Sweep => sweep::scenes(recordings),
        Chart::Live | Chart::Timeline => Vec::new(),
    };
    if request.chart == Chart::Sweep && sweeps.is_empty() {
        return Err(ExportError::NoSweep);
    }
    let texts = Texts::of(recordings, request);
    let style = ChartStyle::stage(request.theme, request.type_factor());
    let mut missing = BTreeSet::new();
    let canvas = offscreen::paint(surface, |ui| {
        missing = texts.missing_glyphs(ui);
        Stage {
            texts: &texts,
            style: &style,
        }
        .show(ui, |ui| match request.chart {
            Chart::Live => live::live_ui(ui, recordings, (request, &style)),
            Chart::Timeline => timeline::timeline_ui(ui, recordings, (request, &style)),
            Chart::Sweep => sweep::sweeps_ui(ui, &sweeps, &style),
        });
    });
    Ok(Picture {
        png: encode::png(&canvas, u32::from(surface.scale))?,
        missing_glyphs: missing.into_iter().collect(),
    })
}
