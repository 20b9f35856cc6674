//! The sheet with the path field: what cannot be chosen in a dialog can be typed here.

use egui::{Align2, Area, Context, Frame, Id, Key, Margin, RichText, Stroke, Ui};

use super::controls::{ButtonKind, PushButton, caps_ui, note_ui};
use super::theme::{self, TOP_BAR_PX, TYPE};
use crate::charts::semibold;
use crate::state::{Actions, AppState, DialogService, FileAction, FileKind, SetupAction, Sheet};

mod export;

const WIDTH_PX: f32 = 460.0;

pub(super) fn sheet_ui(ctx: &Context, state: &AppState, actions: &mut Actions) {
    let Some(sheet) = state.files.sheet else {
        ctx.data_mut(|data| data.remove::<Sheet>(focused()));
        return;
    };
    if ctx.input(|input| input.key_pressed(Key::Escape)) {
        actions.push(FileAction::CloseSheet.into());
    }
    Area::new(Id::unique("sheet"))
        .anchor(Align2::CENTER_TOP, [0.0, TOP_BAR_PX + 14.0])
        .order(egui::Order::Foreground)
        .show(ctx, |ui| {
            let palette = theme::palette(ui);
            Frame::popup(ui.style())
                .fill(palette.panel)
                .stroke(Stroke::new(1.0, palette.line))
                .corner_radius(10)
                .inner_margin(Margin::same(18))
                .show(ui, |ui| {
                    ui.set_width(WIDTH_PX);
                    content_ui(ui, sheet, state, actions);
                });
        });
}

/// Remembers for which sheet the path field was given the keyboard.
fn focused() -> Id {
    Id::unique("sheet focused")
}

const fn headline(sheet: Sheet) -> &'static str {
    match sheet {
        Sheet::Open => "Open a preset or recording",
        Sheet::Save(FileKind::Preset) => "Save the preset",
        Sheet::Save(FileKind::Recording) => "Save the recording",
        Sheet::Save(FileKind::Chart) => "Export a chart",
        Sheet::Save(FileKind::Trace) => "Export a trace",
        Sheet::Save(FileKind::WindowPicture) => "Save a picture of the window",
    }
}

fn content_ui(ui: &mut Ui, sheet: Sheet, state: &AppState, actions: &mut Actions) {
    let palette = theme::palette(ui);
    let title = RichText::new(headline(sheet)).font(semibold(15.0));
    ui.label(title.color(palette.text));
    ui.add_space(6.0);
    match sheet {
        Sheet::Save(FileKind::Preset) => title_ui(ui, state, actions),
        Sheet::Save(kind @ (FileKind::Chart | FileKind::Trace)) => {
            export::export_ui(ui, (kind, state), actions);
        }
        Sheet::Open | Sheet::Save(FileKind::Recording | FileKind::WindowPicture) => {}
    }
    caps_ui(ui, "Path");
    path_ui(ui, state, actions);
    if let Some(occupied) = &state.files.occupied {
        let text = format!(
            "There is a file already: {}. Press the button again to replace it.",
            occupied.display()
        );
        note_ui(ui, &text, palette.readable(palette.warning));
    }
    if let DialogService::Missing(reason) = &state.files.dialogs {
        note_ui(ui, reason, palette.muted);
    }
    ui.add_space(10.0);
    buttons_ui(ui, sheet, state, actions);
}

fn title_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    caps_ui(ui, "Title");
    let mut title = state.draft.preset.title.clone();
    if field_ui(ui, "Title", &mut title).changed() {
        actions.push(SetupAction::SetTitle(title).into());
    }
    ui.add_space(6.0);
}

fn field_ui(ui: &mut Ui, name: &str, text: &mut String) -> egui::Response {
    let before = text.clone();
    let field = egui::TextEdit::singleline(text)
        .id(Id::unique(("sheet", name)))
        .margin(Margin::symmetric(10, 7))
        .font(egui::FontId::proportional(TYPE.body))
        .desired_width(f32::INFINITY);
    let response = ui.add(field);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::text_edit(true, &before, text.as_str(), "");
        info.label = Some(name.to_owned());
        info
    });
    response
}

fn path_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let mut typed = state.files.typed.clone();
    let response = field_ui(ui, "Path", &mut typed);
    let focused_for = ui.data(|data| data.get_temp::<Sheet>(focused()));
    if let Some(sheet) = state.files.sheet
        && focused_for != Some(sheet)
    {
        response.request_focus();
        ui.data_mut(|data| data.insert_temp(focused(), sheet));
    }
    if response.changed() {
        actions.push(FileAction::TypePath(typed).into());
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        actions.push(FileAction::Confirm.into());
    }
    response.on_hover_text("A path, absolute or from the folder the program was started in");
}

fn buttons_ui(ui: &mut Ui, sheet: Sheet, state: &AppState, actions: &mut Actions) {
    let (word, tip) = match (sheet, &state.files.occupied) {
        (Sheet::Open, _) => ("Open file", "Opens what the field names (Enter)"),
        (Sheet::Save(_), None) => ("Save file", "Writes what the field names (Enter)"),
        (Sheet::Save(_), Some(_)) => ("Replace file", "Writes over the file that is there"),
    };
    ui.horizontal(|ui| {
        let go = PushButton::new(word, tip)
            .kind(ButtonKind::Primary)
            .min_width(100.0);
        if go.show(ui).clicked() {
            actions.push(FileAction::Confirm.into());
        }
        let missing = match &state.files.dialogs {
            DialogService::Missing(reason) => Some(reason.as_str()),
            DialogService::Unknown | DialogService::Present => None,
        };
        let browse = PushButton::new("Browse…", "Chooses the file in the system's dialog")
            .disabled_because(missing);
        if browse.show(ui).clicked() {
            actions.push(FileAction::Browse.into());
        }
        let cancel = PushButton::new("Cancel", "Closes this sheet (Esc)").kind(ButtonKind::Quiet);
        if cancel.show(ui).clicked() {
            actions.push(FileAction::CloseSheet.into());
        }
    });
}
