//! A button that opens a list, and the entries of the list.

use egui::{Align2, Color32, Popup, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::button::focus_ring;
use crate::charts::{regular, semibold};
use crate::ui::icon::Icon;
use crate::ui::theme::{self, CONTROL_PX, CORNER, TYPE};

/// A button with the chosen value; pressing it opens the list that `content` shows. `name` is what the choice is called.
pub fn menu_ui(
    ui: &mut Ui,
    [name, value, tip]: [&str; 3],
    width: f32,
    content: impl FnOnce(&mut Ui),
) -> Response {
    let palette = theme::palette(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, CONTROL_PX), Sense::click());
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ComboBox, ui.is_enabled(), name);
        info.current_text_value = Some(value.to_owned());
        info
    });
    let fill = if response.hovered() {
        theme::hovered(&palette)
    } else {
        theme::raised(&palette)
    };
    let line = egui::Stroke::new(1.0, palette.line);
    ui.painter()
        .rect(rect, CORNER, fill, line, egui::StrokeKind::Inside);
    focus_ring(ui, rect, &response);
    let text_width = width - 40.0;
    let galley = egui::WidgetText::from(egui::RichText::new(value).font(semibold(TYPE.body)))
        .into_galley(
            ui,
            Some(egui::TextWrapMode::Truncate),
            text_width,
            semibold(TYPE.body),
        );
    let at =
        Align2::LEFT_CENTER.anchor_size(pos2(rect.left() + 12.0, rect.center().y), galley.size());
    ui.painter().galley(at.min, galley, palette.text);
    let chevron =
        egui::Rect::from_center_size(pos2(rect.right() - 16.0, rect.center().y), vec2(16.0, 16.0));
    Icon::ChevronDown.paint(ui.painter(), chevron, palette.muted);
    Popup::menu(&response)
        .gap(4.0)
        .accessible_name(name)
        .show(|ui| {
            ui.set_min_width(width - 12.0);
            ui.spacing_mut().item_spacing.y = 2.0;
            content(ui);
        });
    response.on_hover_text(tip)
}

/// An entry of a list; `chosen` entries carry a tick. Choosing one closes the list.
pub fn menu_item_ui(ui: &mut Ui, [name, tip]: [&str; 2], chosen: bool) -> Response {
    menu_line_ui(ui, [name, "", tip], chosen)
}

/// Where the remark of an entry begins.
const REMARK_PX: f32 = 178.0;

/// An entry with a pale remark after its name.
pub fn menu_line_ui(ui: &mut Ui, [name, remark, tip]: [&str; 3], chosen: bool) -> Response {
    let palette = theme::palette(ui);
    let font = if chosen {
        semibold(TYPE.body)
    } else {
        regular(TYPE.body)
    };
    let galley = ui
        .painter()
        .layout_no_wrap(name.to_owned(), font, Color32::PLACEHOLDER);
    let width = (galley.size().x + 44.0).max(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(width, 28.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListBoxOption, true, chosen, name));
    if response.hovered() || response.has_focus() {
        ui.painter()
            .rect_filled(rect, CORNER, theme::hovered(&palette));
    }
    let middle = rect.center().y;
    if chosen {
        let tick = egui::Rect::from_center_size(pos2(rect.left() + 14.0, middle), vec2(16.0, 16.0));
        Icon::Check.paint(ui.painter(), tick, palette.accent);
    }
    let at = Align2::LEFT_CENTER.anchor_size(pos2(rect.left() + 28.0, middle), galley.size());
    let name_ends = at.right();
    ui.painter().galley(at.min, galley, palette.text);
    if !remark.is_empty() {
        let left = (rect.left() + REMARK_PX).max(name_ends + 12.0);
        let room = (rect.right() - left - 8.0).max(0.0);
        let truncate = Some(egui::TextWrapMode::Truncate);
        let small = regular(TYPE.label);
        let galley = egui::WidgetText::from(remark).into_galley(ui, truncate, room, small);
        let at = Align2::LEFT_CENTER.anchor_size(pos2(left, middle), galley.size());
        ui.painter().galley(at.min, galley, palette.muted);
    }
    if response.clicked() {
        ui.close();
    }
    response.on_hover_text(tip)
}
