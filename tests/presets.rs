//! Every preset in `presets/` loads, reads back what is written of it, and runs on each of its engines, scaled down.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::PathBuf;
use std::sync::Arc;

use carrier_lab::host::{self, HostSettings, PlanUpdate};
use carrier_lab::model::{FieldValue, Outcome, Plan, Preset, parse_preset, write_preset};
use carrier_lab::recording::RunUpdate;
use proptest::prelude::*;

fn preset_files() -> Vec<PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("presets");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

/// As a person would with `--set`: short, small, once, and a warm-up so that it is seen to stay out. What has rounds keeps a few.
fn scaled_down(mut preset: Preset) -> Preset {
    if !preset.series().is_once() {
        preset.override_field("rounds", "3").unwrap();
        preset.override_field("warmup_rounds", "1").unwrap();
    }
    let small = [
        ("tasks", "64"),
        ("carriers", "4"),
        ("repeat", "1"),
        ("warmup", "1"),
    ];
    for (key, value) in small {
        preset.override_field(key, value).unwrap();
    }
    for field in preset.experiment.work.fields() {
        let small = match (field.key, field.value) {
            (_, FieldValue::Time(_)) => "3ms",
            ("iterations" | "yields" | "increments", FieldValue::Count { .. }) => "1000",
            (_, FieldValue::Count { .. } | FieldValue::Choice { .. }) => continue,
        };
        preset.override_field(field.key, small).unwrap();
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

#[test]
fn every_preset_runs_on_each_of_its_engines() {
    for file in preset_files() {
        let preset = scaled_down(host::load_preset(&file).unwrap());
        let plan = Plan::of(&preset);
        let settings = HostSettings::with_worker(env!("CARGO_BIN_EXE_carrier-lab").into());
        let runs = plan.runs.len();
        let handle = host::start(plan, settings, Arc::new(|| {})).unwrap();
        let (mut ended, mut rounds) = (0, 0);
        let asked = plan_rounds(&preset);
        assert!(runs > 0 && runs.is_multiple_of(2), "{}", file.display());
        for update in &handle.updates {
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
                assert_eq!(end.outcome, Outcome::Completed, "{}", file.display());
                assert_eq!(end.checksum_ok, Some(true), "{}", file.display());
                ended += 1;
            }
        }
        assert_eq!(ended, runs, "{}", file.display());
        assert_eq!(rounds, asked, "{}", file.display());
    }
}

/// The rounds that all runs of a plan tell of.
fn plan_rounds(preset: &Preset) -> usize {
    let series = Plan::of(preset).runs.into_iter().map(|run| run.series());
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

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        drop(parse_preset("p.ron", &bytes));
    }

    #[test]
    fn a_damaged_preset_is_read_or_refused_in_words(at in 0_usize..600, byte in any::<u8>()) {
        let mut bytes = std::fs::read("presets/tour.ron").unwrap();
        let length = bytes.len();
        bytes[at % length] = byte;
        if let Err(error) = parse_preset("p.ron", &bytes) {
            prop_assert!(error.to_string().contains("p.ron"), "{error}");
        }
    }
}
