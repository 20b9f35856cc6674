//! The pages over the window: keys and words, and how figures are taken.

use egui::{Context, Frame, Grid, Id, Label, Margin, Modal, RichText, ScrollArea, Ui};

use super::controls::{PushButton, caps_ui};
use super::keys::SHORTCUTS;
use super::theme::{self, TYPE};
use crate::charts::{regular, semibold};
use crate::state::{Action, Actions, AppState, HelpPage, ViewAction};

mod methodology;

const WIDTH_PX: f32 = 760.0;

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
    let Some(page) = state.view.help else {
        return;
    };
    let modal = Modal::new(Id::unique("help"))
        .frame(Frame::NONE)
        .show(ctx, |ui| {
            let palette = theme::palette(ui);
            Frame::popup(ui.style())
                .fill(palette.panel)
                .corner_radius(10)
                .inner_margin(Margin::same(22))
                .show(ui, |ui| {
                    ui.set_width(WIDTH_PX);
                    page_ui(ui, page, actions);
                });
        });
    if modal.should_close() && !actions.iter().any(changes_page) {
        actions.push(ViewAction::ShowHelp(None).into());
    }
}

fn changes_page(action: &Action) -> bool {
    let Action::View(action) = action else {
        return false;
    };
    matches!(action, ViewAction::ToggleHelp | ViewAction::ShowHelp(_))
}

fn page_ui(ui: &mut Ui, page: HelpPage, actions: &mut Actions) {
    let (title, other, name, tip) = match page {
        HelpPage::Keys => (
            "Keys and words",
            HelpPage::Methodology,
            "How figures are taken",
            "How each figure is taken, and what it cannot tell",
        ),
        HelpPage::Methodology => (
            "How figures are taken",
            HelpPage::Keys,
            "Keys and words",
            "What the keys do, and what the words on the charts mean",
        ),
    };
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).font(semibold(17.0)));
        let right = egui::Layout::right_to_left(egui::Align::Center);
        ui.with_layout(right, |ui| {
            let close = PushButton::new("Close", "Closes this page (Esc)");
            if close.show(ui).clicked() {
                actions.push(ViewAction::ShowHelp(None).into());
            }
            if PushButton::new(name, tip).show(ui).clicked() {
                actions.push(ViewAction::ShowHelp(Some(other)).into());
            }
        });
    });
    ui.add_space(8.0);
    ScrollArea::vertical()
        .id_salt(title)
        .max_height(640.0)
        .min_scrolled_height(560.0)
        .show(ui, |ui| match page {
            HelpPage::Methodology => methodology::methodology_ui(ui),
            HelpPage::Keys => ui.columns(2, |columns| {
                if let [left, right] = columns {
                    keys_ui(left);
                    words_ui(right);
                }
            }),
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
        (
            "Shift drag",
            "selects a stretch: figures and the worst tell of it alone",
        ),
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
