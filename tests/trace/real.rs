//! Recordings of real workers, made and exported by the command as a person would.

use std::path::Path;
use std::process::Command;

use carrier_lab::recording::Recording;

/// Runs the lab; whether it succeeded, and what it said on both streams.
pub(crate) fn lab(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_carrier-lab"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

/// Half of 200 naps block their carrier.
fn run_into(folder: &Path, engine: &str, changes: &[&str]) -> String {
    let out = folder.to_str().unwrap();
    let mut arguments = vec![
        "run",
        "presets/half-pinned.ron",
        "--out",
        out,
        "--engine",
        engine,
    ];
    let usual = ["tasks=200", "sleep=2ms", "carriers=4", "pinned_share=20"];
    for change in usual.iter().chain(changes) {
        arguments.extend(["--set", change]);
    }
    let (ok, said) = lab(&arguments);
    assert!(ok, "{said}");
    let path = folder.join(format!("half-pinned-{engine}.clab"));
    path.to_str().unwrap().to_owned()
}

pub(crate) fn one_run(engine: &str, changes: &[&str]) -> Recording {
    let folder = tempfile::tempdir().unwrap();
    let path = run_into(folder.path(), engine, changes);
    Recording::open(Path::new(&path)).unwrap()
}

pub(crate) fn saved_run() -> (tempfile::TempDir, String, Recording) {
    let folder = tempfile::tempdir().unwrap();
    let path = run_into(folder.path(), "tokio", &[]);
    let recording = Recording::open(Path::new(&path)).unwrap();
    (folder, path, recording)
}

pub(crate) fn every_engine() -> Vec<(&'static str, Recording)> {
    let engines = ["os-thread", "pool", "may", "tokio"];
    engines.map(|engine| (engine, one_run(engine, &[]))).into()
}
