//! Every action as a line of a table: the state before, the action, what must hold after.

mod file;
mod plan;
mod setup;
mod span;
mod table;
mod view;

use std::sync::Arc;

use super::{Action, AppState, Effect, PlanAction, reduce};
use crate::model::{Bytes, EngineKind, Limits, MachineFacts, Nanos, Outcome, Plan, RunSpec};
use crate::recording::{Findings, Progress, RunEnd, RunUpdate};

fn act(state: &mut AppState, action: impl Into<Action>) -> Vec<Effect> {
    reduce(state, action.into())
}

/// The last message, empty where there is none.
fn said(state: &AppState) -> String {
    let last = state.messages.shown().last();
    last.map_or_else(String::new, |message| message.text.clone())
}

fn facts(free: Bytes) -> Arc<MachineFacts> {
    Arc::new(MachineFacts {
        cpu: "CPU".to_owned(),
        cores: 4,
        memory: Bytes(64 << 30),
        memory_available: free,
        os: "OS".to_owned(),
        kernel: "1".to_owned(),
        governor: None,
        power: None,
        load: 0.0,
        limits: Limits {
            memory_maps: Some(65_530),
            ..Limits::default()
        },
        lab: "0".to_owned(),
        build: "release".to_owned(),
    })
}

fn spec(state: &AppState, engine: EngineKind) -> RunSpec {
    let plan = Plan::of(&state.draft.preset);
    plan.runs
        .into_iter()
        .find(|run| run.engine == engine)
        .unwrap()
}

fn started(state: &mut AppState, engine: EngineKind) {
    let started = PlanAction::Started {
        spec: spec(state, engine),
        facts: facts(Bytes(32 << 30)),
        started_unix_ms: 1,
    };
    act(state, started);
}

fn ended(state: &mut AppState, wall: Nanos) {
    let end = RunEnd {
        findings: Findings::default(),
        outcome: Outcome::Completed,
        wall_ns: wall.0,
        spawn_ns: None,
        peak_live: 10,
        checksum_ok: Some(true),
        rss_peak: Bytes(1),
        progress: Progress::default(),
        latency: None,
        histogram: String::new(),
        stderr_tail: String::new(),
    };
    act(state, PlanAction::News(RunUpdate::End(Box::new(end))));
}

/// A window after one press of Run: two engines, both ended.
fn two_runs() -> AppState {
    let mut state = AppState::default();
    act(&mut state, PlanAction::Run);
    for (engine, secs) in [(EngineKind::May, 2), (EngineKind::Tokio, 1)] {
        started(&mut state, engine);
        ended(&mut state, Nanos::from_secs(secs));
    }
    act(&mut state, PlanAction::Finished);
    state
}
