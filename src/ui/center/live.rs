//! Memory, throughput, task states and lanes below each other, on one time axis.

use egui::{Frame, Margin, Ui};

use super::gestures::Gestures;
use super::lanes::{LaneDetail, LaneRoom, lanes_of_ui, lanes_wanted, minimap_of_ui, selected_ns};
use crate::charts::{
    ChartSlot, ChartStyle, TimeLabels, memory_ui, plot_columns, states_ui, throughput_ui,
};
use crate::scene::{CurveRun, Emphasis, TimeWindow, memory_scene, states_scene, throughput_scene};
use crate::state::{Actions, AppState, RunEntry};
use crate::ui::theme;

/// In less height than this the four charts cannot be read; they are scrolled then.
pub(super) const LOWEST_PX: f32 = 520.0;
/// Between two charts.
const GAP_PX: f32 = 14.0;
/// Height of a carrier's row where there is room.
const ROW_PX: f32 = 24.0;
/// The strip of the whole run at the bottom.
const MINIMAP_PX: f32 = 16.0;

pub(super) fn live_ui(ui: &mut Ui, (state, entry): (&AppState, &RunEntry), actions: &mut Actions) {
    let margin = Margin {
        left: 8,
        right: 8,
        top: 12,
        bottom: 12,
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        let style = ChartStyle::window(theme::palette(ui).theme);
        let mut gestures = Gestures::default();
        let room = ui.available_height() - MINIMAP_PX - 3.0 * GAP_PX - 6.0;
        let wanted = lanes_wanted(entry, &style, ROW_PX) * state.view.lane_scale.get();
        let lanes = LaneRoom {
            height: wanted.min(room * 0.44),
            row_px: ROW_PX,
            labels: TimeLabels::Shown,
            detail: LaneDetail::Spans,
        };
        let curves = room - lanes.height;
        curves_ui(ui, state, (&style, curves), &mut gestures);
        states_of_ui(ui, (state, entry), (&style, curves * 0.29), &mut gestures);
        ui.add_space(GAP_PX);
        lanes_of_ui(ui, (state, entry), (&style, lanes), &mut gestures);
        ui.add_space(6.0);
        minimap_of_ui(ui, (state, entry), (&style, MINIMAP_PX), &mut gestures);
        gestures.push(state, actions);
    });
}

fn window_of(state: &AppState) -> TimeWindow {
    let range = state.visible_range();
    TimeWindow::new(range.start_ns(), range.end_ns())
}

fn slot(state: &AppState, height: f32) -> ChartSlot {
    ChartSlot {
        height,
        time_labels: TimeLabels::Hidden,
        cursor_ns: state.view.cursor_ns,
        selected_ns: selected_ns(state),
    }
}

fn curves_ui(
    ui: &mut Ui,
    state: &AppState,
    (style, room): (&ChartStyle, f32),
    gestures: &mut Gestures,
) {
    let window = window_of(state);
    let columns = plot_columns(ui.available_width(), ui.pixels_per_point(), style);
    let runs = curve_runs(state);
    let memory = memory_scene(&runs, window, columns);
    gestures.take(&memory_ui(ui, &memory, style, slot(state, room * 0.42)));
    ui.add_space(GAP_PX);
    let throughput = throughput_scene(&runs, window, columns);
    gestures.take(&throughput_ui(
        ui,
        &throughput,
        style,
        slot(state, room * 0.29),
    ));
    ui.add_space(GAP_PX);
}

pub(super) fn states_of_ui(
    ui: &mut Ui,
    (state, entry): (&AppState, &RunEntry),
    (style, height): (&ChartStyle, f32),
    gestures: &mut Gestures,
) {
    let columns = plot_columns(ui.available_width(), ui.pixels_per_point(), style);
    let scene = states_scene(&entry.recording, window_of(state), columns);
    gestures.take(&states_ui(ui, &scene, style, slot(state, height)));
}

/// Runs as the curve charts want them: those of the last press of Run stand out.
fn curve_runs(state: &AppState) -> Vec<CurveRun<'_>> {
    let runs = state.runs.visible().map(|entry| CurveRun {
        recording: &entry.recording,
        emphasis: if state.runs.is_past(entry) || !entry.recording.spec.role.is_measured() {
            Emphasis::Ghost
        } else {
            Emphasis::Current
        },
    });
    runs.collect()
}
