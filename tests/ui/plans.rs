//! Presets with cases and sweeps in the window: what the setup panel says of them, and what is kept.

use carrier_lab::model::{
    EngineKind, FieldValue, ThreadCap, Via, Work, WorkKind, built_in_presets,
};
use carrier_lab::state::{Action, AppState, Content, Draft, Effect, SetupAction, Sheet};

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::fixture;
use crate::panels::{click, open, type_into};

/// The window with a built-in preset opened.
fn with(name: &str) -> AppState {
    let (found, preset) = built_in_presets()
        .find(|(other, _)| *other == name)
        .unwrap();
    AppState {
        draft: Draft::of(preset, found.to_owned(), None),
        ..AppState::default()
    }
}

#[test]
fn the_menu_holds_every_built_in_preset_under_a_heading() {
    let mut harness = open(AppState::default());
    click(&mut harness, Role::ComboBox, "Preset");
    for (name, _) in built_in_presets() {
        harness.get_by_role_and_label(Role::ListBoxOption, name);
    }
    harness.get_by_label("TO BEGIN WITH");
    harness.get_by_label("SLEEPING TASKS");
    click(&mut harness, Role::ListBoxOption, "sleep-1s-ladder");
    assert_eq!(harness.state().state.draft.name, "sleep-1s-ladder");
}

#[test]
fn what_a_preset_comes_down_to_stands_in_the_setup_panel() {
    let mut harness = open(with("tour"));
    harness.get_by_label("5 engines = 5 runs");
    let mut state = with("tour");
    state.draft.preset.set("sweep", "carriers:2,4,8").unwrap();
    state.draft.preset.set("repeat", "5").unwrap();
    state.draft.preset.set("warmup", "1").unwrap();
    harness.state_mut().state = state;
    harness.run();
    harness.get_by_label("3 points × 5 engines × 5 repetitions = 75 runs, 1 warm-up each");
    harness.get_by_label("the sweep sets it: 2, 4, 8");
    assert!(
        harness
            .get_by_role_and_label(Role::Slider, "Carriers")
            .accesskit_node()
            .is_disabled()
    );
    click(&mut harness, Role::Button, "Drop cases and sweep");
    harness.get_by_label("5 engines × 5 repetitions = 25 runs, 1 warm-up each");
    assert!(harness.query_by_label("Drop cases and sweep").is_none());
}

#[test]
fn cases_sweep_and_published_figures_outlive_an_edit_and_a_save() {
    let mut harness = open(with("sleep-1s-ladder"));
    harness.get_by_label_contains("2 cases, 4 points, 4 engines");
    type_into(&mut harness, "Sleep value", "20ms");
    let before = harness.state().state.draft.preset.clone();
    assert!(before.sweep.is_some() && !before.published.is_empty());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    harness.run();
    assert!(matches!(
        harness.state().state.files.sheet,
        Some(Sheet::Save(_))
    ));
    type_into(&mut harness, "Path", "mine");
    let [
        Effect::Save {
            content: Content::Preset(saved),
            ..
        },
    ] = &harness.state().effects[..]
    else {
        panic!("{:?}", harness.state().effects);
    };
    assert_eq!(**saved, before);
}

#[test]
fn an_engine_left_out_takes_its_figures_with_it_only_where_it_runs() {
    let mut harness = open(with("sleep-1s-ladder"));
    click(&mut harness, Role::CheckBox, "os-thread");
    let draft = &harness.state().state.draft;
    assert!(!draft.engines().contains(&EngineKind::OsThread));
    let runnable = draft.runnable();
    assert!(runnable.check().is_ok());
    assert!(runnable.published.len() < draft.preset.published.len());
    click(&mut harness, Role::Button, "Run");
    assert!(matches!(
        harness.state().effects[..],
        [Effect::StartPlan(_)]
    ));
}

#[test]
fn every_kind_of_work_is_offered_and_brings_the_knobs_of_its_fields() {
    for kind in WorkKind::ALL {
        let mut state = AppState::default();
        fixture::apply(&mut state, SetupAction::ChooseWork(kind).into());
        let harness = open(state);
        for field in kind.usual().fields() {
            let role = match field.value {
                FieldValue::Time(_) | FieldValue::Count { .. } => Role::Slider,
                FieldValue::Choice { .. } => Role::ComboBox,
            };
            harness.get_by_role_and_label(role, field.label);
        }
        let depth = harness.get_by_role_and_label(Role::Slider, "Depth");
        let is_disabled = depth.accesskit_node().is_disabled();
        assert_eq!(is_disabled, kind != WorkKind::Deep, "{kind:?}");
    }
}

#[test]
fn a_choice_is_made_from_a_list_and_closes_engines_that_cannot_do_it() {
    let mut harness = open(AppState::default());
    click(&mut harness, Role::ComboBox, "Work");
    click(&mut harness, Role::ListBoxOption, "Blocking call");
    harness.get_by_label("only calls in a pool are capped");
    click(&mut harness, Role::ComboBox, "Blocks");
    click(&mut harness, Role::ListBoxOption, "Pool");
    type_into(&mut harness, "Pool cap value", "7");
    let draft = &harness.state().state.draft;
    let cap = ThreadCap::clamped(7);
    assert!(
        matches!(draft.preset.experiment.work, Work::Block { via: Via::Pool, cap: found, .. } if found == cap)
    );
    let pool = harness.get_by_role_and_label(Role::CheckBox, "pool");
    assert!(pool.accesskit_node().is_disabled());
    pool.click();
    harness.run();
    assert!(
        !harness
            .state()
            .state
            .draft
            .engines()
            .contains(&EngineKind::Pool)
    );
    harness.get_by_label("3 engines = 3 runs");
}

#[test]
fn an_engine_that_cannot_do_the_work_is_closed_and_says_why() {
    let deep = WorkKind::Deep.usual();
    let flat = deep.with_field("shape", "flat").unwrap();
    let pooled = WorkKind::Block.usual().with_field("via", "pool").unwrap();
    let odd_frame = flat.with_field("payload", "5").unwrap();
    let cases = [
        (odd_frame, vec![EngineKind::Tokio], "payload is 5"),
        (
            pooled,
            vec![EngineKind::OsThread, EngineKind::Pool],
            "was handed over",
        ),
    ];
    for (work, closed, reason) in cases {
        let mut state = AppState::default();
        state.draft.preset.experiment.work = work;
        for engine in EngineKind::ALL {
            let mut harness = open(state.clone());
            let row = harness.get_by_role_and_label(Role::CheckBox, engine.id());
            let node = row.accesskit_node();
            let remark = node.description().unwrap_or_default();
            let is_closed = closed.contains(&engine);
            assert_eq!(node.is_disabled(), is_closed, "{engine}");
            assert_eq!(remark == "cannot do this", is_closed, "{engine}: {remark}");
            row.hover();
            harness.run_steps(60);
            let told = harness.query_by_label_contains(reason).is_some();
            assert_eq!(told, is_closed, "{engine}");
        }
    }
}

#[test]
fn memory_stands_beside_what_is_free_and_a_plan_beyond_it_asks_in_a_bar() {
    let mut state = AppState::default();
    fixture::apply(&mut state, Action::FactsRead(fixture::small_machine()));
    let mut harness = open(state);
    assert!(
        harness
            .query_by_label_contains("may need more memory")
            .is_none()
    );
    type_into(&mut harness, "Tasks value", "1M");
    harness.get_by_label_contains("Memory: ≈ 3.93");
    harness.get_by_label_contains("may need more memory than is free");
    click(&mut harness, Role::Button, "Run");
    assert!(harness.state().effects.is_empty());
    click(&mut harness, Role::Button, "Don't run");
    assert!(harness.query_by_label("Run anyway").is_none());
    click(&mut harness, Role::Button, "Run");
    click(&mut harness, Role::Button, "Run anyway");
    assert!(matches!(
        harness.state().effects[..],
        [Effect::StartPlan(_)]
    ));
}

#[test]
fn limits_are_foretold_of_the_largest_point_of_a_sweep() {
    let mut state = with("sleep-1s-ladder");
    fixture::apply(&mut state, Action::FactsRead(fixture::facts()));
    let failure = state
        .draft
        .foretold_failure(EngineKind::May, &fixture::facts());
    assert!(failure.is_some_and(|failure| failure.at == 32_700));
    assert_eq!(state.draft.largest(EngineKind::May).tasks.get(), 100_000);
    assert_eq!(state.draft.largest(EngineKind::Pool).tasks.get(), 3_200);
}
