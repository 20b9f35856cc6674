//! The curves of the last plan over the knob it sweeps: the charts that the exported picture has too.

use std::sync::Arc;

use egui::{Id, Role, Sense, Ui, WidgetInfo};

use super::stacked::stacked_ui;
use crate::charts::{ChartStyle, sweep_ui};
use crate::model::Measure;
use crate::scene::{SweepScene, sweep_scene};
use crate::state::{Actions, AppState, RunEntry};

pub(super) fn sweep_tab_ui(
    ui: &mut Ui,
    (state, _selected): (&AppState, &RunEntry),
    _actions: &mut Actions,
) {
    let scenes = cached(ui, state);
    let empty = "A point of the curves appears as soon as a run has completed.";
    stacked_ui(ui, (&scenes, empty), chart_ui);
}

fn chart_ui(ui: &mut Ui, scene: &SweepScene, style: &ChartStyle, height: f32) {
    let mut room = ui.available_rect_before_wrap();
    room.set_height(height);
    sweep_ui(ui, scene, style, height);
    let curves = scene
        .curves
        .iter()
        .map(|curve| curve.label.replace('\n', ", "));
    let flips = scene.flips.iter().map(|flip| flip.words.clone());
    let parts: Vec<String> = curves.chain(flips).collect();
    let words = format!("{}, {}: {}", scene.title, scene.note, parts.join("; "));
    let id = ui.scope_id().with(("sweep words", &scene.title));
    let response = ui.interact(room, id, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
}

/// The scenes of the runs as they are now; made anew only when a run has ended or gone.
fn cached(ui: &Ui, state: &AppState) -> Arc<Vec<SweepScene>> {
    let (id, key) = (Id::unique("sweep scenes"), state.compare_key());
    let known: Option<(u64, Arc<Vec<SweepScene>>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, scenes)) = known.filter(|(of, _)| *of == key) {
        return scenes;
    }
    let recordings = state.swept();
    let scenes = [Measure::PeakRss, Measure::Wall]
        .into_iter()
        .filter_map(|measure| sweep_scene(&recordings, measure));
    let scenes = Arc::new(scenes.collect::<Vec<_>>());
    ui.data_mut(|data| data.insert_temp(id, (key, Arc::clone(&scenes))));
    scenes
}
