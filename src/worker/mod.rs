//! The child process: one run of one engine, started by the lab, told over the wire. The only folder that runs tasks.
//! Knows nothing of the host and of painting.
//!
//! ```text
//! stdin ─ orders ─► session ─► rounds ─► spawner ─► engines ─► work
//!                      │                     │
//!                      │                     ▼ notes
//!                      └─ reports ─► drain ◄─ probe     (the drain alone writes to stdout)
//! ```
//!
//! A probe is reached by plain `'static` references: it lives as long as the process, and a counted pointer per task would be
//! memory and a contended cache line in what is measured.

mod baseline;
mod cancellation;
mod counters;
mod drain;
mod engines;
mod findings;
mod flight;
mod introductions;
mod job;
mod local_value;
mod orders;
mod outlet;
mod probe;
mod report;
mod rounds;
mod session;
mod shared;
mod spawner;
mod task_time;
mod unjoined;
mod work;

use std::process::ExitCode;

pub use self::probe::{ClockKind, ProbeCost, probe_cost};

/// Runs one worker on this process's standard streams until its stdin closes.
#[must_use]
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(findings::hear_panic));
    session::run()
}
