//! The middle: tabs, and what the chosen one shows.

use egui::scroll_area::ScrollSource;
use egui::{Align2, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::theme::{self, TYPE};
use crate::charts::{regular, semibold};
use crate::state::{Actions, AppState, RunEntry, Tab, ViewAction};

mod cards;
mod compare;
mod doubt;
mod empty;
mod gestures;
mod go_to;
mod lanes;
mod live;
mod rounds;
mod stacked;
mod sweep;
mod timeline;

const TABS_PX: f32 = 42.0;

pub(super) fn center_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    ui.spacing_mut().item_spacing.y = 0.0;
    tabs_ui(ui, state, actions);
    doubt::doubt_ui(ui, state, actions);
    let Some(entry) = state.runs.selected() else {
        empty::empty_ui(ui, state);
        return;
    };
    let (lowest, tab_ui): (f32, TabUi) = match state.view.tab {
        Tab::Live => (live::LOWEST_PX, live::live_ui),
        Tab::Timeline => (timeline::LOWEST_PX, timeline::timeline_ui),
        Tab::Compare => {
            compare::compare_ui(ui, state);
            return;
        }
        Tab::Sweep => (stacked::LOWEST_PX, sweep::sweep_tab_ui),
        Tab::Rounds => (stacked::LOWEST_PX, rounds::rounds_tab_ui),
    };
    let room = vec2(ui.available_width(), ui.available_height().max(lowest));
    // The wheel belongs to the charts: it zooms.
    ScrollArea::vertical()
        .id_salt(state.view.tab.label())
        .scroll_source(ScrollSource::SCROLL_BAR)
        .auto_shrink(false)
        .show(ui, |ui| {
            ui.allocate_ui(room, |ui| {
                ui.set_min_size(room);
                tab_ui(ui, (state, entry), actions);
            });
        });
}

/// What paints a tab.
type TabUi = fn(&mut Ui, (&AppState, &RunEntry), &mut Actions);

fn tabs_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let chosen = state.view.tab;
    let palette = theme::palette(ui);
    let (bar, _response) =
        ui.allocate_exact_size(vec2(ui.available_width(), TABS_PX), Sense::hover());
    let line = Stroke::new(1.0, palette.line);
    ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, line);
    let mut left = bar.left() + 22.0;
    for tab in state.tabs() {
        let is_chosen = tab == chosen;
        let font = if is_chosen {
            semibold(TYPE.body)
        } else {
            regular(TYPE.body)
        };
        let color = if is_chosen {
            palette.text
        } else {
            palette.muted
        };
        let galley = ui
            .painter()
            .layout_no_wrap(tab.label().to_owned(), font, color);
        let size = vec2(galley.size().x + 22.0, TABS_PX);
        let rect = egui::Rect::from_min_size(pos2(left, bar.top()), size);
        let id = ui.scope_id().with(("tab", tab.label()));
        let response = ui.interact(rect, id, Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Tab, true, is_chosen, tab.label()));
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
        let text = if response.hovered() {
            palette.text
        } else {
            color
        };
        ui.painter()
            .galley_with_override_text_color(at.min, galley, text);
        if is_chosen || response.has_focus() {
            let under = Stroke::new(2.0, palette.accent);
            ui.painter()
                .hline(rect.x_range(), rect.bottom() - 1.0, under);
        }
        if response.clicked() {
            actions.push(ViewAction::ShowTab(tab).into());
        }
        response.on_hover_text(match tab {
            Tab::Live => "Memory, throughput and task states of all shown runs, and the lanes of the selected one (1)",
            Tab::Timeline => "The carriers of the selected run, large (2)",
            Tab::Sweep => "The last plan's figures over the knob it sweeps, log-log (4)",
            Tab::Rounds => "Each round of the last plan's runs, one after the other in its process: the warm-up is seen (5)",
            Tab::Compare => "The last plan's figures beside each other and beside published ones (3)",
        });
        left += size.x + 8.0;
    }
    if bar.right() - left >= go_to::NEEDED_PX {
        go_to::go_to_ui(ui, bar, state, actions);
    }
}
