//! What is looked at.

use super::{act, said, two_runs};
use crate::recording::Track;
use crate::state::{
    Action, AppState, HelpPage, Inspected, MessageId, RunId, Tab, TableAction, ThemeChoice,
    TimeRange, Tone, ViewAction as Do,
};

const MS: u64 = 1_000_000;

#[test]
fn the_range_follows_until_it_is_chosen() {
    let mut state = two_runs();
    let all = state.visible_range();
    assert!(all.start_ns() == 0 && all.end_ns() >= 2_000 * MS);
    let span = Inspected {
        track: Track::Carrier(0),
        task: 1,
        start_ns: 100 * MS,
        end_ns: 200 * MS,
    };
    let air = 25 * MS + 1;
    let table = [
        (Do::SetRange(TimeRange::new(0, 400 * MS)), (0, 400 * MS)),
        (
            Do::Zoom {
                at_ns: Some(200 * MS),
                factor: 0.5,
            },
            (100 * MS, 300 * MS),
        ),
        (
            Do::Zoom {
                at_ns: None,
                factor: 2.0,
            },
            (0, 400 * MS),
        ),
        (Do::Pan(100_000_000), (100 * MS, 500 * MS)),
        (Do::Pan(i64::MIN), (0, 400 * MS)),
        (Do::Center(1_000 * MS), (800 * MS, 1_200 * MS)),
        (Do::FitSelection, (0, 1_000 * MS)),
        (Do::Inspect(Some(span)), (0, 1_000 * MS)),
        (Do::FitSelection, (100 * MS - air, 200 * MS + air)),
    ];
    for (action, (start, end)) in table {
        act(&mut state, action);
        let range = state.visible_range();
        assert_eq!(
            (range.start_ns(), range.end_ns()),
            (start, end),
            "{action:?}"
        );
    }
    act(&mut state, Do::FitAll);
    assert_eq!(state.visible_range(), all);
}

#[test]
fn the_timeline_shows_the_selected_run_and_not_the_longest() {
    let mut state = two_runs();
    let all = state.visible_range();
    act(&mut state, Do::ShowTab(Tab::Timeline));
    let tokio = state.visible_range();
    assert!(tokio.end_ns() >= 1_000 * MS && tokio.end_ns() < all.end_ns());
    act(&mut state, TableAction::Select(RunId(0)));
    assert_eq!(state.visible_range(), all);
    act(
        &mut state,
        Do::SetRange(TimeRange::new(1_500 * MS, 1_600 * MS)),
    );
    act(&mut state, TableAction::Select(RunId(1)));
    assert_eq!(
        state.visible_range(),
        tokio,
        "nothing of it was in the stretch"
    );
}

#[test]
fn a_range_never_leaves_the_runs_behind() {
    let mut state = two_runs();
    act(&mut state, Do::SetRange(TimeRange::new(0, 1_000 * MS)));
    act(&mut state, Do::Pan(i64::MAX));
    let range = state.visible_range();
    assert!(range.start_ns() < 2_000 * MS, "{range:?}");
    assert_eq!(range.len_ns(), 1_000 * MS);
}

#[test]
fn fitting_nothing_shows_everything() {
    let mut state = AppState::default();
    act(&mut state, Do::FitSelection);
    assert_eq!(state.view.range, None);
}

#[test]
fn zooming_at_the_cursor_keeps_its_moment() {
    let mut state = two_runs();
    act(&mut state, Do::SetRange(TimeRange::new(0, 1_000 * MS)));
    act(&mut state, Do::Hover(Some(0)));
    act(
        &mut state,
        Do::Zoom {
            at_ns: None,
            factor: 0.1,
        },
    );
    assert_eq!(state.visible_range(), TimeRange::new(0, 100 * MS));
}

#[test]
fn the_rest_of_the_view_is_as_it_was_set() {
    let mut state = AppState::default();
    act(&mut state, Do::ShowTab(Tab::Timeline));
    act(&mut state, Do::SetTheme(ThemeChoice::Light));
    act(&mut state, Do::ToggleHelp);
    act(&mut state, Do::ScaleLanes(2.0));
    act(&mut state, Do::ScrollRows(5));
    act(&mut state, Do::ScrollRows(-2));
    let view = state.view;
    assert_eq!(
        (view.tab, view.theme, view.help),
        (Tab::Timeline, ThemeChoice::Light, Some(HelpPage::Keys))
    );
    assert_eq!((view.lane_scale.get(), view.first_row), (2.0, 3));
    act(&mut state, Do::ScrollRows(i32::MIN));
    act(&mut state, Do::ScaleLanes(1e9));
    assert_eq!(
        (state.view.lane_scale.get(), state.view.first_row),
        (8.0, 0)
    );
}

#[test]
fn another_run_lets_go_of_the_span_and_the_rows() {
    let mut state = two_runs();
    act(&mut state, Do::ScrollRows(5));
    act(&mut state, TableAction::Select(RunId(0)));
    assert_eq!(state.view.first_row, 0);
}

#[test]
fn messages_are_said_once_and_dismissed() {
    let mut state = AppState::default();
    for text in ["one", "two", "one"] {
        act(&mut state, Action::Say(Tone::Note, text.to_owned()));
    }
    assert_eq!(state.messages.shown().len(), 2);
    assert_eq!(said(&state), "one");
    act(&mut state, Action::Dismiss(MessageId(2)));
    assert_eq!(said(&state), "two");
    for n in 0..20 {
        act(&mut state, Action::Say(Tone::Problem, n.to_string()));
    }
    assert_eq!(state.messages.shown().len(), 4);
}

#[test]
fn the_sweep_is_shown_only_where_one_was_run() {
    let mut state = AppState::default();
    act(&mut state, Do::ShowTab(Tab::Sweep));
    assert_eq!(state.view.tab, Tab::Live);
    assert!(said(&state).contains("sweeps no knob"));
    act(&mut state, Do::ShowTab(Tab::Rounds));
    assert_eq!(state.view.tab, Tab::Live);
    assert!(said(&state).contains("in rounds"));
}

#[test]
fn a_page_is_shown_turned_and_closed() {
    let mut state = AppState::default();
    for page in [Some(HelpPage::Methodology), Some(HelpPage::Keys), None] {
        act(&mut state, Do::ShowHelp(page));
        assert_eq!(state.view.help, page);
    }
}
