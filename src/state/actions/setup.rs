//! Editing the draft. A running plan has its own copy, so every knob stays free while it runs.

use crate::model::{
    CarrierCount, Depth, EngineKind, Percent, ProbeMode, Repeat, Rounds, TaskCount, Warmup,
    WarmupRounds, built_in_presets,
};
use crate::state::{Draft, Rejected, WorkKind};

/// A change of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupAction {
    /// Another kind of work; its numbers are the last ones used with it.
    ChooseWork(WorkKind),
    /// How many tasks.
    SetTasks(TaskCount),
    /// How many carriers.
    SetCarriers(CarrierCount),
    /// Share of tasks that block their carrier.
    SetPinnedShare(Percent),
    /// How deep a task recurses.
    SetDepth(Depth),
    /// Any field by its name in presets, with the value as a person types it.
    SetField(&'static str, String),
    /// Takes an engine into the plan or out of it.
    ToggleEngine(EngineKind),
    /// How often every engine runs.
    SetRepeat(Repeat),
    /// How many runs of every engine come first and stay out of the statistics.
    SetWarmup(Warmup),
    /// How many rounds of its tasks a run does in one process.
    SetRounds(Rounds),
    /// How many rounds come before those and stay out of the statistics.
    SetWarmupRounds(WarmupRounds),
    /// Leaves one plain experiment: no cases, no sweep, nothing published.
    DropCases,
    /// How much is recorded.
    SetProbe(ProbeMode),
    /// The headline of preset and charts.
    SetTitle(String),
    /// One of the presets that come with the program, by its name.
    UseBuiltIn(&'static str),
}

impl SetupAction {
    /// Changes the draft.
    ///
    /// # Errors
    /// What to tell the person where the change is not possible.
    pub(in crate::state) fn reduce(self, draft: &mut Draft) -> Result<(), String> {
        draft.rejected = None;
        let experiment = &mut draft.preset.experiment;
        match self {
            Self::ChooseWork(kind) => draft.choose_work(kind),
            Self::SetTasks(tasks) => experiment.tasks = tasks,
            Self::SetCarriers(carriers) => experiment.carriers = carriers,
            Self::SetPinnedShare(share) => experiment.pinned_share = share,
            Self::SetDepth(depth) => experiment.depth = depth,
            Self::SetField(key, text) => set_field(draft, key, text),
            Self::ToggleEngine(engine) => {
                return draft
                    .toggle_engine(engine)
                    .map_err(|error| error.to_string());
            }
            Self::SetRepeat(repeat) => draft.preset.repeat = repeat,
            Self::SetWarmup(warmup) => draft.preset.warmup = warmup,
            Self::SetRounds(rounds) => draft.preset.rounds = rounds,
            Self::SetWarmupRounds(rounds) => draft.preset.warmup_rounds = rounds,
            Self::DropCases => draft.drop_cases(),
            Self::SetProbe(probe) => draft.preset.probe = probe,
            Self::SetTitle(title) => draft.preset.title = title,
            Self::UseBuiltIn(name) => {
                if let Some((_, preset)) = built_in_presets().find(|(other, _)| *other == name) {
                    *draft = Draft::of(preset, name.to_owned(), None);
                }
            }
        }
        Ok(())
    }
}

/// The preset's own rules decide, so that the window understands exactly what the command line does.
fn set_field(draft: &mut Draft, key: &'static str, text: String) {
    if let Err(error) = draft.preset.set(key, &text) {
        draft.rejected = Some(Rejected {
            key,
            text,
            message: error.to_string(),
        });
    }
}
