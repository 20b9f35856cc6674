//! One engine's row: median and interval, every run on a strip, expected time, verdict.

use egui::{
    Align2, Color32, FontId, Rect, Role, Sense, Stroke, TextWrapMode, Ui, WidgetInfo, WidgetText,
    pos2, vec2,
};

use super::strip::strip_ui;
use crate::charts::{regular, semibold};
use crate::model::Measure;
use crate::state::{CompareCell, CompareGroup, CompareRow};
use crate::ui::theme::{self, TYPE};

const ROW_PX: f32 = 44.0;
const ENGINE_PX: f32 = 136.0;
const EXPECTED_PX: f32 = 76.0;
const REMARK_PX: f32 = 190.0;
/// Median and interval of a cell; the rest of it is the strip.
const FIGURE_PX: f32 = 122.0;

/// Where the columns stand for a width and a number of figures.
pub(super) struct Columns {
    width: f32,
    cell: f32,
}

impl Columns {
    pub(super) fn over(width: f32, cells: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "three at most")]
        let count = cells.max(1) as f32;
        let room = width - ENGINE_PX - EXPECTED_PX - REMARK_PX;
        Self {
            width,
            cell: (room / count).max(FIGURE_PX + 50.0),
        }
    }

    fn cell_left(&self, place: usize) -> f32 {
        #[expect(clippy::cast_precision_loss, reason = "three at most")]
        let place = place as f32;
        ENGINE_PX + place * self.cell
    }

    pub(super) fn heading_ui(&self, ui: &mut Ui, measures: &[Measure]) {
        let palette = theme::palette(ui);
        let (rect, _response) = ui.allocate_exact_size(vec2(self.width, 22.0), Sense::hover());
        let write = |x: f32, text: &str| {
            let at = pos2(rect.left() + x, rect.center().y);
            ui.painter()
                .text(at, Align2::LEFT_CENTER, text, semibold(11.5), palette.muted);
        };
        write(0.0, "engine");
        for (place, measure) in measures.iter().enumerate() {
            write(self.cell_left(place), measure.label());
        }
        let after = self.cell_left(measures.len());
        write(after, "expected");
        write(after + EXPECTED_PX, "against the fastest");
        let line = Stroke::new(1.0, palette.line);
        ui.painter().hline(rect.x_range(), rect.bottom(), line);
    }
}

pub(super) fn row_ui(ui: &mut Ui, columns: &Columns, group: &CompareGroup, place: usize) {
    let Some(row) = group.rows.get(place) else {
        return;
    };
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(columns.width, ROW_PX), Sense::hover());
    let name = spoken(group, row);
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, &name));
    engine(ui, rect, row);
    for (place, cell) in row.cells.iter().enumerate() {
        let left = rect.left() + columns.cell_left(place);
        let room = Rect::from_min_size(pos2(left, rect.top()), vec2(columns.cell, ROW_PX));
        figure(ui, room, cell);
        let strip = Rect::from_min_max(pos2(left + FIGURE_PX, room.top()), room.max);
        strip_ui(ui, strip.shrink2(vec2(8.0, 0.0)), (group, row), place);
    }
    let after = rect.left() + columns.cell_left(row.cells.len());
    expected_ui(ui, pos2(after, rect.top()), row);
    let room = Rect::from_min_max(pos2(after + EXPECTED_PX, rect.top()), rect.max);
    remark_ui(ui, room, row);
    let line = Stroke::new(1.0, palette.grid);
    ui.painter().hline(rect.x_range(), rect.bottom(), line);
}

/// The whole row in words.
fn spoken(group: &CompareGroup, row: &CompareRow) -> String {
    let mut parts = vec![row.engine.to_string()];
    if !group.heading.is_empty() {
        parts.push(group.heading.clone());
    }
    for cell in &row.cells {
        let published = cell.published.as_ref();
        let published = published.map(|published| format!(", published {}", published.label));
        let figure = figure_words(cell);
        let label = cell.measure.label();
        parts.push(format!("{label} {figure}{}", published.unwrap_or_default()));
    }
    if !row.remark.is_empty() {
        parts.push(row.remark.clone());
    }
    if row.timer.is_some() {
        parts.push("timer-bound".to_owned());
    }
    if !row.behind.is_empty() {
        let told = row.behind.replace(" + ", " counted, ");
        let first = if told == row.behind {
            ""
        } else {
            " not counted"
        };
        parts.push(format!("{told}{first}"));
    }
    parts.join("; ")
}

fn figure_words(cell: &CompareCell) -> String {
    match &cell.estimate {
        None => "unknown".to_owned(),
        Some(estimate) => {
            let median = cell.measure.value_label(estimate.median);
            match interval(cell) {
                Some(interval) => format!("{median} [{interval}]"),
                None => median,
            }
        }
    }
}

fn interval(cell: &CompareCell) -> Option<String> {
    let (low, high) = cell.estimate?.interval?;
    let label = |value| cell.measure.value_label(value);
    Some(format!("{} – {}", label(low), label(high)))
}

fn engine(ui: &Ui, rect: Rect, row: &CompareRow) {
    let palette = theme::palette(ui);
    let top = rect.top() + 14.0;
    let swatch = Rect::from_center_size(pos2(rect.left() + 4.5, top), vec2(9.0, 9.0));
    ui.painter()
        .rect_filled(swatch, 2.0, palette.engine(row.engine));
    let write = |y: f32, text: &str, font: FontId, color: Color32| {
        let at = pos2(rect.left() + 17.0, y);
        ui.painter()
            .text(at, Align2::LEFT_CENTER, text, font, color);
    };
    write(top, row.engine.id(), semibold(TYPE.body), palette.text);
    let font = regular(TYPE.small_print);
    write(top + 17.0, &row.behind, font, palette.muted);
}

fn figure(ui: &Ui, room: Rect, cell: &CompareCell) {
    let palette = theme::palette(ui);
    let label = |value: f64| cell.measure.value_label(value);
    let median = cell
        .estimate
        .map_or_else(|| "–".to_owned(), |found| label(found.median));
    let top = pos2(room.left(), room.top() + 14.0);
    let font = semibold(TYPE.body);
    ui.painter()
        .text(top, Align2::LEFT_CENTER, median, font, palette.text);
    if let Some(interval) = interval(cell) {
        let below = pos2(room.left(), room.top() + 31.0);
        let font = regular(TYPE.small_print);
        let color = palette.muted;
        ui.painter()
            .text(below, Align2::LEFT_CENTER, interval, font, color);
    }
}

fn expected_ui(ui: &Ui, at: egui::Pos2, row: &CompareRow) {
    let palette = theme::palette(ui);
    let Some((time, formula)) = &row.expected else {
        return;
    };
    let middle = at + vec2(0.0, 14.0);
    let font = regular(TYPE.body);
    let color = palette.muted;
    let place = ui
        .painter()
        .text(middle, Align2::LEFT_CENTER, time, font, color);
    let id = ui.scope_id().with(("expected", at.y.to_bits()));
    let response = ui.interact(place.expand(4.0), id, Sense::hover());
    let label = format!("expected {time}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_text(format!("By arithmetic: {formula}"));
}

fn remark_ui(ui: &Ui, room: Rect, row: &CompareRow) {
    let palette = theme::palette(ui);
    let color = if row.failed {
        palette.readable(palette.pinned)
    } else {
        palette.text
    };
    line_ui(ui, (room, 14.0), (&row.remark, &row.remark), color);
    if let Some(sentence) = &row.timer {
        let color = palette.readable(palette.warning);
        line_ui(ui, (room, 31.0), ("timer-bound", sentence), color);
    }
}

/// A line that ends in … where its room ends, and stands whole on hover.
fn line_ui(ui: &Ui, (room, y): (Rect, f32), (text, tip): (&str, &str), color: Color32) {
    if text.is_empty() {
        return;
    }
    let truncate = Some(TextWrapMode::Truncate);
    let font = regular(TYPE.label);
    let galley = WidgetText::from(text).into_galley(ui, truncate, room.width(), font);
    let at = pos2(room.left(), room.top() + y);
    let place = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    ui.painter().galley(place.min, galley, color);
    let id = ui.scope_id().with(("remark", at.y.to_bits()));
    ui.interact(place, id, Sense::hover()).on_hover_text(tip);
}
