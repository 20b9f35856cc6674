//! Opening, saving, exporting.

use std::path::{Path, PathBuf};

use super::{act, said, started, two_runs};
use crate::model::{EngineKind, Preset, TaskCount};
use crate::state::{
    AppState, Content, DialogService, Effect, ExportChart, ExportChoice, FileAction as Do,
    FileKind, PlanAction, Replace, RunId, SetupAction, Sheet, TableAction,
};

fn type_path(state: &mut AppState, path: &str) {
    act(state, Do::TypePath(path.to_owned()));
}

fn saved(effects: &[Effect]) -> (&Path, Replace, &Content) {
    match effects {
        [
            Effect::Save {
                path,
                replace,
                content,
            },
        ] => (path, *replace, content),
        other => panic!("{other:?}"),
    }
}

#[test]
fn opening_asks_the_system_where_it_can() {
    let mut state = AppState::default();
    assert_eq!(act(&mut state, Do::AskOpen), []);
    assert_eq!(
        state.files.sheet,
        Some(Sheet::Open),
        "not known yet: the sheet"
    );
    act(&mut state, Do::CloseSheet);
    state.files.dialogs = DialogService::Present;
    assert_eq!(act(&mut state, Do::AskOpen), [Effect::BrowseOpen]);
    state.files.dialogs = DialogService::Missing("none here".to_owned());
    assert_eq!(act(&mut state, Do::AskOpen), []);
    assert_eq!(state.files.sheet, Some(Sheet::Open));
    assert_eq!(act(&mut state, Do::Browse), []);
    assert_eq!(said(&state), "none here");
}

#[test]
fn typed_paths_open_presets_and_recordings_only() {
    let mut state = AppState::default();
    act(&mut state, Do::ShowSheet(Sheet::Open));
    assert_eq!(act(&mut state, Do::Confirm), []);
    assert!(said(&state).contains("Type a path"));
    type_path(&mut state, "  \"my runs/a.clab\" ");
    assert_eq!(
        act(&mut state, Do::Confirm),
        [Effect::Load(PathBuf::from("my runs/a.clab"))]
    );
    type_path(&mut state, "picture.png");
    assert_eq!(act(&mut state, Do::Confirm), []);
    assert!(said(&state).contains("picture.png"));
    assert_eq!(state.files.sheet, Some(Sheet::Open), "to mend the typing");
}

#[test]
fn an_opened_preset_takes_the_place_of_the_draft() {
    let mut state = AppState::default();
    act(&mut state, Do::ShowSheet(Sheet::Open));
    let mut preset = Preset::default();
    preset.set("tasks", "5").unwrap();
    let path = PathBuf::from("x/five.ron");
    act(
        &mut state,
        Do::PresetOpened {
            path: path.clone(),
            preset,
        },
    );
    assert_eq!(
        (state.draft.name.as_str(), state.draft.is_edited()),
        ("five", false)
    );
    assert_eq!(state.files.recent, [path]);
    assert_eq!(state.files.sheet, None);
}

#[test]
fn an_opened_recording_is_a_row_and_selected() {
    let mut state = two_runs();
    let recording = Box::new(state.runs.entries()[0].recording.clone());
    act(
        &mut state,
        Do::RecordingOpened {
            path: "a.clab".into(),
            recording,
        },
    );
    assert_eq!(state.runs.selected().map(|entry| entry.id), Some(RunId(2)));
    assert!(state.runs.selected().unwrap().path.is_some());
}

#[test]
fn a_preset_is_saved_with_its_ending_and_asks_before_it_replaces() {
    let mut state = AppState::default();
    act(&mut state, SetupAction::SetTasks(TaskCount::clamped(3)));
    act(&mut state, Do::ShowSheet(Sheet::Save(FileKind::Preset)));
    type_path(&mut state, "mine");
    let effects = act(&mut state, Do::Confirm);
    let (path, replace, content) = saved(&effects);
    assert_eq!((path, replace), (Path::new("mine.ron"), Replace::Ask));
    let Content::Preset(preset) = content else {
        panic!("{content:?}");
    };
    act(&mut state, Do::Occupied(path.to_owned()));
    let again = act(&mut state, Do::Confirm);
    assert_eq!(saved(&again).1, Replace::Yes, "the second word");
    type_path(&mut state, "other.ron");
    let other = act(&mut state, Do::Confirm);
    assert_eq!(
        saved(&other).1,
        Replace::Ask,
        "another file is another question"
    );

    let done = Do::PresetSaved {
        path: "mine.ron".into(),
        preset: *preset.clone(),
    };
    act(&mut state, done);
    assert!(!state.draft.is_edited() && state.files.sheet.is_none());
    assert!(said(&state).contains("mine.ron"));
    act(&mut state, Do::ShowSheet(Sheet::Save(FileKind::Preset)));
    assert_eq!(state.files.typed, "mine.ron");
    let own = act(&mut state, Do::Confirm);
    assert_eq!(saved(&own).1, Replace::Yes, "its own file");
}

#[test]
fn a_draft_changed_while_it_is_written_stays_edited() {
    let mut state = AppState::default();
    let preset = state.draft.preset.clone();
    act(&mut state, SetupAction::SetTasks(TaskCount::clamped(3)));
    act(
        &mut state,
        Do::PresetSaved {
            path: "a.ron".into(),
            preset,
        },
    );
    assert!(state.draft.is_edited());
}

#[test]
fn nothing_to_save_is_said() {
    let mut running = AppState::default();
    act(&mut running, PlanAction::Run);
    started(&mut running, EngineKind::OsThread);
    let mut hidden = two_runs();
    act(&mut hidden, TableAction::ToggleVisible(RunId(0)));
    act(&mut hidden, TableAction::ToggleVisible(RunId(1)));
    let mut no_engine = AppState::default();
    no_engine.draft.preset.engines.clear();
    let mut traced = AppState::default();
    act(&mut traced, PlanAction::Run);
    started(&mut traced, EngineKind::OsThread);
    let table = [
        (AppState::default(), FileKind::Recording, "no run to save"),
        (AppState::default(), FileKind::Trace, "no run to save"),
        (traced, FileKind::Trace, "goes on"),
        (AppState::default(), FileKind::Chart, "no run to draw"),
        (running, FileKind::Recording, "goes on"),
        (hidden, FileKind::Chart, "no run to draw"),
        (no_engine, FileKind::Preset, "names no engine"),
    ];
    for (mut state, kind, words) in table {
        act(&mut state, Do::ShowSheet(Sheet::Save(kind)));
        assert_eq!(act(&mut state, Do::Confirm), [], "{kind:?}");
        assert!(said(&state).contains(words), "{kind:?}: {}", said(&state));
    }
}

#[test]
fn pictures_and_recordings_have_telling_names() {
    let mut state = two_runs();
    state.files.folder = PathBuf::from("out");
    let live = ExportChoice::default();
    let timeline = ExportChoice {
        chart: ExportChart::Timeline,
        ..live
    };
    let table = [
        (FileKind::Chart, live, "out/ten-thousand-naps-live.png"),
        (
            FileKind::Chart,
            timeline,
            "out/ten-thousand-naps-tokio-timeline.png",
        ),
        (
            FileKind::Recording,
            live,
            "out/ten-thousand-naps-tokio.clab",
        ),
        (
            FileKind::Trace,
            live,
            "out/ten-thousand-naps-tokio-trace.json",
        ),
        (FileKind::Preset, live, "out/ten-thousand-naps.ron"),
        (FileKind::WindowPicture, live, "out/carrier-lab-window.png"),
    ];
    for (kind, choice, path) in table {
        act(&mut state, Do::SetExport(choice));
        act(&mut state, Do::ShowSheet(Sheet::Save(kind)));
        assert_eq!(Path::new(&state.files.typed), Path::new(path), "{kind:?}");
        let effects = act(&mut state, Do::Confirm);
        let runs = match saved(&effects).2 {
            Content::Chart(export) => export.runs.len(),
            Content::Recording(run) | Content::Trace(run) => usize::from(*run == RunId(1)),
            Content::Preset(_) | Content::WindowPicture => continue,
        };
        assert_eq!(
            runs,
            if choice == live && kind == FileKind::Chart {
                2
            } else {
                1
            }
        );
    }
}

#[test]
fn a_suggested_name_follows_the_chart_and_a_typed_one_stays() {
    let mut state = two_runs();
    let timeline = ExportChoice {
        chart: ExportChart::Timeline,
        ..ExportChoice::default()
    };
    act(&mut state, Do::ShowSheet(Sheet::Save(FileKind::Chart)));
    let live = state.files.typed.clone();
    act(&mut state, Do::SetExport(timeline));
    assert!(
        state.files.typed.ends_with("-timeline.png"),
        "{}",
        state.files.typed
    );
    act(&mut state, Do::SetExport(ExportChoice::default()));
    assert_eq!(state.files.typed, live);

    act(&mut state, Do::TypePath("mine.png".to_owned()));
    act(&mut state, Do::SetExport(timeline));
    assert_eq!(state.files.typed, "mine.png");
}

#[test]
fn browsing_starts_where_the_field_points() {
    let mut state = two_runs();
    state.files.dialogs = DialogService::Present;
    act(&mut state, Do::ShowSheet(Sheet::Save(FileKind::Chart)));
    type_path(&mut state, "slides/a");
    let suggested = PathBuf::from("slides/a.png");
    let kind = FileKind::Chart;
    assert_eq!(
        act(&mut state, Do::Browse),
        [Effect::BrowseSave { kind, suggested }]
    );
    let effects = act(&mut state, Do::Save(kind, "b.png".into()));
    assert_eq!(saved(&effects).1, Replace::Yes, "the dialog has asked");
    act(&mut state, Do::Saved(kind, "b.png".into()));
    assert_eq!(state.files.sheet, None);
}
