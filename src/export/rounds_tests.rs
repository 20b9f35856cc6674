//! The chart of rounds from invented recordings: what stands where, and the picture. With `CARRIER_LAB_PICTURES=DIR` it is kept.

use super::{Chart, PictureRequest, chart_png, csv, fixtures, json, rounds_csv};
use crate::charts::{Palette, Theme};
use crate::model::{EngineKind, Measure, Outcome, Rounds, WarmupRounds};
use crate::recording::{LatencySummary, Recording, Round, RunUpdate};
use crate::scene::rounds_scene;

/// Rounds of about so many milliseconds that begin slowly.
fn with_rounds(mut recording: Recording, about_ms: f64, (rounds, warmup): (u32, u32)) -> Recording {
    recording.spec.rounds = Rounds::clamped(rounds.into());
    recording.spec.warmup_rounds = WarmupRounds::clamped(warmup.into());
    let seed = recording.spec.engine as u64;
    let mut start_ns = 0;
    let told = (0..rounds + warmup).map(|index| {
        let slow = 0.9 * (-f64::from(index) / 3.0).exp();
        let noise = fixtures::noise(seed, index.into()) * 0.03;
        let wall_ns = fixtures::whole(about_ms * 1e6 * (1.0 + slow + noise));
        let latency = LatencySummary {
            p50: wall_ns * 7 / 10,
            p95: wall_ns * 9 / 10,
            max: wall_ns,
            ..LatencySummary::default()
        };
        let round = Round {
            index,
            warmup: index < warmup,
            start_ns,
            handed_ns: start_ns + 1_000_000,
            end_ns: start_ns + wall_ns,
            completed: 10_000,
            failed: 0,
            checksum: 55,
            latency,
        };
        start_ns += wall_ns + 500_000;
        round
    });
    recording.absorb(RunUpdate::Rounds(told.collect()));
    if let Some(end) = &mut recording.end {
        end.outcome = Outcome::Completed;
    }
    recording
}

/// All engines of one size.
fn alike() -> Vec<Recording> {
    let walls = [96.0, 70.0, 61.0, 57.0];
    let all = fixtures::recordings().into_iter().zip(walls);
    all.map(|(recording, wall)| with_rounds(recording, wall, (100, 10)))
        .collect()
}

/// A pool that takes far longer and does fewer rounds.
fn apart() -> Vec<Recording> {
    let walls = [4_000.0, 830.0, 24.0, 12.0];
    let all = fixtures::recordings().into_iter().zip(walls);
    all.map(|(recording, wall)| {
        let few = recording.spec.engine == EngineKind::OsThread;
        with_rounds(recording, wall, if few { (3, 1) } else { (100, 10) })
    })
    .collect()
}

fn shown(recordings: &[Recording]) -> Vec<&Recording> {
    recordings.iter().collect()
}

#[test]
fn rounds_stand_from_left_to_right_and_warm_up_before_them() {
    let recordings = alike();
    let scene = rounds_scene(&shown(&recordings), Measure::Wall).unwrap();
    assert!((scene.measured_from - 10.0 / 110.0).abs() < 1e-6);
    assert_eq!(scene.x_ticks.first().unwrap().label, "1");
    assert!(scene.y_ticks.first().unwrap().at.abs() < 1e-9, "from zero");
    assert_eq!(scene.curves.len(), 4);
    for curve in &scene.curves {
        let line = &curve.lines[0];
        assert_eq!((line.warmup.len(), line.measured.len()), (10, 100));
        assert!(line.warmup.iter().all(|at| at[0] < scene.measured_from));
        assert!(line.measured.iter().all(|at| at[0] > scene.measured_from));
        let level = curve.level.unwrap();
        assert!(line.warmup[0][1] > level.median * 1.5, "a slow first round");
        let [low, high] = level.interval.unwrap();
        assert!(low <= level.median && level.median <= high && low < high);
        assert!(curve.label.contains("1st round 1.") && curve.label.contains('['));
        assert!(curve.expected.is_some(), "sleep ÷ carriers");
    }
    let latency = rounds_scene(&shown(&recordings), Measure::P95).unwrap();
    assert!(latency.curves.iter().all(|curve| curve.expected.is_none()));
    assert_eq!(rounds_scene(&shown(&recordings), Measure::PeakRss), None);
}

#[test]
fn engines_of_other_sizes_share_a_logarithmic_axis_and_begin_to_count_together() {
    let recordings = apart();
    let scene = rounds_scene(&shown(&recordings), Measure::Wall).unwrap();
    assert!(scene.note.contains("logarithmic"), "{}", scene.note);
    assert!(scene.y_ticks.len() >= 3);
    let firsts = scene
        .curves
        .iter()
        .map(|curve| curve.lines[0].measured[0][0]);
    let firsts: Vec<f32> = firsts.collect();
    assert!(
        firsts.iter().all(|x| (x - firsts[0]).abs() < 1e-6),
        "{firsts:?}"
    );
    let medians = scene.curves.iter().filter_map(|curve| curve.level);
    let medians: Vec<f32> = medians.map(|level| level.median).collect();
    assert!(
        medians.windows(2).all(|pair| pair[0] > pair[1]),
        "{medians:?}"
    );
}

#[test]
fn a_run_that_goes_on_has_points_and_no_median_yet() {
    let mut recordings = alike();
    recordings[0].end = None;
    recordings[0].rounds.truncate(14);
    let scene = rounds_scene(&shown(&recordings[..1]), Measure::Wall).unwrap();
    let curve = &scene.curves[0];
    assert_eq!((curve.lines[0].measured.len(), curve.level), (4, None));
    assert!(
        curve.lines[0].measured[3][0] < 0.2,
        "rounds to come have room"
    );
}

#[test]
fn several_runs_of_an_engine_are_lines_of_one_curve() {
    let mut recordings = alike();
    let mut again = recordings[3].clone();
    again.spec.repetition = 1;
    recordings.push(again);
    let scene = rounds_scene(&shown(&recordings), Measure::Wall).unwrap();
    assert_eq!(scene.curves.len(), 4);
    assert_eq!(scene.curves[3].lines.len(), 2);
}

#[test]
fn rounds_are_drawn_in_both_looks_and_their_absence_is_an_error_in_words() {
    for (name, recordings) in [("alike", alike()), ("apart", apart())] {
        for theme in [Theme::Dark, Theme::Light] {
            let request = PictureRequest {
                chart: Chart::Rounds,
                theme,
                ..PictureRequest::default()
            };
            let picture = chart_png(&shown(&recordings), &request).unwrap();
            if let Ok(folder) = std::env::var("CARRIER_LAB_PICTURES") {
                let file = format!("{folder}/charts-rounds-{name}-{theme:?}.png").to_lowercase();
                std::fs::write(file, &picture.png).unwrap();
            }
            let pixels = super::picture_tests::pixels(&picture.png).1;
            let palette = Palette::of(theme);
            for engine in recordings.iter().map(|recording| recording.spec.engine) {
                let color = palette.engine(engine);
                let found = super::picture_tests::count(&pixels, color);
                assert!(found > 150, "{engine} {name} {theme:?}: {found}");
            }
        }
    }
    let request = PictureRequest {
        chart: Chart::Rounds,
        ..PictureRequest::default()
    };
    let plain = fixtures::recordings();
    let error = chart_png(&[&plain[1]], &request).unwrap_err().to_string();
    assert!(error.contains("--set rounds=100"), "{error}");
}

#[test]
fn json_and_csv_have_every_round_and_figures_of_those_that_count() {
    let recordings = alike();
    let text = json(&recordings).unwrap();
    let runs: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
    let rounds = &runs[3]["rounds"];
    assert_eq!(
        (&rounds["measured"], &rounds["warmup"]),
        (&100.into(), &10.into())
    );
    assert_eq!(rounds["each"].as_array().unwrap().len(), 110);
    let wall = |key: &str| runs[3][key].as_f64().unwrap();
    assert!(wall("run_wall_ns") > 50.0 * wall("wall_ns"));
    let (low, high) = (
        rounds["wall_low_ns"].as_f64(),
        rounds["wall_high_ns"].as_f64(),
    );
    assert!(low.unwrap() <= wall("wall_ns") && wall("wall_ns") <= high.unwrap());
    let plain = json(&fixtures::recordings()).unwrap();
    assert!(plain.contains("\"rounds\": null"));
    let lines = rounds_csv(&recordings);
    assert_eq!(lines.lines().count(), 1 + 4 * 110);
    let warm = lines.lines().filter(|line| line.contains(",true,")).count();
    assert_eq!(warm, 40);
    assert!(
        csv(&recordings)
            .lines()
            .nth(1)
            .unwrap()
            .contains(",100,10,")
    );
}
