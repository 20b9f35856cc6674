//! The names at the ends of the curves, and the marks there. Knows nothing of how places are weighed.

use std::sync::Arc;

use egui::{Galley, Pos2, Rect, Stroke, pos2, vec2};

use super::{
    ChartStyle,
    curves::line_color,
    frame::{ChartFrame, failure_mark},
    semibold,
};
use crate::scene::{Curve, CurveEnd, CurveScene, LabelBox, Placed, place_labels};

/// Marks every end and writes the names so that none covers another.
pub(super) fn end_labels(frame: &ChartFrame, scene: &CurveScene, style: &ChartStyle) {
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
    let obstacles: Vec<Vec<[f32; 2]>> = scene
        .curves
        .iter()
        .map(|curve| screen_line(frame, scene, curve))
        .collect();
    let air = style.text.label * 0.6;
    for (named, placed) in named
        .iter()
        .zip(place_labels(&boxes, bounds, &obstacles, Some(air)))
    {
        named.paint(frame, placed, style);
    }
    for curve in &scene.curves {
        end_mark(frame, scene, curve, style);
    }
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

    fn paint(&self, frame: &ChartFrame, placed: Placed, style: &ChartStyle) {
        let rect = Rect::from_min_size(placed.min.into(), self.galley.size());
        let color = style.palette.engine_text(self.curve.engine);
        if placed.needs_leader {
            let near = rect.clamp(self.end);
            let stroke = Stroke::new(style.hairline_px, style.palette.ghost(color));
            frame.painter.line_segment([self.end, near], stroke);
        }
        // A plate of ground keeps gridlines and dashes out of the letters.
        let plate = rect.shrink2(vec2(0.0, rect.height() * 0.16));
        frame.painter.rect_filled(plate, 0.0, style.palette.ground);
        frame
            .painter
            .galley(rect.min, Arc::clone(&self.galley), color);
    }
}

/// The last point of a curve that is visible.
fn visible_end(frame: &ChartFrame, scene: &CurveScene, curve: &Curve) -> Option<Pos2> {
    let span = scene.window.span_f64();
    let visible = |point: &&[f64; 2]| (0.0..=span).contains(&point[0]);
    let point = curve.points.iter().rev().find(visible)?;
    Some(frame.point(*point, scene.window, scene.axis.top))
}

fn screen_line(frame: &ChartFrame, scene: &CurveScene, curve: &Curve) -> Vec<[f32; 2]> {
    let points = curve.points.iter();
    points
        .map(|point| frame.point(*point, scene.window, scene.axis.top).into())
        .collect()
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
