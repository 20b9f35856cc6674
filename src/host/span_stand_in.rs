//! Stands in for the recording's span builder until that is merged: checks records, builds nothing.

use std::sync::Arc;

use crate::recording::Chunk;
use crate::wire::{EVENT_BYTES, Event};

#[derive(Default)]
pub(super) struct SpanBuilder;

#[derive(Debug, thiserror::Error)]
#[error("a record means nothing")]
pub(super) struct SpanError;

impl SpanBuilder {
    pub(super) fn new() -> Self {
        Self
    }
    pub(super) fn push_records(&mut self, records: &[u8]) -> Result<(), SpanError> {
        let (records, _) = records.as_chunks::<EVENT_BYTES>();
        if records.iter().all(|r| Event::from_bytes(*r).is_some()) {
            Ok(())
        } else {
            Err(SpanError)
        }
    }
    pub(super) fn take_chunks(&mut self) -> Vec<Arc<Chunk>> {
        Vec::new()
    }
    pub(super) fn finish(self, _end_ns: u64) -> Vec<Arc<Chunk>> {
        Vec::new()
    }
}
