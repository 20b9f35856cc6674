//! The lanes of the selected run and the strip of the whole run, in either tab.

use egui::{PopupAnchor, Tooltip, Ui};

use super::gestures::Gestures;
use crate::charts::{
    ChartSlot, ChartStyle, LanePart, LanesResponse, TimeLabels, lanes_height, lanes_ui, minimap_ui,
    plot_columns, task_lane_height, task_lane_ui,
};
use crate::recording::Recording;
use crate::scene::{LaneView, RowRange, TimeWindow, lane_scene, minimap_scene, task_lane};
use crate::state::{AppState, RunEntry, TimeRange};
use crate::ui::{kernel_words, pointed};

/// The room that lanes may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneRoom {
    /// At most so high.
    pub(super) height: f32,
    /// Height of a row at most, at lane scale 1; a carrier's row shrinks where there are many.
    pub(super) row_px: f32,
    /// Where the times stand.
    pub(super) labels: TimeLabels,
    /// What rows show beside spans.
    pub(super) detail: LaneDetail,
}

/// What rows show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LaneDetail {
    /// Spans, pins and gaps.
    Spans,
    /// Also waits, and what the operating system saw.
    Everything,
}

/// A carrier's row is never lower than this: what does not fit is scrolled.
const LOWEST_ROW_PX: f32 = 2.5;
/// Usual height of a thread's row, of which there are thousands.
const THREAD_ROW_PX: f32 = 9.0;

pub(super) fn lanes_of_ui(
    ui: &mut Ui,
    (state, entry): (&AppState, &RunEntry),
    (style, room): (&ChartStyle, LaneRoom),
    gestures: &mut Gestures,
) {
    let view = lane_view(ui, state, style);
    let (shown, row_px) = rows(state, entry, (style, room));
    let scene = match room.detail {
        LaneDetail::Spans => lane_scene(&entry.recording, view, shown).spans_only(),
        LaneDetail::Everything => lane_scene(&entry.recording, view, shown),
    };
    let slot = ChartSlot {
        height: lanes_height(&scene, row_px, room.labels, style).min(room.height),
        time_labels: room.labels,
        cursor_ns: state.view.cursor_ns,
        selected_ns: selected_ns(state),
    };
    let recording = &entry.recording;
    let place = state.view.pointed;
    let hit = place.and_then(|place| pointed::hit_at(recording, place));
    let hovered = hit.as_ref().and_then(|hit| hit.task);
    let kept = state.view.inspected.map(|span| span.task);
    let path = pointed::path_ui(ui, entry, hovered.or(kept));
    let response = lanes_ui(ui, &scene, style, slot, &path);
    if strip_tooltip_of_ui(ui, recording, &response) {
        gestures.take_lanes(&response, hit);
        return;
    }
    if let Some(hit) = &hit
        && response.hovered.is_some()
    {
        let id = ui.scope_id().with("lane tooltip");
        Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer)
            .gap(14.0)
            .show(|ui| pointed::tooltip_ui(ui, (recording, hit), &path));
    }
    gestures.take_lanes(&response, hit);
}

/// The row of the inspected task, on the time axis of the lanes below it.
pub(super) fn task_lane_of_ui(
    ui: &mut Ui,
    (state, entry): (&AppState, &RunEntry),
    style: &ChartStyle,
    gestures: &mut Gestures,
) {
    let Some(span) = state.view.inspected else {
        return;
    };
    let path = pointed::path_ui(ui, entry, Some(span.task));
    if path.is_empty() {
        return;
    }
    let view = lane_view(ui, state, style);
    let lane = task_lane(&entry.recording, (span.task, &path), view);
    let slot = ChartSlot {
        height: task_lane_height(style),
        time_labels: TimeLabels::Hidden,
        cursor_ns: state.view.cursor_ns,
        selected_ns: selected_ns(state),
    };
    let engine = entry.engine();
    gestures.take(&task_lane_ui(ui, (engine, view.window, &lane), style, slot));
}

/// The selected stretch as charts take it.
pub(super) fn selected_ns(state: &AppState) -> Option<(u64, u64)> {
    let selection = state.view.selection?;
    Some((selection.start_ns(), selection.end_ns()))
}

/// What the operating system said of the moment under the pointer, where that is in a strip; tells whether it is.
fn strip_tooltip_of_ui(ui: &Ui, recording: &Recording, response: &LanesResponse) -> bool {
    let place = response
        .hovered
        .filter(|_| response.part == LanePart::Kernel);
    let Some(sentence) = place.and_then(|place| kernel_words::strip_sentence(recording, place))
    else {
        return false;
    };
    let id = ui.scope_id().with("strip tooltip");
    Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, PopupAnchor::Pointer)
        .gap(14.0)
        .show(|ui| kernel_words::strip_tooltip_ui(ui, sentence));
    true
}

fn lane_view(ui: &Ui, state: &AppState, style: &ChartStyle) -> LaneView {
    let range = state.visible_range();
    let width = (ui.available_width() - style.left_gutter - style.right_gutter).max(1.0);
    LaneView {
        window: TimeWindow::new(range.start_ns(), range.end_ns()),
        width,
        columns: plot_columns(ui.available_width(), ui.pixels_per_point(), style),
    }
}

/// Which rows fit, and how high each is.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "rows on a screen"
)]
fn rows(
    state: &AppState,
    entry: &RunEntry,
    (style, room): (&ChartStyle, LaneRoom),
) -> (RowRange, f32) {
    let scale = state.view.lane_scale.get();
    let plot_px = (room.height - style.heading_height() - style.ticks_height()).max(20.0);
    let has_carriers = entry.engine().has_carriers();
    let all = row_count(entry);
    let fitting = (plot_px / all as f32).clamp(LOWEST_ROW_PX, room.row_px);
    let row_px = scale * if has_carriers { fitting } else { THREAD_ROW_PX };
    let count = ((plot_px / row_px) as usize).max(1);
    let first = state.view.first_row.min(all.saturating_sub(count));
    (RowRange { first, count }, row_px)
}

/// The height at which every row has `row_px`, heading and times included.
#[expect(clippy::cast_precision_loss, reason = "rows on a screen")]
pub(super) fn lanes_wanted(entry: &RunEntry, style: &ChartStyle, row_px: f32) -> f32 {
    style.heading_height() + style.ticks_height() + row_count(entry) as f32 * row_px
}

/// Carriers, also those that have mounted nothing yet; threads are as many as there are tasks.
fn row_count(entry: &RunEntry) -> usize {
    let recording = &entry.recording;
    if entry.engine().has_carriers() {
        let built = recording
            .hello
            .as_ref()
            .map_or(0, |hello| usize::from(hello.carriers));
        recording.timeline.tracks().count().max(built).max(1)
    } else {
        recording.spec.experiment.tasks.get() as usize
    }
}

pub(super) fn minimap_of_ui(
    ui: &mut Ui,
    (state, entry): (&AppState, &RunEntry),
    (style, height): (&ChartStyle, f32),
    gestures: &mut Gestures,
) {
    let whole = state.whole_range();
    let visible = state.visible_range();
    let window = |range: TimeRange| TimeWindow::new(range.start_ns(), range.end_ns());
    let columns = plot_columns(ui.available_width(), ui.pixels_per_point(), style);
    let scene = minimap_scene(&entry.recording, window(whole), window(visible), columns);
    gestures.take_gesture(minimap_ui(ui, &scene, style, height));
}
