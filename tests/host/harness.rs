//! Runs tests one after the other: workers are real processes, and two at once would disturb each other.

use std::{panic::catch_unwind, process::ExitCode};

/// A test by name.
pub(crate) type Test = (&'static str, fn());

/// Runs the tests whose names contain one of the program's arguments, or all. `--list` names them.
pub(crate) fn run(groups: &[&[Test]]) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    let chosen = groups.iter().copied().flatten().filter(|(name, _)| {
        wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str()))
    });
    if arguments.iter().any(|argument| argument == "--list") {
        chosen.for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let mut failed = Vec::new();
    for (name, test) in chosen {
        let passed = catch_unwind(test).is_ok();
        println!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        if !passed {
            failed.push(*name);
        }
    }
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    println!("\nfailed: {}", failed.join(", "));
    ExitCode::from(101)
}
