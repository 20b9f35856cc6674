//! The lanes of the selected run, large, between the strip of the whole run and the figures of what is visible.

use egui::{Frame, Margin, Ui};

use super::cards::cards_ui;
use super::gestures::Gestures;
use super::lanes::{LaneDetail, LaneRoom, lanes_of_ui, minimap_of_ui, task_lane_of_ui};
use super::live::states_of_ui;
use crate::charts::{ChartStyle, TimeLabels};
use crate::state::{Actions, AppState, RunEntry};
use crate::ui::theme;

/// In less height than this the lanes cannot be read; the tab is scrolled then.
pub(super) const LOWEST_PX: f32 = 300.0;
const MINIMAP_PX: f32 = 40.0;
const CARDS_PX: f32 = 50.0;
/// How many tasks live, wait, are ready, mounted and pinned: less than this cannot be read, more takes it from the lanes.
const COUNTERS_PX: std::ops::RangeInclusive<f32> = 64.0..=112.0;
const COUNTERS_SHARE: f32 = 0.17;

pub(super) fn timeline_ui(
    ui: &mut Ui,
    (state, entry): (&AppState, &RunEntry),
    actions: &mut Actions,
) {
    let margin = Margin {
        left: 8,
        right: 8,
        top: 14,
        bottom: 14,
    };
    Frame::new().inner_margin(margin).show(ui, |ui| {
        let style = ChartStyle::window(theme::palette(ui).theme);
        let mut gestures = Gestures::default();
        minimap_of_ui(ui, (state, entry), (&style, MINIMAP_PX), &mut gestures);
        ui.add_space(8.0);
        counters_ui(ui, (state, entry), &style, &mut gestures);
        task_lane_of_ui(ui, (state, entry), &style, &mut gestures);
        let room = LaneRoom {
            height: ui.available_height() - CARDS_PX - 16.0,
            row_px: 52.0,
            labels: TimeLabels::Above,
            detail: LaneDetail::Everything,
        };
        lanes_of_ui(ui, (state, entry), (&style, room), &mut gestures);
        ui.add_space((ui.available_height() - CARDS_PX).max(0.0));
        cards_ui(ui, (state, entry), &style);
        gestures.push(state, actions);
    });
}

/// The counters above the lanes, on their time axis; left out where the lanes need all there is.
fn counters_ui(
    ui: &mut Ui,
    (state, entry): (&AppState, &RunEntry),
    style: &ChartStyle,
    gestures: &mut Gestures,
) {
    let wanted = ui.available_height() * COUNTERS_SHARE;
    if wanted >= *COUNTERS_PX.start() {
        let height = wanted.min(*COUNTERS_PX.end());
        states_of_ui(ui, (state, entry), (style, height), gestures);
        ui.add_space(6.0);
    }
}
