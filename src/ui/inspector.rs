//! The panel on the right: what is under the cursor, and the facts of the selected run.

use egui::Ui;

use super::controls::separator_ui;
use crate::state::{Actions, AppState};

mod facts;
mod moment;

pub(super) fn inspector_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 2.0;
    moment::moment_ui(ui, state, actions);
    if let Some(entry) = state.runs.selected() {
        separator_ui(ui);
        facts::facts_ui(ui, entry);
    }
}
