//! Viewport and recordings → what to paint, as plain numbers; folds what is smaller than a pixel. Knows nothing of egui.
//!
//! Time stays in whole nanoseconds until the start of the [`TimeWindow`] is subtracted; only then it becomes a float.

mod axis;
mod curve;
mod expected;
mod fold;
mod histogram;
mod hit;
mod kernel_strip;
mod labels;
mod lane_boxes;
mod lane_scene;
mod lanes;
mod log_scale;
mod memory;
mod minimap;
mod rounds;
mod rounds_axis;
mod states;
mod sweep;
mod task_lane;
mod thin_columns;
mod thread_rows;
mod throughput;
mod time_axis;
mod window;

pub use axis::{ValueAxis, ValueTick, byte_axis, count_axis, log_axis};
pub use curve::{Baseline, Curve, CurveEnd, CurveRun, CurveScene, Emphasis, fit_window};
pub use expected::ExpectedEnd;
pub use fold::fold;
pub use histogram::{HistogramBar, HistogramScene, histogram_scene};
pub use hit::{Hit, HitKind, LanePoint, hit, path};
pub use kernel_strip::{KernelBox, kernel_silence};
pub use labels::{LabelBox, LevelLabel, Placed, place_along, place_labels, place_note};
pub use lane_scene::{BoxKind, Lane, LaneBox, LaneOf, LaneScene, LaneView, RowRange};
pub use lanes::{lane_scene, row_count};
pub use memory::memory_scene;
pub use minimap::{MinimapColumn, MinimapScene, minimap_scene};
pub use rounds::{RoundsCurve, RoundsLevel, RoundsLine, RoundsScene, rounds_scene};
pub use states::{StateLayer, StatesScene, TaskState, states_scene};
pub use sweep::{PlacedTick, SweepCurve, SweepFlip, SweepPoint, SweepScene, sweep_scene};
pub use task_lane::{TaskBox, TaskDoing, TaskLane, task_lane};
pub use throughput::throughput_scene;
pub use time_axis::{TimeTick, time_ticks};
pub use window::TimeWindow;

/// What a chart is handed as it stands in the recording.
pub use crate::recording::{Occupancy, Span};

#[cfg(test)]
mod lane_properties;
#[cfg(test)]
mod lane_tests;
