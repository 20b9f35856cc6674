//! Memory and throughput: one line per run, named at its end. Knows nothing of how the lines were computed.

use egui::{Color32, Pos2, Rect, Stroke, Ui, pos2};

use super::{
    ChartResponse, ChartSlot, ChartStyle, TimeLabels,
    end_labels::{end_labels, obstacles},
    expected::expected_ends,
    frame::ChartFrame,
    gesture::{gesture_of, hovered_ns},
    polyline::polyline,
    regular,
};
use crate::scene::{Baseline, Curve, CurveScene, Emphasis, LevelLabel, place_along};

/// Resident memory of the runs.
pub fn memory_ui(
    ui: &mut Ui,
    scene: &CurveScene,
    style: &ChartStyle,
    slot: ChartSlot,
) -> ChartResponse {
    curves_ui(ui, scene, style, (slot, "memory"))
}

/// Finished tasks per second of the runs.
pub fn throughput_ui(
    ui: &mut Ui,
    scene: &CurveScene,
    style: &ChartStyle,
    slot: ChartSlot,
) -> ChartResponse {
    curves_ui(ui, scene, style, (slot, "throughput"))
}

fn curves_ui(
    ui: &mut Ui,
    scene: &CurveScene,
    style: &ChartStyle,
    (slot, name): (ChartSlot, &str),
) -> ChartResponse {
    let id = ui.scope_id().with(("chart", name));
    let frame = ChartFrame::allocate(ui, slot, style, id);
    let end = frame.title(style, &scene.title);
    let end = frame.warning(style, &scene.warning, end);
    frame.note(style, &scene.note, end);
    frame.value_axis(style, &scene.axis);
    frame.time_axis(style, scene.window, slot.time_labels);
    baselines(&frame, scene, style);
    lines(&frame, scene, style);
    expected_ends(ui, &frame, (&scene.expected, scene.window), style);
    let names = end_labels(&frame, scene, style);
    baseline_labels(&frame, scene, (names, slot.time_labels), style);
    frame.marks(style, scene.window, slot);
    ChartResponse {
        plot: Some(frame.plot),
        hovered_ns: hovered_ns(&frame.response, scene.window),
        gesture: gesture_of(ui, &frame.response, scene.window),
    }
}

fn lines(frame: &ChartFrame, scene: &CurveScene, style: &ChartStyle) {
    // Half a line reaches beyond the plotting area where a curve runs along its edge.
    let area = frame.plot.expand(style.curve_px * 0.5 + 1.0);
    let painter = frame
        .painter
        .with_clip_rect(area.intersect(frame.painter.clip_rect()));
    for curve in &scene.curves {
        polyline(
            &painter,
            &screen_line(frame, scene, curve),
            stroke(curve, style),
        );
    }
}

/// The points of a curve on the screen, up to where it leaves sight.
pub(super) fn screen_line(frame: &ChartFrame, scene: &CurveScene, curve: &Curve) -> Vec<Pos2> {
    let span = scene.window.span_f64();
    let inside = curve.points.iter().take_while(|point| point[0] <= span);
    inside
        .copied()
        .chain(curve.visible_end(scene.window))
        .map(|point| frame.point(point, scene.window, scene.axis.top))
        .collect()
}

/// The colour of a curve's line.
pub(super) fn line_color(curve: &Curve, style: &ChartStyle) -> Color32 {
    let color = style.palette.engine(curve.engine);
    match curve.emphasis {
        Emphasis::Current => color,
        Emphasis::Ghost => style.palette.ghost(color),
    }
}

fn stroke(curve: &Curve, style: &ChartStyle) -> Stroke {
    let width = match curve.emphasis {
        Emphasis::Current => style.curve_px,
        Emphasis::Ghost => style.curve_px * 0.8,
    };
    Stroke::new(width, line_color(curve, style))
}

fn baselines(frame: &ChartFrame, scene: &CurveScene, style: &ChartStyle) {
    for baseline in &scene.baselines {
        let y = baseline_y(frame, scene, baseline);
        let ends = [pos2(frame.plot.left(), y), pos2(frame.plot.right(), y)];
        frame.painter.extend(egui::Shape::dashed_line(
            &ends,
            Stroke::new(style.hairline_px, style.palette.muted),
            style.scaled(3.0),
            style.scaled(3.5),
        ));
    }
}

fn baseline_y(frame: &ChartFrame, scene: &CurveScene, baseline: &Baseline) -> f32 {
    let y = frame.y_of(baseline.at, scene.axis.top);
    frame.painter.round_to_pixel_center(y)
}

/// What the dashed lines are, where the names of the curves have left room.
fn baseline_labels(
    frame: &ChartFrame,
    scene: &CurveScene,
    (names, labels): (Vec<Rect>, TimeLabels),
    style: &ChartStyle,
) {
    let sides = |rect: Rect| [rect.left(), rect.top(), rect.right(), rect.bottom()];
    let mut room = frame.plot;
    match labels {
        TimeLabels::Hidden => room.set_bottom(frame.outer.bottom()),
        TimeLabels::Shown | TimeLabels::Above => {}
    }
    let curves = obstacles(frame, scene);
    let mut taken: Vec<[f32; 4]> = names.into_iter().map(sides).collect();
    for (index, baseline) in scene.baselines.iter().enumerate() {
        let galley = frame.painter.layout_no_wrap(
            baseline.label.clone(),
            regular(style.text.axis * 0.9),
            style.palette.muted,
        );
        let label = LevelLabel {
            y: baseline_y(frame, scene, baseline),
            size: galley.size().into(),
        };
        let mut around = curves.clone();
        around.extend(other_baselines(frame, scene, index));
        if let Some(min) = place_along(label, sides(room), &taken, &around) {
            taken.push(sides(Rect::from_min_size(min.into(), galley.size())));
            frame.plated(min.into(), galley, style);
        }
    }
}

/// The dashed lines but that number `own`.
fn other_baselines(frame: &ChartFrame, scene: &CurveScene, own: usize) -> Vec<Vec<[f32; 2]>> {
    let others = scene.baselines.iter().enumerate();
    others
        .filter(|(index, _)| *index != own)
        .map(|(_, baseline)| {
            let y = baseline_y(frame, scene, baseline);
            vec![[frame.plot.left(), y], [frame.plot.right(), y]]
        })
        .collect()
}
