//! Pictures and figures for elsewhere: PNG (offscreen, no window, no GPU), CSV, JSON, a text table. Knows nothing of the application state.

mod offscreen;
mod picture;
pub mod raster;

pub use picture::{Chart, ExportError, Picture, PictureRequest, chart_png};

#[cfg(test)]
mod fixture_spans;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod picture_tests;
