//! The command line: window (default), run, export, doctor, presets, and the hidden worker.

use std::process::ExitCode;

/// Runs the command that the arguments name.
#[must_use]
pub fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("worker") {
        return crate::worker::main();
    }
    ExitCode::from(2)
}
