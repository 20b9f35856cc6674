//! A few values side by side, one of them chosen.

use egui::{Align2, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use super::button::focus_ring;
use crate::charts::{palette::mix, regular, semibold};
use crate::ui::theme::{self, CORNER, TYPE};

/// Shows `(name, tip, value)` side by side and sets `chosen` to the pressed one.
pub fn choice_ui<T: PartialEq + Copy>(ui: &mut Ui, values: &[(&str, &str, T)], chosen: &mut T) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (name, tip, value) in values {
            if segment_ui(ui, name, *value == *chosen)
                .on_hover_text(*tip)
                .clicked()
            {
                *chosen = *value;
            }
        }
    });
}

fn segment_ui(ui: &mut Ui, name: &str, chosen: bool) -> Response {
    let palette = theme::palette(ui);
    let font = if chosen {
        semibold(TYPE.body)
    } else {
        regular(TYPE.body)
    };
    let text = if chosen { palette.text } else { palette.muted };
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, text);
    let size = vec2(galley.size().x + 22.0, 28.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name));
    let (fill, line) = if chosen {
        (mix(palette.panel, palette.accent, 0.16), palette.accent)
    } else if response.hovered() {
        (theme::hovered(&palette), palette.line)
    } else {
        (theme::raised(&palette), palette.line)
    };
    let line = Stroke::new(1.0, line);
    ui.painter()
        .rect(rect, CORNER, fill, line, StrokeKind::Inside);
    focus_ring(ui, rect, &response);
    let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
    ui.painter().galley(at.min, galley, text);
    response
}
