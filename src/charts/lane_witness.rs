//! Band and strip around the bar of a row: how long tasks had waited, and what the operating system did with the thread. Knows
//! nothing of where rows lie.

use egui::{Color32, Mesh, Rangef, Rect};

use super::{
    ChartStyle,
    hatch::{Hatch, add_rect},
    lane_paint::skyline,
    legend::Entry,
    palette::mix,
};
use crate::scene::{KernelBox, LaneScene};

/// Share of a lane's ground that shows where the system was asked.
const ASKED: f32 = 0.55;

/// Ticks above the bar: full where a task had waited as long as any in sight, lower by the root of the share.
pub(super) fn waits(
    mesh: &mut Mesh,
    band: Rect,
    (waits, longest_ns): (&[f32], f32),
    style: &ChartStyle,
) {
    if longest_ns > 0.0 {
        let shares: Vec<f32> = waits
            .iter()
            .map(|wait| (wait / longest_ns).sqrt())
            .collect();
        skyline(mesh, band, wait_color(style), &shares);
    }
}

/// The longest wait in sight, nanoseconds; 0 where there is none.
pub(super) fn longest_wait(scene: &LaneScene) -> f32 {
    let waits = scene.lanes.iter().flat_map(|lane| &lane.waits);
    waits.copied().fold(0.0, f32::max)
}

/// As in the chart of task states.
pub(super) fn wait_color(style: &ChartStyle) -> Color32 {
    mix(style.palette.muted, style.palette.ground, 0.35)
}

/// The strip: from its foot up what ran, what waited for a CPU (striped), and what slept with a task mounted. Whatever is there at all
/// is a pixel high.
pub(super) fn strip(
    mesh: &mut Mesh,
    (strip, pixel): (Rect, f32),
    boxes: &[KernelBox],
    style: &ChartStyle,
) {
    let palette = &style.palette;
    let empty = mix(palette.ground, palette.grid, ASKED);
    let hatch = runnable_hatch(style);
    for found in boxes {
        let across = Rangef::new(strip.left() + found.left, strip.left() + found.right);
        add_rect(mesh, Rect::from_x_y_ranges(across, strip.y_range()), empty);
        let mut foot = strip.bottom();
        for (share, color) in [
            (found.running, palette.kernel_running),
            (found.runnable, palette.kernel_runnable),
            (found.held, palette.kernel_held),
        ] {
            if share <= 0.0 {
                continue;
            }
            let height = ((strip.height() * share / pixel).round() * pixel).max(pixel);
            let top = (foot - height).max(strip.top());
            let rect = Rect::from_x_y_ranges(across, top..=foot);
            add_rect(mesh, rect, color);
            if color == palette.kernel_runnable {
                hatch.add(mesh, rect);
            }
            foot = top;
        }
    }
}

/// Closer stripes than those of a pin, so that they show in a strip.
fn runnable_hatch(style: &ChartStyle) -> Hatch {
    Hatch {
        color: style.palette.kernel_runnable_stripe,
        period: style.scaled(4.0),
        width: style.scaled(1.6),
    }
}

/// The name of what the bands show; `None` where nobody in sight waited.
pub(super) fn band_entry(scene: &LaneScene, style: &ChartStyle) -> Option<Entry<'static>> {
    (longest_wait(scene) > 0.0).then(|| plain("waited to mount", wait_color(style)))
}

const fn plain(word: &'static str, fill: Color32) -> Entry<'static> {
    Entry {
        word,
        fill,
        stripes: None,
    }
}

/// Names for what the strips show in sight.
pub(super) fn strip_entries(scene: &LaneScene, style: &ChartStyle) -> Vec<Entry<'static>> {
    let palette = &style.palette;
    let mut entries = Vec::new();
    let boxes = || scene.lanes.iter().flat_map(|lane| &lane.kernel);
    if boxes().next().is_some() {
        entries.push(plain("kernel: running", palette.kernel_running));
    }
    if boxes().any(|found| found.runnable > 0.0) {
        entries.push(Entry {
            stripes: Some(palette.kernel_runnable_stripe),
            ..plain("waiting for a CPU", palette.kernel_runnable)
        });
    }
    if boxes().any(|found| found.held > 0.0) {
        entries.push(plain("asleep while mounted", palette.kernel_held));
    }
    entries
}
