//! Editing the draft. A running plan has its own copy, so every knob stays free while it runs.

use crate::model::{
    CarrierCount, EngineKind, Iterations, Kernel, Knob, MAX_WAIT, Nanos, Percent, ProbeMode,
    Repeat, TaskCount, Warmup, Work, built_in_presets,
};
use crate::state::{Draft, Rejected, WorkKind};

/// A change of the draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupAction {
    /// Another kind of work; its numbers are the last ones used with it.
    ChooseWork(WorkKind),
    /// How many tasks.
    SetTasks(TaskCount),
    /// How long a task sleeps or blocks; longer than allowed becomes the longest.
    SetWait(Nanos),
    /// How many carriers.
    SetCarriers(CarrierCount),
    /// Share of tasks that block their carrier.
    SetPinnedShare(Percent),
    /// Rounds of the compute kernel.
    SetIterations(Iterations),
    /// Which loop computes.
    SetKernel(Kernel),
    /// A knob's value as a person typed it.
    TypeKnob(Knob, String),
    /// Takes an engine into the plan or out of it.
    ToggleEngine(EngineKind),
    /// How often every engine runs.
    SetRepeat(Repeat),
    /// How many runs of every engine come first and stay out of the statistics.
    SetWarmup(Warmup),
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
            Self::SetWait(wait) => experiment.work = experiment.work.with_wait(wait.min(MAX_WAIT)),
            Self::SetCarriers(carriers) => experiment.carriers = carriers,
            Self::SetPinnedShare(share) => experiment.pinned_share = share,
            Self::SetIterations(rounds) => {
                experiment.work = experiment.work.with_iterations(rounds);
            }
            Self::SetKernel(kernel) => set_kernel(&mut experiment.work, kernel),
            Self::TypeKnob(knob, text) => type_knob(draft, knob, text),
            Self::ToggleEngine(engine) => {
                return draft
                    .toggle_engine(engine)
                    .map_err(|error| error.to_string());
            }
            Self::SetRepeat(repeat) => draft.preset.repeat = repeat,
            Self::SetWarmup(warmup) => draft.preset.warmup = warmup,
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

fn set_kernel(work: &mut Work, chosen: Kernel) {
    if let Work::Cpu { kernel, .. } = work {
        *kernel = chosen;
    }
}

/// The preset's own rules decide, so that the window understands exactly what the command line does.
fn type_knob(draft: &mut Draft, knob: Knob, text: String) {
    let field = draft.key_of(knob);
    if let Err(error) = draft.preset.set(field, &text) {
        draft.rejected = Some(Rejected {
            knob,
            text,
            message: error.to_string(),
        });
    }
}
