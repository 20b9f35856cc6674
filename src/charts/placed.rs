//! What charts of placed values share: grid with its words, and names at the ends of curves. Knows nothing of what is measured.

use egui::{Align2, Pos2, Rect, Stroke, pos2, vec2};

use super::{ChartStyle, frame::ChartFrame, regular, semibold};
use crate::model::EngineKind;
use crate::scene::{LabelBox, PlacedTick, place_labels};

/// A place of a scene on the screen.
pub(super) fn place(plot: Rect, [x, y]: [f32; 2]) -> Pos2 {
    pos2(
        plot.left() + x * plot.width(),
        plot.bottom() - y * plot.height(),
    )
}

/// Gridlines with their values: vertical ones first.
pub(super) fn grid(frame: &ChartFrame, [x_ticks, y_ticks]: [&[PlacedTick]; 2], style: &ChartStyle) {
    let (plot, hairline) = (
        frame.plot,
        Stroke::new(style.hairline_px, style.palette.grid),
    );
    let written = |at: Pos2, align: Align2, text: &str| {
        let font = regular(style.text.axis);
        frame
            .painter
            .text(at, align, text, font, style.palette.muted);
    };
    for tick in y_ticks {
        let y = place(plot, [0.0, tick.at]).y;
        frame.hline(y, hairline);
        let at = pos2(plot.left() - style.scaled(8.0), y);
        written(at, Align2::RIGHT_CENTER, &tick.label);
    }
    for tick in x_ticks {
        let x = frame
            .painter
            .round_to_pixel_center(place(plot, [tick.at, 0.0]).x);
        frame.painter.vline(x, plot.y_range(), hairline);
        let at = pos2(x, plot.bottom() + style.scaled(6.0));
        written(at, Align2::CENTER_TOP, &tick.label);
    }
}

/// What stands at the end of a curve.
pub(super) struct NamedEnd<'a> {
    pub label: &'a str,
    pub engine: EngineKind,
    pub end: Pos2,
}

/// Writes the names so that none covers another, nor any of `lines`; where they stand (left, top, right, bottom).
pub(super) fn names_ui(
    frame: &ChartFrame,
    named: &[NamedEnd<'_>],
    lines: &[Vec<[f32; 2]>],
    style: &ChartStyle,
) -> Vec<[f32; 4]> {
    let galleys: Vec<_> = named
        .iter()
        .map(|named| {
            let color = style.palette.engine_text(named.engine);
            let font = semibold(style.text.label * 0.9);
            frame
                .painter
                .layout_no_wrap(named.label.to_owned(), font, color)
        })
        .collect();
    let boxes: Vec<LabelBox> = named
        .iter()
        .zip(&galleys)
        .map(|(named, galley)| LabelBox {
            anchor: (named.end + vec2(style.scaled(5.0), 0.0)).into(),
            size: galley.size().into(),
        })
        .collect();
    let bounds = sides(frame.plot.with_max_x(frame.outer.right()));
    let air = style.text.label * 0.6;
    let placed = place_labels(&boxes, bounds, lines, Some(air));
    let mut taken = Vec::with_capacity(named.len());
    for ((galley, placed), named) in galleys.into_iter().zip(placed).zip(named) {
        let rect = Rect::from_min_size(placed.min.into(), galley.size());
        let color = style.palette.engine_text(named.engine);
        if placed.needs_leader {
            let stroke = Stroke::new(style.hairline_px, style.palette.ghost(color));
            let near = rect.clamp(named.end);
            frame.painter.line_segment([named.end, near], stroke);
        }
        // A plate of ground keeps gridlines out of the letters.
        frame.painter.rect_filled(rect, 0.0, style.palette.ground);
        frame.painter.galley(rect.min, galley, color);
        taken.push(sides(rect));
    }
    taken
}

/// Left, top, right, bottom: how scenes write a rectangle.
pub(super) fn sides(rect: Rect) -> [f32; 4] {
    [rect.left(), rect.top(), rect.right(), rect.bottom()]
}
