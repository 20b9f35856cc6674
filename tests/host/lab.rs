//! A lab that dies must take its worker with it, although nobody closes anything in good order.

use std::{
    io::{BufRead, BufReader},
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use crate::harness::Test;
use crate::role::Role;
use crate::watched::{begin, is_gone_within, lives, next, plan, rogue_settings, wait_for_worker};

pub(crate) const TESTS: &[Test] = &[(
    "a_killed_lab_leaves_no_worker_behind",
    a_killed_lab_leaves_no_worker_behind,
)];

/// A lab with a worker that never ends; prints the worker's process id.
pub(crate) fn main() -> ExitCode {
    let handle = begin(plan(&[Role::Endless]), rogue_settings());
    println!("{}", wait_for_worker(&handle, &mut None));
    loop {
        next(&handle);
    }
}

fn a_killed_lab_leaves_no_worker_behind() {
    let program = std::env::current_exe().unwrap();
    let mut lab = Command::new(program)
        .arg("lab")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(lab.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let worker = line.trim().parse().unwrap();
    assert!(lives(worker));
    lab.kill().unwrap();
    lab.wait().unwrap();
    // The contract with workers: gone within a second.
    assert!(is_gone_within(worker, Duration::from_secs(1)));
}
