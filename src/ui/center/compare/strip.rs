//! Every run of a row as a dot on one scale with the other engines of its group.

use egui::{Pos2, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

use crate::charts::{palette::mix, regular};
use crate::state::{CompareCell, CompareGroup, CompareRow};
use crate::ui::theme::{self, TYPE};

/// Draws cell number `place` of a row; what is drawn stands in words on hover.
pub(super) fn strip_ui(
    ui: &Ui,
    room: Rect,
    (group, row): (&CompareGroup, &CompareRow),
    place: usize,
) {
    let Some(cell) = row.cells.get(place) else {
        return;
    };
    let palette = theme::palette(ui);
    let middle = room.top() + 14.0;
    let Some(scale) = LogScale::of(group, place, [room.left(), room.right()]) else {
        return;
    };
    let rail = Stroke::new(1.0, palette.line);
    ui.painter().hline(room.x_range(), middle, rail);
    let color = palette.engine(row.engine);
    if let Some((low, high)) = cell.estimate.and_then(|found| found.interval) {
        let bar = Stroke::new(5.0, mix(palette.ground, color, 0.4));
        ui.painter()
            .hline(scale.x(low)..=scale.x(high), middle, bar);
    }
    for value in &cell.warmups {
        let ring = Stroke::new(1.2, mix(palette.ground, color, 0.55));
        ui.painter()
            .circle_stroke(pos2(scale.x(*value), middle), 3.2, ring);
    }
    for value in &cell.points {
        let dot = pos2(scale.x(*value), middle);
        ui.painter().circle_filled(dot, 2.6, color);
    }
    if let Some(published) = &cell.published {
        let [low, high] = published.ends;
        diamond(ui, pos2(scale.x((low * high).sqrt()), middle));
        let at = pos2(room.left(), room.top() + 31.0);
        let text = format!("published {}", published.label);
        let font = regular(TYPE.small_print);
        let clipped = ui.painter().with_clip_rect(room.expand2(vec2(4.0, 0.0)));
        clipped.text(at, egui::Align2::LEFT_CENTER, text, font, palette.muted);
    }
    let id = ui.scope_id().with(("strip", room.top().to_bits(), place));
    ui.interact(room, id, Sense::hover())
        .on_hover_text(in_words(cell));
}

fn diamond(ui: &Ui, at: Pos2) {
    let palette = theme::palette(ui);
    let corners = [(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)];
    let points: Vec<Pos2> = corners.iter().map(|(x, y)| at + vec2(*x, *y)).collect();
    let line = Stroke::new(1.4, palette.text);
    ui.painter().add(Shape::closed_line(points, line));
}

fn in_words(cell: &CompareCell) -> String {
    let list = |values: &[f64]| {
        let words = values.iter().map(|value| cell.measure.value_label(*value));
        words.collect::<Vec<_>>().join(", ")
    };
    let mut lines = Vec::new();
    if !cell.points.is_empty() {
        lines.push(format!(
            "{} runs: {}",
            cell.points.len(),
            list(&cell.points)
        ));
    }
    if !cell.warmups.is_empty() {
        lines.push(format!("warm-up, not counted: {}", list(&cell.warmups)));
    }
    if let Some(published) = &cell.published {
        lines.push(format!(
            "published {}, {}",
            published.label, published.source
        ));
    }
    lines.join("\n")
}

/// A logarithmic scale over everything that a group shows of one figure.
struct LogScale {
    logs: [f64; 2],
    ends: [f32; 2],
}

impl LogScale {
    /// `None` where there is nothing to show.
    fn of(group: &CompareGroup, place: usize, ends: [f32; 2]) -> Option<Self> {
        let cells = group.rows.iter().filter_map(|row| row.cells.get(place));
        let values = cells.flat_map(|cell| {
            let published = cell.published.iter().flat_map(|published| published.ends);
            let runs = cell.points.iter().chain(&cell.warmups).copied();
            runs.chain(published).collect::<Vec<f64>>()
        });
        let logs = values.filter(|value| *value > 0.0).map(f64::ln);
        let (low, high) = logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), log| {
            (low.min(log), high.max(log))
        });
        // At least a tenth each way, so that noise does not look like a difference.
        let air = ((high - low) * 0.08).max(0.1);
        (low <= high).then_some(Self {
            logs: [low - air, high + air],
            ends,
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "pixels")]
    fn x(&self, value: f64) -> f32 {
        let [low, high] = self.logs;
        let share = (value.max(f64::MIN_POSITIVE).ln() - low) / (high - low);
        let [left, right] = self.ends;
        left + (right - left) * share.clamp(0.0, 1.0) as f32
    }
}
