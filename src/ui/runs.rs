//! The table of runs, newest on top.

use egui::{Frame, Margin, ScrollArea, Ui};

use crate::charts::regular;
use crate::state::{Actions, AppState};
use crate::ui::theme;

mod columns;
mod figures;
mod row;
mod row_buttons;

pub(super) fn runs_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let palette = theme::palette(ui);
    Frame::new()
        .inner_margin(Margin { left: 18, right: 10, top: 8, bottom: 0 })
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let columns = columns::Columns::over(ui.available_width() - 8.0);
            columns.heading_ui(ui);
            if state.runs.entries().is_empty() {
                ui.add_space(14.0);
                let text = egui::RichText::new("Every run becomes a row here: its time against arithmetic, its memory, its latencies, and how it ended.");
                ui.label(text.font(regular(theme::TYPE.body)).color(palette.muted));
                ui.set_min_height(ui.available_height());
                return;
            }
            let selected = state.runs.selected().map(|entry| entry.id);
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                for entry in state.runs.entries().iter().rev() {
                    let chosen = selected == Some(entry.id);
                    row::row_ui(ui, &columns, (entry, chosen), actions);
                }
            });
        });
}
