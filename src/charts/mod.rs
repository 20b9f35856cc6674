//! Draws scenes with egui; the same functions serve the window and the exported picture. Knows nothing of the application state.
//!
//! Every chart takes a scene, a [`ChartStyle`] and a [`ChartSlot`], and leaves the same gutters left and right, so that charts
//! that stand on each other share one time axis. What a person does comes back as data ([`TimelineGesture`]).

mod curves;
mod end_labels;
mod expected;
mod fonts;
mod frame;
mod gesture;
mod hatch;
mod histogram;
mod lane_paint;
mod lane_path;
mod lane_rows;
mod lane_witness;
mod lanes;
mod legend;
mod minimap;
pub mod palette;
mod placed;
mod plot_area;
mod polyline;
mod rounds;
mod row_rail;
mod states;
mod style;
mod sweep;
mod task_lane;
mod task_numbers;
pub mod type_scale;

pub use curves::{memory_ui, throughput_ui};
pub use fonts::{install_fonts, install_system_fonts};
pub use frame::{ChartSlot, TimeLabels, plot_columns};
pub use gesture::{ChartResponse, TimelineGesture};
pub use histogram::histogram_ui;
pub use lanes::{HEAT_ROWS, LanePart, LanesResponse, lanes_height, lanes_ui, sentence_ui};
pub use minimap::minimap_ui;
pub use palette::{Palette, Theme};
pub use rounds::rounds_ui;
pub use states::states_ui;
pub use style::ChartStyle;
pub use sweep::sweep_ui;
pub use task_lane::{task_lane_height, task_lane_ui};
pub use type_scale::{TypeScale, regular, semibold};

#[cfg(test)]
mod chart_tests;
