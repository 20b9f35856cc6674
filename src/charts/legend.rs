//! Small squares with words beside a chart's heading, close to what they explain. Knows nothing of the chart.

use egui::{Align2, Color32, Mesh, Painter, Pos2, Rect, Vec2, pos2, vec2};

use super::{
    ChartStyle,
    hatch::{Hatch, add_rect, shape},
    regular,
};

/// One word and the colour it stands for.
pub(super) struct Entry<'a> {
    pub word: &'a str,
    pub fill: Color32,
    /// Colour of stripes, where the pattern is hatched.
    pub stripes: Option<Color32>,
}

/// Writes entries from `start` (left, bottom) to the right. Returns where they end.
pub(super) fn legend(
    painter: &Painter,
    start: Pos2,
    style: &ChartStyle,
    entries: &[Entry<'_>],
) -> f32 {
    let (mut x, mut end) = (start.x, start.x);
    for entry in entries {
        let side = style.text.axis * 0.8;
        let middle = start.y - style.text.axis * 0.62;
        let square = Rect::from_min_size(pos2(x, middle - side / 2.0), Vec2::splat(side));
        let mut mesh = Mesh::default();
        add_rect(&mut mesh, square, entry.fill);
        if let Some(stripes) = entry.stripes {
            pinned_hatch(style, stripes).add(&mut mesh, square);
        }
        painter.add(shape(mesh));
        let word = painter.text(
            square.right_center() + vec2(style.text.axis * 0.45, 0.0),
            Align2::LEFT_CENTER,
            entry.word,
            regular(style.text.axis),
            style.palette.muted,
        );
        end = word.right();
        x = end + style.text.axis * 1.3;
    }
    end
}

/// The stripes of everything pinned, at the size of this style.
pub(super) fn pinned_hatch(style: &ChartStyle, color: Color32) -> Hatch {
    Hatch {
        color,
        period: style.scaled(6.5),
        width: style.scaled(2.2),
    }
}
