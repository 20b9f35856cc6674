//! The panel on the right: what is under the cursor, the worst of the selected run, its lanes in figures, and its facts.

use egui::Ui;

use super::controls::separator_ui;
use crate::model::ProbeMode;
use crate::state::{Actions, AppState, Tab};

mod facts;
mod lanes;
mod moment;
mod worst;

pub(super) fn inspector_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 2.0;
    moment::moment_ui(ui, state, actions);
    if let Some(entry) = state.runs.selected() {
        separator_ui(ui);
        if entry.recording.spec.probe != ProbeMode::Off {
            worst::worst_ui(ui, (state, entry), actions);
            separator_ui(ui);
            if state.view.tab == Tab::Timeline {
                lanes::lanes_ui(ui, (state, entry), actions);
                separator_ui(ui);
            }
        }
        facts::facts_ui(ui, entry);
    }
}
