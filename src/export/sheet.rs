//! The result sheet as sections of words: the same for the terminal and for Markdown. Knows nothing of either.

use super::sheet_rounds::rounds_section;
use crate::model::{EngineKind, Measure, Who, failed_at};
use crate::recording::{
    Basis, Comparison, Estimate, ResultSheet, SheetRow, Standing, Verdict, compare_times,
};

/// Stands where nothing is known.
pub(super) const UNKNOWN: &str = "–";

/// One table of the sheet with what has to be said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    /// Its heading.
    pub title: &'static str,
    /// What to know when reading it; may be empty.
    pub note: String,
    /// The first row is the head; every row has as many cells.
    pub rows: Vec<Vec<String>>,
}

/// The tables of a sheet; those without rows are left out.
pub(super) fn sections(sheet: &ResultSheet<'_>) -> Vec<Section> {
    let all = [
        statistics(sheet),
        rounds_section(sheet),
        differences(sheet),
        slopes(sheet),
        crossings(sheet),
        comparisons(sheet),
        claims(sheet),
    ];
    all.into_iter()
        .filter(|section| section.rows.len() > 1)
        .collect()
}

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub(super) fn section(title: &'static str, note: String, names: &[&str]) -> Section {
    Section {
        title,
        note,
        rows: vec![head(names)],
    }
}

/// Median and interval of every group; left out where every run stands alone.
fn statistics(sheet: &ResultSheet<'_>) -> Section {
    let mut section = section(
        "Repetitions: median [bootstrap 95 % interval]",
        statistics_note(sheet),
        &[
            "runs of", "count", "wall", "peak RSS", "B/task", "p50", "p95", "tasks/s", "remarks",
        ],
    );
    let repeats = sheet
        .rows
        .iter()
        .any(|row| row.runs.measured.len() > 1 || row.runs.rounds().is_some());
    if repeats || !sheet.rows.iter().all(|row| row.runs.warmups.is_empty()) {
        section.rows.extend(sheet.rows.iter().map(statistics_row));
    }
    section
}

fn statistics_note(sheet: &ResultSheet<'_>) -> String {
    let warmups: usize = sheet.rows.iter().map(|row| row.runs.warmups.len()).sum();
    let mut sentences: Vec<String> = Vec::new();
    if warmups > 0 {
        sentences.push(format!("{warmups} warm-up runs are shown and not counted."));
    }
    let of_rounds = |basis| {
        let mut rows = sheet.rows.iter().filter(|row| row.runs.rounds().is_some());
        rows.any(|row| row.runs.basis(Measure::Wall) == basis)
    };
    if of_rounds(Basis::Rounds) {
        sentences.push(
            "Of a single run with rounds, wall, p50, p95 and tasks/s are over its measured rounds: they say how one process behaves, not how processes differ."
                .to_owned(),
        );
    }
    if of_rounds(Basis::Runs) {
        sentences.push(
            "Of several runs with rounds, wall, p50, p95 and tasks/s are over the runs, each the median of its measured rounds."
                .to_owned(),
        );
    }
    sentences.join(" ")
}

fn statistics_row(row: &SheetRow<'_>) -> Vec<String> {
    let cell = |measure: Measure| {
        row.figure(measure)
            .map_or(UNKNOWN.to_owned(), |found| with_interval(measure, &found))
    };
    let mut cells = vec![row.runs.who.to_string(), count(row)];
    cells.extend(
        [
            Measure::Wall,
            Measure::PeakRss,
            Measure::BytesPerTask,
            Measure::P50,
            Measure::P95,
            Measure::Throughput,
        ]
        .map(cell),
    );
    cells.push(remarks(row));
    cells
}

/// How many runs, and of how many rounds each.
fn count(row: &SheetRow<'_>) -> String {
    let runs = row.runs.measured.len();
    match row.runs.rounds() {
        Some(series) => format!("{runs} × {} rounds", series.rounds),
        None => runs.to_string(),
    }
}

fn remarks(row: &SheetRow<'_>) -> String {
    let failed =
        row.runs.failure().map(
            |(at, _)| match (row.runs.failures(), row.runs.measured.len()) {
                (failures, runs) if failures < runs => {
                    format!("{failures} of {runs} runs {}", failed_at(at))
                }
                _all => failed_at(at),
            },
        );
    let timer = row.runs.is_timer_bound().then(|| "timer-bound".to_owned());
    let lost = row
        .figure(Measure::LostUpdates)
        .filter(|lost| lost.median > 0.0)
        .map(|lost| {
            format!(
                "{} updates lost",
                Measure::LostUpdates.value_label(lost.median)
            )
        });
    let words = [failed, timer, lost].into_iter().flatten();
    words.collect::<Vec<_>>().join(", ")
}

pub(super) fn with_interval(measure: Measure, estimate: &Estimate) -> String {
    let median = measure.value_label(estimate.median);
    match estimate.interval {
        Some((low, high)) => format!(
            "{median} [{} – {}]",
            measure.value_label(low),
            measure.value_label(high)
        ),
        None => median,
    }
}

/// Each engine's time against the fastest of its case and point; left out where nothing was repeated.
fn differences(sheet: &ResultSheet<'_>) -> Section {
    let mut section = section(
        "Wall time against the fastest",
        "Faster and slower are said only of intervals that lie apart.".to_owned(),
        &["runs of", "against", "verdict"],
    );
    for row in &sheet.rows {
        let here = row.figure(Measure::Wall).filter(|here| here.runs > 1);
        let fastest = fastest_beside(sheet, row);
        if let (Some(here), Some((fastest, theirs))) = (here, fastest) {
            section.rows.push(vec![
                row.runs.who.to_string(),
                fastest.runs.who.to_string(),
                verdict(&here, &theirs),
            ]);
        }
    }
    section
}

/// The fastest other engine in the same case at the same point, if this one is not the fastest itself.
fn fastest_beside<'s, 'a>(
    sheet: &'s ResultSheet<'a>,
    row: &SheetRow<'_>,
) -> Option<(&'s SheetRow<'a>, Estimate)> {
    let who = &row.runs.who;
    let fastest = sheet
        .rows
        .iter()
        .filter(|other| other.runs.who.case == who.case && other.runs.who.point == who.point)
        .filter_map(|other| Some((other, other.figure(Measure::Wall)?)))
        .min_by(|a, b| a.1.median.total_cmp(&b.1.median))?;
    (fastest.0.runs.who != *who).then_some(fastest)
}

fn verdict(here: &Estimate, theirs: &Estimate) -> String {
    let words = compare_times(here, theirs).label();
    match compare_times(here, theirs) {
        Verdict::Slower | Verdict::Faster => {
            format!("{words}, factor {:.2}", here.median / theirs.median)
        }
        Verdict::NoDifferenceSeen | Verdict::TooFewRuns => words.to_owned(),
    }
}

fn slopes(sheet: &ResultSheet<'_>) -> Section {
    let mut section = section(
        "Memory per task: least-squares slope of peak RSS over tasks",
        String::new(),
        &["runs of", "bytes per task", "points"],
    );
    for (engine, case, slope) in &sheet.slopes {
        let who = Who::of(*engine, case, None);
        section.rows.push(vec![
            who.to_string(),
            Measure::BytesPerTask.value_label(slope.bytes_per_task),
            slope.points.to_string(),
        ]);
    }
    section
}

fn crossings(sheet: &ResultSheet<'_>) -> Section {
    let mut section = section(
        "Where the order flips: peak RSS over the sweep",
        "The place is where straight lines between the medians meet.".to_owned(),
        &["lower before", "lower after", "between", "in words"],
    );
    section.rows.extend(sheet.crossings.iter().map(|crossing| {
        let named =
            |(engine, case): &(EngineKind, String)| Who::of(*engine, case, None).to_string();
        vec![
            named(&crossing.lower_before),
            named(&crossing.lower_after),
            format!(
                "{} {} and {}",
                crossing.before.knob, crossing.before.label, crossing.after.label
            ),
            crossing.sentence(),
        ]
    }));
    section
}

fn comparisons(sheet: &ResultSheet<'_>) -> Section {
    let mut note =
        "Theirs: another machine and another runtime. The order counts, not the size.".to_owned();
    if !sheet.changes.is_empty() {
        note += " This preset was changed (";
        note += &sheet.changes.join(", ");
        note += "), so theirs is another experiment.";
    }
    let mut section = section(
        "Beside the published figures",
        note,
        &[
            "runs of",
            "measure",
            "here",
            "published",
            "their model",
            "source",
        ],
    );
    section
        .rows
        .extend(sheet.comparisons.iter().map(comparison));
    section
}

fn comparison(compared: &Comparison) -> Vec<String> {
    let published = &compared.published;
    let here = match &compared.here {
        Standing::Measured(here) => with_interval(published.measure, here),
        Standing::FailedHere(at) => format!("{}; theirs did not fail", failed_at(*at)),
        Standing::DidNotFail => "did not fail here".to_owned(),
        Standing::Unknown => UNKNOWN.to_owned(),
    };
    vec![
        published.who.to_string(),
        published.measure.label().to_owned(),
        here,
        published.range_label(),
        published.model.clone(),
        published.source.clone(),
    ]
}

fn claims(sheet: &ResultSheet<'_>) -> Section {
    let mut section = section(
        "The published shape",
        String::new(),
        &["published", "verdict here", "measured"],
    );
    section.rows.extend(sheet.claims.iter().map(|checked| {
        vec![
            checked.claim.to_string(),
            checked.verdict.label(),
            checked.measured.clone(),
        ]
    }));
    section
}
