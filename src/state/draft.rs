//! The preset while it is edited: what is chosen, what it was before, and what was typed but not understood.

use std::path::PathBuf;

use crate::model::{
    EngineKind, Forecast, Iterations, Kernel, Knob, MachineFacts, Nanos, Preset, Work,
    built_in_presets, forecast,
};

/// Kinds of work without their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorkKind {
    /// Waits by the engine's own sleep.
    Sleep,
    /// Makes a call that blocks its carrier.
    Block,
    /// Computes.
    Cpu,
}

impl WorkKind {
    /// Every kind, in the order of the list.
    pub const ALL: [Self; 3] = [Self::Sleep, Self::Block, Self::Cpu];

    /// The kind of this work.
    #[must_use]
    pub const fn of(work: Work) -> Self {
        match work {
            Work::Sleep { .. } => Self::Sleep,
            Work::Block { .. } => Self::Block,
            Work::Cpu { .. } => Self::Cpu,
        }
    }

    /// The words in the list.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Sleep => "Sleep",
            Self::Block => "Blocking call",
            Self::Cpu => "Compute",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Sleep => {
                "Every task waits by its engine's own sleep. The pinned share waits in the kernel instead and blocks its carrier."
            }
            Self::Block => {
                "Every task makes a call that really blocks its carrier. Only what lies outside the pinned share suspends."
            }
            Self::Cpu => {
                "Every task computes without a pause: the carriers and cores are shared out."
            }
        }
    }
}

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

/// The numbers of the kinds of work that are not chosen, kept for the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OtherWork {
    pub(super) wait: Nanos,
    pub(super) kernel: Kernel,
    pub(super) iterations: Iterations,
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
    pub(super) other: OtherWork,
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
        let other = OtherWork {
            wait: Nanos::from_millis(50),
            kernel: Kernel::SumOfSquares,
            iterations: Iterations::clamped(100_000),
        };
        Self {
            unedited: preset.clone(),
            preset,
            name,
            path,
            rejected: None,
            other,
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
        match experiment.work {
            Work::Sleep { sleep: wait } | Work::Block { block: wait } => self.other.wait = wait,
            Work::Cpu { kernel, iterations } => {
                self.other.kernel = kernel;
                self.other.iterations = iterations;
            }
        }
        let other = self.other;
        experiment.work = match kind {
            WorkKind::Sleep => Work::Sleep { sleep: other.wait },
            WorkKind::Block => Work::Block { block: other.wait },
            WorkKind::Cpu => Work::Cpu {
                kernel: other.kernel,
                iterations: other.iterations,
            },
        };
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
