//! Peak memory beside an independent witness: what GNU time says of the very same worker.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const GNU_TIME: &str = "/usr/bin/time";

/// The fields that make the worker larger than the lab beside it, per engine; a pool is made large by the probe's rings.
const SIZES: [(&str, &str); 5] = [
    (
        "os-thread",
        "work: Sleep(sleep: \"400ms\"), tasks: 2_000, carriers: 4, probe: Off",
    ),
    (
        "pool",
        "work: Sleep(sleep: \"1ms\"), tasks: 1_000, carriers: 64, probe: Full",
    ),
    (
        "may",
        "work: Sleep(sleep: \"400ms\"), tasks: 10_000, carriers: 4, probe: Off",
    ),
    (
        "fiber",
        "work: Sleep(sleep: \"400ms\"), tasks: 10_000, carriers: 4, probe: Off",
    ),
    (
        "tokio",
        "work: Sleep(sleep: \"1s\"), tasks: 150_000, carriers: 4, probe: Off",
    ),
];

fn has_gnu_time() -> bool {
    let version = Command::new(GNU_TIME).arg("--version").output();
    version.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("GNU"))
}

/// Runs one engine alone under GNU time: the peak the lab tells, and the largest of lab and worker that GNU time tells, in bytes.
fn peaks(folder: &Path, (engine, fields): (&str, &str)) -> (u64, u64) {
    let preset = folder.join(format!("{engine}.ron"));
    let report = folder.join(format!("{engine}.time"));
    let text = format!("Preset(version: 1, title: \"t\", engines: [\"{engine}\"], {fields})");
    fs::write(&preset, text).unwrap();
    let output = Command::new(GNU_TIME)
        .args(["-v", "-o"])
        .arg(&report)
        .arg(env!("CARGO_BIN_EXE_carrier-lab"))
        .arg("run")
        .arg(&preset)
        .args(["--format", "json"])
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{engine}: {errors}");
    let runs: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(runs[0]["outcome"]["kind"], "completed", "{}", runs[0]);
    let report = fs::read_to_string(report).unwrap();
    let line = report.lines().find_map(|line| {
        line.trim()
            .strip_prefix("Maximum resident set size (kbytes):")
    });
    let kib: u64 = line.unwrap().trim().parse().unwrap();
    (runs[0]["rss_peak_bytes"].as_u64().unwrap(), kib * 1024)
}

/// GNU time tells the largest of the lab and every process it has waited for. A worker smaller than its lab would fail this test, not pass it.
#[test]
fn the_peak_of_every_engine_is_what_gnu_time_says() {
    if !has_gnu_time() {
        eprintln!("SKIPPED: {GNU_TIME} is not GNU time; install the package `time`");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for size in SIZES {
        let (told, witnessed) = peaks(folder.path(), size);
        let apart = told.abs_diff(witnessed);
        println!("{}: {told} bytes, GNU time {witnessed}", size.0);
        assert!(
            apart * 20 <= witnessed,
            "{}: the lab says {told} bytes, GNU time {witnessed}",
            size.0
        );
    }
}
