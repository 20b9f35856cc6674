//! Charts of one kind below each other, or a sentence while there is none. Knows nothing of what they show.

use egui::{Frame, Margin, Ui};

use crate::charts::ChartStyle;
use crate::ui::controls::note_ui;
use crate::ui::theme;

/// Two charts need this height to be read.
pub(super) const LOWEST_PX: f32 = 420.0;
/// Between two charts.
const GAP_PX: f32 = 14.0;

/// Gives each scene an equal part of the height; `chart_ui` paints it.
pub(super) fn stacked_ui<S>(
    ui: &mut Ui,
    (scenes, empty): (&[S], &str),
    chart_ui: impl Fn(&mut Ui, &S, &ChartStyle, f32),
) {
    let style = ChartStyle::window(theme::palette(ui).theme);
    Frame::new()
        .inner_margin(Margin::symmetric(8, 14))
        .show(ui, |ui| {
            if scenes.is_empty() {
                note_ui(ui, empty, theme::palette(ui).muted);
                return;
            }
            #[expect(clippy::cast_precision_loss, reason = "two charts")]
            let count = scenes.len() as f32;
            let height = (ui.available_height() - GAP_PX * (count - 1.0)) / count;
            for scene in scenes {
                chart_ui(ui, scene, &style, height);
                ui.add_space(GAP_PX);
            }
        });
}
