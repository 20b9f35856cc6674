//! The table of runs.

use super::{act, said, started, two_runs};
use crate::model::EngineKind;
use crate::recording::Track;
use crate::state::{Inspected, PlanAction, RunId, Showing, TableAction as Do, ViewAction};

#[test]
fn selecting_steps_through_the_rows_and_stops_at_the_ends() {
    let mut state = two_runs();
    let selected = |state: &crate::state::AppState| state.runs.selected().map(|entry| entry.id.0);
    let table = [
        (Do::Step(1), 0),
        (Do::Step(1), 0),
        (Do::Step(-1), 1),
        (Do::Step(-9), 1),
        (Do::Select(RunId(0)), 0),
        (Do::Select(RunId(99)), 1),
        (Do::Step(i32::MAX), 0),
    ];
    assert_eq!(selected(&state), Some(1));
    for (action, expected) in table {
        act(&mut state, action);
        assert_eq!(selected(&state), Some(expected), "{action:?}");
    }
}

#[test]
fn stepping_in_an_empty_table_is_nothing() {
    let mut state = crate::state::AppState::default();
    act(&mut state, Do::Step(1));
    act(&mut state, Do::Delete(RunId(0)));
    act(&mut state, Do::ToggleVisible(RunId(0)));
    assert!(state.runs.selected().is_none());
}

#[test]
fn showing_goes_through_its_states() {
    let mut state = two_runs();
    let id = RunId(0);
    let table = [
        (Do::ToggleVisible(id), Showing::Hidden),
        (Do::ToggleKept(id), Showing::Kept),
        (Do::ToggleKept(id), Showing::Shown),
        (Do::ToggleKept(id), Showing::Kept),
        (Do::ToggleVisible(id), Showing::Hidden),
        (Do::ToggleVisible(id), Showing::Shown),
    ];
    for (action, showing) in table {
        act(&mut state, action);
        assert_eq!(state.runs.entries()[0].showing, showing, "{action:?}");
    }
}

#[test]
fn deleting_the_selected_run_selects_the_newest() {
    let mut state = two_runs();
    act(&mut state, Do::Select(RunId(0)));
    let span = Inspected {
        track: Track::Carrier(0),
        task: 1,
        start_ns: 2,
        end_ns: 3,
    };
    act(&mut state, ViewAction::Inspect(Some(span)));
    act(&mut state, Do::Delete(RunId(0)));
    assert_eq!(state.runs.selected().map(|entry| entry.id), Some(RunId(1)));
    assert_eq!(state.view.inspected, None, "its span is gone too");
    act(&mut state, Do::Delete(RunId(1)));
    assert!(state.runs.selected().is_none());
}

#[test]
fn a_running_run_is_not_deleted() {
    let mut state = two_runs();
    act(&mut state, PlanAction::Run);
    started(&mut state, EngineKind::Pool);
    act(&mut state, Do::Delete(RunId(2)));
    assert!(said(&state).contains("Stop it"));
    act(&mut state, Do::ToggleKept(RunId(0)));
    act(&mut state, Do::DeleteOthers);
    let left: Vec<_> = state
        .runs
        .entries()
        .iter()
        .map(|entry| entry.id.0)
        .collect();
    assert_eq!(left, [0, 2]);
}
