//! The preset while it is edited: what is chosen, what it was before, and what was typed but not understood.

use std::path::PathBuf;

pub use crate::model::WorkKind;
use crate::model::{
    EngineKind, Forecast, Knob, MachineFacts, Preset, Work, built_in_presets, forecast,
};

/// What was typed into a knob and not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Where it was typed.
    pub knob: Knob,
    /// What was typed.
    pub text: String,
    /// What is wrong with it and what can be written instead.
    pub message: String,
}

/// The preset that is being edited.
#[derive(Clone, Debug)]
pub struct Draft {
    /// As it would run now.
    pub preset: Preset,
    /// What the preset is called in the bar: a file's name without its ending, or that of a built-in one.
    pub name: String,
    /// The file it was opened from or saved to.
    pub path: Option<PathBuf>,
    /// What was typed last and not understood.
    pub rejected: Option<Rejected>,
    /// The preset as it was opened or saved.
    pub(super) unedited: Preset,
    /// Work of the kinds that were chosen before, kept for the way back.
    pub(super) others: Vec<Work>,
}

impl Default for Draft {
    /// The first built-in preset: what a new user starts with.
    fn default() -> Self {
        let (name, preset) = built_in_presets().next().unwrap_or_default();
        Self::of(preset, name.to_owned(), None)
    }
}

impl Draft {
    /// A preset as it was just opened.
    #[must_use]
    pub fn of(preset: Preset, name: String, path: Option<PathBuf>) -> Self {
        Self {
            unedited: preset.clone(),
            preset,
            name,
            path,
            rejected: None,
            others: Vec::new(),
        }
    }

    /// Whether it differs from what was opened or saved.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.preset != self.unedited
    }

    /// Why Run is not possible; `None` where it is.
    #[must_use]
    pub fn not_runnable(&self) -> Option<&'static str> {
        self.preset
            .engines
            .is_empty()
            .then_some("Choose at least one engine to run.")
    }

    /// Why a knob has nothing to turn here; `None` where it has.
    #[must_use]
    pub fn ignored(&self, knob: Knob) -> Option<&'static str> {
        knob.ignored_by(self.preset.experiment.work, &self.preset.engines)
    }

    /// The engine's limit as foretold for this machine, where the draft's task count reaches it.
    #[must_use]
    pub fn foretold_failure(&self, engine: EngineKind, facts: &MachineFacts) -> Option<Forecast> {
        let tasks = u64::from(self.preset.experiment.tasks.get());
        forecast(engine, &facts.limits).filter(|found| tasks >= found.at)
    }

    /// Another kind of work, with the numbers last used and the share of pinned tasks that is usual for it.
    pub(super) fn choose_work(&mut self, kind: WorkKind) {
        let experiment = &mut self.preset.experiment;
        if WorkKind::of(experiment.work) == kind {
            return;
        }
        let before = experiment.work;
        let place = self
            .others
            .iter()
            .position(|work| WorkKind::of(*work) == kind);
        experiment.work = match (place, before.wait()) {
            (Some(place), _) => self.others.swap_remove(place),
            (None, Some(wait)) if matches!(kind, WorkKind::Sleep | WorkKind::Block) => {
                kind.usual().with_wait(wait)
            }
            (None, Some(_) | None) => kind.usual(),
        };
        self.others.push(before);
        experiment.pinned_share = experiment.work.default_pinned_share();
        self.rejected = None;
    }

    /// In or out, kept in the order in which engines are always drawn.
    pub(super) fn toggle_engine(&mut self, engine: EngineKind) {
        let chosen = &mut self.preset.engines;
        if let Some(place) = chosen.iter().position(|other| *other == engine) {
            chosen.remove(place);
        } else {
            chosen.push(engine);
            chosen.sort();
        }
    }
}
