//! The two charts of a sweep in one picture. Knows nothing of title and small print.

use egui::{Rect, Ui, UiBuilder, pos2};

use crate::charts::{ChartStyle, sweep_ui};
use crate::model::Measure;
use crate::recording::Recording;
use crate::scene::{SweepScene, sweep_scene};

/// Peak memory and wall time over the swept knob; those that were measured.
pub(super) fn scenes(recordings: &[&Recording]) -> Vec<SweepScene> {
    [Measure::PeakRss, Measure::Wall]
        .into_iter()
        .filter_map(|measure| sweep_scene(recordings, measure))
        .collect()
}

/// The charts side by side.
#[expect(clippy::cast_precision_loss, reason = "two charts")]
pub(super) fn sweeps_ui(ui: &mut Ui, scenes: &[SweepScene], style: &ChartStyle) {
    let room = ui.available_rect_before_wrap();
    let width = room.width() / scenes.len().max(1) as f32;
    for (place, scene) in scenes.iter().enumerate() {
        let left = room.left() + width * place as f32;
        let rect = Rect::from_min_max(pos2(left, room.top()), pos2(left + width, room.bottom()));
        ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
            sweep_ui(ui, scene, style, rect.height());
        });
    }
}
