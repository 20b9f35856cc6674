//! The names at the ends of the curves, and the marks there. Knows nothing of how places are weighed.

use std::sync::Arc;

use egui::{Galley, Pos2, Rect, Stroke, pos2, vec2};

use super::{
    ChartStyle,
    curves::{line_color, screen_line},
    frame::{ChartFrame, failure_mark},
    semibold,
};
use crate::scene::{Curve, CurveEnd, CurveScene, LabelBox, Placed, place_labels};

/// Marks every end and writes the names so that none covers another. Returns where they stand.
pub(super) fn end_labels(frame: &ChartFrame, scene: &CurveScene, style: &ChartStyle) -> Vec<Rect> {
    let named: Vec<Named<'_>> = scene
        .curves
        .iter()
        .filter_map(|curve| Named::of(frame, scene, curve, style))
        .collect();
    let boxes: Vec<LabelBox> = named.iter().map(Named::wanted).collect();
    let bounds = [
        frame.plot.left(),
        frame.plot.top() - style.text.label * 0.7,
        frame.outer.right(),
        frame.plot.bottom() + style.text.label,
    ];
    let air = style.text.label * 0.6;
    let placed = place_labels(&boxes, bounds, &obstacles(frame, scene), Some(air));
    let taken = named
        .iter()
        .zip(placed)
        .map(|(named, placed)| named.paint(frame, placed, style))
        .collect();
    for curve in &scene.curves {
        end_mark(frame, scene, curve, style);
    }
    taken
}

/// What labels should not cover.
pub(super) fn obstacles(frame: &ChartFrame, scene: &CurveScene) -> Vec<Vec<[f32; 2]>> {
    let lines = scene
        .curves
        .iter()
        .map(|curve| screen_line(frame, scene, curve));
    lines
        .map(|line| line.into_iter().map(Into::into).collect())
        .collect()
}

struct Named<'a> {
    curve: &'a Curve,
    end: Pos2,
    mark_radius: f32,
    galley: Arc<Galley>,
}

impl<'a> Named<'a> {
    fn of(
        frame: &ChartFrame,
        scene: &CurveScene,
        curve: &'a Curve,
        style: &ChartStyle,
    ) -> Option<Self> {
        let end = visible_end(frame, scene, curve).filter(|_| !curve.label.is_empty())?;
        let color = style.palette.engine_text(curve.engine);
        let galley =
            frame
                .painter
                .layout_no_wrap(curve.label.clone(), semibold(style.text.label), color);
        let mark_radius = match curve.end {
            CurveEnd::Completed | CurveEnd::Running => 0.0,
            CurveEnd::Stopped | CurveEnd::Failed => style.scaled(5.0),
        };
        Some(Self {
            curve,
            end,
            mark_radius,
            galley,
        })
    }

    fn wanted(&self) -> LabelBox {
        LabelBox {
            anchor: (self.end + vec2(self.mark_radius, 0.0)).into(),
            size: self.galley.size().into(),
        }
    }

    fn paint(&self, frame: &ChartFrame, placed: Placed, style: &ChartStyle) -> Rect {
        let rect = Rect::from_min_size(placed.min.into(), self.galley.size());
        let color = style.palette.engine_text(self.curve.engine);
        if placed.needs_leader {
            let near = rect.clamp(self.end);
            let stroke = Stroke::new(style.hairline_px, style.palette.ghost(color));
            frame.painter.line_segment([self.end, near], stroke);
        }
        frame.plated(rect.min, Arc::clone(&self.galley), style);
        rect
    }
}

fn visible_end(frame: &ChartFrame, scene: &CurveScene, curve: &Curve) -> Option<Pos2> {
    let point = curve.visible_end(scene.window)?;
    Some(frame.point(point, scene.window, scene.axis.top))
}

fn end_mark(frame: &ChartFrame, scene: &CurveScene, curve: &Curve, style: &ChartStyle) {
    let Some(last) = curve.points.last() else {
        return;
    };
    if !(0.0..=scene.window.span_f64()).contains(&last[0]) {
        return;
    }
    let at = frame.point(*last, scene.window, scene.axis.top);
    let color = line_color(curve, style);
    match curve.end {
        CurveEnd::Completed => {}
        CurveEnd::Running => {
            frame.painter.circle_filled(at, style.curve_px * 1.6, color);
        }
        CurveEnd::Stopped => {
            let side = style.scaled(8.0);
            let square = Rect::from_center_size(pos2(at.x, at.y), vec2(side, side));
            frame.painter.rect(
                square,
                0.0,
                style.palette.ground,
                Stroke::new(style.scaled(1.6), color),
                egui::StrokeKind::Inside,
            );
        }
        CurveEnd::Failed => failure_mark(&frame.painter, at, style, color),
    }
}
