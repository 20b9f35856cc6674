//! A coloured checkbox with a name and a remark on its right: an engine's row.

use egui::{
    Align2, Color32, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::button::focus_ring;
use crate::charts::{regular, semibold};
use crate::ui::icon::Icon;
use crate::ui::theme::{self, TYPE};

/// Whether a box is ticked, and whether it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckState {
    /// Ticked.
    Checked,
    /// Not ticked.
    Open,
    /// Not ticked, and it cannot be.
    Disabled,
}

/// A row to be shown.
#[derive(Clone, Copy, Debug)]
pub struct CheckRow<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Of the box.
    pub color: Color32,
    /// Of the box.
    pub state: CheckState,
    /// On the right.
    pub remark: &'a str,
    /// Whether the remark has a warning sign.
    pub warns: bool,
}

/// One row: a box, the name, and on the right a remark with or without a warning sign.
pub fn check_row_ui(ui: &mut Ui, row: &CheckRow<'_>) -> Response {
    let palette = theme::palette(ui);
    let enabled = row.state != CheckState::Disabled;
    let sense = if enabled {
        Sense::click()
    } else {
        Sense::hover()
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), sense);
    let checked = row.state == CheckState::Checked;
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, checked, row.name));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_description(row.remark.to_owned());
        if !enabled {
            node.set_disabled();
        }
    });
    let middle = rect.center().y;
    let tick = egui::Rect::from_center_size(pos2(rect.left() + 8.5, middle), vec2(17.0, 17.0));
    if checked {
        ui.painter().rect_filled(tick, 4.5, row.color);
        Icon::Check.paint(ui.painter(), tick, palette.on(row.color));
    } else {
        let color = if enabled { row.color } else { palette.line };
        let line = Stroke::new(1.4, color);
        ui.painter()
            .rect_stroke(tick, 4.5, line, StrokeKind::Inside);
    }
    focus_ring(ui, tick, &response);
    let text = if checked || enabled && response.hovered() {
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
    ui.painter()
        .text(at, Align2::LEFT_CENTER, row.name, font, text);
    remark_ui(ui, rect, row);
    response
}

fn remark_ui(ui: &Ui, rect: egui::Rect, row: &CheckRow<'_>) {
    let palette = theme::palette(ui);
    let color = if row.warns {
        palette.readable(palette.warning)
    } else {
        palette.muted
    };
    let right = rect.right_center();
    let font = regular(11.5);
    let placed = ui
        .painter()
        .text(right, Align2::RIGHT_CENTER, row.remark, font, color);
    if row.warns {
        let at = pos2(placed.left() - 10.0, right.y);
        let sign = egui::Rect::from_center_size(at, vec2(16.0, 16.0));
        Icon::Warning.paint(ui.painter(), sign, color);
    }
}
