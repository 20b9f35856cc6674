//! A measure over the values of a swept knob, both on logarithmic axes. Places go from 0 (left, bottom) to 1 (right, top).

use super::ValueAxis;
use super::log_scale::LogScale;
use crate::model::{Bytes, EngineKind, Measure, Nanos, Point};
use crate::recording::{Crossing, Recording, RunGroup, crossings, group_runs};

mod lines;

use lines::{Lines, number};

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
    pub points: Vec<SweepPoint>,
    /// The times by arithmetic, from left to right; empty where arithmetic knows nothing.
    pub expected: Vec<[f32; 2]>,
    /// Where the model gave up.
    pub failure: Option<[f32; 2]>,
}

/// The median at one point of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPoint {
    /// Where it stands.
    pub at: [f32; 2],
    /// Whether it says more of the timer than of the model.
    pub is_timer_bound: bool,
    /// Whose it is, its value, and what arithmetic says.
    pub words: String,
}

/// Where two curves change their order.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepFlip {
    /// Where straight lines between the medians meet.
    pub at: [f32; 2],
    /// Who crosses whom at which value, in a sentence.
    pub words: String,
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
    /// Where the order of two curves flips; only memory has them, times of runs that wait cross by chance.
    pub flips: Vec<SweepFlip>,
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
    Some(SweepScene {
        title: title(measure),
        note: note(&knob, &curves),
        flips: flips(&groups, measure, &place),
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

/// The knob, and what the marks mean that are there.
fn note(knob: &str, curves: &[SweepCurve]) -> String {
    let is_flagged = curves
        .iter()
        .flat_map(|curve| &curve.points)
        .any(|point| point.is_timer_bound);
    let hollow = is_flagged.then_some(" · hollow: timer-bound");
    let has_expected = curves.iter().any(|curve| !curve.expected.is_empty());
    let dotted = has_expected.then_some(" · dotted: expected by arithmetic");
    let marks: String = dotted.into_iter().chain(hollow).collect();
    format!("over {knob}, log-log{marks}")
}

fn flips(
    groups: &[RunGroup<'_>],
    measure: Measure,
    place: &impl Fn([f64; 2]) -> [f32; 2],
) -> Vec<SweepFlip> {
    if measure != Measure::PeakRss {
        return Vec::new();
    }
    let groups: Vec<&RunGroup<'_>> = groups.iter().collect();
    let found = crossings(&groups, measure);
    let flip = |crossing: &Crossing| SweepFlip {
        at: place([crossing.at, crossing.level]),
        words: crossing.sentence(),
    };
    found.iter().map(flip).collect()
}

fn title(measure: Measure) -> String {
    match measure {
        Measure::Wall => "Wall time".to_owned(),
        Measure::PeakRss => "Peak memory (RSS)".to_owned(),
        Measure::BytesPerTask => "Bytes per task".to_owned(),
        Measure::Throughput => "Tasks per second".to_owned(),
        Measure::P50 | Measure::P95 => format!("Latency {}", measure.label()),
        Measure::FailedAt => "Tasks started at failure".to_owned(),
        Measure::LostUpdates => "Lost updates".to_owned(),
    }
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
