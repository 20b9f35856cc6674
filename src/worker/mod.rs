//! The child process: engines, work, probe, heartbeat. The only folder that runs tasks. Knows nothing of the host and egui.

use std::process::ExitCode;

/// Runs one worker on this process's standard streams until its stdin closes.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
