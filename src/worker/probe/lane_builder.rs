//! Makes the lanes of a probe. Knows nothing of what is noted.

use super::{LatencyError, Outflow, lane::Lane};

/// Makes lanes and collects their reading ends.
pub(super) struct LaneBuilder {
    pub(super) is_off: bool,
    pub(super) outflows: Vec<Outflow>,
    pub(super) bytes: u64,
}

impl LaneBuilder {
    pub(super) fn lane(&mut self, carrier: u16, records: usize) -> Result<Lane, LatencyError> {
        let capacity = (!self.is_off).then_some(records);
        let (lane, reader) = Lane::new(capacity)?;
        self.bytes += lane.bytes(capacity);
        self.outflows
            .extend(reader.map(|reader| Outflow { carrier, reader }));
        Ok(lane)
    }
}
