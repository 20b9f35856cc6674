//! Panels by label and role: what is clicked, dragged and typed ends in the state.

use carrier_lab::charts;
use carrier_lab::model::{EngineKind, Nanos, ProbeMode, Work};
use carrier_lab::state::{
    Actions, AppState, Content, Effect, FileAction, FileKind, Sheet, Showing, Tab, ThemeChoice,
    reduce,
};
use carrier_lab::ui::{theme, window_ui};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::fixture;

/// A window without a shell: actions are reduced, effects kept.
pub(crate) struct Desk {
    pub(crate) state: AppState,
    pub(crate) effects: Vec<Effect>,
}

pub(crate) type DeskHarness = Harness<'static, Desk>;

pub(crate) fn open(state: AppState) -> DeskHarness {
    let desk = Desk {
        state,
        effects: Vec::new(),
    };
    let mut harness = Harness::builder()
        .with_size([1440.0, 900.0])
        .with_context_setup(|ctx| {
            charts::install_fonts(ctx);
            theme::install(ctx);
        })
        .build_ui_state(
            |ui, desk: &mut Desk| {
                let mut actions = Actions::new();
                window_ui(ui, &desk.state, &mut actions);
                for action in actions {
                    desk.effects.extend(reduce(&mut desk.state, action));
                }
            },
            desk,
        );
    harness.run();
    harness
}

pub(crate) fn click(harness: &mut DeskHarness, role: Role, name: &str) {
    harness.get_by_role_and_label(role, name).click();
    harness.run();
}

/// Types into a field by its name, in place of what stands there, and presses Enter.
pub(crate) fn type_into(harness: &mut DeskHarness, name: &str, text: &str) {
    harness.get_by_role_and_label(Role::TextInput, name).click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    harness
        .get_by_role_and_label(Role::TextInput, name)
        .type_text(text);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
}

#[test]
fn run_hands_the_plan_to_the_host_and_stop_ends_it() {
    let mut harness = open(AppState::default());
    click(&mut harness, Role::Button, "Run");
    assert!(matches!(
        harness.state().effects[..],
        [Effect::StartPlan(_)]
    ));
    harness.get_by_role_and_label(Role::ProgressIndicator, "Progress of the plan");
    click(&mut harness, Role::Button, "Run");
    assert_eq!(
        harness.state().effects.len(),
        1,
        "Run is disabled while it runs"
    );
    click(&mut harness, Role::Button, "Stop");
    assert_eq!(harness.state().effects[1..], [Effect::StopPlan]);
}

#[test]
fn without_a_probe_no_figure_claims_that_nothing_was_mounted() {
    let mut state = fixture::timeline_state();
    let mut recording = state.runs.selected().unwrap().recording.clone();
    let mounts = |harness: &DeskHarness| harness.query_by_label_contains("mounts: ").is_some();
    assert!(mounts(&open(state.clone())));
    recording.spec.probe = ProbeMode::Off;
    let opened = FileAction::RecordingOpened {
        path: "unrecorded.clab".into(),
        recording: Box::new(recording),
    };
    fixture::apply(&mut state, opened.into());
    let harness = open(state);
    assert!(!mounts(&harness));
    harness.get_by_label_contains("latency p50 / p99: ");
}

#[test]
fn what_is_typed_within_one_frame_is_taken_whole() {
    let mut harness = open(AppState::default());
    harness
        .get_by_role_and_label(Role::TextInput, "Tasks value")
        .click();
    harness.run();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run();
    let typed = ["5", "0", "k"].map(|text| egui::Event::Text(text.to_owned()));
    harness.input_mut().events.extend(typed);
    harness.input_mut().events.push(egui::Event::Key {
        key: Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    });
    harness.run();
    assert_eq!(
        harness.state().state.draft.preset.experiment.tasks.get(),
        50_000
    );
}

#[test]
fn a_dragged_slider_and_arrow_keys_set_the_knob() {
    let mut harness = open(AppState::default());
    let rect = harness.get_by_role_and_label(Role::Slider, "Tasks").rect();
    harness.drag_at(rect.center());
    harness.run();
    harness.hover_at(rect.right_center());
    harness.run();
    harness.drop_at(rect.right_center());
    harness.run();
    assert_eq!(
        harness.state().state.draft.preset.experiment.tasks.get(),
        1_000_000
    );
    harness.key_press(Key::ArrowLeft);
    harness.run();
    assert_eq!(
        harness.state().state.draft.preset.experiment.tasks.get(),
        900_000
    );
    harness
        .get_by_role_and_label(Role::Slider, "Carriers")
        .increment_accesskit();
    harness.run();
    let carriers = harness.state().state.draft.preset.experiment.carriers;
    assert_eq!(carriers.get(), 64, "already at its end");
    harness
        .get_by_role_and_label(Role::Slider, "Carriers")
        .decrement_accesskit();
    harness.run();
    assert_eq!(
        harness.state().state.draft.preset.experiment.carriers.get(),
        60
    );
}

#[test]
fn typed_values_are_understood_or_explained() {
    let mut harness = open(AppState::default());
    type_into(&mut harness, "Tasks value", "50k");
    type_into(&mut harness, "Sleep value", "1.5s");
    let experiment = harness.state().state.draft.preset.experiment;
    assert_eq!(experiment.tasks.get(), 50_000);
    assert_eq!(experiment.work.wait(), Some(Nanos(1_500_000_000)));
    type_into(&mut harness, "Sleep value", "15 parsecs");
    assert_eq!(
        harness.state().state.draft.preset.experiment.work.wait(),
        Some(Nanos(1_500_000_000))
    );
    harness.get_by_label_contains("is no unit known here; use ns, us, ms, s or min");
    type_into(&mut harness, "Sleep value", "200ms");
    assert!(
        harness
            .query_by_label_contains("is no unit known")
            .is_none()
    );
    assert_eq!(
        harness.state().state.draft.preset.experiment.work.wait(),
        Some(Nanos(200_000_000))
    );
}

#[test]
fn engines_are_switched_and_none_leaves_nothing_to_run() {
    let mut harness = open(AppState::default());
    for engine in EngineKind::ALL {
        click(&mut harness, Role::CheckBox, engine.id());
    }
    assert!(harness.state().state.draft.preset.engines.is_empty());
    harness.get_by_label("Choose at least one engine to run.");
    click(&mut harness, Role::Button, "Run");
    assert!(harness.state().effects.is_empty());
    click(&mut harness, Role::CheckBox, "tokio");
    assert_eq!(
        harness.state().state.draft.preset.engines,
        [EngineKind::Tokio]
    );
}

#[test]
fn work_is_chosen_from_a_list_and_brings_its_own_knobs() {
    let mut harness = open(AppState::default());
    click(&mut harness, Role::ComboBox, "Work");
    click(&mut harness, Role::ListBoxOption, "Compute");
    assert!(matches!(
        harness.state().state.draft.preset.experiment.work,
        Work::Cpu { .. }
    ));
    harness.get_by_role_and_label(Role::Slider, "Iterations");
    harness.get_by_role_and_label(Role::ComboBox, "Kernel");
    assert!(
        harness
            .query_by_role_and_label(Role::Slider, "Sleep")
            .is_none()
    );
}

#[test]
fn the_preset_menu_opens_a_built_in_preset() {
    let mut harness = open(AppState::default());
    click(&mut harness, Role::ComboBox, "Preset");
    click(&mut harness, Role::ListBoxOption, "cpu-bound");
    assert_eq!(harness.state().state.draft.name, "cpu-bound");
}

#[test]
fn a_preset_is_saved_and_opened_by_typed_paths() {
    let mut harness = open(AppState::default());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    type_into(&mut harness, "Path", "mine");
    let [Effect::Save { path, .. }] = &harness.state().effects[..] else {
        panic!("{:?}", harness.state().effects);
    };
    assert_eq!(path.to_str(), Some("mine.ron"));
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().state.files.sheet, None);
    click(&mut harness, Role::Button, "Open…");
    assert_eq!(harness.state().state.files.sheet, Some(Sheet::Open));
    type_into(&mut harness, "Path", "other.ron");
    assert!(
        matches!(&harness.state().effects[1..], [Effect::Load(path)] if path.to_str() == Some("other.ron"))
    );
}

#[test]
fn rows_select_hide_keep_and_delete() {
    let mut harness = open(fixture::finished_state());
    let row = harness.get_by_label_contains("Run 1, os-thread").rect();
    harness.get_by_label_contains("Run 1, os-thread").click();
    harness.run();
    assert!(row.width() > 1_000.0);
    let selected = |harness: &DeskHarness| {
        harness
            .state()
            .state
            .runs
            .selected()
            .map(carrier_lab::state::RunEntry::engine)
    };
    assert_eq!(selected(&harness), Some(EngineKind::OsThread));
    click(&mut harness, Role::Button, "Hide run 2");
    assert_eq!(harness.state().state.runs.visible().count(), 4);
    click(&mut harness, Role::Button, "Show run 2");
    click(&mut harness, Role::Button, "Keep run 2");
    assert_eq!(
        harness.state().state.runs.entries()[1].showing,
        Showing::Kept
    );
    click(&mut harness, Role::Button, "Delete run 1");
    assert_eq!(harness.state().state.runs.entries().len(), 4);
    assert_eq!(selected(&harness), Some(EngineKind::Tokio));
}

#[test]
fn keys_zoom_pan_fit_and_switch_tabs() {
    let mut harness = open(fixture::finished_state());
    let whole = harness.state().state.visible_range();
    harness.key_press(Key::Num2);
    harness.key_press(Key::W);
    harness.run();
    assert_eq!(harness.state().state.view.tab, Tab::Timeline);
    let zoomed = harness.state().state.visible_range();
    assert!(zoomed.len_ns() < whole.len_ns());
    harness.key_press(Key::D);
    harness.run();
    assert!(harness.state().state.visible_range().start_ns() > zoomed.start_ns());
    harness.key_press(Key::Num0);
    harness.key_press(Key::Num1);
    harness.run();
    assert_eq!(harness.state().state.visible_range(), whole);
}

#[test]
fn keys_do_nothing_to_the_charts_while_a_value_is_typed() {
    let mut harness = open(fixture::finished_state());
    harness
        .get_by_role_and_label(Role::TextInput, "Tasks value")
        .click();
    harness.run();
    harness.key_press(Key::Num2);
    harness.run();
    assert_eq!(harness.state().state.view.tab, Tab::Live);
}

#[test]
fn a_span_is_inspected_by_a_click_and_let_go() {
    let mut harness = open(fixture::timeline_state());
    let carrier = harness.get_by_role_and_label(Role::Tab, "Timeline").rect();
    let place = egui::pos2(carrier.left() + 60.0, 330.0);
    harness.hover_at(place);
    harness.run();
    assert!(harness.state().state.view.pointed.is_some());
    harness.drag_at(place);
    harness.drop_at(place);
    harness.run();
    let inspected = harness.state().state.view.inspected.unwrap();
    harness.remove_cursor();
    harness.run();
    harness.get_by_label("Fit").click();
    harness.run();
    let range = harness.state().state.visible_range();
    assert!(range.start_ns() <= inspected.start_ns && inspected.end_ns <= range.end_ns());
    harness.get_by_label("Let go").click();
    harness.run();
    assert_eq!(harness.state().state.view.inspected, None);
}

#[test]
fn export_choices_are_kept_and_name_the_picture() {
    let mut harness = open(fixture::finished_state());
    click(&mut harness, Role::Button, "Export");
    click(&mut harness, Role::RadioButton, "4×");
    click(&mut harness, Role::RadioButton, "On dark");
    click(&mut harness, Role::Button, "Save file");
    let choice = harness.state().state.export;
    assert!(choice.scale == 4 && choice.dark);
    assert_eq!(
        harness.state().state.files.sheet,
        Some(Sheet::Save(FileKind::Chart))
    );
    assert!(matches!(harness.state().effects[..], [Effect::Save { .. }]));
}

#[test]
fn a_trace_is_exported_from_the_same_sheet() {
    let mut harness = open(fixture::finished_state());
    click(&mut harness, Role::Button, "Export");
    click(&mut harness, Role::RadioButton, "Trace");
    harness.get_by_label("Export a trace");
    harness.get_by_label_contains("opens in Perfetto");
    assert!(harness.query_by_label("4×").is_none(), "of a picture");
    click(&mut harness, Role::Button, "Save file");
    let run = harness.state().state.runs.selected().unwrap().id;
    let [Effect::Save { path, content, .. }] = &harness.state().effects[..] else {
        panic!("{:?}", harness.state().effects);
    };
    assert_eq!(path.extension().unwrap(), "json");
    assert_eq!(*content, Content::Trace(run));
    click(&mut harness, Role::RadioButton, "Picture");
    assert_eq!(
        harness.state().state.files.sheet,
        Some(Sheet::Save(FileKind::Chart))
    );
}

#[test]
fn the_look_goes_round_and_help_opens_by_key() {
    let mut harness = open(AppState::default());
    click(&mut harness, Role::Button, "Auto");
    assert_eq!(harness.state().state.view.theme, ThemeChoice::Dark);
    harness.key_press(Key::F1);
    harness.run();
    harness.get_by_label("Keys and words");
    click(&mut harness, Role::Button, "How figures are taken");
    harness.get_by_label_contains("Every figure is taken by the program that draws it");
    click(&mut harness, Role::Button, "Keys and words");
    harness.get_by_label("WORDS");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().state.view.help, None);
}

#[test]
fn a_window_at_rest_asks_for_no_frame() {
    for state in [AppState::default(), fixture::finished_state()] {
        let mut harness = open(state);
        harness.run_steps(3);
        let wait = harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
        assert_eq!(wait, std::time::Duration::MAX);
    }
}
