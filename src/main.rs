//! The binary: everything is in the library's `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    carrier_lab::cli::main()
}
