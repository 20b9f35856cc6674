//! The child process: one run of one engine, started by the lab, told over the wire. The only folder that runs tasks.
//! Knows nothing of the host and of painting.
//!
//! ```text
//! stdin ─ orders ─► session ─► spawner ─► engines ─► work
//!                      │                     │
//!                      │                     ▼ notes
//!                      └─ reports ─► drain ◄─ probe     (the drain alone writes to stdout)
//! ```
//!
//! A probe is reached by plain `'static` references: it lives as long as the process, and a counted pointer per task would be
//! memory and a contended cache line in what is measured.

mod baseline;
mod drain;
mod engines;
mod flight;
mod job;
mod orders;
mod outlet;
mod probe;
mod report;
mod session;
mod shared;
mod spawner;
mod task_time;
mod work;

use std::{io::Write, process::ExitCode};

/// Runs one worker on this process's standard streams until its stdin closes.
#[must_use]
pub fn main() -> ExitCode {
    print_panics_without_backtrace();
    session::run()
}

/// A backtrace needs more stack than a small coroutine has, and under `RUST_BACKTRACE=1` a failed `may` spawn hangs in it.
/// The lab sets that variable to 0; this covers a worker that someone starts by hand.
fn print_panics_without_backtrace() {
    std::panic::set_hook(Box::new(|info| {
        // A closed stderr is no reason to fail twice.
        writeln!(std::io::stderr(), "{info}").ok();
    }));
}
