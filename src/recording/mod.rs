//! Everything a run left behind: samples, spans with levels of detail, latencies, outcome; statistics; save and open. Knows nothing of egui.
//!
//! A recording grows by [`RunUpdate`]s. Spans arrive as [`Chunk`]s: immutable, shared by `Arc`, each with its own summaries, so
//! that nothing is ever rebuilt; only the newest chunk of a track is replaced by a longer one with the same serial.

mod atomic_write;
mod base64;
mod carrier_lane;
mod chunk;
mod codec;
mod coverage;
mod crc32;
mod crossings;
mod digest;
mod disturbance;
mod durations;
mod groups;
mod growing;
mod histogram;
mod kernel;
mod kernel_codec;
mod kernel_track;
mod lookup;
mod measures;
mod occupancy;
mod overview;
mod rounds;
mod run;
mod sheet;
mod span_builder;
mod span_error;
mod statistics;
mod store;
mod stretch;
mod summary;
#[cfg(test)]
mod tests;
mod thread_lanes;
mod timeline;
mod totals;
mod wait_table;
mod worst;

pub use atomic_write::write_atomic;
pub use chunk::{Chunk, ChunkColumns, Gap, OpenSpan, Pin, Span, Track};
pub use crossings::{Crossing, crossings};
pub use durations::{Durations, Octave};
pub use groups::{Basis, MemorySlope, RunGroup, group_runs, memory_slope};
pub use histogram::{HistogramError, merge_latencies, read_histogram, summarize};
pub use kernel::{Kernel, KernelSample, KernelShares, KernelStretch, ThreadState};
pub use kernel_track::KernelTrack;
pub use measures::AchievedSleep;
pub use occupancy::Occupancy;
pub use rounds::round_measure;
pub use run::{Recording, RunEnd, RunUpdate, Sample};
pub use sheet::{
    CheckedClaim, Comparison, ResultSheet, ShapeVerdict, SheetRow, Standing, result_sheet,
};
pub use span_builder::SpanBuilder;
pub use span_error::SpanError;
pub use statistics::{Estimate, MIN_RUNS_TO_COMPARE, Verdict, compare_times, estimate, median};
pub use store::{STORE_VERSION, StoreError};
pub use stretch::{LaneFigures, StretchFigures};
pub use summary::{Bucket, Level, Summary, Waits};
pub use timeline::Timeline;
pub use totals::{Totals, TrackShare};
pub use worst::{Worst, WorstKind, WorstList};

/// The words of the wire that a recording keeps.
pub use crate::wire::{Findings, Hello, LatencySummary, Progress, Reason, Round};
