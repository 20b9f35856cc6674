//! Going from span to span.

use std::sync::Arc;

use super::{act, two_runs};
use crate::recording::{Chunk, ChunkColumns, Reason, RunUpdate, Track};
use crate::state::{AppState, PlanAction, TimeRange, ViewAction as Do};

/// One carrier's spans of 10 ms by task and start in ms.
fn lane(carrier: u16, spans: &[(u32, u64)]) -> Arc<Chunk> {
    let starts = spans.iter().map(|(_, start_ms)| start_ms * 1_000_000);
    let columns = ChunkColumns {
        start_ns: starts.clone().collect(),
        end_ns: starts.map(|start_ns| start_ns + 10_000_000).collect(),
        task: spans.iter().map(|(task, _)| *task).collect(),
        reason: vec![Reason::Sleep; spans.len()],
        ..ChunkColumns::default()
    };
    Arc::new(Chunk::seal(Track::Carrier(carrier), 0, columns))
}

/// Carrier 0 runs tasks 1, 2, 3 at 10…20, 30…40, 50…60 ms; carrier 1 runs task 9 at 35…45 ms.
fn lanes() -> AppState {
    let mut state = two_runs();
    let chunks = vec![lane(0, &[(1, 10), (2, 30), (3, 50)]), lane(1, &[(9, 35)])];
    act(&mut state, PlanAction::Run);
    super::started(&mut state, crate::model::EngineKind::Tokio);
    act(&mut state, PlanAction::News(RunUpdate::Chunks(chunks)));
    act(&mut state, Do::SetRange(TimeRange::new(0, 100_000_000)));
    state
}

#[test]
fn arrows_go_along_a_lane_and_between_lanes() {
    let mut state = lanes();
    let table = [
        (Do::StepSpan(1), 1),
        (Do::StepSpan(1), 2),
        (Do::StepLane(1), 9),
        (Do::StepLane(1), 9),
        (Do::StepSpan(1), 9),
        (Do::StepLane(-1), 2),
        (Do::StepSpan(2), 3),
        (Do::StepSpan(-9), 1),
        (Do::StepLane(-1), 1),
    ];
    assert_eq!(state.view.inspected, None);
    for (number, (action, task)) in table.into_iter().enumerate() {
        act(&mut state, action);
        let found = state.view.inspected.map(|span| span.task);
        assert_eq!(found, Some(task), "{number}: {action:?}");
    }
    assert_eq!(
        state.view.inspected.map(|span| span.track),
        Some(Track::Carrier(0))
    );
}

#[test]
fn a_span_outside_is_brought_into_view() {
    let mut state = lanes();
    act(&mut state, Do::SetRange(TimeRange::new(0, 25_000_000)));
    act(&mut state, Do::StepSpan(1));
    assert_eq!(state.visible_range(), TimeRange::new(0, 25_000_000));
    act(&mut state, Do::StepSpan(1));
    assert_eq!(
        state.visible_range(),
        TimeRange::new(17_500_000, 42_500_000)
    );
}

#[test]
fn without_spans_arrows_do_nothing() {
    for mut state in [AppState::default(), two_runs()] {
        act(&mut state, Do::StepSpan(1));
        act(&mut state, Do::StepLane(1));
        assert_eq!(state.view.inspected, None);
    }
}
