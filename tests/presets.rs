//! Every preset in `presets/` loads, reads back what is written of it, and runs, scaled down, on every engine that can.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use assert_cmd::Command;
use carrier_lab::host::{self, HostSettings, PlanUpdate};
use carrier_lab::model::{
    EngineKind, FieldValue, Outcome, Plan, Preset, ProbeMode, RunSpec, StackKib, parse_preset,
    write_preset,
};
use carrier_lab::recording::{RunUpdate, Timeline, Track};
use proptest::prelude::*;
use serde_json::Value;

fn preset_files() -> Vec<PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// What a person would `--set`: short, small, once, and a warm-up so that it is seen to stay out; what has rounds keeps a few.
fn small_changes(preset: &Preset) -> Vec<(&'static str, &'static str)> {
    let mut changes = Vec::new();
    if !preset.series().is_once() {
        changes.extend([("rounds", "3"), ("warmup_rounds", "1")]);
    }
    changes.extend([
        ("tasks", "64"),
        ("carriers", "4"),
        ("repeat", "1"),
        ("warmup", "1"),
    ]);
    for field in preset.experiment.work.fields() {
        let small = match (field.key, field.value) {
            (_, FieldValue::Time(_)) => "3ms",
            ("iterations" | "yields" | "increments", FieldValue::Count { .. }) => "1000",
            (_, FieldValue::Count { .. } | FieldValue::Choice { .. }) => continue,
        };
        changes.push((field.key, small));
    }
    changes
}

fn scaled_down(mut preset: Preset) -> Preset {
    for (key, value) in small_changes(&preset) {
        preset.override_field(key, value).unwrap();
    }
    preset.forget_the_absent();
    preset.check().unwrap();
    preset
}

#[test]
fn every_preset_loads_and_reads_back() {
    let files = preset_files();
    assert!(files.len() >= 12);
    for file in files {
        let preset = host::load_preset(&file).unwrap();
        let text = write_preset(&preset).unwrap();
        assert_eq!(
            parse_preset("again", text.as_bytes()).unwrap(),
            preset,
            "{}",
            file.display()
        );
    }
}

fn lab() -> Command {
    Command::new(env!("CARGO_BIN_EXE_carrier-lab"))
}

#[test]
fn every_preset_runs_from_the_command_line_scaled_by_set() {
    for file in preset_files() {
        let preset = host::load_preset(&file).unwrap();
        let mut command = lab();
        command.arg("run").arg(&file).args(["--format", "json"]);
        for (key, value) in small_changes(&preset) {
            command.arg("--set").arg(format!("{key}={value}"));
        }
        let output = command.output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", file.display());
        let runs: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(runs.len(), Plan::of(&scaled_down(preset)).runs.len());
        for run in &runs {
            assert_eq!(run["outcome"]["kind"], "completed", "{run}");
            assert_eq!(run["checksum_ok"], true, "{run}");
        }
        let warmups = runs.iter().filter(|run| run["role"] == "warmup");
        assert_eq!(warmups.count() * 2, runs.len(), "{}", file.display());
    }
}

/// Every case of a preset at every point on every engine there is: the runs of those that can, and who cannot.
fn on_every_engine(preset: &Preset) -> (Plan, Vec<(Preset, String)>) {
    let mut plan = Plan::of(preset);
    plan.runs.clear();
    let mut refused = Vec::new();
    for mut variant in preset.variants().unwrap() {
        // Enough for the deepest stacks of any preset in a debug build; too small a one is a result of its own.
        variant.experiment.fiber.stack_kib = StackKib::clamped(1_024);
        for engine in EngineKind::ALL {
            match variant.experiment.unable_on(engine) {
                None => plan.runs.push(RunSpec {
                    case: variant.case.clone(),
                    point: variant.point.clone(),
                    ..RunSpec::new(engine, variant.experiment, ProbeMode::Full)
                }),
                Some(sentence) => {
                    let alone = Preset {
                        experiment: variant.experiment,
                        engines: vec![engine],
                        ..Preset::default()
                    };
                    refused.push((alone, sentence));
                }
            }
        }
    }
    (plan, refused)
}

#[test]
fn every_preset_runs_on_every_engine_that_can() {
    for file in preset_files() {
        let (plan, _refused) = on_every_engine(&scaled_down(host::load_preset(&file).unwrap()));
        let asked = plan_rounds(&plan);
        // On a busy machine a worker may be silent for long: that is no result here.
        let settings = HostSettings {
            silence: Duration::from_mins(2),
            ..HostSettings::with_worker(env!("CARGO_BIN_EXE_carrier-lab").into())
        };
        let runs = plan.runs.clone();
        let handle = host::start(plan, settings, Arc::new(|| {})).unwrap();
        let (mut ended, mut rounds) = (0, 0);
        let mut timeline = Timeline::default();
        for update in &handle.updates {
            if let PlanUpdate::Run {
                update: RunUpdate::Chunks(chunks),
                ..
            } = &update
            {
                let chunks = chunks.iter().cloned();
                chunks.for_each(|chunk| timeline.absorb(chunk));
            }
            if let PlanUpdate::Run {
                update: RunUpdate::Rounds(told),
                ..
            } = &update
            {
                rounds += told.len();
            }
            if let PlanUpdate::Run {
                update: RunUpdate::End(end),
                ..
            } = update
            {
                let what = format!("{} {:?}", file.display(), runs[ended]);
                assert_eq!(end.outcome, Outcome::Completed, "{what}");
                assert_eq!(end.checksum_ok, Some(true), "{what}");
                check_spans(&std::mem::take(&mut timeline), &what);
                ended += 1;
            }
        }
        assert_eq!(ended, runs.len(), "{}", file.display());
        assert_eq!(rounds, asked, "{}", file.display());
        for engine in EngineKind::ALL {
            let can = runs.iter().any(|run| run.engine == engine);
            assert!(can, "{} has no case for {engine}", file.display());
        }
    }
}

/// Every mount has its unmount, on a carrier one span follows the other, and no task is in two places at once.
fn check_spans(timeline: &Timeline, what: &str) {
    let totals = timeline.totals(u64::MAX, 0);
    assert!(totals.mounts > 0, "nothing was recorded: {what}");
    assert_eq!(
        (totals.open, totals.mounts),
        (0, totals.unmounts + totals.cut),
        "{what}"
    );
    let mut of_task: Vec<(u32, u64, u64)> = Vec::new();
    for track in timeline.tracks() {
        let mut until_ns = 0;
        for span in timeline.spans_between(track, 0, u64::MAX) {
            let follows = track == Track::Threads || until_ns <= span.start_ns;
            assert!(
                follows,
                "{span:?} begins before {until_ns} on {track:?}: {what}"
            );
            until_ns = span.end_ns;
            of_task.push((span.task, span.start_ns, span.end_ns));
        }
    }
    of_task.sort_unstable();
    for pair in of_task.windows(2) {
        let (one, next) = (pair[0], pair[1]);
        let is_apart = one.0 != next.0 || one.2 <= next.1;
        assert!(is_apart, "{one:?} and {next:?}: {what}");
    }
}

/// The rounds that all runs of a plan tell of.
fn plan_rounds(plan: &Plan) -> usize {
    let series = plan.runs.iter().map(RunSpec::series);
    let told = series.filter(|series| !series.is_once());
    told.map(|series| series.total() as usize).sum()
}

/// The time series of E8 to E10, as published.
#[test]
fn the_published_series_are_a_hundred_rounds_with_their_warm_up() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    for name in ["io-bound", "cpu-bound", "high-concurrency"] {
        let preset = host::load_preset(&folder.join(name).with_extension("ron")).unwrap();
        let (rounds, warmup) = (preset.rounds.get(), preset.warmup_rounds.get());
        assert_eq!((rounds, warmup), (100, 10), "{name}");
    }
}

#[test]
fn an_engine_that_cannot_is_refused_in_the_words_of_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = Vec::new();
    for file in preset_files() {
        let (_plan, refused) = on_every_engine(&scaled_down(host::load_preset(&file).unwrap()));
        for (alone, sentence) in refused {
            if told.contains(&sentence) {
                continue;
            }
            let path = folder.path().join("alone.ron");
            // What cannot run is no preset, so it is written and read by hand.
            std::fs::write(&path, write_preset(&alone).unwrap()).unwrap();
            let output = lab().arg("run").arg(&path).output().unwrap();
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{message}");
            assert!(message.contains(&sentence), "{sentence}: {message}");
            assert!(output.stdout.is_empty(), "nothing ran");
            told.push(sentence);
        }
    }
    assert!(told.len() >= 2, "{told:?}");
}

/// What may happen to a preset in an editor, a merge or a bad disk.
#[derive(Clone, Debug)]
enum Wound {
    Byte(u8),
    Cut,
    Insert(String),
    Swap(prop::sample::Index),
}

fn wound() -> impl Strategy<Value = Wound> {
    const WORDS: [&str; 14] = [
        "(",
        ")",
        "[",
        "\"",
        "{",
        "tasks: ",
        "-1",
        "1e400",
        "999999999999999999999",
        "Sleep",
        "//",
        "é",
        "\u{0}",
        ", ",
    ];
    prop_oneof![
        any::<u8>().prop_map(Wound::Byte),
        Just(Wound::Cut),
        prop::sample::select(&WORDS[..]).prop_map(|word| Wound::Insert(word.to_owned())),
        any::<prop::sample::Index>().prop_map(Wound::Swap),
    ]
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        drop(parse_preset("p.ron", &bytes));
    }

    #[test]
    fn a_damaged_preset_is_read_or_refused_in_words(
        which in any::<prop::sample::Index>(),
        wounds in prop::collection::vec((any::<prop::sample::Index>(), wound()), 1..6),
    ) {
        let files = preset_files();
        let mut bytes = std::fs::read(which.get(&files)).unwrap();
        for (at, wound) in wounds {
            let at = at.index(bytes.len());
            match wound {
                Wound::Byte(byte) => bytes[at] = byte,
                Wound::Cut => bytes.truncate(at.max(1)),
                Wound::Insert(text) => drop(bytes.splice(at..at, text.bytes())),
                Wound::Swap(other) => {
                    let other = other.index(bytes.len());
                    bytes.swap(at, other);
                }
            }
        }
        match parse_preset("p.ron", &bytes) {
            Ok(preset) => {
                let text = write_preset(&preset).unwrap();
                prop_assert_eq!(parse_preset("again", text.as_bytes()), Ok(preset));
            }
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.contains("\n  at p.ron"), "{message}");
                prop_assert!(message.len() < 2_000, "{message}");
            }
        }
    }
}
