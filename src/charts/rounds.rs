//! The chart of rounds in one process. Knows nothing of how places were computed.

use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Ui, pos2};

use super::{
    ChartSlot, ChartStyle, TimeLabels,
    frame::ChartFrame,
    placed::{NamedEnd, grid, names_ui, place},
    regular,
    sweep::line,
};
use crate::scene::{RoundsCurve, RoundsLine, RoundsScene};

/// The names tell more than those of other charts, and the axis is no time that others share.
const WIDER_GUTTER: f32 = 1.75;
/// Dots closer than this many of their radius are a line.
const CLOSEST: f32 = 2.6;

/// One measure over the number of the round: warm-up hollow on a shaded ground, the median of what counts with its interval.
pub fn rounds_ui(ui: &mut Ui, scene: &RoundsScene, style: &ChartStyle, height: f32) {
    let id = ui.scope_id().with(("rounds", &scene.title));
    let style = &ChartStyle {
        right_gutter: style.right_gutter * WIDER_GUTTER,
        ..*style
    };
    let slot = ChartSlot {
        height,
        time_labels: TimeLabels::Shown,
        cursor_ns: None,
        selected_ns: None,
    };
    let frame = ChartFrame::allocate(ui, slot, style, id);
    frame.heading(style, &scene.title, &scene.note);
    warmup_ground(&frame, scene, style);
    grid(&frame, [&scene.x_ticks, &scene.y_ticks], style);
    for curve in &scene.curves {
        level(&frame, scene, curve, style);
    }
    for curve in &scene.curves {
        let color = style.palette.engine(curve.engine);
        // Of several runs the last is drawn strong, on top.
        let last = curve.lines.len().saturating_sub(1);
        for (place, line) in curve.lines.iter().enumerate() {
            let color = if place == last {
                color
            } else {
                style.palette.ghost(color)
            };
            series(&frame, (line, curve.case), color, style);
        }
    }
    labels(&frame, scene, style);
}

/// Shades what does not count, and says so where there is room.
fn warmup_ground(frame: &ChartFrame, scene: &RoundsScene, style: &ChartStyle) {
    if scene.measured_from <= 0.0 {
        return;
    }
    let plot = frame.plot;
    let right = place(plot, [scene.measured_from, 0.0]).x;
    let room = Rect::from_min_max(plot.min, pos2(right, plot.bottom()));
    let ground = style.palette.grid.gamma_multiply(0.55);
    frame.painter.rect_filled(room, 0.0, ground);
    let font = regular(style.text.axis);
    let muted = style.palette.muted;
    let words = frame
        .painter
        .layout_no_wrap("warm-up".to_owned(), font, muted);
    let at = pos2(room.center().x, plot.bottom() + style.scaled(6.0));
    let place = Align2::CENTER_TOP.anchor_size(at, words.size());
    frame.painter.galley(place.min, words, muted);
}

/// Median, interval and arithmetic of what counts.
fn level(frame: &ChartFrame, scene: &RoundsScene, curve: &RoundsCurve, style: &ChartStyle) {
    let color = style.palette.engine(curve.engine);
    let across = |height: f32| [scene.measured_from, 1.0].map(|x| place(frame.plot, [x, height]));
    let unit = style.hairline_px;
    if let Some(expected) = curve.expected {
        let stroke = Stroke::new(unit, style.palette.muted);
        let dots = Shape::dashed_line(&across(expected), stroke, unit, unit * 3.0);
        frame.painter.extend(dots);
    }
    let Some(level) = curve.level else { return };
    if let Some([low, high]) = level.interval {
        let [from, _] = across(low);
        let [_, to] = across(high);
        let band = Rect::from_two_pos(from, to);
        let tint = color.gamma_multiply(0.22);
        frame.painter.rect_filled(band, 0.0, tint);
    }
    let stroke = Stroke::new(unit * 1.4, color);
    let dashes = Shape::dashed_line(&across(level.median), stroke, unit * 6.0, unit * 4.0);
    frame.painter.extend(dashes);
}

/// The rounds of one run.
fn series(
    frame: &ChartFrame,
    (rounds, case): (&RoundsLine, usize),
    color: Color32,
    style: &ChartStyle,
) {
    let points = |places: &[[f32; 2]]| -> Vec<Pos2> {
        places.iter().map(|at| place(frame.plot, *at)).collect()
    };
    let (warmup, measured) = (points(&rounds.warmup), points(&rounds.measured));
    let radius = style.curve_px * 0.95;
    let whole = [&warmup[..], &measured[..]].concat();
    let thin = Stroke::new(style.curve_px * 0.45, color.gamma_multiply(0.75));
    frame.painter.extend(line(&whole, thin, case));
    let outline = Stroke::new(style.curve_px * 0.5, color);
    for at in warmup {
        frame
            .painter
            .circle(at, radius * 1.15, style.palette.ground, outline);
    }
    let apart = |pair: &[Pos2]| pair[1].x - pair[0].x >= radius * CLOSEST;
    if measured.windows(2).all(apart) {
        for at in measured {
            frame.painter.circle_filled(at, radius, color);
        }
    }
}

/// The names at the ends, so that none covers another.
fn labels(frame: &ChartFrame, scene: &RoundsScene, style: &ChartStyle) {
    let named: Vec<NamedEnd<'_>> = scene
        .curves
        .iter()
        .filter_map(|curve| {
            let last = curve
                .lines
                .iter()
                .rev()
                .find_map(|line| line.measured.last().or(line.warmup.last()).copied())?;
            let height = curve.level.map_or(last[1], |level| level.median);
            Some(NamedEnd {
                label: &curve.label,
                engine: curve.engine,
                end: place(frame.plot, [last[0], height]),
            })
        })
        .collect();
    let lines: Vec<Vec<[f32; 2]>> = scene
        .curves
        .iter()
        .flat_map(|curve| &curve.lines)
        .map(|line| {
            let all = line.warmup.iter().chain(&line.measured);
            all.map(|at| place(frame.plot, *at).into()).collect()
        })
        .collect();
    let _stands_alone = names_ui(frame, &named, &lines, style);
}
