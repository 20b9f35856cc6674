//! The tab Compare: medians, intervals, published figures and verdicts of a plan with cases, repetitions and a warm-up.

use carrier_lab::model::{Bytes, EngineKind, Outcome, Plan, RunRole, RunSpec, parse_preset};
use carrier_lab::recording::{Findings, RunEnd, RunUpdate};
use carrier_lab::state::{
    AppState, Content, Draft, Effect, ExportChart, PlanAction, SetupAction, Tab, ViewAction,
};
use carrier_lab::wire::{LatencySummary, Progress};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::fixture;
use crate::panels::{click, open};

const PRESET: &str = r#"Preset(
    version: 1, title: "Naps of a millisecond", work: Sleep(sleep: "1ms"), tasks: 1_000, carriers: 4,
    engines: ["os-thread", "may", "tokio"], repeat: 5, warmup: 1,
    cases: [Case(label: "few"), Case(label: "many", set: {"tasks": "50000"})],
    published: [
        Published(case: "few", engine: "tokio", model: "coroutine", measure: "wall", low: "5s", high: "6s", source: "S0"),
        Published(case: "few", engine: "may", model: "virtual thread", measure: "peak_rss", low: "133MiB", source: "S0"),
    ],
    shape: [
        Order(measure: "wall", low: "tokio @ few", high: "os-thread @ few"),
        Order(measure: "wall", low: "os-thread @ few", high: "may @ few"),
        Fails(who: "os-thread @ many"),
    ],
)"#;

/// The window after that plan, on the tab Compare.
pub(crate) fn compared_state() -> AppState {
    let mut state = after(PRESET);
    fixture::apply(&mut state, ViewAction::ShowTab(Tab::Compare).into());
    state
}

const SWEEP: &str = r#"Preset(
    version: 1, title: "A ladder of naps", work: Sleep(sleep: "1ms"), tasks: 1_000, carriers: 4,
    engines: ["os-thread", "may", "tokio"], repeat: 2,
    sweep: Sweep(knob: "tasks", values: ["1k", "10k", "100k"]),
)"#;

/// The window after a plan that sweeps the tasks, on the tab Sweep.
pub(crate) fn swept_state() -> AppState {
    let mut state = after(SWEEP);
    fixture::apply(&mut state, ViewAction::ShowTab(Tab::Sweep).into());
    state
}

/// The window after the plan of a preset.
fn after(text: &str) -> AppState {
    let preset = parse_preset("the test", text.as_bytes()).unwrap();
    let plan = Plan::of(&preset);
    let mut state = AppState {
        draft: Draft::of(preset, "naps".to_owned(), None),
        ..AppState::default()
    };
    fixture::apply(&mut state, PlanAction::Run.into());
    for spec in plan.runs {
        let ended = end(&spec);
        let engine = spec.engine;
        let started = PlanAction::Started {
            spec,
            facts: fixture::facts(),
            started_unix_ms: 1,
        };
        fixture::apply(&mut state, started.into());
        fixture::news(
            &mut state,
            RunUpdate::Hello(Box::new(fixture::hello(engine))),
        );
        fixture::news(&mut state, RunUpdate::End(Box::new(ended)));
    }
    fixture::apply(&mut state, PlanAction::Finished.into());
    state
}

/// os-thread and may are equally fast, tokio is faster; the first run of each is slow; os-thread cannot do many.
pub(crate) fn end(spec: &RunSpec) -> RunEnd {
    let round = u64::from(spec.repetition);
    let base_ms = match spec.engine {
        EngineKind::OsThread | EngineKind::Pool => 40 + 2 * round,
        EngineKind::May | EngineKind::Fiber => 41 + 2 * round,
        EngineKind::Tokio => 20 + round,
    };
    let warm_ms = if spec.role == RunRole::Warmup { 60 } else { 0 };
    let tasks = u64::from(spec.experiment.tasks.get());
    let per_task = if spec.engine == EngineKind::Tokio {
        460
    } else {
        8_740
    };
    let swept = spec.point.as_ref().map_or(0, |_| tasks * per_task);
    let fails = spec.engine == EngineKind::OsThread && tasks > 16_338;
    let outcome = if fails {
        Outcome::Failed {
            at: 16_338,
            reason: "no memory map was left".to_owned(),
            advice: "Use fewer tasks.".to_owned(),
        }
    } else {
        Outcome::Completed
    };
    RunEnd {
        outcome,
        wall_ns: (base_ms + warm_ms) * 1_000_000,
        spawn_ns: None,
        peak_live: tasks,
        checksum_ok: (!fails).then_some(true),
        rss_peak: Bytes(((base_ms + round) << 20) + swept),
        progress: Progress {
            completed: 1_000,
            ..Progress::default()
        },
        latency: (!fails).then_some(LatencySummary {
            p50: 1_100_000
                + if spec.engine == EngineKind::May {
                    2_000_000
                } else {
                    0
                },
            p90: 3_300_000,
            p95: 3_400_000,
            p99: 3_500_000,
            p999: 3_600_000,
            max: 3_700_000,
        }),
        histogram: String::new(),
        stderr_tail: String::new(),
        findings: Findings::default(),
    }
}

#[test]
fn rows_hold_median_interval_published_figure_and_warm_up() {
    let harness = open(compared_state());
    let row = "tokio; few; wall 22.0 ms [20.0 ms – 24.0 ms], published 5.00 s – 6.00 s;";
    let row = row.replace(' ', "\u{202f}");
    let found = harness.query_all_by_role(Role::Row).any(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label.replace(' ', "\u{202f}").starts_with(&row) && label.ends_with("1 warm-up not counted")
    });
    assert!(found);
    harness.get_by_label("few");
    harness.get_by_label_contains("os-thread; many; wall unknown; peak RSS unknown; failed at");
}

#[test]
fn verdicts_are_in_words_and_only_of_intervals_apart() {
    let harness = open(compared_state());
    harness.get_by_label_contains("tokio @ few below os-thread @ few: same shape");
    harness.get_by_label_contains("os-thread @ few below may @ few: no difference seen");
    harness.get_by_label_contains("os-thread @ many fails: failed as theirs did");
    let may = |harness: &crate::panels::DeskHarness| {
        let rows = harness.query_all_by_role(Role::Row);
        let labels = rows.map(|node| node.accesskit_node().label().unwrap_or_default());
        labels
            .into_iter()
            .find(|label| label.starts_with("may; few"))
            .unwrap()
    };
    let may = may(&harness);
    assert!(may.contains("× the time of tokio"), "{may}");
    assert!(may.contains("timer-bound"), "{may}");
}

#[test]
fn the_tab_opens_by_click_and_key_and_a_change_is_told() {
    let mut state = compared_state();
    fixture::apply(
        &mut state,
        SetupAction::SetTasks(carrier_lab::model::TaskCount::MIN).into(),
    );
    fixture::apply(&mut state, PlanAction::Run.into());
    fixture::apply(&mut state, PlanAction::Finished.into());
    fixture::apply(&mut state, ViewAction::ShowTab(Tab::Live).into());
    let mut harness = open(state);
    click(&mut harness, Role::Tab, "Compare");
    harness.get_by_label_contains("This preset was changed (tasks = 1)");
    harness.key_press(Key::Num1);
    harness.run();
    assert_eq!(harness.state().state.view.tab, Tab::Live);
    harness.key_press(Key::Num3);
    harness.run();
    assert_eq!(harness.state().state.view.tab, Tab::Compare);
}

#[test]
fn a_sweep_has_a_tab_with_a_chart_for_each_measure_and_the_slope_of_memory() {
    let mut harness = open(after(SWEEP));
    click(&mut harness, Role::Tab, "Sweep");
    let words = words_of(&harness, "Peak memory");
    assert!(words.contains("over tasks, log-log"), "{words}");
    assert!(
        words.contains("B per task")
            && words.contains("os-thread, ")
            && words.contains("failed at 16"),
        "{words}"
    );
    words_of(&harness, "Wall time");
    harness.key_press(Key::Num3);
    harness.run();
    harness.get_by_label_contains("tokio: 46");
    harness.get_by_label("tasks 10k");
}

fn words_of(harness: &crate::panels::DeskHarness, title: &str) -> String {
    let charts = harness.query_all_by_role(Role::Image);
    let mut words = charts.map(|node| node.accesskit_node().label().unwrap_or_default());
    words.find(|words| words.starts_with(title)).unwrap()
}

#[test]
fn a_point_of_a_sweep_and_the_end_of_a_run_carry_their_formula() {
    let mut harness = open(swept_state());
    let formula = "may @ 10k: wall 42.0 ms (median of 2)";
    let formula = formula.replace("42.0 ms", "42.0\u{202f}ms");
    let found = harness.query_all_by_label_contains(&formula).next();
    let node = found.unwrap().accesskit_node();
    let words = node.label().or(node.value()).unwrap_or_default();
    assert!(words.contains("expected ≈ 1.00"), "{words}");
    assert!(
        words.contains("all 10\u{202f}000 tasks wait at once"),
        "{words}"
    );
    assert!(words.contains("timer-bound: asked to sleep"), "{words}");
    harness.state_mut().state = fixture::finished_state();
    harness.run();
    harness.get_by_label_contains("tokio: expected ≈ 15.7");
    harness.get_by_label_contains("os-thread: expected ≈ 50.0");
}

#[test]
fn a_sweep_can_be_exported_where_there_is_one() {
    let mut harness = open(swept_state());
    click(&mut harness, Role::Button, "Export");
    click(&mut harness, Role::RadioButton, "Sweep");
    click(&mut harness, Role::Button, "Save file");
    let lab = harness.state();
    let [Effect::Save { path, content, .. }] = &lab.effects[..] else {
        panic!("{:?}", lab.effects);
    };
    assert!(path.to_string_lossy().ends_with("-sweep.png"), "{path:?}");
    let Content::Chart(export) = content else {
        panic!("{content:?}");
    };
    assert_eq!(export.choice.chart, ExportChart::Sweep);
    assert_eq!(export.runs.len(), lab.state.swept().len());

    // The choice is kept, and gives way where there is no sweep.
    let mut state = fixture::finished_state();
    state.export.chart = ExportChart::Sweep;
    assert_eq!(state.export_chart(), ExportChart::Live);
    let mut harness = open(state);
    click(&mut harness, Role::Button, "Export");
    assert!(
        harness
            .query_by_role_and_label(Role::RadioButton, "Sweep")
            .is_none()
    );
}

#[test]
fn without_a_sweep_there_is_no_tab_for_it() {
    let mut harness = open(compared_state());
    assert!(
        harness
            .query_by_role_and_label(Role::Tab, "Sweep")
            .is_none()
    );
    harness.key_press(Key::Num4);
    harness.run();
    assert_eq!(harness.state().state.view.tab, Tab::Compare);
}

#[test]
fn the_table_of_runs_names_case_point_repetition_and_warm_up() {
    let mut harness = open(compared_state());
    harness.get_by_label_contains("Run 8, may, few · #1 · completed · timer-bound");
    harness.get_by_label_contains("Run 1, os-thread, few · warm-up 1, not counted · completed");
    harness.state_mut().state = swept_state();
    harness.run();
    harness.get_by_label_contains("Run 2, may, tasks 1k · #1 · completed");
}
