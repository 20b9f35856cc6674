//! The curves of the last plan over the knob it sweeps: the charts that the exported picture has too.

use std::sync::Arc;

use egui::{Frame, Id, Margin, Role, Sense, Ui, WidgetInfo};

use crate::charts::{ChartStyle, sweep_ui};
use crate::model::Measure;
use crate::scene::{SweepScene, sweep_scene};
use crate::state::{Actions, AppState, RunEntry};
use crate::ui::controls::note_ui;
use crate::ui::theme;

/// Two charts need this height to be read.
pub(super) const LOWEST_PX: f32 = 420.0;
/// Between the two charts.
const GAP_PX: f32 = 14.0;

pub(super) fn sweep_tab_ui(
    ui: &mut Ui,
    (state, _selected): (&AppState, &RunEntry),
    _actions: &mut Actions,
) {
    let scenes = cached(ui, state);
    let style = ChartStyle::window(theme::palette(ui).theme);
    Frame::new()
        .inner_margin(Margin::symmetric(8, 14))
        .show(ui, |ui| {
            if scenes.is_empty() {
                let text = "A point of the curves appears as soon as a run has completed.";
                note_ui(ui, text, theme::palette(ui).muted);
                return;
            }
            #[expect(clippy::cast_precision_loss, reason = "two charts")]
            let count = scenes.len() as f32;
            let height = (ui.available_height() - GAP_PX * (count - 1.0)) / count;
            for scene in scenes.iter() {
                chart_ui(ui, scene, &style, height);
                ui.add_space(GAP_PX);
            }
        });
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
