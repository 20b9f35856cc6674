//! What the curve charts share: runs as input, curves with their ends and labels as output. Knows nothing of where labels end up.

use super::{ExpectedEnd, TimeWindow, ValueAxis};
use crate::model::{EngineKind, Outcome};
use crate::recording::Recording;

/// How strongly a run is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Emphasis {
    /// Among the runs that are looked at.
    #[default]
    Current,
    /// A run of before, pale and without a label.
    Ghost,
}

/// A run that takes part in a chart.
#[derive(Clone, Copy, Debug)]
pub struct CurveRun<'a> {
    /// Its recording, finished or growing.
    pub recording: &'a Recording,
    /// How strongly it is drawn.
    pub emphasis: Emphasis,
}

impl<'a> CurveRun<'a> {
    /// A run among those that are looked at.
    #[must_use]
    pub const fn current(recording: &'a Recording) -> Self {
        Self {
            recording,
            emphasis: Emphasis::Current,
        }
    }
}

/// Why a curve ends where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CurveEnd {
    /// The run goes on.
    Running,
    /// Every task finished.
    Completed,
    /// A person stopped it.
    Stopped,
    /// It failed there.
    Failed,
}

/// One run's line.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Gives the colour.
    pub engine: EngineKind,
    /// How strongly it is drawn.
    pub emphasis: Emphasis,
    /// What stands at its end; empty where nothing should.
    pub label: String,
    /// Nanoseconds since the start of the window against the unit of the axis; at most two per pixel column.
    pub points: Vec<[f64; 2]>,
    /// How it ends.
    pub end: CurveEnd,
}

impl Curve {
    /// Where the line leaves sight: its last point, or where it crosses the end of the window; `None` where it is nowhere in sight.
    #[must_use]
    pub fn visible_end(&self, window: TimeWindow) -> Option<[f64; 2]> {
        let span = window.span_f64();
        let last = self.points.iter().rposition(|point| point[0] <= span)?;
        let [x, y] = self.points[last];
        let Some([next_x, next_y]) = self.points.get(last + 1) else {
            return (x >= 0.0).then_some([x, y]);
        };
        let share = (span - x) / (next_x - x);
        Some([span, y + share * (next_y - y)])
    }
}

/// A dashed line across the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// In the unit of the axis.
    pub at: f64,
    /// What it is.
    pub label: String,
}

/// A chart of curves over time.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveScene {
    /// What is shown, for the heading.
    pub title: String,
    /// How it was computed, in muted text beside the heading; may be empty.
    pub note: String,
    /// The visible time.
    pub window: TimeWindow,
    /// The value axis.
    pub axis: ValueAxis,
    /// Ghosts first, so that they lie behind.
    pub curves: Vec<Curve>,
    /// Levels to compare with.
    pub baselines: Vec<Baseline>,
    /// Where the runs should end by arithmetic.
    pub expected: Vec<ExpectedEnd>,
    /// Why the figures say more of something else than of the model; empty where nothing is known to.
    pub warning: String,
}

/// The shortest window that a chart opens with.
const SHORTEST_FIT_NS: u64 = 1_000_000;
/// More current runs than this get one label per engine instead of one each.
const MOST_LABELS: usize = 6;

/// From Go to the last moment known of any run.
#[must_use]
pub fn fit_window(runs: &[CurveRun<'_>]) -> TimeWindow {
    // Samples go on until the worker is reaped; nothing happens in them.
    let last_of = |recording: &Recording| match &recording.end {
        Some(end) => end.wall_ns,
        None => recording.last_ns(),
    };
    let last = runs.iter().map(|run| last_of(run.recording)).max();
    TimeWindow::new(0, last.unwrap_or(0).max(SHORTEST_FIT_NS))
}

/// How much a label says.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wording {
    /// The engine.
    Name,
    /// The engine, and where it failed or was stopped.
    NameAndEnd,
}

/// Builds every run's curve; `points` folds one recording.
pub(super) fn curves(
    runs: &[CurveRun<'_>],
    (wording, window): (Wording, TimeWindow),
    points: impl Fn(&Recording) -> Vec<[f64; 2]>,
) -> Vec<Curve> {
    let mut curves: Vec<Curve> = runs
        .iter()
        .enumerate()
        .map(|(index, run)| Curve {
            engine: run.recording.spec.engine,
            emphasis: run.emphasis,
            label: label_of(runs, index, (wording, window)),
            points: points(run.recording),
            end: end_of(run.recording),
        })
        .filter(|curve| !curve.points.is_empty())
        .collect();
    curves.sort_by_key(|curve| curve.emphasis == Emphasis::Current);
    curves
}

/// The highest value of any curve.
pub(super) fn highest(curves: &[Curve]) -> f64 {
    let points = curves.iter().flat_map(|curve| &curve.points);
    points.map(|point| point[1]).fold(0.0, f64::max)
}

fn end_of(recording: &Recording) -> CurveEnd {
    match recording.end.as_ref().map(|end| &end.outcome) {
        None => CurveEnd::Running,
        Some(Outcome::Completed) => CurveEnd::Completed,
        Some(Outcome::Stopped { .. }) => CurveEnd::Stopped,
        Some(Outcome::Failed { .. }) => CurveEnd::Failed,
    }
}

fn label_of(
    runs: &[CurveRun<'_>],
    index: usize,
    (wording, window): (Wording, TimeWindow),
) -> String {
    let run = runs[index];
    let engine = run.recording.spec.engine;
    let same_engine = |other: &&CurveRun<'_>| {
        other.emphasis == Emphasis::Current && other.recording.spec.engine == engine
    };
    let repeats = runs.iter().filter(same_engine).count();
    let labelled = runs
        .iter()
        .filter(|other| other.emphasis == Emphasis::Current)
        .count();
    let is_last = !runs[index + 1..].iter().any(|other| same_engine(&other));
    let name = match (run.emphasis, repeats) {
        (Emphasis::Current, 0..=1) => engine.id().to_owned(),
        (Emphasis::Current, _) if labelled <= MOST_LABELS => {
            format!("{engine} {}", run.recording.spec.repetition + 1)
        }
        (Emphasis::Current, _) if is_last => format!("{engine} × {repeats}"),
        (Emphasis::Current | Emphasis::Ghost, _) => return String::new(),
    };
    match wording {
        Wording::Name => return name,
        Wording::NameAndEnd => {}
    }
    // An end that is out of sight is not told at the edge.
    let end = run.recording.end.as_ref();
    match end
        .filter(|end| end.wall_ns <= window.end_ns())
        .map(|end| &end.outcome)
    {
        Some(outcome @ (Outcome::Failed { .. } | Outcome::Stopped { .. })) => {
            format!("{name} {}", outcome.place())
        }
        Some(Outcome::Completed) | None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_in_sight_or_where_it_leaves_the_window() {
        let end_of = |points: &[[f64; 2]]| {
            let curve = Curve {
                engine: EngineKind::May,
                emphasis: Emphasis::Current,
                label: String::new(),
                points: points.to_vec(),
                end: CurveEnd::Completed,
            };
            let [x, y] = curve.visible_end(TimeWindow::new(0, 1_000))?;
            Some([x.round(), y.round()])
        };
        assert_eq!(end_of(&[[0.0, 1.0], [400.0, 5.0]]), Some([400.0, 5.0]));
        assert_eq!(
            end_of(&[[500.0, 0.0], [1_500.0, 8.0]]),
            Some([1_000.0, 4.0])
        );
        assert_eq!(
            end_of(&[[-500.0, 0.0], [1_500.0, 8.0]]),
            Some([1_000.0, 6.0])
        );
        assert_eq!(end_of(&[[-500.0, 0.0], [-1.0, 8.0]]), None);
        assert_eq!(end_of(&[[1_200.0, 0.0], [1_500.0, 8.0]]), None);
    }
}
