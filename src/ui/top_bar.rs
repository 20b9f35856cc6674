//! The bar at the top: preset, Run and Stop, progress, export, look, help.

use egui::{Align, Layout, RichText, Sense, Ui, vec2};

use super::controls::{ButtonKind, PushButton};
use super::icon::{Icon, logo};
use super::theme;
use crate::charts::semibold;
use crate::state::{
    Action, Actions, AppState, FileAction, FileKind, PlanAction, Sheet, ThemeChoice, ViewAction,
};

mod preset_menu;
mod progress;

pub(super) fn top_bar_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 7.0;
        mark_ui(ui);
        ui.add_space(22.0);
        preset_menu::preset_menu_ui(ui, state, actions);
        file_buttons_ui(ui, actions);
        ui.add_space(14.0);
        run_buttons_ui(ui, state, actions);
        ui.add_space(12.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            right_ui(ui, state, actions);
            ui.add_space(12.0);
            progress::progress_ui(ui, state);
        });
    });
}

fn mark_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    let (rect, _response) = ui.allocate_exact_size(vec2(25.0, 25.0), Sense::hover());
    logo(ui.painter(), rect, [palette.accent, palette.on_accent]);
    ui.add_space(3.0);
    let name = RichText::new("Carrier Lab").font(semibold(15.0));
    ui.label(name.color(palette.text));
}

fn file_buttons_ui(ui: &mut Ui, actions: &mut Actions) {
    let open = PushButton::new("Open…", "Opens a preset or a recording (Ctrl+O)");
    if open.show(ui).clicked() {
        actions.push(FileAction::AskOpen.into());
    }
    let save = PushButton::new("Save…", "Saves the preset (Ctrl+S)");
    if save.show(ui).clicked() {
        actions.push(FileAction::ShowSheet(Sheet::Save(FileKind::Preset)).into());
    }
}

fn run_buttons_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let running = state.plan.as_ref();
    let busy = running.map(|_| "A plan is running. Stop it first, or wait for it to end.");
    let run = PushButton::new(
        "Run",
        "Runs every chosen engine, one after the other (Ctrl+R)",
    )
    .with_icon(Icon::Play)
    .kind(ButtonKind::Primary)
    .min_width(90.0)
    .disabled_because(busy.or(state.draft.not_runnable()));
    if run.show(ui).clicked() {
        actions.push(PlanAction::Run.into());
    }
    let idle = match running {
        None => Some("Nothing is running."),
        Some(plan) if plan.stopping => Some("The run is being stopped."),
        Some(_) => None,
    };
    let stop = PushButton::new("Stop", "Ends the running plan and keeps what came (Esc)")
        .with_icon(Icon::Square)
        .min_width(80.0)
        .disabled_because(idle);
    if stop.show(ui).clicked() {
        actions.push(PlanAction::Stop.into());
    }
}

/// From right to left.
fn right_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let help = PushButton::new("Help", "Keys and words (F1)").min_width(58.0);
    if help.show(ui).clicked() {
        actions.push(ViewAction::ToggleHelp.into());
    }
    let (icon, name, next) = match state.view.theme {
        ThemeChoice::System => (Icon::HalfMoon, "Auto", ThemeChoice::Dark),
        ThemeChoice::Dark => (Icon::Moon, "Dark", ThemeChoice::Light),
        ThemeChoice::Light => (Icon::Sun, "Light", ThemeChoice::System),
    };
    let tip = "The look: as the system has it, dark, or light (Ctrl+L)";
    let look = PushButton::new(name, tip).with_icon(icon).min_width(86.0);
    if look.show(ui).clicked() {
        actions.push(Action::from(ViewAction::SetTheme(next)));
    }
    let nothing = state
        .runs
        .entries()
        .is_empty()
        .then_some("There is no run to export yet. Press Run first.");
    let export = PushButton::new(
        "Export",
        "Draws a chart for a slide, or writes a trace for Perfetto (Ctrl+E)",
    )
    .min_width(76.0)
    .disabled_because(nothing);
    if export.show(ui).clicked() {
        actions.push(FileAction::ShowSheet(Sheet::Save(FileKind::Chart)).into());
    }
}
