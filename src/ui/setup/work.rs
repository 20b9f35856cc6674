//! Which kind of work.

use egui::Ui;

use crate::state::{Actions, Draft, SetupAction, WorkKind};
use crate::ui::controls::{menu_item_ui, menu_ui};

pub(super) fn work_ui(ui: &mut Ui, draft: &Draft, actions: &mut Actions) {
    let chosen = WorkKind::of(draft.preset.experiment.work);
    let width = ui.available_width();
    let button = ["Work", chosen.label(), chosen.about()];
    menu_ui(ui, button, width, |ui| {
        for kind in WorkKind::ALL {
            let item = menu_item_ui(ui, [kind.label(), kind.about()], kind == chosen);
            if item.clicked() {
                actions.push(SetupAction::ChooseWork(kind).into());
            }
        }
    });
}
