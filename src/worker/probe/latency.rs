//! Latencies of tasks in a histogram of fixed size. Knows nothing of carriers.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use hdrhistogram::{
    Histogram,
    serialization::{Serializer, V2Serializer},
};

use crate::wire::LatencySummary;

/// One hour; longer latencies are counted as this one.
const LONGEST_NS: u64 = 3_600_000_000_000;
/// Three digits: 0.1 % of a value.
const DIGITS: u8 = 3;

/// A histogram that never grows: 1 ns…1 h, three significant digits, 32-bit counts, about 135 KiB.
pub(crate) struct Latencies(Histogram<u32>);

/// Why latencies could not be counted or told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LatencyError {
    #[error("the latency histogram could not be made: {0}")]
    Create(#[from] hdrhistogram::CreationError),
    #[error("latency histograms could not be merged: {0}")]
    Merge(#[from] hdrhistogram::AdditionError),
    #[error("the latency histogram could not be written: {0}")]
    Write(#[from] hdrhistogram::serialization::V2SerializeError),
}

impl Latencies {
    /// Reserves and touches the memory.
    ///
    /// # Errors
    /// Never in practice: the bounds are constants.
    pub(crate) fn reserved() -> Result<Self, LatencyError> {
        let mut histogram = Histogram::new_with_bounds(1, LONGEST_NS, DIGITS)?;
        // Writes to every count, so that its pages are in the baseline.
        histogram.reset();
        Ok(Self(histogram))
    }

    pub(crate) fn record(&mut self, latency_ns: u64) {
        self.0.saturating_record(latency_ns);
    }

    /// Forgets all that was counted, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.reset();
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0.distinct_values() as u64 * size_of::<u32>() as u64
    }

    pub(crate) fn merge(&mut self, other: &Self) -> Result<(), LatencyError> {
        Ok(self.0.add(&other.0)?)
    }

    pub(crate) fn summary(&self) -> LatencySummary {
        LatencySummary {
            p50: self.0.value_at_quantile(0.5),
            p90: self.0.value_at_quantile(0.9),
            p95: self.0.value_at_quantile(0.95),
            p99: self.0.value_at_quantile(0.99),
            p999: self.0.value_at_quantile(0.999),
            max: self.0.max(),
        }
    }

    /// The histogram as it travels: V2 format, base64.
    pub(crate) fn encoded(&self) -> Result<String, LatencyError> {
        let mut bytes = Vec::new();
        V2Serializer::new().serialize(&self.0, &mut bytes)?;
        Ok(STANDARD.encode(bytes))
    }
}

#[cfg(test)]
mod tests {
    use hdrhistogram::serialization::Deserializer;

    use super::*;

    #[test]
    fn merged_latencies_travel_and_read_back() -> Result<(), Box<dyn std::error::Error>> {
        let (mut one, mut other) = (Latencies::reserved()?, Latencies::reserved()?);
        (1..=900).for_each(|ms| one.record(ms * 1_000_000));
        (901..=1_000).for_each(|ms| other.record(ms * 1_000_000));
        one.merge(&other)?;
        let summary = one.summary();
        assert!(summary.p50.abs_diff(500_000_000) <= 500_000);
        assert!(summary.p999.abs_diff(999_000_000) <= 1_000_000);
        let bytes = STANDARD.decode(one.encoded()?)?;
        let back: Histogram<u64> = Deserializer::new().deserialize(&mut bytes.as_slice())?;
        assert_eq!(back.len(), 1_000);
        assert_eq!(back.max(), summary.max);
        Ok(())
    }

    #[test]
    fn no_latency_is_too_long_and_none_is_zero() -> Result<(), LatencyError> {
        let mut latencies = Latencies::reserved()?;
        assert_eq!(latencies.summary(), LatencySummary::default());
        latencies.record(u64::MAX);
        assert!(latencies.summary().max >= LONGEST_NS);
        assert_eq!(latencies.0.len(), 1);
        Ok(())
    }
}
