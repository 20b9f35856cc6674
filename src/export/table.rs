//! The figures of runs as an aligned text table for a terminal. Knows nothing of colours and terminals.

use super::aligned::{Figure, aligned};
use super::figures::{Figures, ending};
use crate::model::{
    Bytes, Nanos, Outcome, RunRole, Who,
    units::{grouped, short},
};
use crate::recording::Recording;

const COLUMNS: usize = 12;
const HEAD: [&str; COLUMNS] = [
    "engine", "tasks", "wall", "expected", "peak RSS", "B/task", "p50", "p95", "p99", "p99.9",
    "tasks/s", "outcome",
];
/// Stands where nothing is known.
const UNKNOWN: &str = "–";

/// More lines than this are read by no one; each run is in CSV and JSON, and its group in the sheet.
const MOST_LINES: usize = 60;

/// One line per run in human units, then a paragraph for every run that did not complete, and the conditions.
#[must_use]
pub fn table(recordings: &[Recording]) -> String {
    let figures: Vec<Figures<'_>> = recordings.iter().map(Figures::of).collect();
    let mut rows = run_rows(recordings);
    rows.truncate(1 + MOST_LINES);
    let mut text = aligned(&rows, Figure::Right);
    if figures.len() > MOST_LINES {
        let more = figures.len() - MOST_LINES;
        text.extend([format!(
            "… and {more} more runs; --format csv and json have them all\n"
        )]);
    }
    text.extend(troubles(&figures));
    let conditions = recordings
        .first()
        .map(|recording| format!("\n{}\n", recording.facts.small_print()));
    text.extend(conditions);
    text
}

/// A row of names and one per run, all cells as text.
pub(super) fn run_rows(recordings: &[Recording]) -> Vec<Vec<String>> {
    let figures: Vec<Figures<'_>> = recordings.iter().map(Figures::of).collect();
    let repeats = figures.iter().any(|run| run.repetition > 0);
    let head = HEAD.map(str::to_owned).to_vec();
    let rows = figures.iter().map(|run| row(run, repeats).to_vec());
    std::iter::once(head).chain(rows).collect()
}

/// What went wrong or was found out, of repeated runs that of the first that has something to tell.
fn troubles(figures: &[Figures<'_>]) -> Vec<String> {
    let mut told: Vec<&Who> = Vec::new();
    let mut paragraphs = Vec::new();
    for run in figures {
        let words = trouble(run);
        if !words.is_empty() && !told.contains(&&run.who) {
            told.push(&run.who);
            paragraphs.push(words);
        }
    }
    paragraphs
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
        time(run.latency.map(|latency| latency.p999)),
        run.throughput_per_sec.map_or(UNKNOWN.to_owned(), short),
        outcome(run),
    ]
}

fn name(run: &Figures<'_>, repeats: bool) -> String {
    let rounds = if run.series.is_once() {
        String::new()
    } else {
        format!(" × {} rounds", run.series.rounds)
    };
    match run.role {
        RunRole::Warmup => format!("{}{rounds} warm-up {}", run.who, run.repetition + 1),
        RunRole::Measured if repeats => format!("{}{rounds} #{}", run.who, run.repetition + 1),
        RunRole::Measured => format!("{}{rounds}", run.who),
    }
}

fn outcome(run: &Figures<'_>) -> String {
    let place = run.outcome.map_or("running".to_owned(), Outcome::place);
    let wrong = if run.checksum_ok == Some(false) {
        ", wrong checksum"
    } else {
        ""
    };
    format!("{place}{wrong}")
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
    let notes = run.notes.iter().cloned();
    let lines: Vec<String> = lines.into_iter().flatten().chain(notes).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!("\n{}: {}\n", run.who, lines.join("\n  "))
}
