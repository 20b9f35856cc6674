//! One row: swatch and engine, figures, outcome, small buttons.

use egui::{
    Align2, Color32, FontId, Rect, Response, Role, Sense, TextWrapMode, Ui, WidgetInfo, WidgetText,
    pos2, vec2,
};

use super::{columns::Columns, figures::figure_text, row_buttons::row_buttons_ui};
use crate::charts::{palette::mix, regular, semibold};
use crate::model::{Outcome, RunRole, RunSpec};
use crate::state::{Actions, Numbering, RunEntry, TableAction, outcome_text};
use crate::ui::theme::{self, TYPE};

const ROW_PX: f32 = 27.0;

pub(super) fn row_ui(
    ui: &mut Ui,
    columns: &Columns,
    (entry, chosen): (&RunEntry, bool),
    actions: &mut Actions,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(columns.width, ROW_PX), Sense::click());
    let words = format!("{}{}", place(entry), ending(entry));
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

/// Case, point, and which repetition it is where there are several, before the outcome; nothing for a plain run.
fn place(entry: &RunEntry) -> String {
    let spec = &entry.recording.spec;
    let point = spec.point.as_ref();
    let point = point.map(|point| format!("{} {}", point.knob, point.label));
    let case = Some(spec.case.clone()).filter(|case| !case.is_empty());
    let is_plain = entry.numbering == Numbering::Plain && spec.role.is_measured();
    let round = (!is_plain).then(|| round(spec));
    let parts = case.into_iter().chain(point).chain(round);
    parts.map(|part| part + " · ").collect()
}

/// Which repetition it is, counted from 1 as in tables and file names.
fn round(spec: &RunSpec) -> String {
    let number = spec.repetition + 1;
    match spec.role {
        RunRole::Measured => format!("#{number}"),
        RunRole::Warmup => format!("warm-up {number}, not counted"),
    }
}

/// The outcome, and whether the timer bounds the figures.
fn ending(entry: &RunEntry) -> String {
    let outcome = entry.recording.end.as_ref().map(|end| &end.outcome);
    let words = outcome.map_or_else(|| "live".to_owned(), outcome_text);
    match entry.recording.timer_sentence() {
        Some(_) => format!("{words} · timer-bound"),
        None => words,
    }
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

/// The formula behind the expected time, and what a timer has made of it, each on a line of its own.
fn arithmetic(entry: &RunEntry) -> String {
    let expected = entry.recording.expected();
    let expected = expected.map(|found| format!("\nexpected ≈ {}: {}", found.time, found.formula));
    let timer = entry.recording.timer_sentence();
    let timer = timer.map(|sentence| format!("\ntimer-bound: {sentence}"));
    expected.into_iter().chain(timer).collect()
}

/// The whole outcome with its advice; what the short form leaves out.
fn tip(entry: &RunEntry) -> String {
    let recording = &entry.recording;
    let round = round(&recording.spec);
    let title = format!(
        "{} · {} · {round}{}",
        recording.title,
        recording.spec.experiment.work.label(),
        arithmetic(entry)
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
