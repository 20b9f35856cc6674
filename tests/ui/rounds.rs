//! Rounds in one process: their knobs in the setup panel, their tab, and what the result sheet says of them.

use carrier_lab::model::{EngineKind, Plan, Rounds, WarmupRounds, WorkKind, parse_preset};
use carrier_lab::recording::RunUpdate;
use carrier_lab::state::{AppState, Draft, PlanAction, SetupAction, Tab, ViewAction};
use carrier_lab::wire::{LatencySummary, Round};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::comparing::end;
use crate::fixture;
use crate::panels::{DeskHarness, open};

const PRESET: &str = r#"Preset(
    version: 1, title: "Ten thousand naps, again and again", work: Sleep(sleep: "50ms"), tasks: 10_000, carriers: 4,
    engines: ["os-thread", "may", "tokio"], probe: Off, rounds: 100, warmup_rounds: 10,
)"#;

/// The window after that plan, on the tab Rounds.
pub(crate) fn rounds_state() -> AppState {
    let preset = parse_preset("the test", PRESET.as_bytes()).unwrap();
    let plan = Plan::of(&preset);
    let mut state = AppState {
        draft: Draft::of(preset, "naps".to_owned(), None),
        ..AppState::default()
    };
    fixture::apply(&mut state, PlanAction::Run.into());
    for spec in plan.runs {
        let (ended, engine) = (end(&spec), spec.engine);
        let started = PlanAction::Started {
            spec,
            facts: fixture::facts(),
            started_unix_ms: 1,
        };
        fixture::apply(&mut state, started.into());
        let hello = RunUpdate::Hello(Box::new(fixture::hello(engine)));
        fixture::news(&mut state, hello);
        fixture::news(&mut state, RunUpdate::Rounds(rounds(engine)));
        fixture::news(&mut state, RunUpdate::End(Box::new(ended)));
    }
    fixture::apply(&mut state, PlanAction::Finished.into());
    fixture::apply(&mut state, ViewAction::ShowTab(Tab::Rounds).into());
    state
}

/// Rounds that begin at 1.7 times their later length.
fn rounds(engine: EngineKind) -> Vec<Round> {
    let base = match engine {
        EngineKind::OsThread | EngineKind::Pool => 260_000,
        EngineKind::May | EngineKind::Fiber => 121_000,
        EngineKind::Tokio => 58_000,
    };
    let mut start_ns = 0;
    let mut told = Vec::new();
    for index in 0..110_u32 {
        let cold = base * 7 / (10 + 8 * u64::from(index));
        let jitter = u64::from(index * 7_919 % 97) * base / 2_000;
        let wall_ns = (base + cold + jitter) * 1_000;
        told.push(Round {
            index,
            warmup: index < 10,
            start_ns,
            handed_ns: start_ns + wall_ns / 3,
            end_ns: start_ns + wall_ns,
            completed: 10_000,
            failed: 0,
            checksum: 50_005_000,
            latency: LatencySummary {
                p50: wall_ns / 2,
                p95: wall_ns * 8 / 10,
                ..LatencySummary::default()
            },
        });
        start_ns += wall_ns + 600_000;
    }
    told
}

#[test]
fn the_tab_shows_a_curve_per_engine_and_says_what_it_shows() {
    let mut harness = open(rounds_state());
    harness.get_by_role_and_label(Role::Tab, "Rounds");
    for (title, word) in [
        ("Wall time of each round", "by arithmetic"),
        ("Latency p95", "median"),
    ] {
        let chart = harness.get_by_label_contains(title);
        let words = chart.accesskit_node().label().unwrap_or_default();
        assert!(words.contains(word), "{words}");
        for part in [
            "os-thread",
            "may",
            "tokio",
            "100 rounds, 10 of warm-up",
            "1st round 1.",
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
    }
    harness.key_press(Key::Num3);
    harness.run();
    assert_eq!(harness.state().state.view.tab, Tab::Compare);
    let rows = harness.query_all_by_label_contains("100 rounds counted, 10 warm-up not counted");
    assert_eq!(rows.count(), 3);
    harness.key_press(Key::Num5);
    harness.run();
    assert_eq!(harness.state().state.view.tab, Tab::Rounds);
}

#[test]
fn without_rounds_there_is_no_such_tab() {
    let harness = open(fixture::finished_state());
    assert!(
        harness
            .query_by_role_and_label(Role::Tab, "Rounds")
            .is_none()
    );
}

#[test]
fn rounds_are_set_beside_repetitions_and_closed_with_the_reason_where_they_make_no_sense() {
    let mut state = AppState::default();
    fixture::apply(
        &mut state,
        SetupAction::SetRounds(Rounds::clamped(100)).into(),
    );
    let warmup = WarmupRounds::clamped(10);
    fixture::apply(&mut state, SetupAction::SetWarmupRounds(warmup).into());
    let mut harness = open(state);
    harness.get_by_label_contains("100 rounds in each after 10 of warm-up");
    let is_disabled = |harness: &DeskHarness, name| {
        let field = harness.get_by_role_and_label(Role::SpinButton, name);
        field.accesskit_node().is_disabled()
    };
    for name in ["Rounds", "Warm-up rounds"] {
        assert!(!is_disabled(&harness, name));
    }
    let mut state = AppState::default();
    fixture::apply(
        &mut state,
        SetupAction::SetRounds(Rounds::clamped(100)).into(),
    );
    fixture::apply(&mut state, SetupAction::ChooseWork(WorkKind::Init).into());
    assert_eq!(state.draft.preset.rounds, Rounds::MIN);
    harness.state_mut().state = state;
    harness.run();
    for name in ["Rounds", "Warm-up rounds"] {
        assert!(is_disabled(&harness, name));
    }
    harness.get_by_label_contains("a one-time initialiser runs once in a process");
}
