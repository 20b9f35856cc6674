//! How many durations were how long, as bars. Knows nothing of what took so long.

use egui::{Align2, Color32, Mesh, Rangef, Rect, Response, Sense, Ui, pos2, vec2};

use super::{
    ChartStyle,
    frame::as_f32,
    hatch::{add_rect, shape},
    regular, semibold,
};
use crate::model::{
    Nanos,
    units::{grouped, short},
};
use crate::scene::{HistogramBar, HistogramScene};

/// Height of the bars at window size.
const BARS_PX: f32 = 34.0;

/// Bars across the whole width under the name of what was measured; a bar tells its count when the pointer rests on it.
pub fn histogram_ui(
    ui: &mut Ui,
    (name, color): (&str, Color32),
    scene: &HistogramScene,
    style: &ChartStyle,
) -> Response {
    let line = style.text.axis * 1.35;
    let height = line * 2.0 + style.scaled(BARS_PX) + style.scaled(4.0);
    let (room, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    heading(ui, (room, name), scene, style);
    let bars = Rect::from_min_size(
        pos2(room.left(), room.top() + line),
        vec2(room.width(), style.scaled(BARS_PX)),
    );
    let mut mesh = Mesh::default();
    for (index, bar) in scene.bars.iter().enumerate() {
        add_rect(
            &mut mesh,
            place(bars, (index, scene.bars.len()), bar),
            color,
        );
    }
    ui.painter().add(shape(mesh));
    ui.painter().hline(
        bars.x_range(),
        bars.bottom(),
        (style.hairline_px, style.palette.line),
    );
    ends(ui, bars, scene, style);
    let pointed = response.hover_pos().and_then(|pointer| {
        let at = bar_at(bars, pointer.x, scene.bars.len());
        scene.bars.get(at)
    });
    match pointed {
        Some(bar) => response.on_hover_text(words(bar)),
        None => response,
    }
}

/// The name on the left, the median and the 99th percentile on the right.
fn heading(ui: &Ui, (room, name): (Rect, &str), scene: &HistogramScene, style: &ChartStyle) {
    ui.painter().text(
        room.left_top(),
        Align2::LEFT_TOP,
        name,
        regular(style.text.axis),
        style.palette.muted,
    );
    let figures = format!("{} / {}", Nanos(scene.p50_ns), Nanos(scene.p99_ns));
    ui.painter().text(
        room.right_top(),
        Align2::RIGHT_TOP,
        figures,
        semibold(style.text.axis),
        style.palette.text,
    );
}

/// Where the axis begins and ends, and how many there are.
fn ends(ui: &Ui, bars: Rect, scene: &HistogramScene, style: &ChartStyle) {
    let (Some(first), Some(last)) = (scene.bars.first(), scene.bars.last()) else {
        return;
    };
    let write = |at, align, text: String| {
        let font = regular(style.text.axis * 0.9);
        ui.painter()
            .text(at, align, text, font, style.palette.muted);
    };
    let below = vec2(0.0, style.scaled(2.0));
    let from = Nanos(first.from_ns).to_string();
    write(bars.left_bottom() + below, Align2::LEFT_TOP, from);
    let to = Nanos(last.to_ns).to_string();
    write(bars.right_bottom() + below, Align2::RIGHT_TOP, to);
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    let count = format!("{} in all", short(scene.count as f64));
    write(bars.center_bottom() + below, Align2::CENTER_TOP, count);
}

fn place(bars: Rect, (index, count): (usize, usize), bar: &HistogramBar) -> Rect {
    let (left, right) = (edge(bars, index, count), edge(bars, index + 1, count));
    let air = ((right - left) * 0.08).min(1.0);
    let top = bars.bottom() - bars.height() * bar.height;
    Rect::from_x_y_ranges(Rangef::new(left + air, right - air), top..=bars.bottom())
}

#[expect(clippy::cast_precision_loss, reason = "at most 62 bars")]
fn edge(bars: Rect, index: usize, count: usize) -> f32 {
    bars.left() + bars.width() * as_f32(index as f64 / count.max(1) as f64)
}

fn bar_at(bars: Rect, x: f32, count: usize) -> usize {
    (0..count)
        .take_while(|index| edge(bars, index + 1, count) <= x)
        .count()
}

fn words(bar: &HistogramBar) -> String {
    format!(
        "{} from {} to {}; heights grow with the logarithm of the count",
        grouped(bar.count),
        Nanos(bar.from_ns),
        Nanos(bar.to_ns)
    )
}
