//! The application without a window: the real host with real workers, real files, and dialogs that answer by themselves.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use carrier_lab::app::{Dialogs, Lab, LabParts, Picked, Wish};
use carrier_lab::host::{HostSettings, load_preset, save_preset};
use carrier_lab::model::{EngineKind, Outcome, Preset};
use carrier_lab::state::{DialogService, FileKind, Session};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// Chooses this path, whatever is asked.
struct Chosen(PathBuf);

impl Dialogs for Chosen {
    fn ask(&self, wish: Wish) -> Picked {
        if let Wish::Save(kind, suggested) = &wish {
            let ending = suggested.extension().and_then(|ending| ending.to_str());
            assert_eq!(ending, Some(kind.extension()));
        }
        Box::pin(std::future::ready(Some(self.0.clone())))
    }
}

type LabHarness = Harness<'static, Option<Lab>>;

fn open(path: &Path) -> LabHarness {
    let dialogs = Chosen(path.to_owned());
    let mut harness = Harness::builder()
        .with_size([1440.0, 900.0])
        .build_ui_state(
            move |ui, lab: &mut Option<Lab>| {
                let lab = lab.get_or_insert_with(|| {
                    let parts = LabParts {
                        dialogs: Box::new(Chosen(dialogs.0.clone())),
                        service: DialogService::Present,
                        host: Some(HostSettings::with_worker(PathBuf::from(env!(
                            "CARGO_BIN_EXE_carrier-lab"
                        )))),
                    };
                    Lab::new(ui.ctx(), Session::default(), parts)
                });
                lab.take_news();
                lab.paint(ui);
            },
            None,
        );
    harness.run_steps(3);
    harness
}

fn wait_until(harness: &mut LabHarness, what: &str, holds: impl Fn(&Lab) -> bool) {
    let began = Instant::now();
    while !harness.state().as_ref().is_some_and(&holds) {
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "waited in vain until {what}"
        );
        std::thread::sleep(Duration::from_millis(20));
        harness.step();
    }
}

#[test]
fn a_plan_runs_from_the_button_to_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.ron");
    let mut preset = Preset::default();
    for (key, value) in [
        ("tasks", "40"),
        ("sleep", "20ms"),
        ("engines", "pool,tokio"),
    ] {
        preset.set(key, value).unwrap();
    }
    save_preset(&path, &preset).unwrap();
    let mut harness = open(&path);
    harness.get_by_role_and_label(Role::Button, "Open…").click();
    harness.step();
    wait_until(&mut harness, "the preset is open", |lab| {
        lab.state().draft.name == "small"
    });
    harness.get_by_role_and_label(Role::Button, "Run").click();
    harness.step();
    wait_until(&mut harness, "the plan is over", |lab| {
        lab.state().plan.is_none() && lab.state().runs.entries().len() == 2
    });
    let state = harness.state().as_ref().unwrap().state();
    let engines: Vec<_> = state
        .runs
        .entries()
        .iter()
        .map(carrier_lab::state::RunEntry::engine)
        .collect();
    assert_eq!(engines, [EngineKind::Pool, EngineKind::Tokio]);
    for run in state.runs.entries() {
        let end = run.recording.end.as_ref().unwrap();
        assert_eq!(
            (&end.outcome, end.checksum_ok),
            (&Outcome::Completed, Some(true))
        );
        assert!(run.recording.timeline.span_count() >= 40);
    }
}

#[test]
fn files_go_where_the_dialog_says_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chosen.ron");
    let mut harness = open(&path);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.step();
    harness.step();
    harness
        .get_by_role_and_label(Role::Button, "Browse…")
        .click();
    harness.step();
    wait_until(&mut harness, "the preset is saved", |lab| {
        lab.state().draft.path.as_deref() == Some(&path)
    });
    let saved = load_preset(&path).unwrap();
    assert_eq!(
        saved,
        harness.state().as_ref().unwrap().state().draft.preset
    );
    assert_eq!(
        harness.state().as_ref().unwrap().state().files.recent,
        std::slice::from_ref(&path)
    );
}

/// A file as the window system hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn drop_file(harness: &mut LabHarness, path: &Path) {
    let file = Arc::new(Dropped(path.to_owned()));
    harness.input_mut().dropped_files.push(file);
    harness.step();
}

/// A preset of one quick run.
fn quick_preset() -> Preset {
    let mut preset = Preset::default();
    for (key, value) in [
        ("title", "A quick run"),
        ("tasks", "30"),
        ("sleep", "5ms"),
        ("engines", "tokio"),
    ] {
        preset.set(key, value).unwrap();
    }
    preset
}

#[test]
fn a_dropped_preset_opens() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dropped.ron");
    save_preset(&path, &quick_preset()).unwrap();
    let mut harness = open(&path);
    drop_file(&mut harness, &path);
    wait_until(&mut harness, "the dropped preset is open", |lab| {
        lab.state().draft.path.as_deref() == Some(&path)
    });
    harness.step();
    let draft = &harness.state().as_ref().unwrap().state().draft;
    assert_eq!(
        (draft.name.as_str(), &draft.preset),
        ("dropped", &quick_preset())
    );
    harness.get_by_label_contains("A quick run");
}

#[test]
fn a_dropped_recording_shows_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name| folder.path().join(name);
    save_preset(&at("quick.ron"), &quick_preset()).unwrap();
    let mut first = open(&at("quick.ron"));
    drop_file(&mut first, &at("quick.ron"));
    wait_until(&mut first, "the preset is open", |lab| {
        lab.state().draft.name == "quick"
    });
    first.get_by_role_and_label(Role::Button, "Run").click();
    first.step();
    wait_until(&mut first, "the plan is over", |lab| {
        lab.state().plan.is_none() && lab.state().runs.entries().len() == 1
    });
    let recorded = first.state().as_ref().unwrap().state().runs.entries()[0]
        .recording
        .clone();
    recorded.save(&at("run.clab")).unwrap();

    let mut second = open(&at("run.clab"));
    drop_file(&mut second, &at("run.clab"));
    wait_until(&mut second, "the recording is open", |lab| {
        !lab.state().runs.entries().is_empty()
    });
    second.run_steps(2);
    let state = second.state().as_ref().unwrap().state();
    let shown = state.runs.selected().unwrap();
    assert_eq!(shown.engine(), EngineKind::Tokio);
    assert_eq!(shown.recording.end, recorded.end);
    assert_eq!(
        shown.recording.timeline.span_count(),
        recorded.timeline.span_count()
    );
    assert_eq!(state.files.recent, [at("run.clab")]);
    // Its facts stand in the inspector.
    second.get_by_label("tasks: 30");
    second.get_by_label("most alive: 30");
}

#[test]
fn a_dropped_file_of_another_kind_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("photo.jpg");
    std::fs::write(&path, [0xff, 0xd8]).unwrap();
    let mut harness = open(&path);
    drop_file(&mut harness, &path);
    let state = harness.state().as_ref().unwrap().state();
    let shown = state.messages.shown();
    assert!(
        shown
            .iter()
            .any(|message| message.text.contains("photo.jpg")),
        "{shown:?}"
    );
}

#[test]
fn a_broken_file_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ron");
    std::fs::write(&path, "Preset(\n  version: 1,\n  titel: \"t\")").unwrap();
    let mut harness = open(&path);
    harness.get_by_role_and_label(Role::Button, "Open…").click();
    harness.step();
    wait_until(&mut harness, "the mistake is told", |lab| {
        let shown = lab.state().messages.shown();
        shown
            .iter()
            .any(|message| message.text.contains("titel") && message.text.contains("broken.ron:3:"))
    });
    assert_eq!(FileKind::opened_from(&path), Some(FileKind::Preset));
}
