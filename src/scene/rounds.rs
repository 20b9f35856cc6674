//! The rounds of one process over their number: what warming up does. Places go from 0 (left, bottom) to 1 (right, top).

use super::{
    PlacedTick, ValueAxis,
    log_scale::LogScale,
    rounds_axis::{RoundsAxis, value_axis},
};
use crate::model::{EngineKind, Measure, Nanos, expected};
use crate::recording::{Estimate, Recording, RunGroup, group_runs, round_measure};

/// One run: a value for each of its rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoundsLine {
    /// Rounds that do not count, from left to right.
    pub warmup: Vec<[f32; 2]>,
    /// Rounds that count.
    pub measured: Vec<[f32; 2]>,
}

/// The middle of what counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundsLevel {
    /// Height of the median.
    pub median: f32,
    /// Heights of its 95 % interval; `None` for a single value.
    pub interval: Option<[f32; 2]>,
}

/// One engine in one case at one point.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundsCurve {
    /// Gives the colour.
    pub engine: EngineKind,
    /// Counts cases and points from 0: engines keep their colour, these differ in their stroke.
    pub case: usize,
    /// What stands at its end: name, median and interval, the first round against the median; a line each.
    pub label: String,
    /// Its runs, oldest first.
    pub lines: Vec<RoundsLine>,
    /// Over the rounds of a single run, or over the medians of several; `None` until one has completed.
    pub level: Option<RoundsLevel>,
    /// Height of a round's time by arithmetic, for times only.
    pub expected: Option<f32>,
}

/// The chart of one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundsScene {
    /// The measure, for the heading.
    pub title: String,
    /// What has to be known, beside the heading.
    pub note: String,
    /// Numbers of rounds that count, from 1.
    pub x_ticks: Vec<PlacedTick>,
    /// Values of the measure.
    pub y_ticks: Vec<PlacedTick>,
    /// Where the rounds that count begin; 0 without warm-up.
    pub measured_from: f32,
    /// In the order of the first runs.
    pub curves: Vec<RoundsCurve>,
}

/// The chart of one measure; `None` where no run has told of a round, or rounds have no such measure.
#[must_use]
pub fn rounds_scene(recordings: &[&Recording], measure: Measure) -> Option<RoundsScene> {
    let with_rounds: Vec<&Recording> = recordings
        .iter()
        .copied()
        .filter(|recording| !recording.rounds.is_empty())
        .collect();
    let groups = group_runs(&with_rounds);
    let series: Vec<Series<'_>> = groups
        .iter()
        .map(|group| Series::of(group, measure))
        .filter(|series| series.values().next().is_some())
        .collect();
    let x = RoundsAxis::of(&with_rounds)?;
    let scale = Scale::of(&series, measure)?;
    let places = Places {
        x,
        scale: &scale,
        measure,
    };
    let names_place = series.len() > engines_of(&series);
    let mut cases: Vec<(&str, &str)> = Vec::new();
    let curves = series
        .iter()
        .map(|series| series.curve(&places, names_place, &mut cases))
        .collect();
    Some(RoundsScene {
        title: title(measure),
        note: note(&series, &scale),
        x_ticks: x.ticks(),
        y_ticks: scale.ticks(),
        measured_from: x.measured_from(),
        curves,
    })
}

fn title(measure: Measure) -> String {
    match measure {
        Measure::Wall => "Wall time of each round".to_owned(),
        Measure::Throughput => "Tasks per second in each round".to_owned(),
        Measure::P50 | Measure::P95 => format!("Latency {} in each round", measure.label()),
        Measure::PeakRss | Measure::BytesPerTask | Measure::FailedAt | Measure::LostUpdates => {
            measure.label().to_owned()
        }
    }
}

fn note(series: &[Series<'_>], scale: &Scale) -> String {
    let has_warmup = |series: &Series<'_>| series.runs().any(|run| run.warmup_rounds().count() > 0);
    let words = [
        series.iter().any(has_warmup).then_some("hollow: warm-up"),
        Some("dashes: median, band: 95 % interval"),
        series
            .iter()
            .any(|series| series.expected_ns.is_some())
            .then_some("dots: by arithmetic"),
        matches!(scale, Scale::Log { .. }).then_some("logarithmic"),
    ];
    let words: Vec<&str> = words.into_iter().flatten().collect();
    words.join(" · ")
}

fn engines_of(series: &[Series<'_>]) -> usize {
    let engines = EngineKind::ALL.into_iter();
    engines
        .filter(|engine| {
            series
                .iter()
                .any(|series| series.group.who.engine == *engine)
        })
        .count()
}

/// Where values stand.
struct Places<'a> {
    x: RoundsAxis,
    scale: &'a Scale,
    measure: Measure,
}

/// A group with what its chart needs.
struct Series<'a> {
    group: &'a RunGroup<'a>,
    measure: Measure,
    estimate: Option<Estimate>,
    expected_ns: Option<f64>,
}

impl<'a> Series<'a> {
    fn of(group: &'a RunGroup<'a>, measure: Measure) -> Self {
        Self {
            group,
            measure,
            estimate: group.estimate(measure),
            expected_ns: expected_ns(group).filter(|_| measure == Measure::Wall),
        }
    }

    /// Warm-up runs too: they have rounds like the others.
    fn runs(&self) -> impl Iterator<Item = &'a Recording> + use<'a> {
        let group = self.group;
        group.warmups.iter().chain(&group.measured).copied()
    }

    fn values(&self) -> impl Iterator<Item = f64> {
        let rounds = self.runs().flat_map(|run| &run.rounds);
        rounds.filter_map(|round| round_measure(round, self.measure))
    }

    /// The middle of the rounds so far.
    fn middle(&self) -> Option<f64> {
        let known = self.estimate.map(|estimate| estimate.median);
        known.or_else(|| crate::recording::median(&self.values().collect::<Vec<_>>()))
    }

    fn curve(
        &self,
        places: &Places<'_>,
        names_place: bool,
        cases: &mut Vec<(&'a str, &'a str)>,
    ) -> RoundsCurve {
        let who = &self.group.who;
        let place = (who.case.as_str(), who.point.as_str());
        let case = cases.iter().position(|other| *other == place);
        let case = case.unwrap_or_else(|| {
            cases.push(place);
            cases.len() - 1
        });
        RoundsCurve {
            engine: who.engine,
            case,
            label: self.label(names_place),
            lines: self.runs().map(|run| places.line(run)).collect(),
            level: self.estimate.map(|estimate| places.level(&estimate)),
            expected: self.expected_ns.map(|time| places.scale.place(time)),
        }
    }

    fn label(&self, names_place: bool) -> String {
        let who = &self.group.who;
        let mut lines = vec![who.engine.to_string()];
        if names_place {
            let place = [who.case.as_str(), who.point.as_str()];
            lines.extend(
                place
                    .into_iter()
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned),
            );
        }
        if let Some(estimate) = &self.estimate {
            lines.push(level_label(self.measure, estimate));
            let first = self.runs().find_map(|run| run.rounds.first());
            let first = first.and_then(|round| round_measure(round, self.measure));
            if let Some(first) = first.filter(|_| estimate.median > 0.0) {
                lines.push(format!("1st round {:.2} ×", first / estimate.median));
            }
        }
        lines.join("\n")
    }
}

/// `62.1 ms [61.9 – 62.4]`: the unit once, where it is the same.
fn level_label(measure: Measure, estimate: &Estimate) -> String {
    let median = measure.value_label(estimate.median);
    let Some((low, high)) = estimate.interval else {
        return median;
    };
    let unit = median.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let [low, high] = [low, high].map(|value| measure.value_label(value));
    let bare = |text: &str| text.strip_suffix(unit).map(str::to_owned);
    let [low, high] = match (bare(&low), bare(&high)) {
        (Some(low), Some(high)) if !unit.is_empty() => [low, high],
        (_other, _unit) => [low, high],
    };
    format!("{median} [{low}–{high}]")
}

#[expect(clippy::cast_precision_loss, reason = "a height on a chart")]
fn expected_ns(group: &RunGroup<'_>) -> Option<f64> {
    let run = group.measured.first().or(group.warmups.first())?;
    let task_ns = run.hello.as_ref().and_then(|hello| hello.task_ns);
    let (spec, cores) = (&run.spec, run.facts.cores);
    let found = expected(spec.engine, &spec.experiment, cores, task_ns.map(Nanos))?;
    Some(found.time.0 as f64).filter(|time| *time > 0.0)
}

impl Places<'_> {
    fn line(&self, run: &Recording) -> RoundsLine {
        let mut line = RoundsLine::default();
        let series = run.spec.series();
        for round in &run.rounds {
            let Some(value) = round_measure(round, self.measure) else {
                continue;
            };
            let place = [self.x.place(series, round.index), self.scale.place(value)];
            if round.warmup {
                line.warmup.push(place);
            } else {
                line.measured.push(place);
            }
        }
        line
    }

    fn level(&self, estimate: &Estimate) -> RoundsLevel {
        let heights = |(low, high)| [low, high].map(|value| self.scale.place(value));
        RoundsLevel {
            median: self.scale.place(estimate.median),
            interval: estimate.interval.map(heights),
        }
    }
}

/// From zero where all engines are of one size, else logarithmic.
enum Scale {
    Linear(ValueAxis),
    Log { axis: ValueAxis, scale: LogScale },
}

impl Scale {
    /// Medians farther apart than this would press the smaller one onto the ground.
    const APART: f64 = 6.0;
    /// The same for single rounds.
    const WIDE: f64 = 20.0;

    fn of(series: &[Series<'_>], measure: Measure) -> Option<Self> {
        let middles: Vec<f64> = series.iter().filter_map(Series::middle).collect();
        let rounds: Vec<f64> = series.iter().flat_map(Series::values).collect();
        let is_log = quotient(&middles)? > Self::APART || quotient(&rounds)? > Self::WIDE;
        let foretold = series.iter().filter_map(|series| series.expected_ns);
        // What arithmetic foretells may lie far below; it must not take the room of what was measured.
        let lowest = least(&rounds)? / Self::APART;
        let shown: Vec<f64> = foretold.filter(|time| !is_log || *time > lowest).collect();
        let all: Vec<f64> = rounds.into_iter().chain(shown).collect();
        let axis = value_axis(measure, &all, is_log)?;
        if !is_log {
            return Some(Self::Linear(axis));
        }
        let scale = LogScale::between(&axis)?;
        Some(Self::Log { axis, scale })
    }

    #[expect(clippy::cast_possible_truncation, reason = "a place on a screen")]
    fn place(&self, value: f64) -> f32 {
        match self {
            Self::Linear(axis) => (value / axis.top).clamp(0.0, 1.0) as f32,
            Self::Log { scale, .. } => scale.place(value),
        }
    }

    fn ticks(&self) -> Vec<PlacedTick> {
        let (Self::Linear(axis) | Self::Log { axis, .. }) = self;
        let ticks = axis.ticks.iter().map(|tick| PlacedTick {
            at: self.place(tick.at),
            label: tick.label.clone(),
        });
        ticks.collect()
    }
}

fn least(values: &[f64]) -> Option<f64> {
    let above = values.iter().copied().filter(|value| *value > 0.0);
    above.min_by(f64::total_cmp)
}

fn quotient(values: &[f64]) -> Option<f64> {
    let most = values.iter().copied().max_by(f64::total_cmp)?;
    Some(most / least(values)?)
}
