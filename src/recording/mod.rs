//! Everything a run left behind: samples, spans with levels of detail, latencies, outcome; statistics; save and open. Knows nothing of egui.
//!
//! A recording grows by [`RunUpdate`]s. Spans arrive as [`Chunk`]s: immutable, shared by `Arc`, each with its own summaries, so
//! that nothing is ever rebuilt; only the newest chunk of a track is replaced by a longer one with the same serial.

mod chunk;
mod run;
mod timeline;

pub use chunk::{Chunk, ChunkColumns, Gap, OpenSpan, Pin, Span, Track};
pub use run::{Recording, RunEnd, RunUpdate, Sample};
pub use timeline::Timeline;
