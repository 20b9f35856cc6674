//! Other processes as /proc has them.

use std::fs;
use std::process::Command;
use std::time::Duration;

/// The fields of `/proc/PID/stat` after the name, which may hold spaces; `None` where there is no such process.
fn stat(pid: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, rest) = text.rsplit_once(')')?;
    Some(rest.split_whitespace().map(str::to_owned).collect())
}

/// The children of a process that run this program as a worker.
pub(crate) fn workers_of(parent: u32) -> Vec<u32> {
    let pids = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let name = entry.ok()?.file_name();
        name.to_str()?.parse().ok()
    });
    pids.filter(|pid| {
        let is_child = stat(*pid).is_some_and(|stat| stat[1] == parent.to_string());
        let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        is_child
            && command
                .split(|byte| *byte == 0)
                .any(|word| word == b"worker")
    })
    .collect()
}

/// Whether a process is there and not only waiting to be reaped.
pub(crate) fn lives(pid: u32) -> bool {
    stat(pid).is_some_and(|stat| stat[0] != "Z")
}

/// CPU time used so far, all threads.
pub(crate) fn cpu_used(pid: u32) -> Duration {
    let stat = stat(pid).unwrap();
    let ticks: u64 = stat[11].parse::<u64>().unwrap() + stat[12].parse::<u64>().unwrap();
    // Every Linux that has a window counts 100 ticks a second.
    Duration::from_millis(ticks * 10)
}

/// Ends a process as nothing else can.
pub(crate) fn kill(pid: u32) {
    let done = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(done.unwrap().success());
}
