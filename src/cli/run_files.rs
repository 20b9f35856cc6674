//! Where the files of a run go, and what they are called. Knows nothing of what stands in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::args::RunArguments;
use super::failure::Failure;
use crate::model::{RunRole, RunSpec};
use crate::recording::Recording;

/// Where the files of a run go, and what they are called.
pub(super) struct RunFiles {
    directory: Option<PathBuf>,
    stem: String,
    taken: BTreeSet<String>,
}

impl RunFiles {
    /// Makes the directory before anything runs: a wrong path must not cost a measurement.
    pub(super) fn prepare(arguments: &RunArguments) -> Result<Self, Failure> {
        if let Some(directory) = &arguments.out {
            if directory.is_file() {
                return Err(Failure::Input(format!(
                    "--out takes a directory for several files, and this is a file; name a directory\n  at {}",
                    directory.display()
                )));
            }
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
            taken: BTreeSet::new(),
        })
    }

    /// `DIR/<preset><suffix>`, in the current directory where none was named.
    pub(super) fn path(&self, suffix: &str) -> PathBuf {
        self.directory
            .as_deref()
            .unwrap_or_else(|| Path::new("."))
            .join(format!("{}{suffix}", self.stem))
    }

    /// Saves each recording as soon as it is complete, so that an interrupted plan keeps what it had.
    pub(super) fn keep(&mut self, recording: &Recording) -> Result<(), Failure> {
        if self.directory.is_none() {
            return Ok(());
        }
        let wanted = suffix(&recording.spec);
        let mut name = wanted.clone();
        // Labels that differ in signs alone make the same name.
        for copy in 2.. {
            if self.taken.insert(name.clone()) {
                break;
            }
            name = format!("{wanted}-{copy}");
        }
        recording
            .save(&self.path(&format!("{name}.clab")))
            .map_err(Failure::work)
    }
}

/// What tells the recordings of a plan apart: case, point, engine, repetition.
fn suffix(spec: &RunSpec) -> String {
    let point = spec.point.as_ref();
    let round = match (spec.role, spec.repetition) {
        (RunRole::Warmup, round) => format!("w{}", round + 1),
        (RunRole::Measured, 0) => String::new(),
        (RunRole::Measured, later) => format!("r{}", later + 1),
    };
    [
        words_only(&spec.case),
        point.map_or_else(String::new, |point| words_only(&point.label)),
        spec.engine.to_string(),
        round,
    ]
    .iter()
    .filter(|part| !part.is_empty())
    .fold(String::new(), |name, part| name + "-" + part)
}

/// A label as a part of a file name on any system: letters and digits, all else a dash.
fn words_only(label: &str) -> String {
    let dashed: String = label
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let words: Vec<&str> = dashed.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EngineKind, Preset, ProbeMode};

    #[test]
    fn names_tell_runs_apart_and_are_names_everywhere() {
        let experiment = Preset::default().experiment;
        let mut spec = RunSpec::new(EngineKind::Tokio, experiment, ProbeMode::Full);
        assert_eq!(suffix(&spec), "-tokio");
        spec.repetition = 2;
        spec.case = "../8 carriers: all?".to_owned();
        assert_eq!(suffix(&spec), "-8-carriers-all-tokio-r3");
        spec.role = RunRole::Warmup;
        assert_eq!(suffix(&spec), "-8-carriers-all-tokio-w3");
    }
}
