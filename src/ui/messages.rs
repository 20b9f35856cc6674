//! What the window has to say, at the bottom of the middle.

use egui::{Align, Align2, Area, Context, Frame, Id, Label, Layout, Margin, RichText, Stroke, Ui};

use super::controls::PushButton;
use super::icon::Icon;
use super::theme::{self, RUNS_PX, TYPE};
use crate::charts::{Palette, regular};
use crate::state::{Action, Actions, AppState, Message, Tone};

const WIDTH_PX: f32 = 380.0;

pub(super) fn messages_ui(ctx: &Context, state: &AppState, actions: &mut Actions) {
    if state.messages.shown().is_empty() {
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
