//! `run`: a plan without a window. Progress goes to standard error, results to standard output, files into a directory.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::args::{Format, RunArguments};
use super::progress::Progress;
use super::run_files::RunFiles;
use super::{failure::Failure, pictures, print};
use crate::export;
use crate::host::{self, HostSettings, PlanUpdate};
use crate::model::{MachineFacts, Plan, Preset, foretold, memory_doubt};
use crate::recording::{Recording, result_sheet, write_atomic};

pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let preset = chosen_preset(arguments)?;
    let plan = Plan::of(&preset);
    let facts = host::machine_facts();
    fits(&plan, &facts, arguments.force)?;
    for sentence in foretold_failures(&plan, &facts) {
        print::remark(&sentence);
    }
    let mut files = RunFiles::prepare(arguments)?;
    let recordings = carry_out(plan, &mut files)?;
    if arguments.png {
        let look = (arguments.theme, arguments.until);
        pictures::draw_plan(&recordings, &files.path(""), look)?;
    }
    let shown: Vec<&Recording> = recordings.iter().collect();
    let sheet = result_sheet(&preset, &shown, &changes(arguments));
    if arguments.out.is_some() {
        write_page(&files.path(".md"), &export::markdown(&sheet, &recordings))?;
        if export::has_rounds(&shown) {
            write_page(&files.path("-rounds.csv"), &export::rounds_csv(&recordings))?;
        }
    }
    let text = match arguments.format {
        Format::Table => export::table(&recordings) + &export::sheet_text(&sheet),
        Format::Json => export::json(&recordings).map_err(Failure::work)?,
        Format::Csv => export::csv(&recordings),
    };
    print::result(&text)
}

/// The preset of the file with the changes of the command line.
fn chosen_preset(arguments: &RunArguments) -> Result<Preset, Failure> {
    let mut preset = host::load_preset(&arguments.preset).map_err(Failure::input)?;
    for change in &arguments.changes {
        let (key, value) = change.split_once('=').ok_or_else(|| {
            Failure::Input(format!(
                "--set {change}: write it as key=value, for example tasks=50k"
            ))
        })?;
        preset
            .override_field(key.trim(), value.trim())
            .map_err(|error| Failure::Input(format!("--set {change}: {error}")))?;
    }
    if !arguments.engines.is_empty() {
        preset
            .choose_engines(&arguments.engines)
            .map_err(|error| Failure::Input(format!("--engine: {error}")))?;
    }
    if let Some(repeat) = arguments.repeat {
        preset
            .override_field("repeat", &repeat.to_string())
            .map_err(|error| Failure::Input(format!("--repeat: {error}")))?;
    }
    preset.forget_the_absent();
    preset.check().map_err(Failure::input)?;
    Ok(preset)
}

/// What makes the experiment another one than the preset's. Repetitions and engines do not.
fn changes(arguments: &RunArguments) -> Vec<String> {
    let keeps = [
        "title",
        "repeat",
        "warmup",
        "order",
        "probe",
        "engines",
        "rounds",
        "warmup_rounds",
    ];
    let changes = arguments.changes.iter().filter(|change| {
        let key = change.split_once('=').map_or("", |(key, _)| key.trim());
        !keeps.contains(&key)
    });
    changes.cloned().collect()
}

fn write_page(path: &Path, text: &str) -> Result<(), Failure> {
    write_atomic(path, |out| out.write_all(text.as_bytes())).map_err(|error| {
        Failure::Work(format!(
            "the result sheet could not be written: {error}\n  at {}",
            path.display()
        ))
    })
}

/// A plan that may not fit into memory is not begun by accident.
fn fits(plan: &Plan, facts: &MachineFacts, force: bool) -> Result<(), Failure> {
    if force {
        return Ok(());
    }
    match memory_doubt(plan, facts) {
        Some(doubt) => Err(Failure::Input(format!(
            "{} Use fewer tasks (--set tasks=…) or leave the engine out, or run it all the same with --force.",
            doubt.sentence()
        ))),
        None => Ok(()),
    }
}

/// What is known to fail before it runs, each sentence once. It is run all the same: a failure is a result.
fn foretold_failures(plan: &Plan, facts: &MachineFacts) -> BTreeSet<String> {
    let found = plan.runs.iter().filter_map(|spec| {
        let found = foretold(spec.engine, &spec.experiment, &facts.limits)?;
        Some(format!("foretold for {}: {}", spec.engine, found.reason))
    });
    found.collect()
}

fn carry_out(plan: Plan, files: &mut RunFiles) -> Result<Vec<Recording>, Failure> {
    let settings = HostSettings::for_this_program().map_err(Failure::work)?;
    let progress = Progress::new(&plan);
    let mut recordings: Vec<Recording> = Vec::with_capacity(plan.runs.len());
    let title = plan.title.clone();
    let handle = host::start(plan, settings, Arc::new(|| {})).map_err(Failure::work)?;
    for update in &handle.updates {
        progress.show(&update);
        match update {
            PlanUpdate::RunStarted {
                spec,
                facts,
                started_unix_ms,
                ..
            } => recordings.push(Recording::new(spec, title.clone(), facts, started_unix_ms)),
            PlanUpdate::Run { update, .. } => {
                if let Some(recording) = recordings.last_mut() {
                    recording.absorb(update);
                    if recording.end.is_some() {
                        files.keep(recording)?;
                    }
                }
            }
            PlanUpdate::Finished => break,
        }
    }
    progress.clear();
    Ok(recordings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Bytes;

    #[test]
    fn a_plan_beyond_free_memory_waits_for_force() {
        let mut preset = Preset::default();
        preset.set("tasks", "1M").unwrap();
        preset.set("engines", "tokio").unwrap();
        let plan = Plan::of(&preset);
        let mut facts = host::machine_facts();
        facts.memory_available = Bytes(100 << 20);
        let message = fits(&plan, &facts, false).unwrap_err().to_string();
        assert!(message.contains("tokio may need 469"), "{message}");
        assert!(
            message.contains("100") && message.contains("--force"),
            "{message}"
        );
        assert!(fits(&plan, &facts, true).is_ok());
    }
}
