//! Text that is only read: labels of groups, facts, notes.

use egui::{Align, Color32, Layout, Response, RichText, Sense, Stroke, Ui, vec2};

use crate::charts::{regular, semibold};
use crate::ui::theme::{self, TYPE};

/// The name of a group, in small spaced capitals.
pub fn caps_ui(ui: &mut Ui, text: &str) -> Response {
    let color = theme::palette(ui).muted;
    let spaced = RichText::new(text.to_uppercase())
        .font(semibold(TYPE.small_caps))
        .extra_letter_spacing(0.8)
        .color(color);
    ui.label(spaced)
}

/// A name on the left and its figure on the right.
pub fn fact_ui(ui: &mut Ui, name: &str, value: &str) -> Response {
    let palette = theme::palette(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.label(RichText::new(name).font(regular(12.0)).color(palette.muted));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let figure = RichText::new(value)
                .font(semibold(12.0))
                .color(palette.text);
            ui.add(egui::Label::new(figure).truncate());
        });
    })
    .response
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
