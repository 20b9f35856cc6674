//! Pictures and figures for elsewhere: PNG (offscreen, no window, no GPU), CSV, JSON, a text table. Knows nothing of the application state.

mod csv;
mod figures;
mod json;
mod offscreen;
mod picture;
pub mod raster;
mod table;

pub use crate::charts::Theme;
pub use csv::{csv, samples_csv};
pub use json::json;
pub use picture::{Chart, ExportError, Picture, PictureRequest, chart_png};
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
