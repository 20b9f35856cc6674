//! The whole window: where each panel stands.

use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};

use super::theme::{INSPECTOR_PX, PANEL_MARGIN, RUNS_PX, SETUP_PX, TOP_BAR_PX, palette};
use super::{center, help, inspector, keys, messages, runs, setup, sheet, top_bar};
use crate::state::{Actions, AppState};

/// Paints the window and collects what a person does in it.
pub fn window_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    keys::take_keys(ui, state, actions);
    let palette = palette(ui);
    let side = Frame::new().fill(palette.panel);
    let bar = side.inner_margin(Margin::symmetric(18, 0));
    Panel::top("bar")
        .exact_size(TOP_BAR_PX)
        .resizable(false)
        .frame(bar)
        .show(ui, |ui| top_bar::top_bar_ui(ui, state, actions));
    Panel::bottom("runs")
        .default_size(RUNS_PX)
        .size_range(80.0..=420.0)
        .resizable(true)
        .frame(side)
        .show(ui, |ui| runs::runs_ui(ui, state, actions));
    Panel::left("setup")
        .exact_size(SETUP_PX)
        .resizable(false)
        .frame(side)
        .show(ui, |ui| {
            scrolling(ui, "setup scroll", |ui| setup::setup_ui(ui, state, actions));
        });
    Panel::right("inspector")
        .default_size(INSPECTOR_PX)
        .size_range(180.0..=420.0)
        .resizable(true)
        .frame(side)
        .show(ui, |ui| {
            scrolling(ui, "inspector scroll", |ui| {
                inspector::inspector_ui(ui, state, actions);
            });
        });
    CentralPanel::default()
        .frame(Frame::new().fill(palette.ground))
        .show(ui, |ui| center::center_ui(ui, state, actions));
    sheet::sheet_ui(ui.ctx(), state, actions);
    help::help_ui(ui.ctx(), state, actions);
    messages::messages_ui(ui.ctx(), state, actions);
}

fn scrolling(ui: &mut Ui, id: &str, content: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical()
        .id_salt(id)
        .auto_shrink(false)
        .show(ui, |ui| {
            Frame::new().inner_margin(PANEL_MARGIN).show(ui, content);
        });
}
