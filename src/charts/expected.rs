//! The marks of expected times on a time axis. Knows nothing of how they are computed.

use egui::{Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::{ChartStyle, frame::ChartFrame};
use crate::scene::{ExpectedEnd, TimeWindow};

/// Half the width of a mark in the window.
const HALF_PX: f32 = 5.5;
/// How far a pointer may be off.
const REACH_PX: f32 = 4.0;

/// A triangle that stands on the axis where a run should end, in the colour of its engine, with its formula on hover.
pub(super) fn expected_ends(
    ui: &Ui,
    frame: &ChartFrame,
    (ends, window): (&[ExpectedEnd], TimeWindow),
    style: &ChartStyle,
) {
    for (index, end) in ends.iter().enumerate() {
        if !window.contains(end.at_ns) {
            continue;
        }
        let half = style.scaled(HALF_PX);
        #[expect(clippy::cast_precision_loss, reason = "a few marks")]
        let lift = end.below as f32 * half * 1.9;
        let foot = pos2(frame.x_of(end.at_ns, window), frame.plot.bottom() - lift);
        let color = style.palette.engine(end.engine);
        let edge = Stroke::new(style.hairline_px, style.palette.ground);
        let corners = triangle(foot, half);
        frame
            .painter
            .add(Shape::convex_polygon(corners.to_vec(), color, edge));
        let around = Rect::from_points(&corners).expand(REACH_PX);
        let id = ui.scope_id().with(("expected end", index));
        let response = ui.interact(around, id, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &end.words));
        response.on_hover_text(&end.words);
    }
}

fn triangle(foot: Pos2, half: f32) -> [Pos2; 3] {
    [
        foot + vec2(-half, 0.0),
        foot + vec2(half, 0.0),
        foot + vec2(0.0, -half * 1.8),
    ]
}
