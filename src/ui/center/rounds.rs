//! The rounds of the last plan's runs over their number: the charts that the exported picture has too.

use std::sync::Arc;

use egui::{Id, Role, Sense, Ui, WidgetInfo};

use super::stacked::stacked_ui;
use crate::charts::{ChartStyle, rounds_ui};
use crate::model::Measure;
use crate::scene::{RoundsScene, rounds_scene};
use crate::state::{Actions, AppState, RunEntry};

pub(super) fn rounds_tab_ui(
    ui: &mut Ui,
    (state, _selected): (&AppState, &RunEntry),
    _actions: &mut Actions,
) {
    let scenes = cached(ui, state);
    let empty = "A point appears as soon as a round has ended.";
    stacked_ui(ui, (&scenes, empty), chart_ui);
}

fn chart_ui(ui: &mut Ui, scene: &RoundsScene, style: &ChartStyle, height: f32) {
    let mut room = ui.available_rect_before_wrap();
    room.set_height(height);
    rounds_ui(ui, scene, style, height);
    let curves = scene.curves.iter().map(|curve| {
        let rounds: usize = curve.lines.iter().map(|line| line.measured.len()).sum();
        let warmup: usize = curve.lines.iter().map(|line| line.warmup.len()).sum();
        let label = curve.label.replace('\n', ", ");
        format!("{label}, {rounds} rounds, {warmup} of warm-up")
    });
    let curves: Vec<String> = curves.collect();
    let words = format!("{}, {}: {}", scene.title, scene.note, curves.join("; "));
    let id = ui.scope_id().with(("rounds words", &scene.title));
    let response = ui.interact(room, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
}

/// The scenes of the runs as they are now; made anew as rounds come in, some twenty times for each run.
fn cached(ui: &Ui, state: &AppState) -> Arc<Vec<RoundsScene>> {
    let (id, key) = (Id::unique("rounds scenes"), state.rounds_key());
    let known: Option<(u64, Arc<Vec<RoundsScene>>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, scenes)) = known.filter(|(of, _)| *of == key) {
        return scenes;
    }
    let recordings = state.in_rounds();
    let scenes = [Measure::Wall, Measure::P95]
        .into_iter()
        .filter_map(|measure| rounds_scene(&recordings, measure));
    let scenes = Arc::new(scenes.collect::<Vec<_>>());
    ui.data_mut(|data| data.insert_temp(id, (key, Arc::clone(&scenes))));
    scenes
}
