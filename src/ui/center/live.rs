//! Memory, throughput, task states and lanes below each other, on one time axis.

use egui::{Frame, Margin, Ui};

use crate::charts::{
    ChartResponse, ChartSlot, ChartStyle, TimeLabels, TimelineGesture, memory_ui, plot_columns,
    throughput_ui,
};
use crate::scene::{CurveRun, Emphasis, TimeWindow, memory_scene, throughput_scene};
use crate::state::{Actions, AppState, ViewAction};
use crate::ui::theme;

pub(super) fn live_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    Frame::new()
        .inner_margin(Margin {
            left: 8,
            right: 8,
            top: 12,
            bottom: 10,
        })
        .show(ui, |ui| charts_ui(ui, state, actions));
}

fn charts_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let style = ChartStyle::window(theme::palette(ui).theme);
    let range = state.visible_range();
    let window = TimeWindow::new(range.start_ns(), range.end_ns());
    let columns = plot_columns(ui.available_width(), ui.pixels_per_point(), &style);
    let runs = curve_runs(state);
    let height = ui.available_height();
    let slot = |share: f32, time_labels| ChartSlot {
        height: height * share,
        time_labels,
        cursor_ns: state.view.cursor_ns,
    };
    let memory = memory_scene(&runs, window, columns);
    let mut responses = vec![memory_ui(
        ui,
        &memory,
        &style,
        slot(0.3, TimeLabels::Hidden),
    )];
    let throughput = throughput_scene(&runs, window, columns);
    responses.push(throughput_ui(
        ui,
        &throughput,
        &style,
        slot(0.3, TimeLabels::Shown),
    ));
    take(&responses, state, actions);
}

/// Runs as the curve charts want them: those of the last press of Run stand out.
fn curve_runs(state: &AppState) -> Vec<CurveRun<'_>> {
    state
        .runs
        .visible()
        .map(|entry| CurveRun {
            recording: &entry.recording,
            emphasis: if state.runs.is_past(entry) {
                Emphasis::Ghost
            } else {
                Emphasis::Current
            },
        })
        .collect()
}

/// Turns what was done over the charts into actions.
fn take(responses: &[ChartResponse], state: &AppState, actions: &mut Actions) {
    let hovered = responses.iter().find_map(|response| response.hovered_ns);
    if hovered != state.view.cursor_ns {
        actions.push(ViewAction::Hover(hovered).into());
    }
    for gesture in responses.iter().filter_map(|response| response.gesture) {
        match gesture {
            TimelineGesture::Zoom { at_ns, factor } => actions.push(
                ViewAction::Zoom {
                    at_ns: Some(at_ns),
                    factor,
                }
                .into(),
            ),
            TimelineGesture::Pan { delta_ns } => actions.push(ViewAction::Pan(delta_ns).into()),
            TimelineGesture::FitAll => actions.push(ViewAction::FitAll.into()),
            TimelineGesture::Center { .. } | TimelineGesture::ScaleLanes { .. } | TimelineGesture::ScrollRows { .. } => {}
        }
    }
}
