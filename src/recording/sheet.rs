//! The result sheet: this machine's figures beside the published ones, and whether the shape is the same. Knows nothing of layout.

use super::{
    Crossing, Estimate, MemorySlope, Recording, RunGroup, crossings, group_runs, memory_slope,
};
use crate::model::{EngineKind, Measure, Preset, Published, Who};

mod verdict;

pub use verdict::{CheckedClaim, ShapeVerdict};

/// What a plan gave, put together.
#[derive(Clone, Debug)]
pub struct ResultSheet<'a> {
    /// Title of the plan.
    pub title: String,
    /// What to look for.
    pub about: String,
    /// One per engine, case and point.
    pub rows: Vec<SheetRow<'a>>,
    /// Bytes per task as the slope over a sweep of tasks: engine, case, slope.
    pub slopes: Vec<(EngineKind, String, MemorySlope)>,
    /// Where curves of peak memory cross over the sweep: the order flips there.
    pub crossings: Vec<Crossing>,
    /// Published figures beside ours.
    pub comparisons: Vec<Comparison>,
    /// The published shape, claim by claim.
    pub claims: Vec<CheckedClaim>,
    /// What was changed before the runs, as `key=value`: published figures are then of another experiment.
    pub changes: Vec<String>,
}

/// Figures of one engine in one case at one point.
#[derive(Clone, Debug)]
pub struct SheetRow<'a> {
    /// The runs behind the figures.
    pub runs: RunGroup<'a>,
    /// Measure and estimate, for those that were measured.
    pub figures: Vec<(Measure, Estimate)>,
}

/// One published figure beside ours.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Theirs.
    pub published: Published,
    /// Ours.
    pub here: Standing,
}

/// What this machine has beside a published figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// The same figure.
    Measured(Estimate),
    /// A failure where they have a figure: tasks that had been started.
    FailedHere(u64),
    /// No failure where theirs gave up.
    DidNotFail,
    /// Nothing: it did not run, was stopped, or nobody could tell.
    Unknown,
}

impl SheetRow<'_> {
    /// One of the figures.
    #[must_use]
    pub fn figure(&self, measure: Measure) -> Option<Estimate> {
        let found = self.figures.iter().find(|(other, _)| *other == measure);
        found.map(|(_, estimate)| *estimate)
    }
}

/// Puts the runs of a plan together. `changes` are those the person made to the preset before running it.
#[must_use]
pub fn result_sheet<'a>(
    preset: &Preset,
    recordings: &[&'a Recording],
    changes: &[String],
) -> ResultSheet<'a> {
    let rows: Vec<SheetRow<'a>> = group_runs(recordings).into_iter().map(row).collect();
    let comparisons = preset
        .published
        .iter()
        .map(|published| comparison(published, &rows))
        .collect();
    let claims = preset.shape.iter();
    ResultSheet {
        title: preset.title.clone(),
        about: preset.about.clone(),
        slopes: slopes(&rows),
        crossings: flips(&rows),
        comparisons,
        claims: claims.map(|claim| verdict::check(claim, &rows)).collect(),
        rows,
        changes: changes.to_vec(),
    }
}

fn row(runs: RunGroup<'_>) -> SheetRow<'_> {
    let figures = Measure::ALL
        .into_iter()
        .filter_map(|measure| Some((measure, runs.estimate(measure)?)))
        .collect();
    SheetRow { runs, figures }
}

fn comparison(published: &Published, rows: &[SheetRow<'_>]) -> Comparison {
    let row = find(rows, &published.who);
    Comparison {
        here: row.map_or(Standing::Unknown, |row| standing(row, published.measure)),
        published: published.clone(),
    }
}

fn standing(row: &SheetRow<'_>, measure: Measure) -> Standing {
    match (row.figure(measure), row.runs.failure()) {
        (Some(here), _) => Standing::Measured(here),
        (None, Some((at, _reason))) => Standing::FailedHere(at),
        (None, None) if measure == Measure::FailedAt && !row.figures.is_empty() => {
            Standing::DidNotFail
        }
        (None, None) => Standing::Unknown,
    }
}

fn find<'r, 'a>(rows: &'r [SheetRow<'a>], who: &Who) -> Option<&'r SheetRow<'a>> {
    rows.iter().find(|row| row.runs.who == *who)
}

/// Where memory flips its order. Times of runs that wait are all about the wait and cross by chance, so they are left out.
fn flips(rows: &[SheetRow<'_>]) -> Vec<Crossing> {
    let groups: Vec<&RunGroup<'_>> = rows.iter().map(|row| &row.runs).collect();
    crossings(&groups, Measure::PeakRss)
}

/// A slope for every engine and case whose tasks were swept.
fn slopes(rows: &[SheetRow<'_>]) -> Vec<(EngineKind, String, MemorySlope)> {
    let mut found: Vec<(EngineKind, String, MemorySlope)> = Vec::new();
    for row in rows {
        let who = &row.runs.who;
        let is_swept = row.runs.point.is_some_and(|point| point.knob == "tasks");
        let is_known = found
            .iter()
            .any(|(engine, case, _)| *engine == who.engine && *case == who.case);
        if !is_swept || is_known {
            continue;
        }
        let line: Vec<&RunGroup<'_>> = rows
            .iter()
            .map(|row| &row.runs)
            .filter(|runs| runs.who.engine == who.engine && runs.who.case == who.case)
            .collect();
        if let Some(slope) = memory_slope(&line) {
            found.push((who.engine, who.case.clone(), slope));
        }
    }
    found
}
