//! Text that is only read: labels of groups, facts, notes.

use egui::{
    Align2, Color32, Response, RichText, Role, Sense, Stroke, TextWrapMode, Ui, WidgetInfo,
    WidgetText, vec2,
};

use crate::charts::{regular, semibold};
use crate::ui::theme::{self, TYPE};

/// Height of a fact.
const FACT_PX: f32 = 20.0;

/// The name of a group, in small spaced capitals.
pub fn caps_ui(ui: &mut Ui, text: &str) -> Response {
    let color = theme::palette(ui).muted;
    let spaced = RichText::new(text.to_uppercase())
        .font(semibold(TYPE.small_caps))
        .extra_letter_spacing(0.8)
        .color(color);
    ui.label(spaced)
}

/// A name on the left and its figure on the right; a long figure ends in ….
pub fn fact_ui(ui: &mut Ui, name: &str, value: &str) -> Response {
    let palette = theme::palette(ui);
    let size = vec2(ui.available_width(), FACT_PX);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let (left, right) = (rect.left_center(), rect.right_center());
    let named = ui.painter().text(
        left,
        Align2::LEFT_CENTER,
        name,
        regular(12.0),
        palette.muted,
    );
    let room = (rect.width() - named.width() - 10.0).max(20.0);
    let galley =
        WidgetText::from(value).into_galley(ui, Some(TextWrapMode::Truncate), room, semibold(12.0));
    let at = Align2::RIGHT_CENTER.anchor_size(right, galley.size());
    ui.painter().galley(at.min, galley, palette.text);
    let label = format!("{name}: {value}");
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response
}

/// A small remark in its colour; wraps.
pub fn note_ui(ui: &mut Ui, text: &str, color: Color32) -> Response {
    let note = RichText::new(text)
        .font(regular(TYPE.small_print))
        .color(color);
    ui.add(egui::Label::new(note).wrap())
}

/// A hairline over the width of a panel, with air around it.
pub fn separator_ui(ui: &mut Ui) {
    ui.add_space(8.0);
    let width = ui.available_width();
    let (rect, _) = ui.allocate_exact_size(vec2(width, 1.0), Sense::hover());
    let line = Stroke::new(1.0, theme::palette(ui).line);
    ui.painter().hline(rect.x_range(), rect.center().y, line);
    ui.add_space(8.0);
}
