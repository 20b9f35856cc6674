//! One row: swatch and engine, figures, outcome, small buttons.

use egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, TextWrapMode, Ui, WidgetInfo, WidgetText,
    pos2, vec2,
};

use super::{columns::Columns, figures::figure_text, row_buttons::row_buttons_ui};
use crate::charts::{palette::mix, regular, semibold};
use crate::model::{Outcome, RunSpec};
use crate::state::{Actions, RunEntry, TableAction, outcome_text};
use crate::ui::theme::{self, TYPE};

const ROW_PX: f32 = 27.0;

pub(super) fn row_ui(
    ui: &mut Ui,
    columns: &Columns,
    (entry, chosen): (&RunEntry, bool),
    actions: &mut Actions,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(columns.width, ROW_PX), Sense::click());
    let outcome = entry.recording.end.as_ref().map(|end| &end.outcome);
    let ending = outcome.map_or_else(|| "live".to_owned(), outcome_text);
    let words = format!("{}{ending}", place(&entry.recording.spec));
    let name = format!("Run {}, {}, {words}", entry.id.0 + 1, entry.engine());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, chosen, &name));
    if response.clicked() {
        actions.push(TableAction::Select(entry.id).into());
    }
    if ui.is_rect_visible(rect) {
        ground(ui, rect, &response, chosen);
        engine(ui, rect, entry);
        figures(ui, rect, columns, entry);
        outcome_ui(ui, rect, columns, (entry, &words));
    }
    row_buttons_ui(ui, rect, entry, actions);
    response.on_hover_text(tip(entry));
}

/// Case, point, and whether the run counts, before the outcome; nothing for a plain run.
fn place(spec: &RunSpec) -> String {
    let point = spec.point.as_ref();
    let point = point.map(|point| format!("{} {}", point.knob, point.label));
    let case = Some(spec.case.clone()).filter(|case| !case.is_empty());
    let warmup = (!spec.role.is_measured()).then(|| "warm-up, not counted".to_owned());
    let parts = case.into_iter().chain(point).chain(warmup);
    parts.map(|part| part + " · ").collect()
}

/// What is hidden or does not count is pale.
fn is_pale(entry: &RunEntry) -> bool {
    !entry.is_visible() || !entry.recording.spec.role.is_measured()
}

fn ground(ui: &Ui, rect: Rect, response: &Response, chosen: bool) {
    let palette = theme::palette(ui);
    let wide = rect.expand2(vec2(8.0, 0.0));
    if chosen {
        let fill = mix(palette.panel, palette.accent, 0.12);
        ui.painter().rect_filled(wide, 5.0, fill);
    } else if response.hovered() {
        let fill = mix(palette.panel, palette.text, 0.04);
        ui.painter().rect_filled(wide, 5.0, fill);
    }
    if response.has_focus() {
        let ring = egui::Stroke::new(1.5, palette.accent);
        ui.painter()
            .rect_stroke(wide, 5.0, ring, egui::StrokeKind::Inside);
    }
    let line = egui::Stroke::new(1.0, mix(palette.panel, palette.line, 0.7));
    ui.painter().hline(rect.x_range(), rect.bottom(), line);
}

fn engine(ui: &Ui, rect: Rect, entry: &RunEntry) {
    let palette = theme::palette(ui);
    let color = palette.engine(entry.engine());
    let middle = rect.center().y;
    let swatch = Rect::from_center_size(pos2(rect.left() + 4.5, middle), vec2(9.0, 9.0));
    if entry.is_visible() {
        ui.painter().rect_filled(swatch, 2.0, color);
    } else {
        let line = egui::Stroke::new(1.2, color);
        ui.painter()
            .rect_stroke(swatch, 2.0, line, egui::StrokeKind::Inside);
    }
    let text = if is_pale(entry) {
        palette.muted
    } else {
        palette.text
    };
    let at = pos2(rect.left() + 17.0, middle);
    ui.painter().text(
        at,
        Align2::LEFT_CENTER,
        entry.engine().id(),
        semibold(TYPE.body),
        text,
    );
}

fn figures(ui: &Ui, rect: Rect, columns: &Columns, entry: &RunEntry) {
    let palette = theme::palette(ui);
    let color = if is_pale(entry) {
        palette.muted
    } else {
        palette.text
    };
    for (figure, right) in columns.figures() {
        let at = pos2(rect.left() + right, rect.center().y);
        let text = figure_text(entry, figure);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, text, regular(TYPE.label), color);
    }
}

fn outcome_ui(ui: &Ui, rect: Rect, columns: &Columns, (entry, words): (&RunEntry, &str)) {
    let palette = theme::palette(ui);
    let (mut left, right) = columns.outcome();
    let color = match entry.recording.end.as_ref().map(|end| &end.outcome) {
        None => palette.readable(palette.good),
        Some(Outcome::Failed { .. }) => palette.readable(palette.pinned),
        Some(Outcome::Stopped { .. }) => palette.muted,
        Some(Outcome::Completed) => palette.text,
    };
    if entry.is_running() {
        let dot = pos2(rect.left() + left + 4.0, rect.center().y);
        ui.painter().circle_filled(dot, 4.0, color);
        left += 14.0;
    }
    let font = regular(TYPE.label);
    truncated(
        ui,
        (words, font, color),
        pos2(rect.left() + left, rect.center().y),
        right - left,
    );
}

/// Text that ends in … where its room ends.
fn truncated(ui: &Ui, (text, font, color): (&str, FontId, Color32), at: egui::Pos2, room: f32) {
    let galley = WidgetText::from(text).into_galley(ui, Some(TextWrapMode::Truncate), room, font);
    let place = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    ui.painter().galley(place.min, galley, color);
}

/// The whole outcome with its advice; what the short form leaves out.
fn tip(entry: &RunEntry) -> String {
    let recording = &entry.recording;
    let round = recording.spec.repetition + 1;
    let title = format!(
        "{} · {} · round {round}",
        recording.title,
        recording.spec.experiment.work.label()
    );
    match recording.end.as_ref().map(|end| &end.outcome) {
        None => format!("{title}\nThis run goes on."),
        Some(Outcome::Failed { advice, .. }) => {
            let outcome = recording.end.as_ref().map(|end| outcome_text(&end.outcome));
            format!("{title}\n{}\n{advice}", outcome.unwrap_or_default())
        }
        Some(outcome @ (Outcome::Completed | Outcome::Stopped { .. })) => {
            format!(
                "{title}\n{}\nClick to show its lanes and facts.",
                outcome_text(outcome)
            )
        }
    }
}
