//! The host against real processes: workers that keep to the contract, and workers that do not.
//!
//! This program is its own rogue: started as `host worker` it is a worker that misbehaves as it is told, started as `host lab` a lab
//! that runs one. So the tests need neither a shell nor a second program, and `cargo test --test host` is enough. For that its `main`
//! must be its own, and not that of the standard test harness.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test fails by a panic, and this is the program that reports it"
)]

mod harness;
#[cfg(target_os = "linux")]
mod kernel_witness;
mod lab;
mod misbehaviour;
mod real_worker;
mod rogue;
mod role;
mod stopping;
mod watched;

use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("worker") => rogue::main(),
        Some("lab") => lab::main(),
        Some("heir") => rogue::outlive_the_parent(),
        Some(_) | None => harness::run(&[
            misbehaviour::TESTS,
            stopping::TESTS,
            lab::TESTS,
            real_worker::TESTS,
            #[cfg(target_os = "linux")]
            kernel_witness::TESTS,
        ]),
    }
}
