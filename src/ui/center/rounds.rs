//! The rounds of the last plan's runs over their number: the charts that the exported picture has too.

use std::sync::Arc;

use egui::{Frame, Id, Margin, Role, Sense, Ui, WidgetInfo};

use crate::charts::{ChartStyle, rounds_ui};
use crate::model::Measure;
use crate::scene::{RoundsScene, rounds_scene};
use crate::state::{Actions, AppState, RunEntry};
use crate::ui::controls::note_ui;
use crate::ui::theme;

/// Two charts need this height to be read.
pub(super) const LOWEST_PX: f32 = 420.0;
/// Between the two charts.
const GAP_PX: f32 = 14.0;

pub(super) fn rounds_tab_ui(
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
                let text = "A point appears as soon as a round has ended.";
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
