//! All chunks of a run, by track.

use std::{collections::BTreeMap, sync::Arc};

use super::overview::Overview;
use super::{Chunk, OpenSpan, Track};

/// All chunks of a run, by track and in order.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    tracks: BTreeMap<Track, Vec<Arc<Chunk>>>,
    known_until_ns: u64,
    span_count: usize,
    /// Of all chunks but the last of each track, which may still grow.
    overview: Overview,
}

impl Timeline {
    /// Takes a chunk in: at the end of its track, or in place of the last one there if that has the same serial.
    pub fn absorb(&mut self, chunk: Arc<Chunk>) {
        self.know_until(chunk.known_until_ns());
        let chunks = self.tracks.entry(chunk.track()).or_default();
        self.span_count += chunk.len();
        match chunks.last_mut() {
            Some(last) if last.serial() == chunk.serial() => {
                self.span_count -= last.len();
                *last = chunk;
            }
            last => {
                if let Some(last) = last {
                    self.overview.add(last);
                }
                chunks.push(chunk);
            }
        }
    }

    /// The worker was heard of at `t_ns`: what is open lasts until then at least.
    pub fn know_until(&mut self, t_ns: u64) {
        self.known_until_ns = self.known_until_ns.max(t_ns);
    }

    /// The last moment anything is known of; open spans are taken to last until then.
    #[must_use]
    pub const fn known_until_ns(&self) -> u64 {
        self.known_until_ns
    }

    /// What is mounted on a track at the end of what is known.
    #[must_use]
    pub fn open_spans(&self, track: Track) -> &[OpenSpan] {
        self.chunks(track)
            .last()
            .map_or(&[], |chunk| &chunk.columns().open)
    }

    /// The tracks that have anything, carriers first.
    pub fn tracks(&self) -> impl Iterator<Item = Track> {
        self.tracks.keys().copied()
    }

    /// The chunks of a track in order; empty where there are none.
    #[must_use]
    pub fn chunks(&self, track: Track) -> &[Arc<Chunk>] {
        self.tracks.get(&track).map_or(&[], Vec::as_slice)
    }

    /// All tracks together, but for the last chunk of each.
    pub(super) const fn overview(&self) -> &Overview {
        &self.overview
    }

    /// How many spans have ended on all tracks.
    #[must_use]
    pub const fn span_count(&self) -> usize {
        self.span_count
    }
}
