//! Panels: read state and recordings, push `Action`s, own nothing durable. Knows nothing of files and processes.

mod center;
pub mod controls;
mod figures;
mod help;
mod icon;
mod inspector;
mod kept;
mod kernel_words;
mod keys;
mod messages;
mod pointed;
mod runs;
mod setup;
mod sheet;
pub mod theme;
mod top_bar;
mod window;

pub use icon::{Icon, logo};
pub use keys::{SHORTCUTS, Shortcut};
pub use window::window_ui;
