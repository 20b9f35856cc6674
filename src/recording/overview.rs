//! All tracks of a run together, at one level of detail that grows with the run. Knows nothing of viewports.
//!
//! A chunk is taken in once, when it no longer changes. When the run outgrows the buckets, each pair becomes one: a look at the whole
//! run costs the same, however many spans and tracks it has.

use super::summary::{Grid, buckets_of};
use super::{Bucket, Chunk, Level};

/// More buckets than two for every pixel column of a screen; a run fills more than half of them once it has outgrown them.
const MOST: usize = 16_384;

/// How busy and how pinned all tracks together are in each power of two of time, and where records are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Overview {
    /// A bucket covers `1 << shift` nanoseconds; the first begins at Go.
    shift: u32,
    buckets: Vec<Bucket>,
    has_gap: Vec<bool>,
    end_ns: u64,
}

impl Overview {
    /// Adds a chunk that no longer changes.
    pub(super) fn add(&mut self, chunk: &Chunk) {
        let Some((from_ns, to_ns)) = chunk.extent_ns() else {
            return;
        };
        self.reach(to_ns);
        self.end_ns = self.end_ns.max(to_ns);
        if let Some(level) = chunk.summary().level(1 << self.shift) {
            let coarser = self.shift - level.shift;
            for (number, bucket) in (level.first..).zip(level.buckets) {
                self.add_bucket(number >> coarser, *bucket);
            }
        } else {
            let grid = Grid::between(from_ns, to_ns, self.shift);
            for (number, bucket) in (grid.first()..).zip(buckets_of(chunk.columns(), &grid)) {
                self.add_bucket(number, bucket);
            }
        }
        for gap in &chunk.columns().gaps {
            let last = self.index(gap.end_ns);
            let first = self.index(gap.start_ns).min(last);
            self.has_gap[first..=last].fill(true);
        }
    }

    /// Its buckets.
    pub(super) fn level(&self) -> Level<'_> {
        Level {
            shift: self.shift,
            first: 0,
            buckets: &self.buckets,
            waits: &[],
        }
    }

    /// The last end of anything taken in, nanoseconds since Go; the last bucket reaches beyond it.
    pub(super) const fn end_ns(&self) -> u64 {
        self.end_ns
    }

    /// Where records are missing: from, to; nanoseconds since Go, each at least a bucket long.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (u64, u64)> {
        let mut end = 0_u64;
        let runs = self.has_gap.chunk_by(|one, other| one == other);
        runs.filter_map(move |run| {
            let start = end;
            end += run.len() as u64;
            run[0].then_some((start << self.shift, (end << self.shift) - 1))
        })
    }

    fn add_bucket(&mut self, number: u64, bucket: Bucket) {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        if let Some(sum) = self.buckets.get_mut(number) {
            *sum = sum.plus(bucket);
        }
    }

    fn index(&self, t_ns: u64) -> usize {
        let index = usize::try_from(t_ns >> self.shift).unwrap_or(usize::MAX);
        index.min(self.buckets.len().saturating_sub(1))
    }

    /// Makes room up to a moment.
    fn reach(&mut self, to_ns: u64) {
        while to_ns >> self.shift >= MOST as u64 {
            self.shift += 1;
            let pair = |pair: &[Bucket]| pair.iter().copied().fold(Bucket::default(), Bucket::plus);
            self.buckets = self.buckets.chunks(2).map(pair).collect();
            self.has_gap = self
                .has_gap
                .chunks(2)
                .map(|pair| pair.contains(&true))
                .collect();
        }
        let last = usize::try_from(to_ns >> self.shift).unwrap_or(MOST);
        if last >= self.buckets.len() {
            self.buckets.resize(last + 1, Bucket::default());
            self.has_gap.resize(last + 1, false);
        }
    }
}
