//! The curves of a sweep in the units of their axes, before they are placed. Knows nothing of axes and ticks.

use super::{SweepCurve, SweepPoint};
use crate::model::{EngineKind, Measure, Outcome, Point, failed_at};
use crate::recording::{RunGroup, memory_slope};

/// All curves in the units of their axes.
pub(super) struct Lines<'a>(pub(super) Vec<Line<'a>>);

pub(super) struct Line<'a> {
    engine: EngineKind,
    case: &'a str,
    groups: Vec<&'a RunGroup<'a>>,
    measure: Measure,
}

impl<'a> Lines<'a> {
    pub(super) fn of(groups: &'a [RunGroup<'a>], measure: Measure) -> Self {
        let mut lines: Vec<Line<'a>> = Vec::new();
        for group in groups {
            let (engine, case) = (group.who.engine, group.who.case.as_str());
            match lines
                .iter_mut()
                .find(|line| line.engine == engine && line.case == case)
            {
                Some(line) => line.groups.push(group),
                None => lines.push(Line {
                    engine,
                    case,
                    groups: vec![group],
                    measure,
                }),
            }
        }
        for line in &mut lines {
            line.groups.sort_by_key(|group| value_of(group));
        }
        lines.retain(|line| line.places().next().is_some());
        Self(lines)
    }

    fn cases(&self) -> Vec<&str> {
        let mut cases: Vec<&str> = Vec::new();
        for line in &self.0 {
            if !cases.contains(&line.case) {
                cases.push(line.case);
            }
        }
        cases
    }

    pub(super) fn places(&self) -> impl Iterator<Item = [f64; 2]> {
        self.0.iter().flat_map(Line::places)
    }
}

fn value_of(group: &RunGroup<'_>) -> u64 {
    group.point.map_or(0, |point| point.value)
}

#[expect(clippy::cast_precision_loss, reason = "places on a chart")]
pub(super) fn number(value: u64) -> f64 {
    value as f64
}

impl Line<'_> {
    fn dots(&self) -> impl Iterator<Item = [f64; 2]> {
        self.groups.iter().flat_map(|group| {
            let x = number(value_of(group));
            let values = group.values(self.measure);
            values.into_iter().map(move |value| [x, value])
        })
    }

    fn medians(&self) -> impl Iterator<Item = (&RunGroup<'_>, [f64; 2])> {
        self.groups.iter().filter_map(|group| {
            let median = group.estimate(self.measure)?.median;
            Some((*group, [number(value_of(group)), median]))
        })
    }

    /// The time by arithmetic at every point that has one; of other measures arithmetic knows nothing.
    fn expected(&self) -> impl Iterator<Item = [f64; 2]> {
        let is_time = self.measure == Measure::Wall;
        let groups = self.groups.iter().filter(move |_| is_time);
        groups.filter_map(|group| {
            let time = group.measured.first()?.expected()?.time;
            (time.0 > 0).then(|| [number(value_of(group)), number(time.0)])
        })
    }

    /// What stands behind a median, for whoever rests the pointer on it.
    fn words(&self, group: &RunGroup<'_>, median: f64) -> String {
        let who = &group.who;
        let runs = group.values(self.measure).len();
        let of = if runs > 1 {
            format!(" (median of {runs})")
        } else {
            String::new()
        };
        let first = group.measured.first();
        let expected = first.and_then(|run| run.expected());
        let expected = expected.map(|found| {
            format!(
                "\nexpected ≈ {} by arithmetic: {}",
                found.time, found.formula
            )
        });
        let timer = first.and_then(|run| run.timer_sentence());
        let timer = timer
            .filter(|_| group.is_timer_bound())
            .map(|sentence| format!("\ntimer-bound: {sentence}"));
        let figure = self.measure.value_label(median);
        let head = format!("{who}: {} {figure}{of}", self.measure.label());
        [Some(head), expected, timer]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Where the first point failed: at the tasks it reached where tasks are swept, as high as it had come by then.
    fn failure(&self) -> Option<([f64; 2], u64)> {
        let group = self.groups.iter().find(|group| group.failure().is_some())?;
        let (at, _reason) = group.failure()?;
        let point = group.point?;
        let before = self
            .medians()
            .map(|(_, place)| place)
            .take_while(|place| place[0] < number(point.value))
            .last();
        let x = failed_at_x(point, at).max(before.map_or(0.0, |place| place[0]));
        let height = match self.measure {
            Measure::PeakRss => peak_at_failure(group),
            Measure::Wall
            | Measure::BytesPerTask
            | Measure::Throughput
            | Measure::P50
            | Measure::P95
            | Measure::FailedAt
            | Measure::LostUpdates => None,
        };
        let y = height.or(before.map(|place| place[1]))?;
        Some(([x, y], at))
    }

    fn places(&self) -> impl Iterator<Item = [f64; 2]> {
        let failure = self.failure().map(|(place, _)| place);
        self.dots().chain(failure).chain(self.expected())
    }

    pub(super) fn curve(
        &self,
        lines: &Lines<'_>,
        place: &impl Fn([f64; 2]) -> [f32; 2],
    ) -> SweepCurve {
        let cases = lines.cases();
        let points = self.medians().map(|(group, median)| SweepPoint {
            at: place(median),
            is_timer_bound: group.is_timer_bound(),
            words: self.words(group, median[1]),
        });
        SweepCurve {
            engine: self.engine,
            case: cases
                .iter()
                .position(|case| *case == self.case)
                .unwrap_or(0),
            label: self.label(cases.len() > 1),
            dots: self.dots().map(place).collect(),
            points: points.collect(),
            expected: self.expected().map(place).collect(),
            failure: self.failure().map(|(failure, _)| place(failure)),
        }
    }

    /// The engine, its case where there are several, the slope of its memory, and where it failed.
    fn label(&self, names_case: bool) -> String {
        let case = (names_case && !self.case.is_empty()).then(|| format!(" · {}", self.case));
        let sweeps_tasks = self
            .groups
            .iter()
            .all(|group| group.point.is_some_and(|point| point.knob == "tasks"));
        let slope = memory_slope(&self.groups)
            .filter(|_| sweeps_tasks && self.measure == Measure::PeakRss)
            .map(|slope| Measure::BytesPerTask.value_label(slope.bytes_per_task))
            .map(|bytes| format!("\n{bytes} B per task"));
        let failure = self.failure().map(|(_, at)| format!("\n{}", failed_at(at)));
        let words = [Some(self.engine.to_string()), case, slope, failure];
        words.into_iter().flatten().collect()
    }
}

fn failed_at_x(point: &Point, at: u64) -> f64 {
    if point.knob == "tasks" {
        number(at.clamp(1, point.value.max(1)))
    } else {
        number(point.value)
    }
}

fn peak_at_failure(group: &RunGroup<'_>) -> Option<f64> {
    let peaks = group.measured.iter().filter_map(|run| {
        let end = run.end.as_ref()?;
        let failed = matches!(end.outcome, Outcome::Failed { .. });
        (failed && end.rss_peak.0 > 0).then(|| number(end.rss_peak.0))
    });
    peaks.max_by(f64::total_cmp)
}
