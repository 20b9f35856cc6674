//! Which kind of work, and which loop computes.

use egui::Ui;

use crate::model::{Kernel, Work};
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
    if let Work::Cpu { kernel, .. } = draft.preset.experiment.work {
        kernel_ui(ui, kernel, actions);
    }
}

fn kernel_ui(ui: &mut Ui, chosen: Kernel, actions: &mut Actions) {
    let width = ui.available_width();
    let button = ["Kernel", chosen.label(), "Which loop every task computes"];
    menu_ui(ui, button, width, |ui| {
        for kernel in [Kernel::SumOfSquares, Kernel::Xorshift] {
            let tip = match kernel {
                Kernel::SumOfSquares => "The sum of i · i for every round, wrapping at 64 bits",
                Kernel::Xorshift => "Three shifts and three exclusive-ors in every round",
            };
            if menu_item_ui(ui, [kernel.label(), tip], kernel == chosen).clicked() {
                actions.push(SetupAction::SetKernel(kernel).into());
            }
        }
    });
}
