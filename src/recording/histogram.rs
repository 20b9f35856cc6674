//! Latency histograms of workers: reading them and merging those of several runs. Knows nothing of who measured.

use hdrhistogram::{Histogram, serialization::Deserializer};

use super::base64;
use crate::wire::LatencySummary;

/// Bytes before the counts in the V2 format.
const HEADER_BYTES: usize = 40;
/// First four bytes of an uncompressed V2 histogram.
const COOKIE: u32 = 0x1c84_9313;
/// Longest latency that is believed: 36 years, in nanoseconds.
const LONGEST_NS: u64 = 1 << 60;
/// A count takes as many bytes as seven bits each need; more than five would be more tasks than there can be.
const COUNT_BYTES: usize = 5;

/// Why the histogram of a run is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistogramError {
    /// The text is no base64.
    #[error(
        "the latency histogram of a run is no base64; percentiles over several runs can't be told"
    )]
    NoBase64,
    /// The bytes are no V2 histogram, or one that can't be.
    #[error(
        "the latency histogram of a run is unreadable ({0}); percentiles over several runs can't be told"
    )]
    Unreadable(String),
}

/// Reads the histogram of a run: `HdrHistogram` V2, uncompressed, in base64.
///
/// # Errors
/// Says what is wrong. Any text is safe to read, and takes no more memory than 50 MB for the finest histogram there is.
pub fn read_histogram(text: &str) -> Result<Histogram<u64>, HistogramError> {
    let bytes = base64::decode(text).ok_or(HistogramError::NoBase64)?;
    check_header(&bytes).map_err(|what| HistogramError::Unreadable(what.to_owned()))?;
    Deserializer::new()
        .deserialize(&mut bytes.as_slice())
        .map_err(|error| HistogramError::Unreadable(error.to_string()))
}

/// Percentiles over the tasks of all runs together; `None` where no run has a histogram. An empty text is a run without one.
///
/// # Errors
/// If a histogram can't be read.
pub fn merge_latencies<'a>(
    histograms: impl IntoIterator<Item = &'a str>,
) -> Result<Option<LatencySummary>, HistogramError> {
    let mut merged: Option<Histogram<u64>> = None;
    for text in histograms.into_iter().filter(|text| !text.is_empty()) {
        let one = read_histogram(text)?;
        if let Some(merged) = &mut merged {
            merged
                .add(one)
                .map_err(|error| HistogramError::Unreadable(error.to_string()))?;
        } else {
            merged.insert(one).auto(true);
        }
    }
    Ok(merged
        .filter(|merged| !merged.is_empty())
        .map(|merged| summarize(&merged)))
}

/// The percentiles of a histogram of nanoseconds.
#[must_use]
pub fn summarize(histogram: &Histogram<u64>) -> LatencySummary {
    let at = |quantile| histogram.value_at_quantile(quantile);
    LatencySummary {
        p50: at(0.5),
        p90: at(0.9),
        p95: at(0.95),
        p99: at(0.99),
        p999: at(0.999),
        max: histogram.max(),
    }
}

/// What the reader of the crate takes on trust: lengths it would reserve, and counts it would overflow on.
fn check_header(bytes: &[u8]) -> Result<(), &'static str> {
    let word = |at: usize| {
        bytes
            .get(at..)?
            .first_chunk()
            .copied()
            .map(u32::from_be_bytes)
    };
    let long = |at: usize| {
        bytes
            .get(at..)?
            .first_chunk()
            .copied()
            .map(u64::from_be_bytes)
    };
    let counts = bytes.get(HEADER_BYTES..).ok_or("it is too short")?;
    if word(0) != Some(COOKIE) {
        return Err("it is no uncompressed V2 histogram");
    }
    if word(4).and_then(|length| usize::try_from(length).ok()) != Some(counts.len()) {
        return Err("it is not as long as it says");
    }
    if long(24).is_none_or(|highest| highest > LONGEST_NS) {
        return Err("it reaches beyond 36 years");
    }
    let goes_on = |byte: &u8| byte & 0x80 != 0;
    if counts
        .windows(COUNT_BYTES)
        .any(|bytes| bytes.iter().all(goes_on))
    {
        return Err("it counts more tasks than there can be");
    }
    Ok(())
}
