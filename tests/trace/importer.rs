//! The importer behind Perfetto, run offline: `.ci/run` installs it. Where it is not installed, that is said and nothing is checked.

use std::path::PathBuf;
use std::process::Command;

use carrier_lab::export::TraceCounts;
use serde_json::Value;

use crate::rules::Trace;

/// Names the directory with the importer; then it has to be there.
const INSTALLED: &str = "CARRIER_LAB_TRACE_IMPORTER";

/// Where `.ci/install-trace-importer` puts it unless told otherwise.
const USUAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/trace-importer");

const QUERIES: [&str; 6] = [
    "select count(*) from slice",
    "select count(*) from slice where dur < 0",
    "select name, value from stats where value > 0 \
     and (severity in ('error', 'data_loss') or name glob 'slice_drop*' or name glob '*overlap*')",
    "select distinct process.pid, thread.name from slice join thread_track on slice.track_id = thread_track.id \
     join thread using (utid) join process using (upid) order by 1, 2",
    "select count(*) from counter",
    "select count(*), ifnull(sum(ts), 0), ifnull(sum(dur), 0) from slice where category = 'mount'",
];

fn installed() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os(INSTALLED) {
        return Some(named.into());
    }
    let usual = PathBuf::from(USUAL);
    usual.join("engine_bundle.js").exists().then_some(usual)
}

/// What the importer makes of a trace is what was written: every slice with its times, no complaint, the carriers by their names.
pub(crate) fn check(name: &str, text: &str, (counts, trace): (TraceCounts, &Trace)) {
    let Some(directory) = installed() else {
        eprintln!(
            "SKIPPED for {name}: the importer of Perfetto is not installed, so only the format's rules were checked; run \
             .ci/install-trace-importer, which puts it into {USUAL}"
        );
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("trace.json");
    std::fs::write(&file, text).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trace/importer.cjs");
    let output = Command::new("node")
        .args([script.as_ref(), directory.as_os_str(), file.as_os_str()])
        .args(QUERIES)
        .output()
        .unwrap_or_else(|error| panic!("node is needed to run the importer: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    let answers: Vec<Vec<Vec<Value>>> = serde_json::from_slice(&output.stdout).unwrap();
    let slices = counts.slices + counts.async_slices + counts.instants;
    assert_eq!(answers[0], [[Value::from(slices)]], "{name}: slices");
    assert_eq!(answers[1], [[Value::from(0)]], "{name}: negative durations");
    assert!(answers[2].is_empty(), "{name}: {:?}", answers[2]);
    let threads: Vec<Vec<Value>> = trace
        .busy_threads()
        .into_iter()
        .map(|(pid, name)| vec![pid.into(), name.into()])
        .collect();
    assert_eq!(answers[3], threads, "{name}: threads");
    assert_eq!(
        answers[4],
        [[Value::from(counts.counters)]],
        "{name}: counters"
    );
    let mounts = trace.slices_of("mount");
    let sums = [
        mounts.len() as u64,
        mounts.iter().map(|mount| mount.0).sum(),
        mounts.iter().map(|mount| mount.1 - mount.0).sum(),
    ];
    assert_eq!(
        answers[5],
        [sums.map(Value::from)],
        "{name}: times of the mounts"
    );
}
