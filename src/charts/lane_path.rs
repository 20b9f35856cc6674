//! The way of one task over the carriers, drawn over the lanes. Knows nothing of how it was found.

use egui::{Pos2, Shape, Stroke, pos2};

use super::{ChartStyle, frame::ChartFrame, lane_rows::Rows};
use crate::scene::Span;
use crate::scene::{LaneOf, LaneScene};

/// More mounts in sight than this would only be a tangle.
const MOST_MOUNTS: usize = 200;

/// A dashed line from mount to mount, with a dot at each.
pub(super) fn path_overlay(
    frame: &ChartFrame,
    scene: &LaneScene,
    (path, rows): (&[(LaneOf, Span)], &Rows),
    style: &ChartStyle,
) {
    let points: Vec<Pos2> = path
        .iter()
        .filter(|(_, span)| {
            span.end_ns >= scene.window.start_ns() && span.start_ns <= scene.window.end_ns()
        })
        .take(MOST_MOUNTS)
        .filter_map(|(of, span)| {
            let row = scene.lanes.iter().position(|lane| lane.of == *of)?;
            let bar = rows.bar(frame, row);
            let middle = span.start_ns.midpoint(span.end_ns);
            let x = frame.x_of(middle, scene.window);
            Some(pos2(bar.x_range().clamp(x), bar.center().y))
        })
        .collect();
    let color = style.palette.text;
    let dashes = Shape::dashed_line(
        &points,
        Stroke::new(style.scaled(1.4), color),
        style.scaled(4.0),
        style.scaled(3.5),
    );
    let painter = frame.painter.with_clip_rect(frame.plot);
    painter.extend(dashes);
    for point in points {
        let rim = Stroke::new(style.scaled(1.5), style.palette.ground);
        painter.circle(point, style.scaled(4.5), color, rim);
    }
}
