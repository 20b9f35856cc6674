//! Running: the person's wish and the host's news.

use std::sync::Arc;

use crate::model::{MachineFacts, Plan, RunSpec};
use crate::recording::{Recording, RunUpdate};
use crate::state::{
    AppState, Effect, PlanProgress, RanPlan, Tab, Tone, memory_forecast::too_large,
};

/// Something about the plan that runs or is to run.
#[derive(Clone, Debug)]
pub enum PlanAction {
    /// Carries the draft out; asks first where it may need more memory than is free.
    Run,
    /// Carries out the plan that waits for a word.
    RunAnyway,
    /// Withdraws the plan that waits for a word.
    Withdraw,
    /// Ends the plan that is being carried out.
    Stop,
    /// The host began a run.
    Started {
        /// What is run.
        spec: RunSpec,
        /// The machine, read just before.
        facts: Arc<MachineFacts>,
        /// Milliseconds since 1970.
        started_unix_ms: u64,
    },
    /// News of the run that goes on.
    News(RunUpdate),
    /// The plan is over.
    Finished,
    /// The plan could not begin, or its news broke off; why.
    Broke(String),
}

impl PlanAction {
    pub(in crate::state) fn reduce(self, state: &mut AppState) -> Vec<Effect> {
        match self {
            Self::Run => return run(state),
            Self::RunAnyway => {
                if state.doubt.take().is_some() && state.plan.is_none() {
                    return vec![start(state)];
                }
            }
            Self::Withdraw => state.doubt = None,
            Self::Stop => return stop(state),
            Self::Started {
                spec,
                facts,
                started_unix_ms,
            } => begin(state, spec, facts, started_unix_ms),
            Self::News(update) => {
                if let Some(entry) = state.runs.running_mut() {
                    entry.recording.absorb(update);
                }
            }
            Self::Finished => state.plan = None,
            Self::Broke(reason) => {
                state.plan = None;
                state.messages.say(Tone::Problem, reason);
            }
        }
        Vec::new()
    }
}

/// Refused, with the reason, while a plan runs or where there is nothing to run.
fn run(state: &mut AppState) -> Vec<Effect> {
    if state.plan.is_some() {
        let text = "A plan is running. Stop it first, or wait for it to end.".to_owned();
        state.messages.say(Tone::Note, text);
        return Vec::new();
    }
    let preset = &state.draft.runnable();
    if let Err(error) = preset.check() {
        state.messages.say(Tone::Note, error.to_string());
        return Vec::new();
    }
    state.doubt = state
        .facts
        .as_ref()
        .and_then(|facts| too_large(preset, facts));
    if state.doubt.is_some() {
        return Vec::new();
    }
    vec![start(state)]
}

fn start(state: &mut AppState) -> Effect {
    let preset = state.draft.runnable();
    let plan = Plan::of(&preset);
    let has_rounds = plan.runs.iter().any(|run| !run.series().is_once());
    let is_gone = match state.view.tab {
        Tab::Live | Tab::Timeline | Tab::Compare => false,
        Tab::Sweep => preset.sweep.is_none(),
        Tab::Rounds => !has_rounds,
    };
    if is_gone {
        state.view.tab = Tab::Live;
    }
    state.ran = Some(RanPlan {
        preset,
        changes: state.draft.changes(),
        begun: Vec::new(),
    });
    state.runs.make_room();
    state.view.range = None;
    state.view.inspected = None;
    state.view.selection = None;
    state.view.lane = None;
    state.plan = Some(PlanProgress::new(plan.clone()));
    Effect::StartPlan(plan)
}

fn stop(state: &mut AppState) -> Vec<Effect> {
    match &mut state.plan {
        Some(plan) if !plan.stopping => {
            plan.stopping = true;
            vec![Effect::StopPlan]
        }
        Some(_) | None => Vec::new(),
    }
}

fn begin(state: &mut AppState, spec: RunSpec, facts: Arc<MachineFacts>, started_unix_ms: u64) {
    let title = state
        .plan
        .as_ref()
        .map_or_else(String::new, |progress| progress.plan.title.clone());
    let recording = Recording::new(spec, title, facts, started_unix_ms);
    let id = state.runs.add(recording, None);
    if let Some(progress) = &mut state.plan {
        progress.begun.push(id);
    }
    if let Some(ran) = &mut state.ran {
        ran.begun.push(id);
    }
}
