//! Where two curves of a sweep cross: the value of the knob at which the order flips. Knows nothing of what is drawn.

use super::RunGroup;
use crate::model::units::short;
use crate::model::{EngineKind, Measure, Point, Who, Work};

/// Two curves change their order between two neighbouring points.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    /// Of which measure.
    pub measure: Measure,
    /// Engine and case of the curve that is lower before.
    pub lower_before: (EngineKind, String),
    /// Engine and case of the curve that is lower after.
    pub lower_after: (EngineKind, String),
    /// The last point before.
    pub before: Point,
    /// The first point after.
    pub after: Point,
    /// Where straight lines between the medians of the two points meet.
    pub at: f64,
    /// The value of the measure there.
    pub level: f64,
    /// What else the place depends on, e.g. `with 4 words per frame`; empty where nothing is known to.
    pub setting: String,
}

impl Crossing {
    /// `tokio @ work left crosses may @ work left at depth ≈ 66 with 4 words per frame`: who was lower comes first.
    #[must_use]
    pub fn sentence(&self) -> String {
        let named =
            |(engine, case): &(EngineKind, String)| Who::of(*engine, case, None).to_string();
        let setting = if self.setting.is_empty() {
            String::new()
        } else {
            format!(" {}", self.setting)
        };
        format!(
            "{} crosses {} at {} ≈ {}{setting}",
            named(&self.lower_before),
            named(&self.lower_after),
            self.before.knob,
            short(self.at.round())
        )
    }
}

/// Values this close, as a share of the larger one, have no order: repeated peaks differ by as much.
const ALIKE: f64 = 0.03;

/// The median at every point of one engine in one case, from the smallest value of the knob up.
struct Curve<'a> {
    engine: EngineKind,
    case: &'a str,
    work: Option<Work>,
    points: Vec<(&'a Point, f64)>,
}

/// Every change of order between two curves at neighbouring points that both have; points where one failed, or where both
/// are alike, are skipped.
#[must_use]
pub fn crossings(groups: &[&RunGroup<'_>], measure: Measure) -> Vec<Crossing> {
    let curves = curves(groups, measure);
    let mut found = Vec::new();
    for (place, one) in curves.iter().enumerate() {
        for other in &curves[place + 1..] {
            found.extend(between(one, other, measure));
        }
    }
    found
}

fn curves<'a>(groups: &[&'a RunGroup<'_>], measure: Measure) -> Vec<Curve<'a>> {
    let mut curves: Vec<Curve<'a>> = Vec::new();
    for group in groups {
        let (Some(point), Some(found)) = (group.point, group.estimate(measure)) else {
            continue;
        };
        let (engine, case) = (group.who.engine, group.who.case.as_str());
        let at = (point, found.median);
        match curves
            .iter_mut()
            .find(|curve| curve.engine == engine && curve.case == case)
        {
            Some(curve) => curve.points.push(at),
            None => curves.push(Curve {
                engine,
                case,
                work: group.measured.first().map(|run| run.spec.experiment.work),
                points: vec![at],
            }),
        }
    }
    for curve in &mut curves {
        curve.points.sort_by_key(|(point, _)| point.value);
    }
    curves
}

#[expect(clippy::cast_precision_loss, reason = "values of a knob")]
fn between(one: &Curve<'_>, other: &Curve<'_>, measure: Measure) -> Vec<Crossing> {
    let shared: Vec<(&Point, [f64; 2])> = one
        .points
        .iter()
        .filter_map(|(point, mine)| {
            let same = |(theirs, _): &&(&Point, f64)| {
                theirs.value == point.value && theirs.knob == point.knob
            };
            let (_, theirs) = other.points.iter().find(same)?;
            let alike = (mine - theirs).abs() <= ALIKE * mine.max(*theirs);
            (!alike).then_some((*point, [*mine, *theirs]))
        })
        .collect();
    let lead = |[mine, theirs]: [f64; 2]| mine - theirs;
    let changes = shared
        .windows(2)
        .filter(|pair| lead(pair[0].1).signum() != lead(pair[1].1).signum());
    changes
        .map(|pair| {
            let named = |curve: &Curve<'_>| (curve.engine, curve.case.to_owned());
            let (lower_before, lower_after) = if lead(pair[0].1) < 0.0 {
                (named(one), named(other))
            } else {
                (named(other), named(one))
            };
            let share = meeting(lead(pair[0].1), lead(pair[1].1));
            Crossing {
                measure,
                lower_before,
                lower_after,
                before: pair[0].0.clone(),
                after: pair[1].0.clone(),
                at: along(share, [pair[0].0.value as f64, pair[1].0.value as f64]),
                level: along(share, [pair[0].1[0], pair[1].1[0]]),
                setting: setting(one.work, other.work),
            }
        })
        .collect()
}

/// How far between two points, 0…1, a difference of `before` and then `after` is zero on a straight line.
fn meeting(before: f64, after: f64) -> f64 {
    before / (before - after)
}

fn along(share: f64, [from, to]: [f64; 2]) -> f64 {
    from + (to - from) * share
}

/// The words a frame keeps decide at which depth stacks and boxes cost the same.
fn setting(one: Option<Work>, other: Option<Work>) -> String {
    match (one, other) {
        (Some(Work::Deep { payload: one, .. }), Some(Work::Deep { payload: other, .. }))
            if one == other =>
        {
            let plural = if u64::from(one) == 1 { "" } else { "s" };
            format!("with {one} word{plural} per frame")
        }
        (_, _) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::WorkKind;

    fn point(value: u64) -> Point {
        Point {
            knob: "depth".to_owned(),
            label: value.to_string(),
            value,
        }
    }

    fn curve<'a>(engine: EngineKind, points: &'a [Point], figures: &[f64]) -> Curve<'a> {
        Curve {
            engine,
            case: "",
            work: Some(WorkKind::Deep.usual()),
            points: points.iter().zip(figures.iter().copied()).collect(),
        }
    }

    #[test]
    fn a_flip_is_found_between_its_points_and_where_the_lines_meet() {
        let points = [point(0), point(50), point(100)];
        let flat = curve(EngineKind::May, &points, &[8_700.0, 8_700.0, 8_700.0]);
        let rising = curve(EngineKind::Tokio, &points, &[400.0, 7_700.0, 17_700.0]);
        let found = between(&flat, &rising, Measure::PeakRss);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].lower_before.0, EngineKind::Tokio);
        assert_eq!(found[0].lower_after.0, EngineKind::May);
        assert_eq!((found[0].before.value, found[0].after.value), (50, 100));
        assert!((found[0].at - 55.0).abs() < 1e-9, "{found:?}");
        assert!((found[0].level - 8_700.0).abs() < 1e-9, "{found:?}");
        assert_eq!(
            found[0].sentence(),
            "tokio crosses may at depth ≈ 55 with 4 words per frame"
        );
    }

    #[test]
    fn curves_that_touch_or_share_no_points_do_not_cross() {
        let points = [point(0), point(50), point(100)];
        let one = curve(EngineKind::May, &points, &[1.0, 2.0, 3.0]);
        let touching = curve(EngineKind::Tokio, &points, &[0.5, 2.0, 2.5]);
        assert!(between(&one, &touching, Measure::Wall).is_empty());
        let elsewhere = [point(7), point(8)];
        let apart = curve(EngineKind::Tokio, &elsewhere, &[9.0, 0.0]);
        assert!(between(&one, &apart, Measure::Wall).is_empty());
    }
}
