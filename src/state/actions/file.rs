//! Opening, saving, exporting: which file, by dialog or by a typed path. The shell touches the files.

use std::path::{Path, PathBuf};

use super::save::{path_to_save, save, suggested_path};
use crate::model::Preset;
use crate::recording::Recording;
use crate::state::files::stem;
use crate::state::{
    AppState, DialogService, Draft, Effect, ExportChoice, FileKind, Replace, Sheet, Tone,
};

/// Something about files.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// Asks for a file to open: through the system's dialog, or by the sheet where there is none.
    AskOpen,
    /// Opens the sheet, to open or to save; a name is suggested.
    ShowSheet(Sheet),
    /// Closes the sheet.
    CloseSheet,
    /// Asks through the system's dialog for the path that the sheet wants.
    Browse,
    /// What stands in the path field.
    TypePath(String),
    /// Does what the sheet is for, with the path in its field.
    Confirm,
    /// Opens a preset or recording.
    Open(PathBuf),
    /// Saves something to a path that was chosen in a dialog, which has asked about replacing.
    Save(FileKind, PathBuf),
    /// There is a file already where something was to be saved.
    Occupied(PathBuf),
    /// A preset was read.
    PresetOpened {
        /// Where from.
        path: PathBuf,
        /// What it says.
        preset: Preset,
    },
    /// A recording was read.
    RecordingOpened {
        /// Where from.
        path: PathBuf,
        /// What it holds.
        recording: Box<Recording>,
    },
    /// A preset was written.
    PresetSaved {
        /// Where to.
        path: PathBuf,
        /// What was written; the draft may have changed since.
        preset: Preset,
    },
    /// A recording or picture was written.
    Saved(FileKind, PathBuf),
    /// How the next picture is to look.
    SetExport(ExportChoice),
}

impl FileAction {
    pub(in crate::state) fn reduce(self, state: &mut AppState) -> Vec<Effect> {
        match self {
            Self::AskOpen => return ask_open(state),
            Self::ShowSheet(sheet) => show_sheet(state, sheet),
            Self::CloseSheet => state.files.sheet = None,
            Self::Browse => return browse(state),
            Self::TypePath(text) => {
                state.files.typed = text;
                state.files.occupied = None;
            }
            Self::Confirm => return confirm(state),
            Self::Open(path) => return open(state, path),
            Self::Save(kind, path) => return save(state, kind, path, Replace::Yes),
            Self::Occupied(path) => state.files.occupied = Some(path),
            Self::PresetOpened { path, preset } => {
                state.files.sheet = None;
                state.files.remember(&path);
                state.draft = Draft::of(preset, stem(&path), Some(path));
            }
            Self::RecordingOpened { path, recording } => {
                state.files.sheet = None;
                state.files.remember(&path);
                let id = state.runs.add(*recording, Some(path));
                state.runs.choose(Some(id));
            }
            Self::PresetSaved { path, preset } => preset_saved(state, path, preset),
            Self::Saved(kind, path) => saved(state, kind, &path),
            Self::SetExport(choice) => set_export(state, choice),
        }
        Vec::new()
    }
}

fn ask_open(state: &mut AppState) -> Vec<Effect> {
    if state.files.dialogs == DialogService::Present {
        return vec![Effect::BrowseOpen];
    }
    show_sheet(state, Sheet::Open);
    Vec::new()
}

fn show_sheet(state: &mut AppState, sheet: Sheet) {
    state.files.occupied = None;
    state.files.typed = match sheet {
        Sheet::Open => String::new(),
        Sheet::Save(kind) => suggested_path(state, kind).to_string_lossy().into_owned(),
    };
    state.files.sheet = Some(sheet);
}

/// A name that was suggested follows the choice; one that was typed stays.
fn set_export(state: &mut AppState, choice: ExportChoice) {
    let suggested = |state: &AppState| {
        let path = suggested_path(state, FileKind::Chart);
        path.to_string_lossy().into_owned()
    };
    let untouched = state.files.typed == suggested(state);
    state.export = choice;
    if untouched {
        state.files.typed = suggested(state);
        state.files.occupied = None;
    }
}

fn browse(state: &mut AppState) -> Vec<Effect> {
    let effect = match (&state.files.dialogs, state.files.sheet) {
        (DialogService::Missing(reason), _) => {
            let reason = reason.clone();
            state.messages.say(Tone::Note, reason);
            None
        }
        (DialogService::Unknown | DialogService::Present, Some(Sheet::Save(kind))) => {
            Some(Effect::BrowseSave {
                kind,
                suggested: path_to_save(state, kind).unwrap_or_else(|| suggested_path(state, kind)),
            })
        }
        (DialogService::Unknown | DialogService::Present, Some(Sheet::Open) | None) => {
            Some(Effect::BrowseOpen)
        }
    };
    effect.into_iter().collect()
}

fn confirm(state: &mut AppState) -> Vec<Effect> {
    match state.files.sheet {
        None => Vec::new(),
        Some(Sheet::Open) => match state.files.typed_path() {
            Some(path) => open(state, path),
            None => say_type_a_path(state),
        },
        Some(Sheet::Save(kind)) => match path_to_save(state, kind) {
            Some(path) => {
                let known = kind == FileKind::Preset && state.draft.path.as_ref() == Some(&path);
                let meant = state.files.occupied.as_ref() == Some(&path);
                let replace = if known || meant {
                    Replace::Yes
                } else {
                    Replace::Ask
                };
                save(state, kind, path, replace)
            }
            None => say_type_a_path(state),
        },
    }
}

fn say_type_a_path(state: &mut AppState) -> Vec<Effect> {
    let text = "Type a path first, for example presets/tour.ron.".to_owned();
    state.messages.say(Tone::Note, text);
    Vec::new()
}

/// The sheet stays open until the file was read, so that a typing error can be mended.
fn open(state: &mut AppState, path: PathBuf) -> Vec<Effect> {
    if FileKind::opened_from(&path).is_some() {
        return vec![Effect::Load(path)];
    }
    let text = format!(
        "Only presets (.ron) and recordings (.clab) can be opened, and this is neither: {}",
        path.display()
    );
    state.messages.say(Tone::Problem, text);
    Vec::new()
}

fn preset_saved(state: &mut AppState, path: PathBuf, preset: Preset) {
    saved(state, FileKind::Preset, &path);
    state.files.remember(&path);
    state.draft.name = stem(&path);
    state.draft.path = Some(path);
    state.draft.unedited = preset;
}

fn saved(state: &mut AppState, kind: FileKind, path: &Path) {
    state.files.sheet = None;
    state.files.occupied = None;
    let text = format!("Saved the {} as {}", kind.label(), path.display());
    state.messages.say(Tone::Done, text);
}
