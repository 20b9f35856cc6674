//! The table of runs: selecting, hiding, keeping, forgetting.

use crate::state::{AppState, RunEntry, RunId, Showing, TimeRange, Tone};

/// Something about one run, or about all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// Shows the lanes and facts of a run.
    Select(RunId),
    /// Selects the run so many rows further down.
    Step(i32),
    /// Shows or hides a run's curves.
    ToggleVisible(RunId),
    /// Keeps a run in the charts when the next plan begins, or no longer.
    ToggleKept(RunId),
    /// Forgets a run.
    Delete(RunId),
    /// Forgets every run that is neither kept nor running.
    DeleteOthers,
}

impl TableAction {
    pub(in crate::state) fn reduce(self, state: &mut AppState) {
        let selected = state.runs.selected().map(|entry| entry.id);
        match self {
            Self::Select(id) => state.runs.choose(Some(id)),
            Self::Step(rows) => state.runs.step(rows),
            Self::ToggleVisible(id) => {
                set_showing(state, id, |showing| match showing {
                    Showing::Hidden => Showing::Shown,
                    Showing::Shown | Showing::Kept => Showing::Hidden,
                });
            }
            Self::ToggleKept(id) => {
                set_showing(state, id, |showing| match showing {
                    Showing::Hidden | Showing::Shown => Showing::Kept,
                    Showing::Kept => Showing::Shown,
                });
            }
            Self::Delete(id) => delete(state, id),
            Self::DeleteOthers => state.runs.retain(|entry| entry.showing == Showing::Kept),
        }
        if state.runs.selected().map(|entry| entry.id) != selected {
            show_some_of_it(state);
            state.view.inspected = None;
            state.view.selection = None;
            state.view.lane = None;
            state.view.pointed = None;
            state.view.first_row = 0;
        }
    }
}

fn set_showing(state: &mut AppState, id: RunId, next: impl Fn(Showing) -> Showing) {
    if let Some(entry) = state.runs.get_mut(id) {
        entry.showing = next(entry.showing);
    }
}

fn delete(state: &mut AppState, id: RunId) {
    if state.runs.get(id).is_some_and(RunEntry::is_running) {
        let text = "This run goes on. Stop it before you delete it.".to_owned();
        state.messages.say(Tone::Note, text);
        return;
    }
    state.runs.retain(|entry| entry.id != id);
}

/// A stretch that was chosen for a longer run may lie after the end of this one.
fn show_some_of_it(state: &mut AppState) {
    let last_ns = state.runs.selected().map(|entry| entry.recording.last_ns());
    let outside = |range: &TimeRange| last_ns.is_some_and(|last_ns| range.start_ns() >= last_ns);
    state.view.range = state.view.range.filter(|range| !outside(range));
}
