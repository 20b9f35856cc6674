//! The keys of the window, in one table: what is pressed, what it does, what the help page says of it.

use egui::{Key, KeyboardShortcut, Modifiers, Ui};

use crate::state::{
    Action, Actions, AppState, FileAction, FileKind, PlanAction, Sheet, Tab, TableAction,
    ThemeChoice, ViewAction,
};

/// A key and what it does.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// As it is written on the help page.
    pub keys: &'static str,
    /// What it does.
    pub does: &'static str,
    key: KeyboardShortcut,
    action: fn(&AppState) -> Action,
}

const fn ctrl(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

macro_rules! shortcuts {
    ($($keys:literal $key:expr, $does:literal, $action:expr;)*) => {
        &[$(Shortcut { keys: $keys, does: $does, key: $key, action: $action }),*]
    };
}

/// Every key, in the order of the help page.
pub const SHORTCUTS: &[Shortcut] = shortcuts! {
    "Ctrl R" ctrl(Key::R), "Run the plan", |_| PlanAction::Run.into();
    "Esc" plain(Key::Escape), "Stop the plan, or let go of what is inspected, then of the selected stretch", escape;
    "Ctrl ." ctrl(Key::Period), "Stop the plan", |_| PlanAction::Stop.into();
    "Ctrl O" ctrl(Key::O), "Open a preset or recording", |_| FileAction::AskOpen.into();
    "Ctrl S" ctrl(Key::S), "Save the preset", |_| FileAction::ShowSheet(Sheet::Save(FileKind::Preset)).into();
    "Ctrl E" ctrl(Key::E), "Export a chart as a picture, or a trace", |_| FileAction::ShowSheet(Sheet::Save(FileKind::Chart)).into();
    "Ctrl D" ctrl(Key::D), "Save the recording of the selected run", |_| FileAction::ShowSheet(Sheet::Save(FileKind::Recording)).into();
    "F12" plain(Key::F12), "Save a picture of the window", |_| FileAction::ShowSheet(Sheet::Save(FileKind::WindowPicture)).into();
    "Ctrl Q" ctrl(Key::Q), "Close the window", |_| Action::Quit;
    "1" plain(Key::Num1), "Show the tab Live", |_| ViewAction::ShowTab(Tab::Live).into();
    "2" plain(Key::Num2), "Show the tab Timeline", |_| ViewAction::ShowTab(Tab::Timeline).into();
    "3" plain(Key::Num3), "Show the tab Compare", |_| ViewAction::ShowTab(Tab::Compare).into();
    "4" plain(Key::Num4), "Show the tab Sweep, where the plan sweeps a knob", |_| ViewAction::ShowTab(Tab::Sweep).into();
    "5" plain(Key::Num5), "Show the tab Rounds, where runs do their tasks in rounds", |_| ViewAction::ShowTab(Tab::Rounds).into();
    "W" plain(Key::W), "Closer", |_| zoom(0.7);
    "S" plain(Key::S), "Farther", |_| zoom(1.0 / 0.7);
    "A" plain(Key::A), "Earlier", |state| pan(state, -1);
    "D" plain(Key::D), "Later", |state| pan(state, 1);
    "F" plain(Key::F), "Fit the inspected span, the selected stretch, or the run", |_| ViewAction::FitSelection.into();
    "0" plain(Key::Num0), "Fit everything and follow what arrives", |_| ViewAction::FitAll.into();
    "Bksp" plain(Key::Backspace), "Back to the stretch of time that was shown before", |_| ViewAction::Back.into();
    "Alt ← →" alt(Key::ArrowLeft), "Back and forward through the stretches that were shown", |_| ViewAction::Back.into();
    "" alt(Key::ArrowRight), "", |_| ViewAction::Forward.into();
    "/" plain(Key::Slash), "Go to a task or a time", |_| ViewAction::AskPlace.into();
    "← →" plain(Key::ArrowRight), "Go from span to span along a lane", |_| ViewAction::StepSpan(1).into();
    "" plain(Key::ArrowLeft), "", |_| ViewAction::StepSpan(-1).into();
    "↑ ↓" plain(Key::ArrowDown), "Go to the next lane at the same moment", |_| ViewAction::StepLane(1).into();
    "" plain(Key::ArrowUp), "", |_| ViewAction::StepLane(-1).into();
    "J" plain(Key::J), "Select the next run in the table", |_| TableAction::Step(1).into();
    "K" plain(Key::K), "Select the run before it", |_| TableAction::Step(-1).into();
    "H" plain(Key::H), "Hide or show the curves of the selected run", hide;
    "Del" plain(Key::Delete), "Delete the selected run", delete;
    "Ctrl L" ctrl(Key::L), "Look: as the system, dark, light", next_theme;
    "F1" plain(Key::F1), "This page", |_| ViewAction::ToggleHelp.into();
};

/// Turns the keys that nobody else wants into actions.
pub(super) fn take_keys(ui: &Ui, state: &AppState, actions: &mut Actions) {
    let typing = ui.ctx().text_edit_focused() || egui::Popup::is_any_open(ui.ctx());
    let sheet = state.files.sheet.is_some();
    let focused = ui.memory(|memory| memory.focused().is_some());
    for shortcut in SHORTCUTS {
        let bare = shortcut.key.modifiers == Modifiers::NONE;
        let alt = shortcut.key.modifiers == Modifiers::ALT;
        if (bare || alt) && (typing || sheet)
            || bare && focused && is_arrow(shortcut.key.logical_key)
        {
            continue;
        }
        if ui.input_mut(|input| input.consume_shortcut(&shortcut.key)) {
            actions.push((shortcut.action)(state));
        }
    }
}

/// Arrows belong to the control that has the keyboard, if there is one.
fn is_arrow(key: Key) -> bool {
    [
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::ArrowUp,
        Key::ArrowDown,
    ]
    .contains(&key)
}

fn zoom(factor: f64) -> Action {
    ViewAction::Zoom {
        at_ns: None,
        factor,
    }
    .into()
}

/// A sixth of what is visible.
fn pan(state: &AppState, way: i64) -> Action {
    let step = i64::try_from(state.visible_range().len_ns() / 6).unwrap_or(i64::MAX);
    ViewAction::Pan(step.saturating_mul(way)).into()
}

fn escape(state: &AppState) -> Action {
    if state.view.help.is_some() {
        ViewAction::ShowHelp(None).into()
    } else if state.doubt.is_some() {
        PlanAction::Withdraw.into()
    } else if state.plan.is_some() {
        PlanAction::Stop.into()
    } else {
        ViewAction::LetGo.into()
    }
}

fn hide(state: &AppState) -> Action {
    match state.runs.selected() {
        Some(entry) => TableAction::ToggleVisible(entry.id).into(),
        None => ViewAction::Inspect(None).into(),
    }
}

fn delete(state: &AppState) -> Action {
    match state.runs.selected() {
        Some(entry) => TableAction::Delete(entry.id).into(),
        None => ViewAction::Inspect(None).into(),
    }
}

fn next_theme(state: &AppState) -> Action {
    let next = match state.view.theme {
        ThemeChoice::System => ThemeChoice::Dark,
        ThemeChoice::Dark => ThemeChoice::Light,
        ThemeChoice::Light => ThemeChoice::System,
    };
    ViewAction::SetTheme(next).into()
}
