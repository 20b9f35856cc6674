//! Every preset in `presets/` loads, reads back what is written of it, and runs on each of its engines, scaled down.

use std::path::PathBuf;
use std::sync::Arc;

use carrier_lab::host::{self, HostSettings, PlanUpdate};
use carrier_lab::model::{
    CarrierCount, FieldValue, Outcome, Plan, Preset, Repeat, TaskCount, parse_preset, write_preset,
};
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

fn scaled_down(mut preset: Preset) -> Preset {
    let experiment = &mut preset.experiment;
    experiment.tasks = TaskCount::clamped(u64::from(experiment.tasks.get()).min(64));
    experiment.carriers = CarrierCount::clamped(4);
    for field in experiment.work.fields() {
        let small = match (field.key, field.value) {
            (_, FieldValue::Time(_)) => "3ms",
            ("iterations" | "yields" | "increments", FieldValue::Count { .. }) => "1000",
            (_, FieldValue::Count { .. } | FieldValue::Choice { .. }) => continue,
        };
        experiment.work = experiment.work.with_field(field.key, small).unwrap();
    }
    preset.repeat = Repeat::MIN;
    preset
}

#[test]
fn every_preset_loads_and_reads_back() {
    let files = preset_files();
    assert!(files.len() >= 5);
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
        let plan = Plan::of(&scaled_down(host::load_preset(&file).unwrap()));
        let settings = HostSettings::with_worker(env!("CARGO_BIN_EXE_carrier-lab").into());
        let runs = plan.runs.len();
        let handle = host::start(plan, settings, Arc::new(|| {})).unwrap();
        let mut ended = 0;
        for update in &handle.updates {
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
