//! The figures of the stretch of time that is told of, kept from frame to frame; shares in words.

use std::sync::Arc;

use egui::Ui;

use super::kept::kept;
use crate::model::units::THIN_SPACE;
use crate::recording::StretchFigures;
use crate::state::{AppState, RunEntry, TimeRange};

/// The selected stretch, else the visible one, as far as the run goes.
pub(super) fn told_range(state: &AppState, entry: &RunEntry) -> TimeRange {
    let range = state.told_range();
    let recording = &entry.recording;
    let last_ns = recording.last_ns().max(recording.timeline.known_until_ns());
    let until_ns = range.end_ns().min(last_ns);
    TimeRange::new(range.start_ns().min(until_ns), until_ns)
}

/// What happened on every lane in a stretch.
pub(super) fn figures(ui: &Ui, entry: &RunEntry, range: TimeRange) -> Arc<StretchFigures> {
    kept(ui, ("figures", range), entry, || {
        entry
            .recording
            .timeline
            .figures(range.start_ns(), range.end_ns())
    })
}

/// Shares below one percent keep a digit more: little is not nothing.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let digits = if percent > 0.0 && percent < 1.0 { 2 } else { 1 };
    format!("{percent:.digits$}{THIN_SPACE}%")
}
