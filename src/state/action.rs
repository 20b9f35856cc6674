//! What can happen to the state: a person's wish, news from a plan, the end of an effect. One function explains every change.

use std::sync::Arc;

use super::{AppState, Effect, MessageId, Tone};
use super::{FileAction, PlanAction, SetupAction, TableAction, ViewAction};
use crate::model::MachineFacts;

/// What panels push and the shell reduces, in order.
pub type Actions = Vec<Action>;

/// One thing that happens to the state.
#[derive(Clone, Debug)]
pub enum Action {
    /// A knob, an engine, the preset itself.
    Setup(SetupAction),
    /// Running and news of it.
    Plan(PlanAction),
    /// The table of runs.
    Table(TableAction),
    /// What is looked at.
    View(ViewAction),
    /// Opening, saving, exporting.
    File(FileAction),
    /// This machine was read.
    FactsRead(Arc<MachineFacts>),
    /// Something to say.
    Say(Tone, String),
    /// A message was read.
    Dismiss(MessageId),
    /// Closes the window.
    Quit,
}

/// Changes the state by one action and says what is to be done outside.
pub fn reduce(state: &mut AppState, action: Action) -> Vec<Effect> {
    match action {
        Action::Setup(action) => {
            if let Err(text) = action.reduce(&mut state.draft) {
                state.messages.say(Tone::Note, text);
            }
            Vec::new()
        }
        Action::Plan(action) => action.reduce(state),
        Action::Table(action) => {
            action.reduce(state);
            Vec::new()
        }
        Action::View(action) => {
            action.reduce(state);
            Vec::new()
        }
        Action::File(action) => action.reduce(state),
        Action::FactsRead(facts) => {
            state.facts = Some(facts);
            Vec::new()
        }
        Action::Say(tone, text) => {
            state.messages.say(tone, text);
            Vec::new()
        }
        Action::Dismiss(id) => {
            state.messages.dismiss(id);
            Vec::new()
        }
        Action::Quit => vec![Effect::StopPlan, Effect::Quit],
    }
}

impl From<SetupAction> for Action {
    fn from(action: SetupAction) -> Self {
        Self::Setup(action)
    }
}

impl From<PlanAction> for Action {
    fn from(action: PlanAction) -> Self {
        Self::Plan(action)
    }
}

impl From<TableAction> for Action {
    fn from(action: TableAction) -> Self {
        Self::Table(action)
    }
}

impl From<ViewAction> for Action {
    fn from(action: ViewAction) -> Self {
        Self::View(action)
    }
}

impl From<FileAction> for Action {
    fn from(action: FileAction) -> Self {
        Self::File(action)
    }
}
