//! `presets`: what is built in, or whether a file is one.

use std::path::Path;

use super::{failure::Failure, print};
use crate::model::{EngineKind, Plan, Preset, built_in_presets};

pub(super) fn list() -> Result<(), Failure> {
    let lines = built_in_presets()
        .map(|(name, preset)| format!("{name:<20}{}\n{:<20}{}\n", preset.title, "", preset.about));
    print::result(&lines.collect::<String>())
}

pub(super) fn check(path: &Path) -> Result<(), Failure> {
    let preset = crate::host::load_preset(path).map_err(Failure::input)?;
    print::result(&summary(path, &preset))
}

fn summary(path: &Path, preset: &Preset) -> String {
    let experiment = &preset.experiment;
    let runs = Plan::of(preset).runs;
    let engines: Vec<_> = EngineKind::ALL
        .into_iter()
        .filter(|engine| runs.iter().any(|run| run.engine == *engine))
        .map(EngineKind::id)
        .collect();
    let labels: Vec<&str> = preset
        .cases
        .iter()
        .map(|case| case.label.as_str())
        .collect();
    let cases = if labels.is_empty() {
        String::new()
    } else {
        format!("cases: {}\n", labels.join(" | "))
    };
    let sweep = preset.sweep.as_ref().map_or_else(String::new, |sweep| {
        let values: Vec<&str> = sweep
            .points()
            .iter()
            .map(|point| point.label.as_str())
            .collect();
        format!("sweep of {}: {}\n", sweep.knob(), values.join(", "))
    });
    format!(
        "{} is a preset: {}\n{} tasks, {}, {} carriers, {} % pinned, probe {}\n{cases}{sweep}{} runs: {}\n",
        path.display(),
        preset.title,
        experiment.tasks,
        experiment.work.label(),
        experiment.carriers,
        experiment.pinned_share,
        preset.probe,
        runs.len(),
        engines.join(", ")
    )
}
