//! The command line: window (default), run, export, doctor, presets, and the hidden worker.
//! Knows how to read arguments and print; the work itself is done by the folders below.

mod args;
mod doctor;
mod failure;
mod pictures;
mod presets;
mod print;
mod progress;
mod run;
mod run_files;

use std::process::ExitCode;

use clap::Parser;

use self::args::{Arguments, Command};
use self::failure::Failure;

/// Runs the command that the arguments name. Exit code 0 when it did its work, also where a model failed as a result;
/// 2 where the input is wrong; 1 where the machine or a file got in the way.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(Command::Worker) = arguments.command {
        return crate::worker::main();
    }
    match perform(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, Failure::ReaderGone) {
                print::remark(&format!("error: {failure}"));
            }
            failure.code()
        }
    }
}

fn perform(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None => window(arguments.file),
        Some(Command::Run(run)) => run::run(&run),
        Some(Command::Export(export)) => pictures::export(&export),
        Some(Command::Doctor { format }) => doctor::doctor(format),
        Some(Command::Presets { check: None }) => presets::list(),
        Some(Command::Presets { check: Some(path) }) => presets::check(&path),
        Some(Command::Worker) => Ok(()),
    }
}

fn window(file: Option<std::path::PathBuf>) -> Result<(), Failure> {
    crate::app::run_window(file).map_err(|error| {
        if error.is_input() {
            Failure::input(error)
        } else {
            Failure::work(error)
        }
    })
}
