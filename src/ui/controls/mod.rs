//! The controls of the window: buttons, menus, knobs, fields. Each has an accessible name, a tooltip and works by keyboard.

mod button;
mod check;
mod choice;
mod knob;
mod menu;
mod scale;
mod text;

pub(super) use button::focus_ring;
pub use button::{ButtonKind, PushButton};
pub use check::{CheckRow, CheckState, check_row_ui};
pub use choice::choice_ui;
pub use knob::{KnobRow, KnobTurn, knob_row_ui};
pub use menu::{menu_item_ui, menu_line_ui, menu_ui};
pub use scale::Scale;
pub use text::{caps_ui, fact_ui, note_ui, separator_ui};
