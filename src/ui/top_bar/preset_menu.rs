//! The list of presets: built-in ones by what their tasks do, and recent files.

use egui::{ScrollArea, Ui};

use crate::model::{Preset, WorkKind, built_in_presets};
use crate::state::{Actions, AppState, FileAction, FileKind, SetupAction, Sheet};
use crate::ui::controls::{caps_ui, menu_item_ui, menu_line_ui, menu_ui, separator_ui};

const WIDTH_PX: f32 = 440.0;

/// What a new user starts with, whatever work it is.
const FIRST: [&str; 4] = ["tour", "sleep-1s", "blocking", "half-pinned"];

/// Headings and the kinds of work under them; kinds that stand nowhere come last.
const GROUPS: [(&str, &[WorkKind]); 5] = [
    (
        "Sleeping tasks",
        &[WorkKind::Sleep, WorkKind::TaskLocal, WorkKind::Mixed],
    ),
    (
        "Blocking and waiting for each other",
        &[
            WorkKind::Block,
            WorkKind::Locked,
            WorkKind::Init,
            WorkKind::Permits,
        ],
    ),
    (
        "Computing and counting",
        &[WorkKind::Cpu, WorkKind::Yield, WorkKind::Counter],
    ),
    ("Deep stacks", &[WorkKind::Deep]),
    ("Failures", &[WorkKind::FailFast, WorkKind::LostFailure]),
];

pub(super) fn preset_menu_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let draft = &state.draft;
    let edited = if draft.is_edited() { " · edited" } else { "" };
    let value = format!("{}{edited}", draft.name);
    let tip = format!("{}\n{}", draft.preset.title, draft.preset.about);
    menu_ui(ui, ["Preset", &value, tip.trim()], 170.0, |ui| {
        ui.set_width(WIDTH_PX);
        let room = ui.ctx().content_rect().height() - 190.0;
        ScrollArea::vertical()
            .max_height(room.max(160.0))
            .show(ui, |ui| {
                built_in_ui(ui, state, actions);
                recent_ui(ui, state, actions);
            });
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

fn built_in_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let all: Vec<(&'static str, Preset)> = built_in_presets().collect();
    let kind = |preset: &Preset| WorkKind::of(preset.experiment.work);
    let group_of = |name: &str, preset: &Preset| {
        if FIRST.contains(&name) {
            return "To begin with";
        }
        let found = GROUPS
            .iter()
            .find(|(_, kinds)| kinds.contains(&kind(preset)));
        found.map_or("More", |(heading, _)| *heading)
    };
    let headings = GROUPS.iter().map(|(heading, _)| *heading);
    for heading in ["To begin with"]
        .into_iter()
        .chain(headings)
        .chain(["More"])
    {
        let members = all
            .iter()
            .filter(|(name, preset)| group_of(name, preset) == heading);
        for (place, (name, preset)) in members.enumerate() {
            if place == 0 {
                ui.add_space(6.0);
                caps_ui(ui, heading);
            }
            let chosen = state.draft.path.is_none() && state.draft.name == *name;
            let tip = format!("{}\n{}", preset.title, preset.about);
            if menu_line_ui(ui, [name, &preset.title, &tip], chosen).clicked() {
                actions.push(SetupAction::UseBuiltIn(name).into());
            }
        }
    }
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
