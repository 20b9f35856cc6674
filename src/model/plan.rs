//! The ordered runs of one press of Run.

use serde::{Deserialize, Serialize};

use super::{EngineKind, Experiment, Preset, ProbeMode};

/// One engine doing one experiment once: the line the host writes to a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// Which engine.
    pub engine: EngineKind,
    /// Work and parameters.
    pub experiment: Experiment,
    /// How much is recorded.
    pub probe: ProbeMode,
    /// Counts from 0; the same for all engines of one round.
    pub repetition: u16,
}

/// The runs of one press of Run, in the order they are carried out: every engine once, then every engine again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What the runs are about; the title of a chart.
    pub title: String,
    /// In order of execution.
    pub runs: Vec<RunSpec>,
}

impl Plan {
    /// Lays out the runs of a preset, engines interleaved, so that a slow drift of the machine touches all alike.
    #[must_use]
    pub fn of(preset: &Preset) -> Self {
        let round = |repetition| {
            preset.engines.iter().map(move |engine| RunSpec {
                engine: *engine,
                experiment: preset.experiment,
                probe: preset.probe,
                repetition,
            })
        };
        Self {
            title: preset.title.clone(),
            runs: (0..preset.repeat.get()).flat_map(round).collect(),
        }
    }
}
