//! Draws scenes with egui; the same functions serve the window and the exported picture. Knows nothing of the application state.

mod fonts;
pub mod palette;
pub mod type_scale;

pub use fonts::{install_fonts, install_system_fonts};
pub use palette::{Palette, Theme};
pub use type_scale::{TypeScale, regular, semibold};
