//! Panels: read state and recordings, push `Action`s, own nothing durable. Knows nothing of files and processes.

pub mod controls;
mod icon;
mod setup;
pub mod theme;

pub use icon::{Icon, logo};
