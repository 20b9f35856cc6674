//! The page of words and keys.

use egui::{Context, Frame, Grid, Id, Label, Margin, Modal, RichText, ScrollArea, Ui};

use super::controls::{PushButton, caps_ui};
use super::keys::SHORTCUTS;
use super::theme::{self, TYPE};
use crate::charts::{regular, semibold};
use crate::state::{Actions, AppState, ViewAction};

/// Words that stand on the charts, and what they mean.
const WORDS: [(&str, &str); 8] = [
    ("task", "one small job; thousands are started at once"),
    ("carrier", "an OS thread that executes tasks"),
    ("mounted", "a task occupies a carrier"),
    ("pinned", "mounted but blocked: the carrier waits with it"),
    ("ready", "woken, waiting for a carrier"),
    ("parked", "suspended, nothing to do"),
    ("lane", "one carrier's row on the timeline"),
    (
        "expected",
        "the time by arithmetic alone, switching taken as free",
    ),
];

pub(super) fn help_ui(ctx: &Context, state: &AppState, actions: &mut Actions) {
    if !state.view.help {
        return;
    }
    let modal = Modal::new(Id::unique("help"))
        .frame(Frame::NONE)
        .show(ctx, |ui| {
            let palette = theme::palette(ui);
            Frame::popup(ui.style())
                .fill(palette.panel)
                .corner_radius(10)
                .inner_margin(Margin::same(22))
                .show(ui, |ui| {
                    ui.set_width(720.0);
                    page_ui(ui, actions);
                });
        });
    if modal.should_close() && !actions.iter().any(is_toggle) {
        actions.push(ViewAction::ToggleHelp.into());
    }
}

fn is_toggle(action: &crate::state::Action) -> bool {
    matches!(action, crate::state::Action::View(ViewAction::ToggleHelp))
}

fn page_ui(ui: &mut Ui, actions: &mut Actions) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Keys and words").font(semibold(17.0)));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let close = PushButton::new("Close", "Closes this page (Esc)");
            if close.show(ui).clicked() {
                actions.push(ViewAction::ToggleHelp.into());
            }
        });
    });
    ui.add_space(8.0);
    ScrollArea::vertical()
        .max_height(640.0)
        .min_scrolled_height(560.0)
        .show(ui, |ui| {
            ui.columns(2, |columns| {
                if let [left, right] = columns {
                    keys_ui(left);
                    words_ui(right);
                }
            });
        });
}

fn keys_ui(ui: &mut Ui) {
    caps_ui(ui, "Keys");
    let keys = SHORTCUTS
        .iter()
        .filter(|shortcut| !shortcut.does.is_empty())
        .map(|shortcut| (shortcut.keys, shortcut.does));
    pairs_ui(ui, "keys", keys);
}

fn words_ui(ui: &mut Ui) {
    caps_ui(ui, "Words");
    pairs_ui(ui, "words", WORDS.into_iter());
    ui.add_space(14.0);
    caps_ui(ui, "Mouse, over a chart");
    let mouse = [
        ("wheel", "zooms at the cursor"),
        ("drag", "moves along the time"),
        ("double click", "fits everything"),
        ("Ctrl wheel", "makes lanes higher or lower"),
        ("click a span", "keeps it in the inspector"),
    ];
    pairs_ui(ui, "mouse", mouse.into_iter());
    ui.add_space(14.0);
    caps_ui(ui, "Text size");
    pairs_ui(
        ui,
        "zoom",
        [("Ctrl + and −", "larger and smaller; Ctrl 0 as it was")].into_iter(),
    );
}

fn pairs_ui<'a>(ui: &mut Ui, id: &str, pairs: impl Iterator<Item = (&'a str, &'a str)>) {
    let palette = theme::palette(ui);
    ui.spacing_mut().interact_size.y = 18.0;
    Grid::new(id)
        .num_columns(2)
        .spacing([14.0, 4.0])
        .show(ui, |ui| {
            for (name, meaning) in pairs {
                let name = RichText::new(name).font(semibold(TYPE.label));
                ui.label(name.color(palette.text));
                let meaning = RichText::new(meaning).font(regular(TYPE.label));
                ui.add(Label::new(meaning.color(palette.muted)).wrap());
                ui.end_row();
            }
        });
}
