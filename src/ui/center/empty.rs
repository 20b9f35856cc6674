//! What stands in the middle before the first run: what will be seen, and how to begin.

use egui::{Align, Frame, Label, Layout, Margin, RichText, Sense, Ui, vec2};

use crate::charts::{regular, semibold};
use crate::model::{EngineKind, Plan};
use crate::state::AppState;
use crate::ui::theme;

const WIDTH_PX: f32 = 520.0;

pub(super) fn empty_ui(ui: &mut Ui, state: &AppState) {
    let palette = theme::palette(ui);
    let preset = &state.draft.preset;
    ui.with_layout(Layout::top_down(Align::Center), |ui| {
        ui.add_space((ui.available_height() * 0.5 - 220.0).max(16.0));
        ui.set_max_width(WIDTH_PX);
        ui.spacing_mut().item_spacing.y = 8.0;
        let title = if preset.title.is_empty() {
            "A plan without a title"
        } else {
            &preset.title
        };
        ui.label(
            RichText::new(title)
                .font(semibold(24.0))
                .color(palette.text),
        );
        let about = RichText::new(&preset.about)
            .font(regular(14.0))
            .color(palette.muted);
        ui.add(Label::new(about).wrap());
        ui.add_space(14.0);
        let runs = Plan::of(&state.draft.runnable()).runs.len();
        let plural = if runs == 1 {
            "run"
        } else {
            "runs, one after the other"
        };
        let press = format!("Press Run (Ctrl+R): {runs} {plural}, each in a fresh process.");
        ui.label(
            RichText::new(press)
                .font(semibold(14.0))
                .color(palette.accent),
        );
        ui.add_space(18.0);
        Frame::new()
            .fill(palette.panel)
            .stroke(egui::Stroke::new(1.0, palette.line))
            .corner_radius(10)
            .inner_margin(Margin::symmetric(22, 16))
            .show(ui, engines_ui);
    });
}

fn engines_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    ui.set_width(WIDTH_PX - 44.0);
    ui.spacing_mut().item_spacing.y = 10.0;
    for engine in EngineKind::ALL {
        ui.horizontal_top(|ui| {
            let (swatch, _response) = ui.allocate_exact_size(vec2(10.0, 18.0), Sense::hover());
            let swatch = egui::Rect::from_center_size(swatch.center(), vec2(10.0, 10.0));
            ui.painter()
                .rect_filled(swatch, 2.0, palette.engine(engine));
            let name = RichText::new(engine.id())
                .font(semibold(13.0))
                .color(palette.text);
            let left = Layout::left_to_right(Align::TOP);
            ui.allocate_ui_with_layout(vec2(76.0, 18.0), left, |ui| {
                ui.set_min_width(76.0);
                ui.label(name);
            });
            let about = RichText::new(engine.about())
                .font(regular(13.0))
                .color(palette.muted);
            ui.add(Label::new(about).wrap());
        });
    }
}
