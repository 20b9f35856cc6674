//! The result sheet of the last plan as words and numbers to be laid out. Knows nothing of pixels.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{AppState, ExportChart, RunEntry, Tab};
use crate::model::{EngineKind, Measure, Preset, failed_at};
use crate::recording::{
    Basis, Estimate, Recording, ResultSheet, ShapeVerdict, SheetRow, Verdict, compare_times,
    result_sheet,
};

/// Most figures beside each other.
const MOST_MEASURES: usize = 3;

/// A plan that was begun: what its figures are compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct RanPlan {
    /// The preset as it ran.
    pub preset: Preset,
    /// What was changed in it before, as `key = value`.
    pub changes: Vec<String>,
    /// The runs that were begun, in order, which is that of their names.
    pub begun: Vec<super::RunId>,
}

/// The whole view.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareTable {
    /// Of the plan.
    pub title: String,
    /// What to know of the published figures; empty where there are none.
    pub note: String,
    /// The figures that are shown, in order.
    pub measures: Vec<Measure>,
    /// Rows that may be compared with each other.
    pub groups: Vec<CompareGroup>,
    /// The published shape, claim by claim.
    pub claims: Vec<ClaimLine>,
    /// Memory per task as the slope over a sweep, in words.
    pub slopes: Vec<String>,
}

/// One case at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareGroup {
    /// Case and point; empty where the plan has neither.
    pub heading: String,
    /// One per engine.
    pub rows: Vec<CompareRow>,
}

/// One engine.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareRow {
    /// Whose figures.
    pub engine: EngineKind,
    /// One for each of the table's measures.
    pub cells: Vec<CompareCell>,
    /// The time by arithmetic, and its formula.
    pub expected: Option<(String, String)>,
    /// How it ended or how it stands against the fastest, in words; may be empty.
    pub remark: String,
    /// Whether the remark tells of a failure.
    pub failed: bool,
    /// Why its times say more of the timer than of the engine.
    pub timer: Option<String>,
    /// What stands under its name: runs or rounds behind the figures where there are several, and how many came first; may be empty.
    pub behind: String,
}

/// One figure of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareCell {
    /// Of what.
    pub measure: Measure,
    /// Median and interval; `None` where nothing was measured.
    pub estimate: Option<Estimate>,
    /// Every counted run, or round of a single run.
    pub points: Vec<f64>,
    /// Every warm-up run, or round of a single run.
    pub warmups: Vec<f64>,
    /// Lowest and highest published value, the words beside it, and where it stands.
    pub published: Option<PublishedValue>,
}

/// What others measured.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedValue {
    /// Lowest and highest value.
    pub ends: [f64; 2],
    /// As it is read.
    pub label: String,
    /// Whose it is.
    pub source: String,
}

/// One claim about the published shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimLine {
    /// What they saw.
    pub claim: String,
    /// What may be said of it here.
    pub verdict: ShapeVerdict,
    /// What was measured; may be empty.
    pub measured: String,
}

impl AppState {
    /// The runs of the view: those of the last plan, or, where none was begun, all that were opened.
    pub(super) fn compared(&self) -> Vec<&RunEntry> {
        let ran = self.ran.as_ref();
        let of_plan =
            |entry: &&RunEntry| ran.is_none_or(|ran| ran.begun.binary_search(&entry.id).is_ok());
        self.runs.entries().iter().filter(of_plan).collect()
    }

    /// The tabs there are: sweep and rounds have one only where the last plan has such runs.
    pub fn tabs(&self) -> impl Iterator<Item = Tab> {
        let sweeps = !self.swept().is_empty();
        let has_rounds = !self.in_rounds().is_empty();
        let is_there = move |tab: &Tab| match tab {
            Tab::Live | Tab::Timeline | Tab::Compare => true,
            Tab::Sweep => sweeps,
            Tab::Rounds => has_rounds,
        };
        Tab::ALL.into_iter().filter(is_there)
    }

    /// The chart that would be exported: the chosen one, or the live one where the last plan has nothing for that.
    #[must_use]
    pub fn export_chart(&self) -> ExportChart {
        let chosen = self.export.chart;
        let tab = match chosen {
            ExportChart::Live => Tab::Live,
            ExportChart::Timeline => Tab::Timeline,
            ExportChart::Sweep => Tab::Sweep,
            ExportChart::Rounds => Tab::Rounds,
        };
        let is_there = self.tabs().any(|there| there == tab);
        if is_there { chosen } else { ExportChart::Live }
    }

    /// The recordings of the last plan that do their tasks in rounds.
    #[must_use]
    pub fn in_rounds(&self) -> Vec<&Recording> {
        let recordings = self.compared().into_iter().map(|entry| &entry.recording);
        recordings
            .filter(|recording| !recording.spec.series().is_once())
            .collect()
    }

    /// Changes as rounds of the last plan come in: at every run that ends or goes, and some twenty times while one runs.
    #[must_use]
    pub fn rounds_key(&self) -> u64 {
        const STEPS: usize = 20;
        let mut hasher = DefaultHasher::new();
        self.compare_key().hash(&mut hasher);
        for recording in self.in_rounds() {
            let all = recording.spec.series().total().max(1) as usize;
            let told = recording.rounds.len();
            (told.min(1), told * STEPS / all).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The recordings of the last plan that stand at a point of a sweep.
    #[must_use]
    pub fn swept(&self) -> Vec<&Recording> {
        let recordings = self.compared().into_iter().map(|entry| &entry.recording);
        recordings
            .filter(|recording| recording.spec.point.is_some())
            .collect()
    }

    /// Changes whenever [`AppState::compare_table`] may: its figures are costly, and the same until a run ends or goes.
    #[must_use]
    pub fn compare_key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let ran = self.ran.as_ref();
        ran.map(|ran| (&ran.preset.title, &ran.changes))
            .hash(&mut hasher);
        for entry in self.compared() {
            (entry.id.0, entry.is_running()).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The result sheet of the last plan.
    #[must_use]
    pub fn compare_table(&self) -> CompareTable {
        let entries = self.compared();
        let recordings: Vec<&Recording> = entries.iter().map(|entry| &entry.recording).collect();
        let nothing_published = || Preset {
            title: "Opened runs".to_owned(),
            ..Preset::default()
        };
        let ran = self.ran.as_ref();
        let preset = ran.map_or_else(nothing_published, |ran| ran.preset.clone());
        let changes = ran.map_or(&[][..], |ran| &ran.changes);
        table(&preset, &result_sheet(&preset, &recordings, changes))
    }
}

fn table(preset: &Preset, sheet: &ResultSheet<'_>) -> CompareTable {
    let measures = measures(preset);
    let mut groups: Vec<CompareGroup> = Vec::new();
    for row in &sheet.rows {
        let heading = heading(row);
        let filled = compare_row(sheet, row, &measures);
        match groups.iter_mut().find(|group| group.heading == heading) {
            Some(group) => group.rows.push(filled),
            None => groups.push(CompareGroup {
                heading,
                rows: vec![filled],
            }),
        }
    }
    let claims = sheet.claims.iter().map(|checked| ClaimLine {
        claim: checked.claim.to_string(),
        verdict: checked.verdict.clone(),
        measured: checked.measured.clone(),
    });
    let slopes = sheet.slopes.iter().map(|(engine, case, slope)| {
        let who = crate::model::Who::of(*engine, case, None);
        let bytes = Measure::BytesPerTask.value_label(slope.bytes_per_task);
        format!("{who}: {bytes} bytes per task over {} points", slope.points)
    });
    CompareTable {
        title: sheet.title.clone(),
        note: note(sheet),
        groups,
        claims: claims.collect(),
        slopes: slopes.collect(),
        measures,
    }
}

/// What others published, then time and memory.
fn measures(preset: &Preset) -> Vec<Measure> {
    let is_published = |measure: &Measure| {
        let mut published = preset.published.iter();
        *measure != Measure::FailedAt && published.any(|other| other.measure == *measure)
    };
    let usual = [Measure::Wall, Measure::PeakRss];
    let published = Measure::ALL.into_iter().filter(is_published);
    let mut chosen: Vec<Measure> = Vec::new();
    for measure in published.chain(usual) {
        if !chosen.contains(&measure) && chosen.len() < MOST_MEASURES {
            chosen.push(measure);
        }
    }
    chosen.sort_by_key(|measure| Measure::ALL.iter().position(|other| other == measure));
    chosen
}

fn note(sheet: &ResultSheet<'_>) -> String {
    if sheet.comparisons.is_empty() && sheet.claims.is_empty() {
        return String::new();
    }
    let usual = "Published figures are of another machine and another runtime: the order counts, not the size.";
    if sheet.changes.is_empty() {
        return usual.to_owned();
    }
    let changes = sheet.changes.join(", ");
    format!("{usual} This preset was changed ({changes}), so theirs is another experiment.")
}

fn heading(row: &SheetRow<'_>) -> String {
    let point = row.runs.point;
    let point = point.map(|point| format!("{} {}", point.knob, point.label));
    let case = Some(row.runs.who.case.clone()).filter(|case| !case.is_empty());
    let parts: Vec<String> = case.into_iter().chain(point).collect();
    parts.join(" · ")
}

fn compare_row(sheet: &ResultSheet<'_>, row: &SheetRow<'_>, measures: &[Measure]) -> CompareRow {
    let failed = row.runs.failure();
    let remark = match failed {
        Some((at, reason)) => format!("{}: {reason}", failed_at(at)),
        None => against_fastest(sheet, row),
    };
    let cells = measures.iter().map(|measure| cell(sheet, row, *measure));
    CompareRow {
        engine: row.runs.who.engine,
        cells: cells.collect(),
        expected: expected_of(row),
        remark,
        failed: failed.is_some(),
        timer: timer(row),
        behind: behind(row),
    }
}

/// `5 runs + 2 warm-up`, `100 rounds + 10 warm-up`, `5 runs × 100 rounds`.
fn behind(row: &SheetRow<'_>) -> String {
    let (runs, first) = (row.runs.measured.len(), row.runs.warmups.len());
    let plus = |count: u64| match count {
        0 => String::new(),
        count => format!(" + {count} warm-up"),
    };
    match (row.runs.basis(Measure::Wall), row.runs.rounds()) {
        (Basis::Rounds, Some(series)) => {
            format!("{} rounds{}", series.rounds, plus(series.warmup.into()))
        }
        (_runs, Some(series)) if runs > 0 => format!("{runs} × {} rounds", series.rounds),
        (_runs, _series) if first > 0 => format!("{runs} runs{}", plus(first as u64)),
        (_runs, _series) => String::new(),
    }
}

fn cell(sheet: &ResultSheet<'_>, row: &SheetRow<'_>, measure: Measure) -> CompareCell {
    let mut published = sheet.comparisons.iter().map(|compared| &compared.published);
    let theirs = published.find(|other| other.measure == measure && other.who == row.runs.who);
    CompareCell {
        measure,
        estimate: row.figure(measure),
        points: row.runs.values(measure),
        warmups: row.runs.warmup_values(measure),
        published: theirs.map(|theirs| PublishedValue {
            ends: [as_f64(theirs.low), as_f64(theirs.high)],
            label: theirs.range_label(),
            source: format!("{} ({})", theirs.model, theirs.source),
        }),
    }
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
const fn as_f64(value: u64) -> f64 {
    value as f64
}

/// How the time stands against the fastest of the group; nothing is said of single runs.
fn against_fastest(sheet: &ResultSheet<'_>, row: &SheetRow<'_>) -> String {
    let who = &row.runs.who;
    let beside = sheet.rows.iter().filter(|other| {
        let theirs = &other.runs.who;
        theirs.case == who.case && theirs.point == who.point
    });
    let timed = beside.filter_map(|other| Some((other, other.figure(Measure::Wall)?)));
    let fastest = timed.min_by(|a, b| a.1.median.total_cmp(&b.1.median));
    let (Some(here), Some((fastest, theirs))) = (row.figure(Measure::Wall), fastest) else {
        return String::new();
    };
    if here.runs < 2 || fastest.runs.who == *who {
        return String::new();
    }
    let engine = fastest.runs.who.engine;
    match compare_times(&here, &theirs) {
        Verdict::Slower | Verdict::Faster => {
            format!("{:.2} × the time of {engine}", here.median / theirs.median)
        }
        verdict @ (Verdict::NoDifferenceSeen | Verdict::TooFewRuns) => {
            format!("{} ({engine})", verdict.label())
        }
    }
}

fn expected_of(row: &SheetRow<'_>) -> Option<(String, String)> {
    let run = row.runs.measured.first().or(row.runs.warmups.first())?;
    let found = run.expected()?;
    Some((format!("≈ {}", found.time), found.formula))
}

fn timer(row: &SheetRow<'_>) -> Option<String> {
    if !row.runs.is_timer_bound() {
        return None;
    }
    let mut sleeps = row
        .runs
        .measured
        .iter()
        .filter_map(|run| run.achieved_sleep());
    let sleep = sleeps.next()?;
    Some(format!(
        "asked to sleep {}, slept {}: this says more of the timer than of {}",
        sleep.requested, sleep.achieved, row.runs.who.engine
    ))
}
