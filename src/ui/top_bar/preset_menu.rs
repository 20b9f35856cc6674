//! The list of presets: built-in ones and recent files.

use egui::Ui;

use crate::model::built_in_presets;
use crate::state::{Actions, AppState, FileAction, FileKind, SetupAction, Sheet};
use crate::ui::controls::{caps_ui, menu_item_ui, menu_ui, separator_ui};

pub(super) fn preset_menu_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let draft = &state.draft;
    let edited = if draft.is_edited() { " · edited" } else { "" };
    let value = format!("{}{edited}", draft.name);
    let tip = format!("{}\n{}", draft.preset.title, draft.preset.about);
    menu_ui(ui, ["Preset", &value, tip.trim()], 170.0, |ui| {
        ui.set_min_width(240.0);
        caps_ui(ui, "Built in");
        for (name, preset) in built_in_presets() {
            let chosen = draft.path.is_none() && draft.name == name;
            if menu_item_ui(ui, [name, &preset.about], chosen).clicked() {
                actions.push(SetupAction::UseBuiltIn(name).into());
            }
        }
        recent_ui(ui, state, actions);
        separator_ui(ui);
        let tip = "Opens a preset or recording by its path";
        if menu_item_ui(ui, ["Type a path…", tip], false).clicked() {
            actions.push(FileAction::ShowSheet(Sheet::Open).into());
        }
        let tip = "Writes the preset with these settings to a file";
        if menu_item_ui(ui, ["Save as…", tip], false).clicked() {
            actions.push(FileAction::ShowSheet(Sheet::Save(FileKind::Preset)).into());
        }
    });
}

fn recent_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    if state.files.recent.is_empty() {
        return;
    }
    separator_ui(ui);
    caps_ui(ui, "Recent");
    for path in &state.files.recent {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let whole = path.display().to_string();
        let chosen = state.draft.path.as_ref() == Some(path);
        if menu_item_ui(ui, [&name, &whole], chosen).clicked() {
            actions.push(FileAction::Open(path.clone()).into());
        }
    }
}
