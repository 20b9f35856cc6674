//! The figures of a run as they stand in the table: what is not known yet is a dash.

use super::columns::Figure;
use crate::model::units::{grouped, short};
use crate::model::{Bytes, Nanos};
use crate::state::RunEntry;

const UNKNOWN: &str = "–";

/// What stands in a cell.
pub(super) fn figure_text(entry: &RunEntry, figure: Figure) -> String {
    known_text(entry, figure).unwrap_or_else(|| UNKNOWN.to_owned())
}

fn known_text(entry: &RunEntry, figure: Figure) -> Option<String> {
    let recording = &entry.recording;
    let end = recording.end.as_ref();
    let latency = end.and_then(|end| end.latency);
    Some(match figure {
        Figure::Tasks => recording.spec.experiment.tasks.to_string(),
        Figure::Wall => match recording.wall_ns() {
            Some(wall_ns) => Nanos(wall_ns).to_string(),
            None => "running".to_owned(),
        },
        Figure::Expected => format!("≈ {}", entry.expected()?),
        Figure::PeakRss => peak(entry)?.to_string(),
        Figure::BytesPerTask => grouped(recording.bytes_per_task()?),
        Figure::P50 => Nanos(latency?.p50).to_string(),
        Figure::P95 => Nanos(latency?.p95).to_string(),
        Figure::P99 => Nanos(latency?.p99).to_string(),
        Figure::P999 => Nanos(latency?.p999).to_string(),
        Figure::Throughput => short(recording.throughput_per_sec()?),
    })
}

/// The peak the OS recorded; while the run goes on, the largest sample so far.
fn peak(entry: &RunEntry) -> Option<Bytes> {
    let recording = &entry.recording;
    match &recording.end {
        Some(end) => Some(end.rss_peak).filter(|peak| peak.0 > 0),
        None => recording.samples.iter().map(|sample| sample.rss).max(),
    }
}
