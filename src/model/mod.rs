//! The vocabulary as types: engines, work, experiment, preset, plan, outcome, units. Ranges are checked once, at construction.
//! Knows nothing of threads, files or painting, and uses no other folder of the crate.

mod ability;
mod built_in;
mod engine;
mod expected;
mod experiment;
mod facts;
mod forecast;
mod kernel;
mod knob;
mod outcome;
mod plan;
mod preset;
mod preset_set;
mod preset_text;
mod probe_mode;
mod ranged;
pub mod units;
mod versions;
mod work;

pub use ability::Ability;
pub use built_in::built_in_presets;
pub use engine::{EngineKind, UnknownEngine};
pub use expected::{Expected, expected};
pub use experiment::Experiment;
pub use facts::{Limits, MachineFacts};
pub use forecast::{Forecast, forecast};
pub use kernel::Kernel;
pub use knob::Knob;
pub use outcome::Outcome;
pub use plan::{Plan, RunSpec};
pub use preset::{PRESET_VERSION, PlanError, Preset};
pub use preset_set::SetError;
pub use preset_text::{PresetError, parse_preset, write_preset};
pub use probe_mode::{ProbeMode, UnknownProbeMode};
pub use ranged::{
    CarrierCount, Depth, Iterations, Percent, RangeError, Repeat, SampleRate, TaskCount,
};
pub use units::{Bytes, Nanos, UnitError};
pub use versions::{locked_version, rust_version};
pub use work::{MAX_WAIT, Work};
