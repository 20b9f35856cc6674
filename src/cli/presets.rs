//! `presets`: what is built in, or whether a file is one.

use std::fmt::Write as _;
use std::path::Path;

use super::{failure::Failure, print};
use crate::model::{Plan, Preset, built_in_presets};

pub(super) fn list() -> Result<(), Failure> {
    let mut out = String::new();
    for (name, preset) in built_in_presets() {
        drop(writeln!(out, "{name:<14}{}\n{:<14}{}", preset.title, "", preset.about));
    }
    print::result(&out)
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
