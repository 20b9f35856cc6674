//! The carriers of a picture, one run of every engine on one time axis. Knows nothing of title and small print.

use egui::Ui;

use super::{
    PictureRequest,
    fair_heights::{Wish, fair_heights},
};
use crate::charts::{
    ChartSlot, ChartStyle, HEAT_ROWS, TimeLabels, lanes_ui, plot_columns, sentence_ui,
};
use crate::model::EngineKind;
use crate::recording::Recording;
use crate::scene::{CurveRun, LaneView, RowRange, lane_scene, row_count};

/// Rows of an engine that gives each task its own thread; the strip above them stands for all.
const MOST_THREAD_ROWS: f32 = 12.0;
/// A thread's row must be at least so high, or it is left to the strip.
const LOWEST_THREAD_ROW: f32 = 9.0;
/// Rows higher than this look clumsy.
const HIGHEST_ROW: f32 = 72.0;

/// The first run of every engine, in the order given.
pub(super) fn timeline_ui(
    ui: &mut Ui,
    recordings: &[&Recording],
    (request, style): (&PictureRequest, &ChartStyle),
) {
    let chosen = chosen(recordings);
    let runs: Vec<CurveRun<'_>> = chosen
        .iter()
        .map(|recording| CurveRun::current(recording))
        .collect();
    let view = LaneView {
        window: request.window(&runs),
        width: ui.available_width() - style.left_gutter - style.right_gutter,
        columns: plot_columns(ui.available_width(), ui.pixels_per_point(), style),
    };
    if let Some(sentence) = nothing_recorded(&chosen, view) {
        sentence_ui(ui, sentence, style);
        return;
    }
    let heights = plot_heights(ui.available_height(), &chosen, style);
    let last = chosen.len().saturating_sub(1);
    for (index, (recording, plot_height)) in chosen.iter().zip(heights).enumerate() {
        let (time_labels, below) = if index == last {
            (TimeLabels::Shown, style.ticks_height())
        } else {
            (TimeLabels::Hidden, style.foot_height())
        };
        let slot = ChartSlot {
            height: style.heading_height() + plot_height + below,
            time_labels,
            cursor_ns: None,
            selected_ns: None,
        };
        let mut scene = lane_scene(recording, view, shown(recording, plot_height, style));
        if let Some(which) = which_run(recording, recordings) {
            scene.note = format!("{which} · {}", scene.note);
        }
        lanes_ui(ui, &scene, style, slot, &[]);
    }
}

/// Why no run has any rows; `None` where one has.
fn nothing_recorded(chosen: &[&Recording], view: LaneView) -> Option<&'static str> {
    let none = RowRange { first: 0, count: 0 };
    let mut reasons = chosen
        .iter()
        .map(|recording| lane_scene(recording, LaneView { columns: 1, ..view }, none).unrecorded);
    let first = reasons.next()??;
    reasons.all(|reason| reason.is_some()).then_some(first)
}

fn chosen<'a>(recordings: &[&'a Recording]) -> Vec<&'a Recording> {
    let mut engines: Vec<EngineKind> = Vec::new();
    let mut chosen = Vec::new();
    for recording in recordings {
        if !engines.contains(&recording.spec.engine) {
            engines.push(recording.spec.engine);
            chosen.push(*recording);
        }
    }
    chosen
}

/// Which of several runs of its engine a recording is; `None` where it is the only one.
fn which_run(shown: &Recording, recordings: &[&Recording]) -> Option<String> {
    let runs = recordings
        .iter()
        .filter(|other| other.spec.engine == shown.spec.engine)
        .count();
    (runs > 1).then(|| format!("run {} of {runs}", shown.spec.repetition + 1))
}

/// How high each run's rows are altogether: what is left beside headings and ticks, divided fairly.
#[expect(
    clippy::cast_precision_loss,
    reason = "at most one run of every engine"
)]
fn plot_heights(available: f32, chosen: &[&Recording], style: &ChartStyle) -> Vec<f32> {
    let runs = chosen.len() as f32;
    let around =
        runs * style.heading_height() + (runs - 1.0) * style.foot_height() + style.ticks_height();
    let wishes: Vec<Wish> = chosen.iter().map(|run| wish(run, style)).collect();
    fair_heights(&wishes, available - around)
}

#[expect(clippy::cast_precision_loss, reason = "at most 64 carriers")]
fn wish(recording: &Recording, style: &ChartStyle) -> Wish {
    let all = row_count(recording) as f32;
    let rows = if recording.spec.engine.has_carriers() {
        all.max(1.0)
    } else {
        HEAT_ROWS + all.min(MOST_THREAD_ROWS)
    };
    Wish {
        rows,
        most: rows * style.scaled(HIGHEST_ROW),
    }
}

/// Every carrier; of threads as many as fit below the strip.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a few rows"
)]
fn shown(recording: &Recording, plot_height: f32, style: &ChartStyle) -> RowRange {
    if recording.spec.engine.has_carriers() {
        return RowRange::ALL;
    }
    let fitting = plot_height / style.scaled(LOWEST_THREAD_ROW) - HEAT_ROWS;
    RowRange {
        first: 0,
        count: fitting.clamp(0.0, MOST_THREAD_ROWS) as usize,
    }
}
