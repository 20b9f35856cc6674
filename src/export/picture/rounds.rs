//! The charts of rounds in one process, one under the other. Knows nothing of title and small print.

use egui::Ui;

use crate::charts::{ChartStyle, rounds_ui};
use crate::model::Measure;
use crate::recording::Recording;
use crate::scene::{RoundsScene, rounds_scene};

/// Wall time and latency of each round; those that were told of.
pub(super) fn scenes(recordings: &[&Recording]) -> Vec<RoundsScene> {
    [Measure::Wall, Measure::P95]
        .into_iter()
        .filter_map(|measure| rounds_scene(recordings, measure))
        .collect()
}

/// The charts in equal heights.
#[expect(clippy::cast_precision_loss, reason = "two charts")]
pub(super) fn rounds_page_ui(ui: &mut Ui, scenes: &[RoundsScene], style: &ChartStyle) {
    let gap = style.text.axis * 0.6;
    let count = scenes.len().max(1) as f32;
    let height = (ui.available_height() - gap * (count - 1.0)) / count;
    for (place, scene) in scenes.iter().enumerate() {
        if place > 0 {
            ui.add_space(gap);
        }
        rounds_ui(ui, scene, style, height);
    }
}
