//! The small buttons at the end of a row: show, keep, save, delete.

use egui::{Align, Layout, Rect, Ui, UiBuilder, pos2};

use crate::state::{Actions, FileAction, FileKind, RunEntry, Sheet, Showing, TableAction};
use crate::ui::controls::PushButton;
use crate::ui::icon::Icon;

pub(super) fn row_buttons_ui(ui: &mut Ui, row: Rect, entry: &RunEntry, actions: &mut Actions) {
    let room = Rect::from_min_max(pos2(row.right() - 104.0, row.top()), row.max);
    let builder = UiBuilder::new()
        .max_rect(room)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        let name = |verb: &str| format!("{verb} run {}", entry.id.0 + 1);
        let running = entry.is_running().then_some("This run goes on.");
        let bin = name("Delete");
        let delete =
            PushButton::icon(Icon::Bin, &bin, "Forgets this run (Del)").disabled_because(running);
        if delete.show(ui).clicked() {
            actions.push(TableAction::Delete(entry.id).into());
        }
        let disk = name("Save");
        let save = PushButton::icon(Icon::Save, &disk, "Saves this run as a recording (Ctrl+D)")
            .disabled_because(running);
        if save.show(ui).clicked() {
            actions.push(TableAction::Select(entry.id).into());
            actions.push(FileAction::ShowSheet(Sheet::Save(FileKind::Recording)).into());
        }
        keep_ui(ui, &name, entry, actions);
        show_ui(ui, &name, entry, actions);
    });
}

fn keep_ui(ui: &mut Ui, name: &impl Fn(&str) -> String, entry: &RunEntry, actions: &mut Actions) {
    let kept = entry.showing == Showing::Kept;
    let (verb, tip) = if kept {
        (
            "Unkeep",
            "Kept in the charts when the next plan begins; press to let it go",
        )
    } else {
        (
            "Keep",
            "Keeps this run in the charts, pale, when the next plan begins",
        )
    };
    let label = name(verb);
    let button = PushButton::icon(Icon::Pin, &label, tip).lit(kept);
    if button.show(ui).clicked() {
        actions.push(TableAction::ToggleKept(entry.id).into());
    }
}

fn show_ui(ui: &mut Ui, name: &impl Fn(&str) -> String, entry: &RunEntry, actions: &mut Actions) {
    let (icon, verb, tip) = if entry.is_visible() {
        (Icon::Eye, "Hide", "Hides this run's curves (H)")
    } else {
        (Icon::EyeClosed, "Show", "Shows this run's curves (H)")
    };
    let label = name(verb);
    if PushButton::icon(icon, &label, tip).show(ui).clicked() {
        actions.push(TableAction::ToggleVisible(entry.id).into());
    }
}
