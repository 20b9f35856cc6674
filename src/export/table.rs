//! The figures of runs as an aligned text table for a terminal. Knows nothing of colours and terminals.

use super::figures::{Figures, ending};
use crate::model::{
    Bytes, Nanos,
    units::{grouped, short},
};
use crate::recording::Recording;

const COLUMNS: usize = 11;
const HEAD: [&str; COLUMNS] = [
    "engine", "tasks", "wall", "expected", "peak RSS", "B/task", "p50", "p95", "p99", "tasks/s",
    "outcome",
];
/// Stands where nothing is known.
const UNKNOWN: &str = "–";

/// One line per run in human units, then a paragraph for every run that did not complete, and the conditions.
#[must_use]
pub fn table(recordings: &[Recording]) -> String {
    let figures: Vec<Figures<'_>> = recordings.iter().map(Figures::of).collect();
    let repeats = figures.iter().any(|run| run.repetition > 0);
    let mut rows = vec![HEAD.map(str::to_owned)];
    rows.extend(figures.iter().map(|run| row(run, repeats)));
    let mut text = aligned(&rows);
    text.extend(figures.iter().map(trouble));
    let conditions = recordings
        .first()
        .map(|recording| format!("\n{}\n", recording.facts.small_print()));
    text.extend(conditions);
    text
}

fn row(run: &Figures<'_>, repeats: bool) -> [String; COLUMNS] {
    let time = |ns: Option<u64>| ns.map_or(UNKNOWN.to_owned(), |ns| Nanos(ns).to_string());
    let expected = run
        .expected_ns
        .map_or(UNKNOWN.to_owned(), |ns| format!("≈ {}", Nanos(ns)));
    let number = |value: Option<u64>| value.map_or(UNKNOWN.to_owned(), grouped);
    [
        name(run, repeats),
        grouped(u64::from(run.tasks)),
        time(run.wall_ns),
        expected,
        run.rss_peak_bytes
            .map_or(UNKNOWN.to_owned(), |bytes| Bytes(bytes).to_string()),
        number(run.bytes_per_task),
        time(run.latency.map(|latency| latency.p50)),
        time(run.latency.map(|latency| latency.p95)),
        time(run.latency.map(|latency| latency.p99)),
        run.throughput_per_sec.map_or(UNKNOWN.to_owned(), short),
        outcome(run),
    ]
}

fn name(run: &Figures<'_>, repeats: bool) -> String {
    if repeats {
        format!("{} #{}", run.engine, run.repetition + 1)
    } else {
        run.engine.to_owned()
    }
}

fn outcome(run: &Figures<'_>) -> String {
    let kind = run.outcome.map_or("running", crate::model::Outcome::kind);
    let (at, ..) = ending(run.outcome);
    let wrong = if run.checksum_ok == Some(false) {
        ", wrong checksum"
    } else {
        ""
    };
    match at {
        Some(at) => format!("{kind} at {}{wrong}", grouped(at)),
        None => format!("{kind}{wrong}"),
    }
}

/// Reason, advice and losses of a run, each on a line of its own.
fn trouble(run: &Figures<'_>) -> String {
    let (_, reason, advice) = ending(run.outcome);
    let lost = (run.dropped > 0).then(|| format!("{} records lost", grouped(run.dropped)));
    let lines = [
        reason.map(str::to_owned),
        advice.map(|advice| format!("try: {advice}")),
        lost,
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("\n{}: {}\n", run.engine, lines.join("\n  "))
}

/// Names and outcomes to the left, figures to the right, two spaces between columns.
fn aligned(rows: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(widths)
            .enumerate()
            .map(|(column, (cell, width))| match column {
                0 => format!("{cell:<width$}"),
                last if last + 1 == COLUMNS => cell.clone(),
                _figure => format!("{cell:>width$}"),
            })
            .collect();
        text.push_str(&cells.join("  "));
        text.push('\n');
    }
    text
}
