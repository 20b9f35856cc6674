//! Pictures and figures for elsewhere: PNG (offscreen, no window, no GPU), CSV, JSON, trace-event JSON, a text table. Knows nothing of the application state.

mod aligned;
mod csv;
mod figures;
mod json;
mod markdown;
mod offscreen;
mod picture;
pub mod raster;
mod sheet;
mod sheet_rounds;
mod sheet_text;
mod table;
mod trace;

pub use crate::charts::Theme;
pub use csv::{csv, rounds_csv, samples_csv};
pub use json::json;
pub use markdown::markdown;
pub use picture::{Chart, ExportError, Picture, PictureRequest, chart_png, has_rounds, has_sweep};
pub use sheet_text::sheet_text;
pub use table::table;
pub use trace::{TraceCounts, TraceError, save_trace, trace_events};

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
mod rounds_tests;
#[cfg(test)]
mod sheet_tests;
