//! What is written where: the content of a file, its suggested name, and when there is nothing to write.

use std::path::PathBuf;

use crate::state::files::{ending_of, slug};
use crate::state::{
    AppState, ChartExport, Content, Effect, ExportChart, ExportChoice, FileKind, Replace, RunId,
    Tone,
};

pub(super) fn save(
    state: &mut AppState,
    kind: FileKind,
    path: PathBuf,
    replace: Replace,
) -> Vec<Effect> {
    if kind == FileKind::WindowPicture {
        // The news of the last picture should not be on the next one.
        state.messages.clear_passing();
    }
    let named = kind.misnamed(&path).map_or(Ok(()), Err);
    match named.and_then(|()| content(state, kind)) {
        Ok(content) => vec![Effect::Save {
            path,
            replace,
            content,
        }],
        Err(problem) => {
            state.messages.say(Tone::Note, problem);
            Vec::new()
        }
    }
}

/// What would be written, or the sentence that says why there is nothing to write.
fn content(state: &AppState, kind: FileKind) -> Result<Content, String> {
    match kind {
        FileKind::Preset => {
            let preset = state.draft.runnable();
            preset.check().map_err(|error| error.to_string())?;
            Ok(Content::Preset(Box::new(preset)))
        }
        FileKind::Recording => {
            let goes_on = "This run goes on. Save its recording when it has ended.";
            ended_run(state, goes_on).map(Content::Recording)
        }
        FileKind::Trace => {
            let goes_on = "This run goes on. Export its trace when it has ended.";
            ended_run(state, goes_on).map(Content::Trace)
        }
        FileKind::Chart => {
            let runs = exported_runs(state);
            if runs.is_empty() {
                let problem = "There is no run to draw. Press Run, or show one in the table.";
                return Err(problem.to_owned());
            }
            Ok(Content::Chart(ChartExport {
                runs,
                choice: ExportChoice {
                    chart: state.export_chart(),
                    ..state.export
                },
                range: state.view.range,
            }))
        }
        FileKind::WindowPicture => Ok(Content::WindowPicture),
    }
}

/// The selected run, or the sentence that says why it can't be saved.
fn ended_run(state: &AppState, goes_on: &str) -> Result<RunId, String> {
    let Some(entry) = state.runs.selected() else {
        return Err("There is no run to save yet. Press Run first.".to_owned());
    };
    if entry.is_running() {
        return Err(goes_on.to_owned());
    }
    Ok(entry.id)
}

fn exported_runs(state: &AppState) -> Vec<RunId> {
    let selected = state.runs.selected().map(|entry| entry.id);
    match state.export_chart() {
        ExportChart::Live => state.runs.visible().map(|entry| entry.id).collect(),
        ExportChart::Timeline => selected.into_iter().collect(),
        ExportChart::Sweep | ExportChart::Rounds => {
            state.compared().into_iter().map(|entry| entry.id).collect()
        }
    }
}

/// Where a file of this kind would go if nobody says otherwise.
pub(super) fn suggested_path(state: &AppState, kind: FileKind) -> PathBuf {
    if let (FileKind::Preset, Some(path)) = (kind, &state.draft.path) {
        return path.clone();
    }
    let run = state.runs.selected();
    let title = run.map_or(&state.draft.preset.title, |entry| &entry.recording.title);
    let engine = run.map_or("", |entry| entry.engine().id());
    let name = match (kind, state.export_chart()) {
        (FileKind::Preset, _) => slug(&state.draft.preset.title),
        (FileKind::Recording, _) => slug(&format!("{title} {engine}")),
        (FileKind::Trace, _) => slug(&format!("{title} {engine} trace")),
        (FileKind::Chart, ExportChart::Timeline) => slug(&format!("{title} {engine} timeline")),
        (FileKind::Chart, ExportChart::Live) => slug(&format!("{title} live")),
        (FileKind::Chart, ExportChart::Sweep) => slug(&format!("{title} sweep")),
        (FileKind::Chart, ExportChart::Rounds) => slug(&format!("{title} rounds")),
        (FileKind::WindowPicture, _) => "carrier-lab-window".to_owned(),
    };
    let file = format!("{name}.{}", kind.extension());
    state.files.folder.join(file)
}

/// The typed path, with the ending of its kind added where it is missing.
pub(super) fn path_to_save(state: &AppState, kind: FileKind) -> Option<PathBuf> {
    let mut path = state.files.typed_path()?;
    let ending = kind.extension();
    // A name that promises something else is refused where it is saved, and not made longer.
    if ending_of(&path).is_none() {
        path.as_mut_os_string().push(format!(".{ending}"));
    }
    Some(path)
}
