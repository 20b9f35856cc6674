//! The parent side of a run: process life, frames, OS sampling, limits and machine facts, plans, preset files. Knows nothing of egui.
//!
//! [`start`] carries a plan out on threads of its own, one run after the other, and sends [`PlanUpdate`]s over a bounded channel.
//!
//! ```text
//!  worker ── stdout ──► lab-reader ── Feed ──► lab-ingest ── PlanUpdate ──► whoever holds the PlanHandle
//!     │                     │                      ▲
//!     ├── stderr ──► lab-stderr                    │
//!     │                     │ Signal               │ Feed
//!     └── /proc or the like ─┼───────────────── lab-sampler
//!                           ▼
//!  stdin ◄────────────── lab-plan (spawns, says go, watches, ends, reaps, judges)
//! ```
//!
//! Every channel is bounded: a slow reader of updates slows the ingest thread, that one the reader, and that one fills the pipe,
//! where the worker counts what does not fit. Only `lab-plan` ends a worker, and it never waits for a reader of updates while a
//! worker lives; so a stop is carried out at once, however slow the window is.

mod cgroup;
mod checksum;
mod ending;
mod facts;
mod ingest;
mod last_words;
mod limits;
mod outlet;
mod plan;
mod preset_files;
mod process;
mod pulse;
mod reader;
mod reap;
mod run;
mod sampler;
mod thread_looks;
mod usage;
mod verdict;
mod vitals;
mod witness;

pub use facts::machine_facts;
pub use plan::{HostError, HostSettings, PlanHandle, PlanUpdate, Wake, start};
pub use preset_files::{PresetFileError, load_preset, save_preset};
