//! Pictures and figures for elsewhere: PNG (offscreen, no window, no GPU), CSV, JSON, a text table. Knows nothing of the application state.

mod aligned;
mod csv;
mod figures;
mod json;
mod markdown;
mod offscreen;
mod picture;
pub mod raster;
mod sheet;
mod sheet_text;
mod table;

pub use crate::charts::Theme;
pub use csv::{csv, samples_csv};
pub use json::json;
pub use markdown::markdown;
pub use picture::{Chart, ExportError, Picture, PictureRequest, chart_png, has_sweep};
pub use sheet_text::sheet_text;
pub use table::table;

#[cfg(test)]
mod figure_tests;
#[cfg(test)]
mod fixture_spans;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod ink_tests;
#[cfg(test)]
mod picture_tests;
#[cfg(test)]
mod sheet_tests;
