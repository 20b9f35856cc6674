//! The log-log chart of a sweep. Knows nothing of how places were computed.

use egui::{Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{
    ChartSlot, ChartStyle, TimeLabels,
    frame::{ChartFrame, failure_mark},
    placed::{NamedEnd, grid, names_ui, place, sides},
    regular,
};
use crate::scene::{LabelBox, SweepCurve, SweepScene, place_note};

/// Radius of the ring around a crossing, in points.
const RING: f32 = 6.0;

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
    let lines: Vec<Vec<[f32; 2]>> = scene
        .curves
        .iter()
        .flat_map(|curve| obstacles(frame.plot, curve, style))
        .collect();
    let taken = labels(&frame, scene, &lines, style);
    flips(&frame, scene, (taken, lines), style);
    hover_words(ui, &frame, scene, style);
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
    let expected = points(&curve.expected);
    let thin = Stroke::new(style.hairline_px, color);
    let unit = style.scaled(1.0);
    frame
        .painter
        .extend(Shape::dashed_line(&expected, thin, unit * 1.5, unit * 3.0));
    let medians = medians(frame.plot, curve);
    let stroke = Stroke::new(style.curve_px, color);
    frame.painter.extend(line(&medians, stroke, curve.case));
    let failure = curve.failure.map(|at| place(frame.plot, at));
    // Where some repetitions went on, the curve goes on too, and the mark hangs on the point before it.
    let before = failure.and_then(|mark| medians.iter().rev().find(|at| at.x <= mark.x));
    if let (Some(before), Some(failure)) = (before, failure) {
        frame.painter.line_segment([*before, failure], thin);
    }
    for (at, point) in medians.iter().zip(&curve.points) {
        let fill = if point.is_timer_bound {
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

/// The names at the ends, so that none covers another; where they stand.
fn labels(
    frame: &ChartFrame,
    scene: &SweepScene,
    lines: &[Vec<[f32; 2]>],
    style: &ChartStyle,
) -> Vec<[f32; 4]> {
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
    names_ui(frame, &named, lines, style)
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
    let failure = curve.failure.map(|at| place(plot, at));
    let places: Vec<Pos2> = medians(plot, curve).into_iter().chain(failure).collect();
    let line = places.iter().map(|at| (*at).into()).collect();
    std::iter::once(line)
        .chain(places.iter().map(|at| around(*at)))
        .collect()
}

fn end_of(plot: Rect, curve: &SweepCurve) -> Option<Pos2> {
    let last = curve.points.last().map(|point| point.at);
    Some(place(plot, curve.failure.or(last)?))
}

fn medians(plot: Rect, curve: &SweepCurve) -> Vec<Pos2> {
    let points = curve.points.iter();
    points.map(|point| place(plot, point.at)).collect()
}

/// A ring and a dashed line where the order flips, and its sentence where it covers neither curve nor name.
fn flips(
    frame: &ChartFrame,
    scene: &SweepScene,
    (mut taken, mut lines): (Vec<[f32; 4]>, Vec<Vec<[f32; 2]>>),
    style: &ChartStyle,
) {
    let places: Vec<Pos2> = scene
        .flips
        .iter()
        .map(|flip| place(frame.plot, flip.at))
        .collect();
    for at in &places {
        let foot = pos2(at.x, frame.plot.bottom());
        flip_mark(frame, *at, foot, style);
        lines.push(vec![(*at).into(), foot.into()]);
    }
    for (flip, at) in scene.flips.iter().zip(places) {
        let words = frame.painter.layout(
            flip.words.clone(),
            regular(style.text.axis),
            style.palette.text,
            frame.plot.width() * 0.6,
        );
        let note = LabelBox {
            anchor: at.into(),
            size: words.size().into(),
        };
        let min = place_note(note, sides(frame.plot), &taken, &lines).into();
        let rect = Rect::from_min_size(min, words.size());
        lead(frame, at, rect, style);
        frame.plated(min, words, style);
        taken.push(sides(rect));
    }
}

/// A ring around the crossing, dashes down to the axis.
fn flip_mark(frame: &ChartFrame, at: Pos2, foot: Pos2, style: &ChartStyle) {
    let stroke = Stroke::new(style.hairline_px, style.palette.muted);
    let dash = style.scaled(3.0);
    frame
        .painter
        .extend(Shape::dashed_line(&[at, foot], stroke, dash, dash));
    let ring = Stroke::new(style.hairline_px * 1.5, style.palette.text);
    frame.painter.circle_stroke(at, style.scaled(RING), ring);
}

/// A hairline from the edge of the ring to the sentence about it.
fn lead(frame: &ChartFrame, at: Pos2, words: Rect, style: &ChartStyle) {
    let near = words.clamp(at);
    let way = near - at;
    let radius = style.scaled(RING);
    if way.length() > radius {
        let stroke = Stroke::new(style.hairline_px, style.palette.muted);
        let edge = at + way.normalized() * radius;
        frame.painter.line_segment([edge, near], stroke);
    }
}

/// What stands behind a point, where the pointer rests on it.
fn hover_words(ui: &Ui, frame: &ChartFrame, scene: &SweepScene, style: &ChartStyle) {
    let reach = vec2(style.scaled(14.0), style.scaled(14.0));
    let id = ui.scope_id().with(("sweep point", &scene.title));
    for (place_of_curve, curve) in scene.curves.iter().enumerate() {
        for (index, point) in curve.points.iter().enumerate() {
            let around = Rect::from_center_size(place(frame.plot, point.at), reach);
            let id = id.with((place_of_curve, index));
            let response = ui.interact(around, id, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &point.words));
            response.on_hover_text(&point.words);
        }
    }
}
