//! The carriers of a picture, up to four runs on one time axis. Knows nothing of title and small print.

use egui::Ui;

use crate::charts::{
    ChartSlot, ChartStyle, TimeLabels, lane_rows, lanes_height, lanes_ui, plot_columns,
};
use crate::model::EngineKind;
use crate::recording::Recording;
use crate::scene::{CurveRun, LaneScene, LaneView, RowRange, fit_window, lane_scene};

/// More runs would make the rows too low to be read.
const MOST_RUNS: usize = 4;
/// Rows of an engine that gives each task its own thread; the strip above them stands for all.
const THREAD_ROWS: usize = 4;
/// Rows higher than this look clumsy.
const HIGHEST_ROW: f32 = 60.0;

/// The first run of every engine, in the order given.
pub(super) fn timeline_ui(ui: &mut Ui, recordings: &[&Recording], style: &ChartStyle) {
    let chosen = chosen(recordings);
    let runs: Vec<CurveRun<'_>> = chosen
        .iter()
        .map(|recording| CurveRun::current(recording))
        .collect();
    let view = LaneView {
        window: fit_window(&runs),
        width: ui.available_width() - style.left_gutter - style.right_gutter,
        columns: plot_columns(ui.available_width(), ui.pixels_per_point(), style),
    };
    let scenes: Vec<LaneScene> = chosen
        .iter()
        .map(|recording| lane_scene(recording, view, shown(recording)))
        .collect();
    let row_height = row_height(ui.available_height(), &scenes, style);
    for (index, scene) in scenes.iter().enumerate() {
        let is_last = index + 1 == scenes.len();
        let time_labels = if is_last {
            TimeLabels::Shown
        } else {
            TimeLabels::Hidden
        };
        let slot = ChartSlot {
            height: lanes_height(scene, row_height, time_labels, style),
            time_labels,
            cursor_ns: None,
        };
        lanes_ui(ui, scene, style, slot, &[]);
    }
}

fn chosen<'a>(recordings: &[&'a Recording]) -> Vec<&'a Recording> {
    let mut engines: Vec<EngineKind> = Vec::new();
    let mut chosen = Vec::new();
    for recording in recordings {
        if !engines.contains(&recording.spec.engine) && chosen.len() < MOST_RUNS {
            engines.push(recording.spec.engine);
            chosen.push(*recording);
        }
    }
    chosen
}

fn shown(recording: &Recording) -> RowRange {
    if recording.spec.engine.has_carriers() {
        RowRange::ALL
    } else {
        RowRange {
            first: 0,
            count: THREAD_ROWS,
        }
    }
}

/// The height that lets all rows fill what is left beside headings and ticks.
#[expect(clippy::cast_precision_loss, reason = "at most four runs")]
fn row_height(available: f32, scenes: &[LaneScene], style: &ChartStyle) -> f32 {
    let rows: f32 = scenes.iter().map(lane_rows).sum();
    let runs = scenes.len() as f32;
    let around =
        runs * style.heading_height() + (runs - 1.0) * style.foot_height() + style.ticks_height();
    ((available - around) / rows.max(1.0)).clamp(1.0, style.scaled(HIGHEST_ROW))
}
