//! `run`: a plan without a window. Progress goes to standard error, results to standard output, files into a directory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{Format, RunArguments};
use super::progress::Progress;
use super::{failure::Failure, pictures, print};
use crate::export;
use crate::host::{self, HostSettings, PlanUpdate};
use crate::model::{Plan, Preset, Repeat};
use crate::recording::Recording;

pub(super) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    let preset = chosen_preset(arguments)?;
    let files = RunFiles::prepare(arguments)?;
    let recordings = carry_out(&preset, &files)?;
    if arguments.png {
        let look = (arguments.theme, arguments.until);
        pictures::draw_plan(&recordings, &files.path(""), look)?;
    }
    let text = match arguments.format {
        Format::Table => export::table(&recordings),
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
            .set(key.trim(), value.trim())
            .map_err(|error| Failure::Input(format!("--set {change}: {error}")))?;
    }
    if !arguments.engines.is_empty() {
        preset.engines.clone_from(&arguments.engines);
    }
    if let Some(repeat) = arguments.repeat {
        preset.repeat =
            Repeat::new(repeat).map_err(|error| Failure::Input(format!("--repeat: {error}")))?;
    }
    preset.check().map_err(Failure::input)?;
    Ok(preset)
}

/// Where the files of a run go, and what they are called.
struct RunFiles {
    directory: Option<PathBuf>,
    stem: String,
}

impl RunFiles {
    /// Makes the directory before anything runs: a wrong path must not cost a measurement.
    fn prepare(arguments: &RunArguments) -> Result<Self, Failure> {
        if let Some(directory) = &arguments.out {
            fs::create_dir_all(directory).map_err(|error| {
                Failure::Input(format!(
                    "--out: the directory could not be made: {error}\n  at {}",
                    directory.display()
                ))
            })?;
        }
        let stem = arguments.preset.file_stem().map_or_else(
            || "run".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        );
        Ok(Self {
            directory: arguments.out.clone(),
            stem,
        })
    }

    /// `DIR/<preset><suffix>`, in the current directory where none was named.
    fn path(&self, suffix: &str) -> PathBuf {
        self.directory
            .as_deref()
            .unwrap_or_else(|| Path::new("."))
            .join(format!("{}{suffix}", self.stem))
    }

    /// Saves each recording as soon as it is complete, so that an interrupted plan keeps what it had.
    fn keep(&self, recording: &Recording) -> Result<(), Failure> {
        if self.directory.is_none() {
            return Ok(());
        }
        let repetition = match recording.spec.repetition {
            0 => String::new(),
            later => format!("-r{}", later + 1),
        };
        recording
            .save(&self.path(&format!("-{}{repetition}.clab", recording.spec.engine)))
            .map_err(Failure::work)
    }
}

fn carry_out(preset: &Preset, files: &RunFiles) -> Result<Vec<Recording>, Failure> {
    let plan = Plan::of(preset);
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
