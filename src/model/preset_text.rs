//! Presets as RON text: read with line and column in every error, and written so that reading gives the same preset.
//! Reads and writes text only; files are someone else's.

use serde::{Deserialize, Serialize};

use super::preset_place::{field_at, place_of};
use super::preset_usual::{
    full_probe, is_interleaved, is_no_compensation, is_no_warmup, is_no_warmup_round, is_one_round,
    is_usual_stack, no_compensation, no_depth, no_warmup, no_warmup_rounds, once, one_round,
    usual_stack,
};
use super::{
    CarrierCount, Case, Compensation, Depth, EngineKind, Experiment, FiberKnobs, PRESET_VERSION,
    Percent, PlanError, Preset, ProbeMode, Published, Repeat, Rounds, RunOrder, ShapeCheck,
    StackKib, Sweep, TaskCount, Warmup, WarmupRounds, Work,
};

/// The largest preset that is read, in bytes.
const MAX_PRESET_BYTES: usize = 256 * 1024;
/// Brackets deeper than this are no preset.
const MAX_NESTING: usize = 32;

/// Why a preset was not understood. Every message ends with the place, `file:line:column`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PresetError {
    /// The text is no preset: wrong type, unknown or missing field, value out of range, stray bracket.
    #[error("{reason}\n  at {name}:{line}:{column}")]
    Text {
        /// What is wrong and what can be written instead.
        reason: String,
        /// The file, as the caller named it.
        name: String,
        /// Counts from 1.
        line: usize,
        /// Counts from 1.
        column: usize,
    },
    /// The preset was written by a newer program.
    #[error(
        "this preset has version {found}, and this program reads versions up to {PRESET_VERSION}; update carrier-lab, or change the field `version`\n  at {name}:{line}:{column}"
    )]
    Newer {
        /// The version in the file.
        found: u32,
        /// The file, as the caller named it.
        name: String,
        /// Counts from 1.
        line: usize,
        /// Counts from 1.
        column: usize,
    },
    /// The fields are well-formed, but do not make a plan.
    #[error("{reason}\n  at {name}")]
    Plan {
        /// What is wrong and what can be written instead.
        reason: String,
        /// The file, as the caller named it.
        name: String,
    },
}

/// The fields as they stand in the file.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Preset", deny_unknown_fields)]
struct PresetText {
    version: u32,
    title: String,
    #[serde(default)]
    about: String,
    work: Work,
    tasks: TaskCount,
    #[serde(default = "no_depth")]
    depth: Depth,
    carriers: CarrierCount,
    #[serde(default)]
    pinned_share: Option<Percent>,
    #[serde(default = "usual_stack", skip_serializing_if = "is_usual_stack")]
    stack_kib: StackKib,
    #[serde(
        default = "no_compensation",
        skip_serializing_if = "is_no_compensation"
    )]
    compensation: Compensation,
    engines: Vec<EngineKind>,
    #[serde(default = "full_probe")]
    probe: ProbeMode,
    #[serde(default = "once")]
    repeat: Repeat,
    #[serde(default = "no_warmup", skip_serializing_if = "is_no_warmup")]
    warmup: Warmup,
    #[serde(default = "one_round", skip_serializing_if = "is_one_round")]
    rounds: Rounds,
    #[serde(
        default = "no_warmup_rounds",
        skip_serializing_if = "is_no_warmup_round"
    )]
    warmup_rounds: WarmupRounds,
    #[serde(default, skip_serializing_if = "is_interleaved")]
    order: RunOrder,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cases: Vec<Case>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sweep: Option<Sweep>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    published: Vec<Published>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    shape: Vec<ShapeCheck>,
}

/// Only the version: read first, so that a newer file is told apart from a broken one.
#[derive(Deserialize)]
#[serde(rename = "Preset")]
struct VersionOnly {
    version: u32,
}

/// The version again, as a type that refuses a newer one: so the refusal gets the place of the number.
#[derive(Deserialize)]
#[serde(rename = "Preset")]
struct KnownVersionOnly {
    #[serde(rename = "version")]
    _version: KnownVersion,
}

#[derive(Deserialize)]
#[serde(try_from = "u32")]
struct KnownVersion;

impl TryFrom<u32> for KnownVersion {
    type Error = &'static str;

    fn try_from(version: u32) -> Result<Self, &'static str> {
        if version > PRESET_VERSION {
            Err("newer than this program")
        } else {
            Ok(Self)
        }
    }
}

/// Says that a file is newer before anything else about it: what a newer version adds is no mistake.
fn refuse_newer(name: &str, text: &str) -> Result<(), PresetError> {
    let options = ron_options();
    let Ok(VersionOnly { version }) = options.from_str::<VersionOnly>(text) else {
        return Ok(());
    };
    match options.from_str::<KnownVersionOnly>(text) {
        Err(error) if version > PRESET_VERSION => Err(PresetError::Newer {
            found: version,
            name: name.to_owned(),
            line: error.span.start.line,
            column: error.span.start.col,
        }),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Reads a preset. `name` is what errors call the text, usually its path.
///
/// # Errors
/// Names the place and what to do; never panics, whatever the bytes.
pub fn parse_preset(name: &str, bytes: &[u8]) -> Result<Preset, PresetError> {
    let text = readable(name, bytes)?;
    let options = ron_options();
    refuse_newer(name, text)?;
    let fields: PresetText = options
        .from_str(text)
        .map_err(|error| no_preset(name, text, &error))?;
    let preset = fields.into_preset();
    preset
        .check()
        .map_err(|error| no_plan(name, text, &error))?;
    Ok(preset)
}

/// The mistake with its place and the field it lies in, unless the reason names that already.
fn no_preset(name: &str, text: &str, error: &ron::error::SpannedError) -> PresetError {
    let (line, column) = (error.span.start.line, error.span.start.col);
    let reason = error.code.to_string();
    let named = field_at(text, line, column).filter(|field| {
        let innermost = field.rsplit('.').next().unwrap_or(field);
        !reason.contains("field named") && !reason.starts_with(&format!("{innermost} "))
    });
    let reason = named.map_or(reason.clone(), |field| format!("field `{field}`: {reason}"));
    PresetError::Text {
        reason,
        name: name.to_owned(),
        line,
        column,
    }
}

/// The mistake with its line, where the words it speaks of stand in the text.
fn no_plan(name: &str, text: &str, error: &PlanError) -> PresetError {
    let (reason, name) = (error.to_string(), name.to_owned());
    match place_of(text, &error.words()) {
        Some((line, column)) => PresetError::Text {
            reason,
            name,
            line,
            column,
        },
        None => PresetError::Plan { reason, name },
    }
}

/// Writes a preset so that [`parse_preset`] gives it back.
///
/// # Errors
/// Only if the serializer itself fails.
pub fn write_preset(preset: &Preset) -> Result<String, ron::Error> {
    let fields = PresetText {
        version: PRESET_VERSION,
        title: preset.title.clone(),
        about: preset.about.clone(),
        work: preset.experiment.work,
        tasks: preset.experiment.tasks,
        depth: preset.experiment.depth,
        carriers: preset.experiment.carriers,
        pinned_share: Some(preset.experiment.pinned_share),
        stack_kib: preset.experiment.fiber.stack_kib,
        compensation: preset.experiment.fiber.compensation,
        engines: preset.engines.clone(),
        probe: preset.probe,
        repeat: preset.repeat,
        warmup: preset.warmup,
        rounds: preset.rounds,
        warmup_rounds: preset.warmup_rounds,
        order: preset.order,
        cases: preset.cases.clone(),
        sweep: preset.sweep.clone(),
        published: preset.published.clone(),
        shape: preset.shape.clone(),
    };
    let pretty = ron::ser::PrettyConfig::new().struct_names(true);
    ron_options()
        .to_string_pretty(&fields, pretty)
        .map(|text| text + "\n")
}

fn ron_options() -> ron::Options {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .with_recursion_limit(MAX_NESTING)
}

fn readable<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, PresetError> {
    let plan_error = |reason: String| PresetError::Plan {
        reason,
        name: name.to_owned(),
    };
    if bytes.len() > MAX_PRESET_BYTES {
        return Err(plan_error(format!(
            "the file has {} bytes, and a preset at most {MAX_PRESET_BYTES}; is it another kind of file?",
            bytes.len()
        )));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let line_start = before
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |at| at + 1);
        PresetError::Text {
            reason: "the file is not UTF-8 text; save it as UTF-8".to_owned(),
            name: name.to_owned(),
            line: before.split(|b| *b == b'\n').count(),
            column: before.len() - line_start + 1,
        }
    })?;
    if text.trim().is_empty() {
        return Err(PresetError::Text {
            reason: "the file is empty; start from one of the files in presets/".to_owned(),
            name: name.to_owned(),
            line: 1,
            column: 1,
        });
    }
    Ok(text)
}

impl PresetText {
    fn into_preset(mut self) -> Preset {
        if self.cases.is_empty() {
            let parties = self.shape.iter_mut().flat_map(ShapeCheck::parties_mut);
            parties.for_each(super::Who::settle);
        }
        let pinned_share = self
            .pinned_share
            .unwrap_or_else(|| self.work.default_pinned_share());
        let experiment = Experiment {
            work: self.work,
            tasks: self.tasks,
            depth: self.depth,
            carriers: self.carriers,
            pinned_share,
            fiber: FiberKnobs {
                stack_kib: self.stack_kib,
                compensation: self.compensation,
            },
        };
        Preset {
            title: self.title,
            about: self.about,
            experiment,
            engines: self.engines,
            probe: self.probe,
            repeat: self.repeat,
            warmup: self.warmup,
            rounds: self.rounds,
            warmup_rounds: self.warmup_rounds,
            order: self.order,
            cases: self.cases,
            sweep: self.sweep,
            published: self.published,
            shape: self.shape,
        }
    }
}

#[cfg(test)]
mod tests;
