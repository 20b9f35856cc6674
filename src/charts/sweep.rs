//! The log-log chart of a sweep. Knows nothing of how places were computed.

use egui::{Pos2, Rect, Shape, Stroke, Ui, vec2};

use super::{
    ChartSlot, ChartStyle, TimeLabels,
    frame::{ChartFrame, failure_mark},
    placed::{NamedEnd, grid, names_ui, place},
};
use crate::scene::{SweepCurve, SweepScene};

/// One measure of a sweep: every run as a dot, a line through the medians, a mark where a model gave up.
pub fn sweep_ui(ui: &mut Ui, scene: &SweepScene, style: &ChartStyle, height: f32) {
    let id = ui.scope_id().with(("sweep", &scene.title));
    let slot = ChartSlot {
        height,
        time_labels: TimeLabels::Shown,
        cursor_ns: None,
        selected_ns: None,
    };
    let frame = ChartFrame::allocate(ui, slot, style, id);
    frame.heading(style, &scene.title, &scene.note);
    grid(&frame, [&scene.x_ticks, &scene.y_ticks], style);
    for curve in &scene.curves {
        curve_shapes(&frame, curve, style);
    }
    labels(&frame, scene, style);
    for curve in &scene.curves {
        if let Some(at) = curve.failure {
            let color = style.palette.engine(curve.engine);
            failure_mark(&frame.painter, place(frame.plot, at), style, color);
        }
    }
}

fn curve_shapes(frame: &ChartFrame, curve: &SweepCurve, style: &ChartStyle) {
    let color = style.palette.engine(curve.engine);
    let points = |places: &[[f32; 2]]| -> Vec<Pos2> {
        places.iter().map(|at| place(frame.plot, *at)).collect()
    };
    let pale = style.palette.ghost(color);
    for dot in points(&curve.dots) {
        frame.painter.circle_filled(dot, style.curve_px, pale);
    }
    let medians = points(&curve.medians);
    let stroke = Stroke::new(style.curve_px, color);
    frame.painter.extend(line(&medians, stroke, curve.case));
    let failure = curve.failure.map(|at| place(frame.plot, at));
    // Where some repetitions went on, the curve goes on too, and the mark hangs on the point before it.
    let before = failure.and_then(|mark| medians.iter().rev().find(|at| at.x <= mark.x));
    if let (Some(before), Some(failure)) = (before, failure) {
        let thin = Stroke::new(style.hairline_px, color);
        frame.painter.line_segment([*before, failure], thin);
    }
    for (at, is_hollow) in medians.iter().zip(&curve.timer_bound) {
        let fill = if *is_hollow {
            style.palette.ground
        } else {
            color
        };
        let outline = Stroke::new(style.curve_px * 0.6, color);
        frame
            .painter
            .circle(*at, style.curve_px * 1.5, fill, outline);
    }
}

/// Solid for the first case, dashes and dots for those after it.
pub(super) fn line(points: &[Pos2], stroke: Stroke, case: usize) -> Vec<Shape> {
    let unit = stroke.width;
    match case {
        0 => vec![Shape::line(points.to_vec(), stroke)],
        1 => Shape::dashed_line(points, stroke, unit * 4.0, unit * 2.5),
        2 => Shape::dashed_line(points, stroke, unit * 1.5, unit * 2.0),
        _later => Shape::dashed_line(points, stroke, unit * 8.0, unit * 3.0),
    }
}

/// The names at the ends, so that none covers another.
fn labels(frame: &ChartFrame, scene: &SweepScene, style: &ChartStyle) {
    let named: Vec<NamedEnd<'_>> = scene
        .curves
        .iter()
        .filter_map(|curve| {
            Some(NamedEnd {
                label: &curve.label,
                engine: curve.engine,
                end: end_of(frame.plot, curve)?,
            })
        })
        .collect();
    let lines: Vec<Vec<[f32; 2]>> = scene
        .curves
        .iter()
        .flat_map(|curve| obstacles(frame.plot, curve, style))
        .collect();
    names_ui(frame, &named, &lines, style);
}

/// What a label should not cover: the line, and its marks with some room around them.
fn obstacles(plot: Rect, curve: &SweepCurve, style: &ChartStyle) -> Vec<Vec<[f32; 2]>> {
    let arm = style.scaled(6.0);
    let around = |at: Pos2| -> Vec<[f32; 2]> {
        [
            vec2(-arm, -arm),
            vec2(arm, arm),
            vec2(arm, -arm),
            vec2(-arm, arm),
        ]
        .map(|corner| (at + corner).into())
        .to_vec()
    };
    let marks = curve.medians.iter().chain(&curve.failure);
    let places: Vec<Pos2> = marks.map(|at| place(plot, *at)).collect();
    let line = places.iter().map(|at| (*at).into()).collect();
    std::iter::once(line)
        .chain(places.iter().map(|at| around(*at)))
        .collect()
}

fn end_of(plot: Rect, curve: &SweepCurve) -> Option<Pos2> {
    let end = curve.failure.or(curve.medians.last().copied())?;
    Some(place(plot, end))
}
