//! The panel on the left: what is to be run.

use egui::Ui;

use super::controls::{caps_ui, separator_ui};
use crate::state::{Actions, AppState};

mod engines;
mod knobs;
mod outlook;
mod work;

/// Shows the draft and pushes what is changed in it.
pub(super) fn setup_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 4.0;
    caps_ui(ui, "Experiment");
    work::work_ui(ui, &state.draft, actions);
    ui.add_space(6.0);
    knobs::knobs_ui(ui, &state.draft, actions);
    separator_ui(ui);
    caps_ui(ui, "Engines");
    engines::engines_ui(ui, state, actions);
    separator_ui(ui);
    outlook::outlook_ui(ui, state, actions);
}
