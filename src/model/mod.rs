//! The vocabulary as types: engines, work, experiment, preset, plan, outcome, units. Ranges are checked once, at construction.
//! Knows nothing of threads, files or painting, and uses no other folder of the crate.

mod ability;
mod built_in;
mod case;
mod checksum;
mod choice;
mod engine;
mod expected;
mod expected_special;
mod experiment;
mod facts;
mod fiber_knobs;
mod forecast;
mod kernel;
mod knob;
mod measure;
mod memory;
mod outcome;
mod overrides;
mod plan;
mod plan_error;
mod preset;
mod preset_place;
mod preset_set;
mod preset_text;
mod preset_usual;
mod probe_mode;
mod published;
mod ranged;
mod run_order;
mod series;
mod shape;
mod split_mix;
mod stack_forecast;
mod sweep;
mod unable;
pub mod units;
mod variant;
mod versions;
mod work;
mod work_choice;
mod work_field;
mod work_kind;
mod work_label;
mod work_slots;
mod work_usual;

pub use ability::Ability;
pub use built_in::built_in_presets;
pub use case::{Case, Changes};
pub use choice::UnknownWord;
pub use engine::{EngineKind, UnknownEngine};
pub use expected::{Expected, expected};
pub use experiment::Experiment;
pub use facts::{Limits, MachineFacts};
pub use fiber_knobs::{Compensation, FiberKnobs};
pub use forecast::{Forecast, forecast, foretold};
pub use kernel::Kernel;
pub use knob::Knob;
pub use measure::{Measure, UnknownMeasure};
pub use memory::{MemoryDoubt, MemoryForecast, memory_doubt, memory_forecast, memory_needed};
pub use outcome::{Outcome, failed_at};
pub use overrides::NoCaseLeft;
pub use plan::{Plan, RunRole, RunSpec};
pub use plan_error::PlanError;
pub use preset::{PRESET_VERSION, Preset};
pub use preset_set::SetError;
pub use preset_text::{PresetError, parse_preset, write_preset};
pub use probe_mode::{ProbeMode, UnknownProbeMode};
pub use published::{Published, PublishedError};
pub use ranged::{
    CarrierCount, Depth, Increments, Iterations, LocalBytes, Payload, Percent, PermitCount,
    RangeError, Repeat, Rounds, SampleRate, Share, StackKib, TaskCount, ThreadCap, Warmup,
    WarmupRounds, Yields,
};
pub use run_order::RunOrder;
pub use series::Series;
pub use shape::{Factor, FactorError, ShapeCheck, Who};
pub use split_mix::SplitMix64;
pub use sweep::{Point, Sweep, SweepError};
pub use units::{Bytes, Nanos, UnitError};
pub use variant::Variant;
pub use versions::{locked_version, rust_version};
pub use work::{MAX_WAIT, Work};
pub use work_choice::{Counting, MixedPart, Owner, Policy, Shape, Start, Via, Waiting};
pub use work_field::{FieldValue, WorkField};
pub use work_kind::WorkKind;
