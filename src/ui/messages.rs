//! What the window has to say, at the bottom of the middle; and the question before a plan that may be too large.

use egui::{Align, Align2, Area, Context, Frame, Id, Label, Layout, Margin, RichText, Stroke, Ui};

use super::controls::{ButtonKind, PushButton};
use super::icon::Icon;
use super::theme::{self, RUNS_PX, TYPE};
use crate::charts::{Palette, regular};
use crate::state::{Action, Actions, AppState, Message, PlanAction, Tone};

const WIDTH_PX: f32 = 380.0;

pub(super) fn messages_ui(ctx: &Context, state: &AppState, actions: &mut Actions) {
    if state.messages.shown().is_empty() && state.doubt.is_none() {
        return;
    }
    Area::new(Id::unique("messages"))
        .anchor(Align2::RIGHT_BOTTOM, [-20.0, -RUNS_PX - 20.0])
        .order(egui::Order::Foreground)
        .show(ctx, |ui| {
            ui.set_max_width(WIDTH_PX);
            for message in state.messages.shown() {
                message_ui(ui, message, actions);
            }
            if let Some(doubt) = &state.doubt {
                doubt_ui(ui, doubt, actions);
            }
        });
}

fn card(palette: &Palette, edge: egui::Color32) -> Frame {
    Frame::new()
        .fill(palette.panel)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(14, 10))
}

fn message_ui(ui: &mut Ui, message: &Message, actions: &mut Actions) {
    let palette = theme::palette(ui);
    let edge = match message.tone {
        Tone::Done => palette.good,
        Tone::Note => palette.line,
        Tone::Problem => palette.pinned,
    };
    card(&palette, edge).show(ui, |ui| {
        ui.set_width(WIDTH_PX - 30.0);
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            let close = PushButton::icon(Icon::Cross, "Dismiss", "Takes this message away");
            if close.show(ui).clicked() {
                actions.push(Action::Dismiss(message.id));
            }
            ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
                let text = RichText::new(&message.text).font(regular(TYPE.body));
                ui.add(Label::new(text.color(palette.text)).wrap().selectable(true));
            });
        });
    });
}

fn doubt_ui(ui: &mut Ui, doubt: &str, actions: &mut Actions) {
    let palette = theme::palette(ui);
    card(&palette, palette.warning).show(ui, |ui| {
        ui.set_width(WIDTH_PX - 30.0);
        ui.add(Label::new(doubt).wrap());
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            let anyway = PushButton::new("Run anyway", "Runs the plan all the same");
            if anyway.show(ui).clicked() {
                actions.push(PlanAction::RunAnyway.into());
            }
            let back = PushButton::new("Don't run", "Back to the knobs").kind(ButtonKind::Quiet);
            if back.show(ui).clicked() {
                actions.push(PlanAction::Withdraw.into());
            }
        });
    });
}
