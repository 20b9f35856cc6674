//! `presets`: what is built in, or whether a file is one.

use std::path::Path;

use super::{failure::Failure, print};
use crate::model::{Plan, Preset, built_in_presets};

pub(super) fn list() -> Result<(), Failure> {
    let lines = built_in_presets()
        .map(|(name, preset)| format!("{name:<14}{}\n{:<14}{}\n", preset.title, "", preset.about));
    print::result(&lines.collect::<String>())
}

pub(super) fn check(path: &Path) -> Result<(), Failure> {
    let preset = crate::host::load_preset(path).map_err(Failure::input)?;
    print::result(&summary(path, &preset))
}

fn summary(path: &Path, preset: &Preset) -> String {
    let experiment = &preset.experiment;
    let engines: Vec<_> = preset.engines.iter().map(|engine| engine.id()).collect();
    format!(
        "{} is a preset: {}\n{} tasks, {}, {} carriers, {} % pinned, probe {}\n{} runs: {}\n",
        path.display(),
        preset.title,
        experiment.tasks,
        experiment.work.label(),
        experiment.carriers,
        experiment.pinned_share,
        preset.probe,
        Plan::of(preset).runs.len(),
        engines.join(", ")
    )
}
