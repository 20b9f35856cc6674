//! A coloured checkbox with a name and a remark on its right: an engine's row.

use egui::{
    Align2, Color32, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::button::focus_ring;
use crate::charts::{regular, semibold};
use crate::ui::icon::Icon;
use crate::ui::theme::{self, TYPE};

/// One row: a box in `color`, the name, and on the right a remark with or without a warning sign.
pub fn check_row_ui(
    ui: &mut Ui,
    (checked, name): (bool, &str),
    color: Color32,
    (remark, warns): (&str, bool),
) -> Response {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), checked, name));
    let middle = rect.center().y;
    let tick = egui::Rect::from_center_size(pos2(rect.left() + 8.5, middle), vec2(17.0, 17.0));
    if checked {
        ui.painter().rect_filled(tick, 4.5, color);
        Icon::Check.paint(ui.painter(), tick, palette.on(color));
    } else {
        let line = Stroke::new(1.4, color);
        ui.painter()
            .rect_stroke(tick, 4.5, line, StrokeKind::Inside);
    }
    focus_ring(ui, tick, &response);
    let text = if checked || response.hovered() {
        palette.text
    } else {
        palette.muted
    };
    let font = if checked {
        semibold(TYPE.body)
    } else {
        regular(TYPE.body)
    };
    let at = pos2(rect.left() + 27.0, middle);
    ui.painter().text(at, Align2::LEFT_CENTER, name, font, text);
    let remark_color = if warns {
        palette.readable(palette.warning)
    } else {
        palette.muted
    };
    let right = pos2(rect.right(), middle);
    let placed = ui.painter().text(
        right,
        Align2::RIGHT_CENTER,
        remark,
        regular(11.5),
        remark_color,
    );
    if warns {
        let sign =
            egui::Rect::from_center_size(pos2(placed.left() - 10.0, middle), vec2(16.0, 16.0));
        Icon::Warning.paint(ui.painter(), sign, remark_color);
    }
    response
}
