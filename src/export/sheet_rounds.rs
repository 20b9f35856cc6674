//! The section of the sheet about rounds in one process: what the warm-up did. Knows nothing of how it is written.

use super::sheet::{Section, UNKNOWN, section, with_interval};
use crate::model::{Measure, Who};
use crate::recording::{Recording, ResultSheet, estimate, median, round_measure};

/// One row for every run with rounds; left out where there is none.
pub(super) fn rounds_section(sheet: &ResultSheet<'_>) -> Section {
    let mut section = section(
        "Rounds in one process",
        "A warm-up round is shown and not counted. Factors are of the median of the measured rounds; below 1 is faster.".to_owned(),
        &[
            "run of",
            "rounds",
            "wall of a round",
            "first round",
            "warm-up, median",
            "first tenth",
            "last tenth",
        ],
    );
    for row in &sheet.rows {
        let runs = row.runs.warmups.iter().chain(&row.runs.measured);
        let told = runs.filter(|run| !run.rounds.is_empty());
        section
            .rows
            .extend(told.map(|run| cells(&row.runs.who, run)));
    }
    section
}

fn cells(who: &Who, run: &Recording) -> Vec<String> {
    let series = run.spec.series();
    let walls = run.round_values(Measure::Wall).unwrap_or_default();
    let whole = estimate(&walls);
    let of_whole = |value: Option<f64>| match (value, &whole) {
        (Some(value), Some(whole)) if whole.median > 0.0 => {
            let time = Measure::Wall.value_label(value);
            format!("{time} ({:.2} ×)", value / whole.median)
        }
        (_none, _unknown) => UNKNOWN.to_owned(),
    };
    let wall = |round| round_measure(round, Measure::Wall);
    let warm: Vec<f64> = run.warmup_rounds().filter_map(wall).collect();
    let tenth = walls.len().div_ceil(10);
    let (first, last) = (walls.get(..tenth), walls.get(walls.len() - tenth..));
    let rounds = match series.warmup.get() {
        0 => series.rounds.to_string(),
        warmup => format!("{} after {warmup} of warm-up", series.rounds),
    };
    vec![
        who.to_string(),
        rounds,
        whole.map_or(UNKNOWN.to_owned(), |found| {
            with_interval(Measure::Wall, &found)
        }),
        of_whole(run.rounds.first().and_then(wall)),
        of_whole(median(&warm)),
        of_whole(first.and_then(median)),
        of_whole(last.and_then(median)),
    ]
}
