//! Result sheets and sweep charts of invented recordings.

use super::{Chart, PictureRequest, chart_png, fixtures, markdown, sheet_text, table};
use crate::model::{EngineKind, Measure, Point, Preset, RunRole, parse_preset};
use crate::recording::{Recording, ShapeVerdict, Standing, result_sheet};
use crate::scene::sweep_scene;

const PRESET: &str = r#"Preset(
    version: 1,
    title: "A | B",
    about: "Who <wins>?",
    work: Sleep(sleep: "50ms"),
    tasks: 50_000,
    carriers: 8,
    engines: ["os-thread", "pool", "may", "tokio"],
    published: [
        Published(engine: "os-thread", model: "platform thread", measure: "failed_at", low: "4068", source: "S0"),
        Published(engine: "may", measure: "peak_rss", low: "133MiB", high: "140MiB", source: "S0"),
    ],
    shape: [
        Fails(who: "os-thread"),
        Fails(who: "tokio"),
        Order(measure: "peak_rss", low: "tokio", high: "may"),
        Order(measure: "peak_rss", low: "may", high: "tokio"),
        Ratio(measure: "peak_rss", over: "may", under: "tokio", about: 1.7),
        Order(measure: "wall", low: "os-thread", high: "may"),
    ],
)"#;

fn preset() -> Preset {
    parse_preset("p.ron", PRESET.as_bytes()).unwrap()
}

/// Four repetitions of every engine after a warm-up, each a little slower than the one before.
fn repeated() -> Vec<Recording> {
    let mut recordings = Vec::new();
    for round in 0..5_u16 {
        for mut recording in fixtures::recordings() {
            recording.spec.role = if round == 0 {
                RunRole::Warmup
            } else {
                RunRole::Measured
            };
            recording.spec.repetition = round.saturating_sub(1);
            if let Some(end) = &mut recording.end {
                end.wall_ns += u64::from(round) * 1_000_000;
            }
            recordings.push(recording);
        }
    }
    recordings
}

#[test]
fn claims_are_judged_by_what_was_measured() {
    let recordings = fixtures::recordings();
    let shown: Vec<&Recording> = recordings.iter().collect();
    let sheet = result_sheet(&preset(), &shown, &[]);
    let verdicts: Vec<&ShapeVerdict> = sheet.claims.iter().map(|claim| &claim.verdict).collect();
    assert_eq!(verdicts[0], &ShapeVerdict::FailedAsTheirs);
    assert_eq!(verdicts[1], &ShapeVerdict::DidNotFail);
    assert_eq!(verdicts[2], &ShapeVerdict::Same);
    assert_eq!(verdicts[3], &ShapeVerdict::Flipped);
    assert_eq!(verdicts[4], &ShapeVerdict::OtherSize);
    let reason = verdicts[5].label();
    assert!(
        reason.starts_with("failed here, not there: os-thread failed at"),
        "{reason}"
    );
    let Standing::Measured(at) = &sheet.comparisons[0].here else {
        unreachable!("it failed here")
    };
    assert!((at.median - 16_338.0).abs() < 0.5);
}

#[test]
fn warm_up_runs_are_shown_and_not_counted() {
    let recordings = repeated();
    let shown: Vec<&Recording> = recordings.iter().collect();
    let sheet = result_sheet(&preset(), &shown, &[]);
    let may = sheet
        .rows
        .iter()
        .find(|row| row.runs.who.engine == EngineKind::May)
        .unwrap();
    let wall = may.figure(Measure::Wall).unwrap();
    assert_eq!((wall.runs, may.runs.warmups.len()), (4, 1));
    // 15.2 s and 1, 2, 3, 4 ms more: the middle of the four.
    assert!((wall.median - 15.202_5e9).abs() < 1.0, "{wall:?}");
    let text = table(&recordings) + &sheet_text(&sheet);
    assert!(
        text.contains("may warm-up 1") && text.contains("may #4"),
        "{text}"
    );
    assert!(
        text.contains("4 warm-up runs are shown and not counted"),
        "{text}"
    );
    assert!(text.contains("slower, factor 1.07"), "{text}");
}

#[test]
fn the_page_holds_the_same_and_nothing_of_it_is_markup() {
    let recordings = fixtures::recordings();
    let shown: Vec<&Recording> = recordings.iter().collect();
    let changes = ["tasks=10".to_owned()];
    let page = markdown(&result_sheet(&preset(), &shown, &changes), &recordings);
    assert!(page.starts_with("# A \\| B\n\nWho \\<wins\\>?\n"), "{page}");
    assert!(
        page.contains("platform thread") && page.contains("tasks=10"),
        "{page}"
    );
    assert!(page.contains("failed as theirs did"), "{page}");
    for table in page.split("\n\n").filter(|part| part.starts_with('|')) {
        let cells = |line: &str| line.replace("\\|", "").matches('|').count();
        let counts: Vec<usize> = table.lines().map(cells).collect();
        assert!(counts.iter().all(|count| *count == counts[0]), "{table}");
    }
}

/// 10 k, 20 k and 50 k tasks; memory grows by 4 096 bytes a task, and os-thread fails at the last point.
fn swept() -> Vec<Recording> {
    let mut recordings = Vec::new();
    for tasks in [10_000_u64, 20_000, 50_000] {
        for mut recording in fixtures::recordings() {
            recording.spec.point = Some(Point {
                knob: "tasks".to_owned(),
                label: format!("{}k", tasks / 1_000),
                value: tasks,
            });
            let engine = recording.spec.engine;
            if engine == EngineKind::OsThread && tasks < 50_000 {
                recording.end = fixtures::recordings()[1].end.clone();
            }
            if let Some(end) = &mut recording.end
                && (engine != EngineKind::OsThread || tasks < 50_000)
            {
                end.peak_live = tasks;
                let base = (5 + 8 * engine as u64) << 20;
                end.rss_peak = crate::model::Bytes(base + 4_096 * tasks);
            }
            recordings.push(recording);
        }
    }
    recordings
}

#[test]
fn a_sweep_has_a_curve_per_engine_that_ends_where_the_model_gave_up() {
    let recordings = swept();
    let shown: Vec<&Recording> = recordings.iter().collect();
    let scene = sweep_scene(&shown, Measure::PeakRss).unwrap();
    assert_eq!(scene.curves.len(), 4);
    let ticks: Vec<&str> = scene
        .x_ticks
        .iter()
        .map(|tick| tick.label.as_str())
        .collect();
    assert_eq!(ticks, ["10k", "20k", "50k"]);
    for curve in &scene.curves {
        let fails = curve.engine == EngineKind::OsThread;
        assert_eq!(curve.failure.is_some(), fails, "{}", curve.label);
        assert_eq!(curve.points.len(), if fails { 2 } else { 3 });
        assert!(
            curve.label.contains("4\u{202f}096 B per task"),
            "{}",
            curve.label
        );
        let rises = curve
            .points
            .windows(2)
            .all(|pair| pair[1].at[1] > pair[0].at[1]);
        assert!(rises, "{:?}", curve.points);
    }
    assert!(scene.curves[0].label.contains("failed at 16\u{202f}338"));
    assert_eq!(
        sweep_scene(&[&fixtures::recordings()[0]], Measure::Wall),
        None
    );
}

#[test]
fn a_sweep_is_drawn_and_its_absence_is_an_error_in_words() {
    let request = PictureRequest {
        chart: Chart::Sweep,
        size: (960, 540),
        ..PictureRequest::default()
    };
    let recordings = swept();
    let shown: Vec<&Recording> = recordings.iter().collect();
    let picture = chart_png(&shown, &request).unwrap();
    if let Ok(folder) = std::env::var("CARRIER_LAB_PICTURES") {
        std::fs::write(format!("{folder}/charts-sweep.png"), &picture.png).unwrap();
    }
    assert_eq!(picture, chart_png(&shown, &request).unwrap());
    let single = fixtures::recordings();
    let error = chart_png(&[&single[0]], &request).unwrap_err();
    assert!(error.to_string().contains("sweep"), "{error}");
}
