//! The lanes of the selected run in figures, of the selected stretch or of what is visible: shares, mounts, how long runs and waits
//! were.

use std::sync::Arc;

use egui::{Align2, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::charts::{ChartStyle, histogram_ui, palette::mix, regular, semibold};
use crate::model::Nanos;
use crate::model::units::short;
use crate::recording::{Durations, LaneFigures, StretchFigures, Track};
use crate::scene::histogram_scene;
use crate::state::{Actions, AppState, RunEntry, TimeRange, ViewAction};
use crate::ui::controls::{caps_ui, focus_ring, note_ui};
use crate::ui::figures::{figures, percent, told_range};
use crate::ui::theme::{self, CORNER};

const ROW_PX: f32 = 20.0;
/// Right edges of the columns, as shares of the width.
const COLUMNS: [f32; 3] = [0.56, 0.77, 1.0];

pub(super) fn lanes_ui(ui: &mut Ui, (state, entry): (&AppState, &RunEntry), actions: &mut Actions) {
    let range = told_range(state, entry);
    let figures = figures(ui, entry, range);
    let scope = match state.view.selection {
        Some(_) => "selection",
        None => "visible",
    };
    caps_ui(ui, &format!("Lanes · {scope} {}", Nanos(range.len_ns())));
    ui.add_space(4.0);
    if figures.lanes.is_empty() {
        note_ui(ui, "No mount was recorded.", theme::palette(ui).muted);
        return;
    }
    histograms_ui(ui, (state, entry), &figures);
    ui.add_space(6.0);
    if entry.engine().has_carriers() {
        table_ui(ui, (state, range), &figures, actions);
    }
}

/// How long runs and waits were, of the chosen lane or of all.
fn histograms_ui(ui: &mut Ui, (state, entry): (&AppState, &RunEntry), figures: &StretchFigures) {
    let palette = theme::palette(ui);
    let style = ChartStyle::window(palette.theme);
    let chosen = chosen(state, figures);
    let (runs, waits) = match chosen {
        Some(lane) => (lane.runs.clone(), lane.waits.clone()),
        None => (figures.runs(), figures.waits()),
    };
    let of = chosen.map_or_else(String::new, |lane| format!(" · {}", name(lane.track)));
    let mut histogram = |title: &str, color: Color32, durations: &Durations| {
        if let Some(scene) = histogram_scene(durations) {
            let title = format!("{title}{of}");
            let label = format!(
                "{title}: median {}, 99th percentile {}",
                Nanos(scene.p50_ns),
                Nanos(scene.p99_ns)
            );
            let response = histogram_ui(ui, (&title, color), &scene, &style);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
            ui.add_space(6.0);
        }
    };
    histogram("run p50 / p99", palette.engine(entry.engine()), &runs);
    let gray = mix(palette.muted, palette.ground, 0.35);
    histogram("wait p50 / p99", gray, &waits);
}

fn chosen<'a>(state: &AppState, figures: &'a StretchFigures) -> Option<&'a LaneFigures> {
    let track = state.view.lane?;
    figures.lanes.iter().find(|lane| lane.track == track)
}

fn table_ui(
    ui: &mut Ui,
    (state, range): (&AppState, TimeRange),
    figures: &Arc<StretchFigures>,
    actions: &mut Actions,
) {
    let palette = theme::palette(ui);
    let size = vec2(ui.available_width(), ROW_PX);
    let (head, _response) = ui.allocate_exact_size(size, Sense::hover());
    let words = ["", "busy", "pinned", "mounts"];
    cells(ui, head, words.map(str::to_owned), palette.muted, false);
    let secs = Nanos(range.len_ns()).as_secs_f64();
    for lane in &figures.lanes {
        let is_chosen = state.view.lane == Some(lane.track);
        if row_ui(ui, (lane, secs), is_chosen) {
            let choice = (!is_chosen).then_some(lane.track);
            actions.push(ViewAction::ChooseLane(choice).into());
        }
    }
}

/// Tells whether the row was pressed.
fn row_ui(ui: &mut Ui, (lane, secs): (&LaneFigures, f64), is_chosen: bool) -> bool {
    let palette = theme::palette(ui);
    let size = vec2(ui.available_width(), ROW_PX);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let texts = [
        name(lane.track),
        percent(f64::from(lane.busy)),
        percent(f64::from(lane.pinned)),
        format!("{}/s", short(f64::from(lane.mounts) / secs)),
    ];
    let label = format!(
        "{}: busy {}, pinned {}, mounts {}",
        texts[0], texts[1], texts[2], texts[3]
    );
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_chosen, &label));
    if is_chosen || response.hovered() {
        let fill = if is_chosen {
            mix(palette.panel, palette.accent, 0.16)
        } else {
            theme::hovered(&palette)
        };
        let around = rect.expand2(vec2(4.0, 0.0));
        ui.painter().rect_filled(around, CORNER, fill);
    }
    focus_ring(ui, rect, &response);
    cells(ui, rect, texts, palette.text, true);
    response.on_hover_text(tip(lane)).clicked()
}

fn cells(ui: &Ui, rect: Rect, texts: [String; 4], color: Color32, is_figure: bool) {
    let [name, figures @ ..] = texts;
    let muted = theme::palette(ui).muted;
    let left = rect.left_center();
    let painter = ui.painter();
    painter.text(left, Align2::LEFT_CENTER, name, regular(11.5), muted);
    for (text, share) in figures.into_iter().zip(COLUMNS) {
        let at = pos2(rect.left() + rect.width() * share, rect.center().y);
        let font = if is_figure {
            semibold(11.5)
        } else {
            regular(11.0)
        };
        painter.text(at, Align2::RIGHT_CENTER, text, font, color);
    }
}

fn name(track: Track) -> String {
    match track {
        Track::Carrier(carrier) => format!("carrier {carrier}"),
        Track::Threads => "threads".to_owned(),
    }
}

fn tip(lane: &LaneFigures) -> String {
    let quantiles = |durations: &Durations| {
        let at = |share| durations.quantile(share).map(|ns| Nanos(ns).to_string());
        match (at(0.5), at(0.99)) {
            (Some(p50), Some(p99)) => format!("{p50} / {p99}"),
            _none => "not known".to_owned(),
        }
    };
    format!(
        "Run p50 / p99: {}\nReady → mount p50 / p99: {}\nClick to see the histograms of this lane alone",
        quantiles(&lane.runs),
        quantiles(&lane.waits)
    )
}
