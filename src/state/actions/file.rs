//! Opening, saving, exporting: which file, by dialog or by a typed path. The shell touches the files.

use std::path::{Path, PathBuf};

use crate::model::Preset;
use crate::recording::Recording;
use crate::state::files::{slug, stem};
use crate::state::{
    AppState, ChartExport, DialogService, Draft, Effect, ExportChart, ExportChoice, FileKind,
    RunId, Tone,
};

/// Something about files.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// Asks for a file to open through the system's dialog.
    AskOpen,
    /// Asks for a place to save through the system's dialog; where there is none, the typed path is used.
    AskSave(FileKind),
    /// What stands in the path field.
    TypePath(String),
    /// Opens a preset or recording.
    Open(PathBuf),
    /// Opens what the path field names.
    OpenTyped,
    /// Saves something to a path.
    Save(FileKind, PathBuf),
    /// Saves something to what the path field names; its ending is added where it is missing.
    SaveTyped(FileKind),
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
    /// Whether the system has file dialogs.
    DialogsFound(DialogService),
    /// How the next picture is to look.
    SetExport(ExportChoice),
}

impl FileAction {
    pub(in crate::state) fn reduce(self, state: &mut AppState) -> Vec<Effect> {
        match self {
            Self::AskOpen => return ask_open(state),
            Self::AskSave(kind) => return ask_save(state, kind),
            Self::TypePath(text) => state.files.typed = text,
            Self::Open(path) => return vec![Effect::Load(path)],
            Self::OpenTyped => return with_typed(state, None, |_, path| vec![Effect::Load(path)]),
            Self::Save(kind, path) => return save(state, kind, path),
            Self::SaveTyped(kind) => {
                return with_typed(state, Some(kind), |state, path| save(state, kind, path));
            }
            Self::PresetOpened { path, preset } => {
                state.files.remember(&path);
                state.draft = Draft::of(preset, stem(&path), Some(path));
            }
            Self::RecordingOpened { path, recording } => {
                state.files.remember(&path);
                let id = state.runs.add(*recording, Some(path));
                state.runs.choose(Some(id));
            }
            Self::PresetSaved { path, preset } => preset_saved(state, path, preset),
            Self::Saved(kind, path) => saved(state, kind, &path),
            Self::DialogsFound(service) => state.files.dialogs = service,
            Self::SetExport(choice) => state.export = choice,
        }
        Vec::new()
    }
}

fn ask_open(state: &mut AppState) -> Vec<Effect> {
    match no_dialog(state) {
        None => vec![Effect::AskOpen],
        Some(reason) => {
            state.messages.say(Tone::Note, reason);
            Vec::new()
        }
    }
}

fn ask_save(state: &mut AppState, kind: FileKind) -> Vec<Effect> {
    if let Some(problem) = nothing_to_save(state, kind) {
        state.messages.say(Tone::Note, problem);
        return Vec::new();
    }
    let suggested = suggested_name(state, kind);
    match no_dialog(state) {
        None => vec![Effect::AskSave { kind, suggested }],
        Some(reason) => {
            state.messages.say(Tone::Note, reason);
            Vec::new()
        }
    }
}

fn no_dialog(state: &AppState) -> Option<String> {
    match &state.files.dialogs {
        DialogService::Missing(reason) => Some(reason.clone()),
        DialogService::Unknown | DialogService::Present => None,
    }
}

/// The file name that stands in a dialog at first.
fn suggested_name(state: &AppState, kind: FileKind) -> String {
    let run = state.runs.selected();
    let title = run.map_or(&state.draft.preset.title, |entry| &entry.recording.title);
    let engine = run.map_or("", |entry| entry.engine().id());
    let name = match (kind, state.export.chart) {
        (FileKind::Preset, _) => slug(&state.draft.preset.title),
        (FileKind::Recording, _) | (FileKind::Chart, ExportChart::Timeline) => {
            slug(&format!("{title} {engine}"))
        }
        (FileKind::Chart, ExportChart::Live) => slug(&format!("{title} live")),
        (FileKind::WindowPicture, _) => "carrier-lab-window".to_owned(),
    };
    format!("{name}.{}", kind.extension())
}

fn with_typed(
    state: &mut AppState,
    kind: Option<FileKind>,
    go: impl FnOnce(&mut AppState, PathBuf) -> Vec<Effect>,
) -> Vec<Effect> {
    let Some(mut path) = state.files.typed_path() else {
        let text = "Type a path first, for example presets/tour.ron.".to_owned();
        state.messages.say(Tone::Note, text);
        return Vec::new();
    };
    if let Some(kind) = kind
        && path
            .extension()
            .is_none_or(|ending| ending != kind.extension())
    {
        path.as_mut_os_string()
            .push(format!(".{}", kind.extension()));
    }
    go(state, path)
}

fn save(state: &mut AppState, kind: FileKind, path: PathBuf) -> Vec<Effect> {
    if let Some(problem) = nothing_to_save(state, kind) {
        state.messages.say(Tone::Note, problem);
        return Vec::new();
    }
    let selected = state.runs.selected().map(|entry| entry.id);
    let effect = match kind {
        FileKind::Preset => Some(Effect::SavePreset {
            path,
            preset: state.draft.preset.clone(),
        }),
        FileKind::Recording => selected.map(|run| Effect::SaveRecording { path, run }),
        FileKind::Chart => Some(Effect::ExportPng(ChartExport {
            path,
            runs: exported_runs(state),
            choice: state.export,
            range: state.view.range,
        })),
        FileKind::WindowPicture => Some(Effect::SaveWindowPicture(path)),
    };
    effect.into_iter().collect()
}

fn exported_runs(state: &AppState) -> Vec<RunId> {
    match state.export.chart {
        ExportChart::Live => state.runs.visible().map(|entry| entry.id).collect(),
        ExportChart::Timeline => state
            .runs
            .selected()
            .map(|entry| entry.id)
            .into_iter()
            .collect(),
    }
}

/// Why there is nothing to save; `None` where there is.
fn nothing_to_save(state: &AppState, kind: FileKind) -> Option<String> {
    let selected = state.runs.selected();
    let problem = match kind {
        FileKind::Preset => {
            return state
                .draft
                .preset
                .check()
                .err()
                .map(|error| error.to_string());
        }
        FileKind::Recording if selected.is_none() => {
            "There is no run to save yet. Press Run first."
        }
        FileKind::Recording if selected.is_some_and(|entry| entry.is_running()) => {
            "This run goes on. Its recording can be saved when it has ended."
        }
        FileKind::Chart if exported_runs(state).is_empty() => {
            "There is no run to draw. Press Run, or show one in the table."
        }
        FileKind::Recording | FileKind::Chart | FileKind::WindowPicture => return None,
    };
    Some(problem.to_owned())
}

fn preset_saved(state: &mut AppState, path: PathBuf, preset: Preset) {
    saved(state, FileKind::Preset, &path);
    state.files.remember(&path);
    state.draft.name = stem(&path);
    state.draft.path = Some(path);
    state.draft.unedited = preset;
}

fn saved(state: &mut AppState, kind: FileKind, path: &Path) {
    let text = format!("Saved the {} as {}", kind.label(), path.display());
    state.messages.say(Tone::Done, text);
}
