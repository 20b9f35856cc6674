//! All chunks of a run, by track.

use std::{collections::BTreeMap, sync::Arc};

use super::{Chunk, Track};

/// All chunks of a run, by track and in order.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    tracks: BTreeMap<Track, Vec<Arc<Chunk>>>,
}

impl Timeline {
    /// Takes a chunk in: a new one at the end of its track, or in place of the one with its serial.
    pub fn absorb(&mut self, chunk: Arc<Chunk>) {
        let chunks = self.tracks.entry(chunk.track()).or_default();
        match chunks
            .iter_mut()
            .rev()
            .find(|old| old.serial() == chunk.serial())
        {
            Some(old) => *old = chunk,
            None => chunks.push(chunk),
        }
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

    /// How many spans have ended on all tracks.
    #[must_use]
    pub fn span_count(&self) -> usize {
        self.tracks
            .values()
            .flatten()
            .map(|chunk| chunk.len())
            .sum()
    }
}
