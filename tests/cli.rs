//! The command line as a person uses it: the real binary, its exit codes, what it prints and what it leaves behind.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use carrier_lab::model::{EngineKind, Preset, memory_forecast, write_preset};
use serde_json::Value;

#[path = "cli/gnu_time.rs"]
mod gnu_time;
#[path = "cli/mistakes.rs"]
mod mistakes;

fn lab() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrier-lab"));
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    command
}

/// Standard output of a command that must succeed.
fn printed(arguments: &[&str]) -> String {
    let output = lab().args(arguments).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?} failed:\n{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a command that must refuse its input.
fn refused(arguments: &[&str]) -> String {
    let output = lab().args(arguments).output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stderr).unwrap()
}

const SMALL: [&str; 6] = [
    "--set",
    "tasks=200",
    "--set",
    "sleep=5ms",
    "--set",
    "carriers=4",
];

#[test]
fn a_mistyped_path_is_refused_before_any_window() {
    assert!(refused(&["tuor.ron"]).contains("no such file"));
    assert!(refused(&["Cargo.toml"]).contains("neither"));
    assert!(refused(&["stats"]).contains("carrier-lab --help"));
}

#[test]
fn a_run_prints_one_object_per_engine_with_every_promised_key() {
    let text = printed(&[&["run", "presets/tour.ron", "--format", "json"][..], &SMALL].concat());
    let runs: Vec<Value> = serde_json::from_str(&text).unwrap();
    let engines: Vec<_> = runs
        .iter()
        .map(|run| run["engine"].as_str().unwrap())
        .collect();
    assert_eq!(engines, ["os-thread", "pool", "may", "fiber", "tokio"]);
    for run in &runs {
        for key in [
            "work",
            "tasks",
            "carriers",
            "spawn_ns",
            "expected_ns",
            "rss_baseline_bytes",
            "bytes_per_task",
            "throughput_per_sec",
            "versions",
        ] {
            assert!(!run[key].is_null(), "{} has no {key}: {run}", run["engine"]);
        }
        for key in ["p50", "p90", "p95", "p99", "p999", "max"] {
            assert!(
                run["latency_ns"][key].as_u64().unwrap() >= 5_000_000,
                "a task that sleeps 5 ms lasts at least as long: {run}"
            );
        }
        assert_eq!(run["outcome"]["kind"], "completed", "{run}");
        assert!(run["outcome"].as_object().unwrap().contains_key("advice"));
        assert_eq!(run["checksum_ok"], true);
        assert_eq!(run["events"]["dropped"], 0);
        assert!(run["events"]["recorded"].as_u64().unwrap() >= 400, "{run}");
        assert!(run["peak_live"].as_u64().unwrap() >= 1);
        assert!(run["wall_ns"].as_u64().unwrap() >= 5_000_000);
        assert!(run["rss_peak_bytes"].as_u64() >= run["rss_baseline_bytes"].as_u64());
    }
}

#[test]
fn recordings_and_pictures_are_left_in_the_directory_and_can_be_drawn_again() {
    let out = tempfile::tempdir().unwrap();
    let directory = out.path().join("new/folder");
    let text = printed(
        &[
            &[
                "run",
                "presets/half-pinned.ron",
                "--png",
                "--out",
                directory.to_str().unwrap(),
            ][..],
            &SMALL,
        ]
        .concat(),
    );
    assert!(
        text.contains("tokio") && text.contains("completed"),
        "{text}"
    );
    for name in [
        "half-pinned-may.clab",
        "half-pinned-tokio.clab",
        "half-pinned-live.png",
        "half-pinned-timeline.png",
    ] {
        assert!(directory.join(name).is_file(), "{name} is missing");
    }
    let again = out.path().join("again.png");
    let recording = directory.join("half-pinned-tokio.clab");
    printed(&[
        "export",
        recording.to_str().unwrap(),
        "--png",
        again.to_str().unwrap(),
        "--chart",
        "timeline",
        "--size",
        "800x450",
        "--theme",
        "light",
        "--title",
        "One more look",
    ]);
    assert_eq!(png_size(&again), (800, 450));
}

fn png_size(path: &Path) -> (u32, u32) {
    let reader = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()))
        .read_info()
        .unwrap();
    (reader.info().width, reader.info().height)
}

#[test]
fn tables_and_csv_have_a_line_per_run() {
    let small = [
        &[
            "run",
            "presets/tour.ron",
            "--engine",
            "tokio",
            "--repeat",
            "2",
            "--format",
        ][..],
        &["csv"],
        &SMALL,
    ]
    .concat();
    let csv = printed(&small);
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(csv.lines().next().unwrap().starts_with("engine,"), "{csv}");
    let table = printed(&[&["run", "presets/tour.ron", "--engine", "pool"][..], &SMALL].concat());
    assert!(
        table.contains("pool") && !table.contains("tokio 1"),
        "{table}"
    );
}

const CASES: &str = r#"Preset(
    version: 1,
    title: "Two | cases",
    work: Sleep(sleep: "2ms"),
    tasks: 20,
    carriers: 4,
    engines: ["pool", "tokio"],
    probe: Off,
    warmup: 1,
    repeat: 2,
    order: Shuffled(seed: 7),
    cases: [
        Case(label: "narrow", set: {"carriers": "1"}, engines: ["pool"]),
        Case(label: "wide"),
    ],
    sweep: Sweep(knob: "tasks", values: ["20", "40"]),
    published: [Published(case: "wide", point: "40", engine: "tokio", model: "coroutine", measure: "wall", low: "5.55s", source: "S0")],
    shape: [
        Order(measure: "wall", low: "tokio @ wide @ 40", high: "pool @ narrow @ 40"),
        Fails(who: "tokio @ wide @ 20"),
    ],
)"#;

#[test]
fn cases_and_points_are_run_told_apart_and_put_beside_what_was_published() {
    let out = tempfile::tempdir().unwrap();
    let preset = out.path().join("cases.ron");
    fs::write(&preset, CASES).unwrap();
    let (preset, folder) = (preset.to_str().unwrap(), out.path().to_str().unwrap());
    let text = printed(&["run", preset, "--out", folder, "--png", "--format", "json"]);
    let runs: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(runs.len(), 3 * 2 * 3, "{text}");
    let warmups = runs.iter().filter(|run| run["role"] == "warmup").count();
    assert_eq!(warmups, 6);
    for run in &runs {
        assert_eq!(run["point"]["value"], run["tasks"]);
        assert_eq!(run["order_seed"], 7);
        assert_eq!(run["carriers"], if run["case"] == "narrow" { 1 } else { 4 });
        assert!(
            run["expected_formula"].is_string() && run["timer_bound"].is_boolean(),
            "{run}"
        );
    }
    let page = fs::read_to_string(out.path().join("cases.md")).unwrap();
    assert!(page.starts_with("# Two \\| cases\n"), "{page}");
    for words in ["coroutine", "did not fail here", "6 warm-up runs"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    for name in [
        "cases-sweep.png",
        "cases-narrow-20-pool-w1.clab",
        "cases-wide-40-tokio-r2.clab",
    ] {
        assert!(out.path().join(name).is_file(), "{name}");
    }
    let table = printed(&[
        "run", preset, "--set", "tasks=10", "--repeat", "1", "--set", "warmup=0",
    ]);
    assert!(
        table.contains("tokio @ wide") && !table.contains("@ 40"),
        "{table}"
    );
}

#[test]
fn rounds_are_run_told_drawn_and_put_into_the_sheet() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().to_str().unwrap();
    let small = [
        "--set",
        "rounds=5",
        "--set",
        "warmup_rounds=2",
        "--set",
        "probe=off",
    ];
    let run = [
        "run",
        "presets/tour.ron",
        "--out",
        folder,
        "--png",
        "--format",
        "json",
    ];
    let text = printed(&[&run[..], &SMALL, &small].concat());
    let runs: Vec<Value> = serde_json::from_str(&text).unwrap();
    for run in &runs {
        assert_eq!(run["rounds"]["each"].as_array().unwrap().len(), 7, "{run}");
        assert_eq!(run["checksum_ok"], true);
    }
    let page = fs::read_to_string(out.path().join("tour.md")).unwrap();
    assert!(page.contains("## Rounds in one process"), "{page}");
    assert!(page.contains("5 after 2 of warm-up"), "{page}");
    let each = fs::read_to_string(out.path().join("tour-rounds.csv")).unwrap();
    assert_eq!(each.lines().count(), 1 + 7 * runs.len(), "{each}");
    assert!(out.path().join("tour-rounds.png").is_file());
    let recording = out.path().join("tour-tokio.clab");
    let picture = out.path().join("again.png");
    let paths = [recording.to_str().unwrap(), picture.to_str().unwrap()];
    let export = ["export", paths[0], "--chart", "rounds", "--png", paths[1]];
    printed(&export);
    assert!(picture.is_file());
}

#[test]
fn wrong_input_ends_with_code_2_and_one_clear_message() {
    let out = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = out.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let good = fs::read_to_string("presets/tour.ron").unwrap();
    let unknown = file("unknown.ron", good.replace("tasks:", "task:").as_bytes());
    let newer = file(
        "newer.ron",
        good.replace("version: 1", "version: 2").as_bytes(),
    );
    let cases = [
        (vec!["run", "no/such.ron"], "no/such.ron"),
        (vec!["run", &unknown], ":9:"),
        (vec!["run", &newer], "version 2"),
        (vec!["presets", "--check", &unknown], "task"),
        (
            vec!["run", "presets/tour.ron", "--set", "tasks=0"],
            "1 to 1000000",
        ),
        (
            vec!["run", "presets/tour.ron", "--set", "tasks"],
            "key=value",
        ),
        (
            vec!["run", "presets/tour.ron", "--set", "colour=red"],
            "the fields are",
        ),
        (
            vec!["run", "presets/tour.ron", "--engine", "goroutine"],
            "os-thread, pool, may, fiber and tokio",
        ),
        (vec!["run", "presets/tour.ron", "--repeat", "0"], "1 to 100"),
        (
            vec!["run", "presets/tour.ron", "--set", "sweep=tasks:1"],
            "2 to 32",
        ),
        (vec!["export", "no.clab", "--png", "x.png"], "no.clab"),
        (vec!["export", "no.clab", "--png", "x.txt"], "ends in .txt"),
        (vec!["export", "no.clab", "--png", "x"], "no ending"),
        (
            vec!["run", "presets/tour.ron", "--out", "presets/tour.ron"],
            "name a directory",
        ),
        (vec!["export", &newer, "--png", "x.png"], "newer.ron"),
        (vec!["frobnicate", "--fast"], "--fast"),
    ];
    for (arguments, word) in cases {
        let message = refused(&arguments);
        assert!(message.contains(word), "{arguments:?} says:\n{message}");
        assert!(!message.contains("panicked"), "{message}");
    }
}

#[test]
fn presets_are_listed_and_checked() {
    let list = printed(&["presets"]);
    for name in [
        "tour",
        "sleep-1s",
        "blocking",
        "half-pinned",
        "cpu-bound",
        "sleep-1s-ladder",
    ] {
        assert!(list.contains(name), "{list}");
    }
    assert!(printed(&["presets", "--check", "presets/blocking.ron"]).contains("16 tasks"));
}

/// Where memory is foretold at all, it must be near what a worker takes.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_that_is_foretold_is_about_what_is_taken() {
    for probe in ["off", "full"] {
        let mut preset = Preset::default();
        for (key, value) in [
            ("tasks", "5000"),
            ("sleep", "300ms"),
            ("carriers", "4"),
            ("probe", probe),
            ("engines", "os-thread,may,fiber,tokio"),
        ] {
            preset.set(key, value).unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("memory.ron");
        fs::write(&path, write_preset(&preset).unwrap()).unwrap();
        let text = printed(&["run", path.to_str().unwrap(), "--format", "json"]);
        let runs: Vec<Value> = serde_json::from_str(&text).unwrap();
        for run in runs {
            let engine = EngineKind::ALL
                .into_iter()
                .find(|engine| run["engine"] == engine.id())
                .unwrap();
            let alive = run["peak_live"].as_u64().unwrap();
            preset.set("tasks", &alive.to_string()).unwrap();
            let foretold = memory_forecast(engine, &preset.experiment, preset.probe);
            let percent = foretold.peak.0 * 100 / run["rss_peak_bytes"].as_u64().unwrap();
            // The rule is that of an optimised build; another one has a larger worker and takes more stack.
            assert!(
                (60..140).contains(&percent),
                "{percent} %: {foretold:?} {run}"
            );
        }
    }
}

#[test]
fn doctor_tells_the_machine_and_the_limits() {
    let text = printed(&["doctor"]);
    assert!(
        text.contains("machine") && text.contains("os-thread"),
        "{text}"
    );
    let value: Value = serde_json::from_str(&printed(&["doctor", "--format", "json"])).unwrap();
    assert!(value["machine"]["cores"].as_u64().unwrap() >= 1);
    assert_eq!(value["engines"].as_array().unwrap().len(), 5);
    let clocks = value["probe"].as_array().unwrap();
    assert_eq!(clocks.len(), 2, "{clocks:?}");
    for clock in clocks {
        let name = clock["clock"].as_str().unwrap();
        assert!(text.contains(&format!("probe, {name} clock")), "{text}");
        assert!(clock["pair_ns"].as_f64().unwrap() > 0.0, "{clock}");
    }
    let presets = value["presets"].as_array().unwrap();
    let million = presets
        .iter()
        .find(|found| found["preset"] == "sleep-1m")
        .unwrap();
    let peak = &million["peak_bytes"]["tokio"];
    assert!(peak.as_u64().unwrap() > 400 << 20, "{million}");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_display_the_window_says_what_works_instead() {
    let output = lab().output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.contains("display") && message.contains("carrier-lab run presets/tour.ron"),
        "{message}"
    );
}
