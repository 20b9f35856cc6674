//! Running, stopping, and news of a plan.

use super::{act, ended, facts, said, started, two_runs};
use crate::model::{Bytes, EngineKind, Nanos, TaskCount};
use crate::recording::{Progress, RunUpdate};
use crate::state::{
    Action, AppState, Effect, PlanAction as Do, SetupAction, Showing, TableAction, TimeRange,
    ViewAction,
};

#[test]
fn run_starts_the_plan_of_the_draft_once() {
    let mut state = AppState::default();
    let effects = act(&mut state, Do::Run);
    let [Effect::StartPlan(plan)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(plan.runs.len(), state.draft.preset.engines.len());
    assert_eq!(act(&mut state, Do::Run), []);
    assert!(said(&state).contains("is running"));
}

#[test]
fn nothing_to_run_is_refused_with_the_reason() {
    let mut state = AppState::default();
    state.draft.preset.engines.clear();
    assert_eq!(act(&mut state, Do::Run), []);
    assert!(state.plan.is_none() && said(&state).contains("names no engine"));
}

#[test]
fn stop_acts_once_and_does_nothing_while_idle() {
    let mut state = AppState::default();
    assert_eq!(act(&mut state, Do::Stop), []);
    act(&mut state, Do::Run);
    assert_eq!(act(&mut state, Do::Stop), [Effect::StopPlan]);
    assert_eq!(act(&mut state, Do::Stop), [], "it is stopping already");
    act(&mut state, Do::Finished);
    assert!(state.plan.is_none());
}

#[test]
fn a_plan_larger_than_the_free_memory_asks_first() {
    let mut state = AppState::default();
    act(&mut state, Action::FactsRead(facts(Bytes(256 << 20))));
    act(&mut state, SetupAction::SetTasks(TaskCount::MAX));
    assert_eq!(act(&mut state, Do::Run), []);
    let doubt = state.doubt.clone().unwrap();
    assert!(doubt.contains("fiber") && doubt.contains("free"), "{doubt}");
    act(&mut state, Do::Withdraw);
    assert_eq!(act(&mut state, Do::RunAnyway), [], "withdrawn");
    act(&mut state, Do::Run);
    assert!(matches!(
        act(&mut state, Do::RunAnyway)[..],
        [Effect::StartPlan(_)]
    ));
    assert!(state.doubt.is_none());
}

#[test]
fn news_goes_to_the_run_that_is_on() {
    let mut state = AppState::default();
    act(&mut state, Do::Run);
    started(&mut state, EngineKind::May);
    ended(&mut state, Nanos::from_secs(2));
    started(&mut state, EngineKind::Tokio);
    let samples = vec![crate::recording::Sample {
        t_ns: 5,
        rss: Bytes(9),
        cpu_ns: 0,
        lab_cpu_ns: 0,
    }];
    act(&mut state, Do::News(RunUpdate::Samples(samples)));
    let [may, tokio] = state.runs.entries() else {
        panic!("two runs");
    };
    assert!(may.recording.samples.is_empty() && tokio.recording.samples.len() == 1);
    assert_eq!(state.runs.selected().map(|entry| entry.id), Some(tokio.id));
    let progress = state.plan.as_ref().unwrap();
    assert_eq!(progress.place(), (2, EngineKind::ALL.len()));
    assert_eq!(progress.elapsed(&state.runs), Nanos(2_000_000_005));
    assert!(progress.share(&state.runs) >= 0.2);
}

#[test]
fn a_late_run_is_foretold_by_the_pace_of_its_tasks() {
    let mut state = AppState::default();
    state.draft.preset.engines = vec![EngineKind::Tokio];
    act(&mut state, Do::Run);
    started(&mut state, EngineKind::Tokio);
    let arithmetic = state.runs.entries()[0].expected().unwrap();
    let tasks = u64::from(state.draft.preset.experiment.tasks.get());
    let mut foretold = |t_ns, completed| {
        let progress = Progress {
            t_ns,
            completed,
            ..Progress::default()
        };
        act(&mut state, Do::News(RunUpdate::Progress(vec![progress])));
        let plan = state.plan.as_ref().unwrap();
        (plan.expected(&state.runs), plan.share(&state.runs))
    };
    assert_eq!(foretold(arithmetic.0 / 2, 0).0, Some(arithmetic));
    let late = 100 * arithmetic.0;
    assert_eq!(foretold(late, 0).0, None, "nothing has finished");
    let (expected, share) = foretold(late, tasks / 4);
    assert_eq!((expected, share), (Some(Nanos(4 * late)), 0.25));
}

#[test]
fn news_without_a_run_is_nothing() {
    let mut state = two_runs();
    act(&mut state, Do::News(RunUpdate::Progress(Vec::new())));
    ended(&mut state, Nanos::from_secs(9));
    assert_eq!(state.runs.last_ns(), 2_000_000_000);
}

#[test]
fn a_broken_plan_is_told_and_over() {
    let mut state = AppState::default();
    act(&mut state, Do::Run);
    act(&mut state, Do::Broke("no thread".to_owned()));
    assert!(state.plan.is_none() && said(&state) == "no thread");
}

#[test]
fn a_new_plan_clears_the_charts_but_for_what_is_kept() {
    let mut state = two_runs();
    let kept = state.runs.entries()[0].id;
    act(&mut state, TableAction::ToggleKept(kept));
    act(&mut state, TableAction::Select(kept));
    act(&mut state, ViewAction::SetRange(TimeRange::new(0, 1_000)));
    act(&mut state, Do::Run);
    started(&mut state, EngineKind::Pool);
    let showing: Vec<_> = state
        .runs
        .entries()
        .iter()
        .map(|entry| entry.showing)
        .collect();
    assert_eq!(showing, [Showing::Kept, Showing::Hidden, Showing::Shown]);
    let [kept, _, new] = state.runs.entries() else {
        panic!("three runs");
    };
    assert!(state.runs.is_past(kept) && !state.runs.is_past(new));
    assert_eq!(state.runs.selected().map(|entry| entry.id), Some(new.id));
    assert_eq!(state.view.range, None, "it follows the new run");
}

#[test]
fn quitting_stops_the_plan() {
    let mut state = AppState::default();
    act(&mut state, Do::Run);
    assert_eq!(
        act(&mut state, Action::Quit),
        [Effect::StopPlan, Effect::Quit]
    );
}
