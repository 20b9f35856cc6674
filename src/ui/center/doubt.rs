//! The question before a plan that may need more memory than is free: a bar over what the middle shows.

use egui::{Align, Frame, Label, Layout, Margin, Stroke, Ui, vec2};

use crate::charts::palette::mix;
use crate::state::{Actions, AppState, PlanAction};
use crate::ui::controls::{ButtonKind, PushButton};
use crate::ui::theme;

/// Nothing while no plan waits for a word.
pub(super) fn doubt_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let Some(doubt) = &state.doubt else {
        return;
    };
    let palette = theme::palette(ui);
    Frame::new()
        .fill(mix(palette.panel, palette.warning, 0.12))
        .stroke(Stroke::new(1.0, palette.warning))
        .inner_margin(Margin::symmetric(22, 10))
        .show(ui, |ui| {
            // Two lines of text; a long sentence makes it higher.
            let room = vec2(ui.available_width(), 36.0);
            ui.allocate_ui_with_layout(room, Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 8.0;
                let anyway = PushButton::new("Run anyway", "Runs the plan all the same");
                if anyway.show(ui).clicked() {
                    actions.push(PlanAction::RunAnyway.into());
                }
                let back =
                    PushButton::new("Don't run", "Back to the knobs (Esc)").kind(ButtonKind::Quiet);
                if back.show(ui).clicked() {
                    actions.push(PlanAction::Withdraw.into());
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(doubt).wrap());
                });
            });
        });
}
