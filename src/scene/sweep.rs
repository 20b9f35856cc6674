//! A measure over the values of a swept knob, both on logarithmic axes. Places go from 0 (left, bottom) to 1 (right, top).

use super::ValueAxis;
use super::log_scale::LogScale;
use crate::model::units::grouped;
use crate::model::{Bytes, EngineKind, Measure, Nanos, Outcome, Point};
use crate::recording::{Recording, RunGroup, group_runs, memory_slope};

/// A tick and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedTick {
    /// 0…1 along its axis.
    pub at: f32,
    /// What is written there.
    pub label: String,
}

/// One engine in one case over all points.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepCurve {
    /// Gives the colour.
    pub engine: EngineKind,
    /// Counts the cases from 0: engines keep their colour, cases differ in their stroke.
    pub case: usize,
    /// What stands at its end.
    pub label: String,
    /// Every run that counts.
    pub dots: Vec<[f32; 2]>,
    /// The medians, from left to right.
    pub medians: Vec<[f32; 2]>,
    /// Which medians say more of the timer than of the model; as many as `medians`.
    pub timer_bound: Vec<bool>,
    /// Where the model gave up.
    pub failure: Option<[f32; 2]>,
}

/// A log-log chart of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepScene {
    /// The measure, for the heading.
    pub title: String,
    /// The knob and what has to be known, beside the heading.
    pub note: String,
    /// The values of the knob.
    pub x_ticks: Vec<PlacedTick>,
    /// Values of the measure.
    pub y_ticks: Vec<PlacedTick>,
    /// In the order of the first runs.
    pub curves: Vec<SweepCurve>,
}

/// The chart of one measure; `None` where nothing was swept, or nothing measured.
#[must_use]
pub fn sweep_scene(recordings: &[&Recording], measure: Measure) -> Option<SweepScene> {
    let groups: Vec<RunGroup<'_>> = group_runs(recordings)
        .into_iter()
        .filter(|group| group.point.is_some() && !group.measured.is_empty())
        .collect();
    let knob = groups.first()?.point?.knob.clone();
    let lines = Lines::of(&groups, measure);
    let x = LogScale::of(lines.places().map(|place| place[0]))?;
    let y_axis = y_axis(measure, lines.places().map(|place| place[1]))?;
    let y = LogScale::between(&y_axis)?;
    let place = |[value, figure]: [f64; 2]| [x.place(value), y.place(figure)];
    let curves: Vec<SweepCurve> = lines
        .0
        .iter()
        .map(|line| line.curve(&lines, &place))
        .collect();
    let is_flagged = curves.iter().any(|curve| curve.timer_bound.contains(&true));
    let hollow = if is_flagged {
        " · hollow: timer-bound"
    } else {
        ""
    };
    Some(SweepScene {
        title: title(measure),
        note: format!("over {knob}, log-log{hollow}"),
        x_ticks: x_ticks(&groups, &x),
        y_ticks: y_axis
            .ticks
            .iter()
            .map(|tick| PlacedTick {
                at: y.place(tick.at),
                label: tick.label.clone(),
            })
            .collect(),
        curves,
    })
}

fn title(measure: Measure) -> String {
    match measure {
        Measure::Wall => "Wall time".to_owned(),
        Measure::PeakRss => "Peak memory (RSS)".to_owned(),
        Measure::BytesPerTask => "Bytes per task".to_owned(),
        Measure::Throughput => "Tasks per second".to_owned(),
        Measure::P50 | Measure::P95 => format!("Latency {}", measure.label()),
        Measure::FailedAt => "Tasks at failure".to_owned(),
        Measure::LostUpdates => "Lost updates".to_owned(),
    }
}

/// All curves in the units of their axes.
struct Lines<'a>(Vec<Line<'a>>);

struct Line<'a> {
    engine: EngineKind,
    case: &'a str,
    groups: Vec<&'a RunGroup<'a>>,
    measure: Measure,
}

impl<'a> Lines<'a> {
    fn of(groups: &'a [RunGroup<'a>], measure: Measure) -> Self {
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

    fn places(&self) -> impl Iterator<Item = [f64; 2]> {
        self.0.iter().flat_map(Line::places)
    }
}

fn value_of(group: &RunGroup<'_>) -> u64 {
    group.point.map_or(0, |point| point.value)
}

#[expect(clippy::cast_precision_loss, reason = "places on a chart")]
fn number(value: u64) -> f64 {
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

    fn medians(&self) -> impl Iterator<Item = ([f64; 2], bool)> {
        self.groups.iter().filter_map(|group| {
            let median = group.estimate(self.measure)?.median;
            let place = [number(value_of(group)), median];
            Some((place, group.is_timer_bound()))
        })
    }

    /// Where the first point failed: at the tasks it reached where tasks are swept, as high as it had come by then.
    fn failure(&self) -> Option<([f64; 2], u64)> {
        let group = self.groups.iter().find(|group| group.failure().is_some())?;
        let (at, _reason) = group.failure()?;
        let point = group.point?;
        let before = self
            .medians()
            .map(|(place, _)| place)
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
        self.dots().chain(failure)
    }

    fn curve(&self, lines: &Lines<'_>, place: &impl Fn([f64; 2]) -> [f32; 2]) -> SweepCurve {
        let cases = lines.cases();
        let (medians, timer_bound) = self
            .medians()
            .map(|(median, is_bound)| (place(median), is_bound))
            .unzip();
        SweepCurve {
            engine: self.engine,
            case: cases
                .iter()
                .position(|case| *case == self.case)
                .unwrap_or(0),
            label: self.label(cases.len() > 1),
            dots: self.dots().map(place).collect(),
            medians,
            timer_bound,
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
        let failure = self
            .failure()
            .map(|(_, at)| format!("\nfailed at {}", grouped(at)));
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

/// The values of the knob; those whose words would stand in those of the next one are left out.
fn x_ticks(groups: &[RunGroup<'_>], x: &LogScale) -> Vec<PlacedTick> {
    let mut points: Vec<&Point> = groups.iter().filter_map(|group| group.point).collect();
    points.sort_by_key(|point| std::cmp::Reverse(point.value));
    let mut ticks: Vec<PlacedTick> = Vec::new();
    for point in points {
        let tick = PlacedTick {
            at: x.place(number(point.value)),
            label: point.label.clone(),
        };
        let has_room = |right: &PlacedTick| right.at - tick.at > room(&tick) + room(right);
        if ticks.last().is_none_or(has_room) {
            ticks.push(tick);
        }
    }
    ticks.reverse();
    ticks
}

/// Half the width of a label with some air, as a share of the narrowest chart that is drawn.
#[expect(clippy::cast_precision_loss, reason = "a short label")]
fn room(tick: &PlacedTick) -> f32 {
    0.014 + 0.011 * tick.label.chars().count() as f32
}

/// Powers of 2, 4 or 10, whichever leaves a handful of ticks.
fn y_axis(measure: Measure, values: impl Iterator<Item = f64>) -> Option<ValueAxis> {
    const MOST_TICKS: usize = 7;
    let unit = match measure {
        Measure::Wall | Measure::P50 | Measure::P95 => 1e9,
        Measure::PeakRss => 1_048_576.0,
        Measure::BytesPerTask | Measure::Throughput | Measure::FailedAt | Measure::LostUpdates => {
            1.0
        }
    };
    let values: Vec<f64> = values.filter(|value| *value > 0.0).collect();
    let smallest = values.iter().copied().min_by(f64::total_cmp)? / unit;
    let largest = values.iter().copied().max_by(f64::total_cmp)? / unit;
    let axis = |base| super::log_axis(smallest, largest, base, |at| tick_label(measure, at * unit));
    let mut axis = [2.0, 4.0]
        .map(axis)
        .into_iter()
        .find(|axis| axis.ticks.len() <= MOST_TICKS)
        .unwrap_or_else(|| axis(10.0));
    for tick in &mut axis.ticks {
        tick.at *= unit;
    }
    axis.top *= unit;
    Some(axis)
}

/// `1 s` and not `1.00 s`.
pub(super) fn tick_label(measure: Measure, value: f64) -> String {
    let text = match measure {
        Measure::Wall | Measure::P50 | Measure::P95 => Nanos(whole(value)).to_string(),
        Measure::PeakRss => Bytes(whole(value)).to_string(),
        Measure::BytesPerTask | Measure::Throughput | Measure::FailedAt | Measure::LostUpdates => {
            crate::model::units::short(value)
        }
    };
    let unit = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(unit);
    if number.contains('.') {
        let number = number.trim_end_matches('0').trim_end_matches('.');
        format!("{number}{unit}")
    } else {
        text
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "figures are not negative, and the cast saturates"
)]
fn whole(value: f64) -> u64 {
    value.round() as u64
}
