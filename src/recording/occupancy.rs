//! How busy a track is in each column of a viewport, at a cost that does not grow with the number of spans. Knows nothing of
//! pixels and colours.
//!
//! A chunk whose buckets fit twice into a column is read from its summary; only a chunk seen from so near that they do not is read
//! span by span, and of those only a few fit into a viewport.

use super::coverage::{Coverage, Place, Scale};
use super::lookup::{from_end, touches};
use super::summary::as_f32;
use super::wait_table::UNKNOWN_WAIT;
use super::{Bucket, Chunk, Level, Timeline, Track, Waits};

/// What happened on a track in one column of time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Occupancy {
    /// Share of the column in which a task was mounted, 0…1; on [`Track::Threads`] the mean number of threads mounted.
    pub busy: f32,
    /// Share of the column in which the carrier was pinned, 0…1; on [`Track::Threads`] the mean number of threads pinned.
    pub pinned: f32,
    /// Mounts in the column.
    pub mounts: u32,
    /// Whether records are missing here.
    pub has_gap: bool,
    /// The longest span that begins in the column, nanoseconds; what is still open counts until the last moment known.
    pub longest_ns: f32,
    /// How long the tasks mounted in the column had waited for a carrier, all together, nanoseconds; unknown waits are left out.
    pub waited_ns: f32,
    /// The longest of these waits, nanoseconds.
    pub longest_wait_ns: f32,
}

impl Timeline {
    /// What happened on `track` in each of `columns` equal parts of `[start_ns, end_ns)`. What is still mounted counts until
    /// [`Timeline::known_until_ns`].
    #[must_use]
    pub fn occupancy(
        &self,
        track: Track,
        start_ns: u64,
        end_ns: u64,
        columns: usize,
    ) -> Vec<Occupancy> {
        if columns == 0 || end_ns <= start_ns {
            return vec![Occupancy::default(); columns];
        }
        let mut sums = ColumnSums::new(start_ns, end_ns, columns);
        for chunk in self.chunks_between(track, start_ns, end_ns) {
            sums.add_chunk(chunk);
        }
        let until_ns = self.known_until_ns();
        for open in self.open_spans(track) {
            sums.add_span(open.start_ns, until_ns, open.waited_ns);
            if let Some(since_ns) = open.pinned_since_ns {
                sums.pinned
                    .add(sums.scale.interval(since_ns, until_ns), 1.0);
            }
        }
        let most = match track {
            Track::Carrier(_) => 1.0,
            Track::Threads => f64::INFINITY,
        };
        sums.into_columns(most)
    }
}

/// All quantities of one track while they are summed.
#[derive(Debug)]
struct ColumnSums {
    scale: Scale,
    /// Where the last thing ended.
    at: Place,
    busy: Coverage,
    pinned: Coverage,
    begun: Vec<Begun>,
    gaps: Vec<i32>,
}

/// What began in one column.
#[derive(Clone, Copy, Debug, Default)]
struct Begun {
    mounts: u32,
    longest_ns: f32,
    waits: Waits,
}

impl Begun {
    fn add(&mut self, mounts: u32, longest_ns: f32) {
        self.mounts = self.mounts.saturating_add(mounts);
        self.longest_ns = self.longest_ns.max(longest_ns);
    }
}

impl ColumnSums {
    fn new(start_ns: u64, end_ns: u64, columns: usize) -> Self {
        Self {
            scale: Scale::new(start_ns, end_ns, columns),
            at: Place::default(),
            busy: Coverage::new(columns),
            pinned: Coverage::new(columns),
            begun: vec![Begun::default(); columns],
            gaps: vec![0; columns + 1],
        }
    }

    fn add_chunk(&mut self, chunk: &Chunk) {
        let (start_ns, end_ns) = (self.scale.start_ns, self.scale.end_ns);
        for gap in &chunk.columns().gaps {
            if touches(gap.start_ns, gap.end_ns, start_ns, end_ns) {
                let (from, to) = self.scale.interval(gap.start_ns, gap.end_ns);
                self.gaps[self.scale.column(from)] += 1;
                self.gaps[self.scale.column(to) + 1] -= 1;
            }
        }
        let extent = chunk.extent_ns().unwrap_or_default();
        match chunk.summary().level(self.scale.longest_bucket_ns()) {
            Some(level) => self.add_level(&level, extent),
            None => self.add_spans(chunk),
        }
    }

    fn add_spans(&mut self, chunk: &Chunk) {
        let (from_ns, to_ns) = (self.scale.start_ns, self.scale.end_ns);
        for (start_ns, end_ns, waited_ns) in chunk.stretches_between(from_ns, to_ns) {
            let waited_ns = (waited_ns != UNKNOWN_WAIT).then_some(waited_ns);
            self.add_span(start_ns, end_ns, waited_ns);
        }
        for pin in from_end(&chunk.columns().pins, from_ns, |pin| pin.end_ns) {
            if pin.start_ns < to_ns {
                let interval = self.scale.interval(pin.start_ns, pin.end_ns);
                self.pinned.add(interval, 1.0);
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "lengths, to seven digits")]
    fn add_span(&mut self, start_ns: u64, end_ns: u64, waited_ns: Option<u64>) {
        let length_ns = end_ns.saturating_sub(start_ns);
        if self.at.holds(start_ns, end_ns) {
            let columns = length_ns as f64 * self.scale.columns_per_ns;
            self.busy.add_inside(self.at, columns);
        } else {
            self.busy.add(self.scale.interval(start_ns, end_ns), 1.0);
            if !self.scale.contains(start_ns) {
                return self.go_to(end_ns);
            }
            self.go_to(start_ns);
        }
        let begun = &mut self.begun[self.at.column];
        begun.add(1, as_f32(length_ns));
        if let Some(waited_ns) = waited_ns {
            begun.waits = begun.waits.plus(Waits::one(as_f32(waited_ns)));
        }
        if !self.at.holds(end_ns, end_ns) {
            self.go_to(end_ns);
        }
    }

    fn go_to(&mut self, t_ns: u64) {
        self.at = self.scale.around(t_ns);
    }

    /// Spreads buckets evenly over the columns they reach into, but not past the extent of the chunk.
    fn add_level(&mut self, level: &Level<'_>, (from_ns, to_ns): (u64, u64)) {
        let Scale {
            start_ns, end_ns, ..
        } = self.scale;
        let place = |t_ns: u64| {
            let index = (t_ns >> level.shift).saturating_sub(level.first);
            usize::try_from(index).unwrap_or(usize::MAX)
        };
        let seen = place(start_ns)..place(end_ns).saturating_add(1).min(level.buckets.len());
        let mut begin_ns = level.first.saturating_add(seen.start as u64) << level.shift;
        let waits = level.waits.get(seen.clone()).unwrap_or_default();
        let mut waits = waits.iter().copied();
        for bucket in level.buckets.get(seen).unwrap_or_default() {
            let end_ns = begin_ns
                .saturating_add((1 << level.shift) - 1)
                .saturating_add(1);
            let waits = waits.next().unwrap_or_default();
            self.add_bucket(bucket, waits, (begin_ns.max(from_ns), end_ns.min(to_ns)));
            begin_ns = end_ns;
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "widths, to seven digits")]
    fn add_bucket(&mut self, bucket: &Bucket, waits: Waits, (begin_ns, end_ns): (u64, u64)) {
        if self.at.holds(begin_ns, end_ns) {
            let per_ns = self.scale.columns_per_ns;
            self.busy
                .add_inside(self.at, f64::from(bucket.busy_ns) * per_ns);
            if bucket.pinned_ns > 0.0 {
                self.pinned
                    .add_inside(self.at, f64::from(bucket.pinned_ns) * per_ns);
            }
        } else {
            let interval = self.scale.interval(begin_ns, end_ns);
            let per_ns = 1.0 / (end_ns.saturating_sub(begin_ns).max(1) as f64);
            self.busy.add(interval, f64::from(bucket.busy_ns) * per_ns);
            if bucket.pinned_ns > 0.0 {
                self.pinned
                    .add(interval, f64::from(bucket.pinned_ns) * per_ns);
            }
            let middle_ns = begin_ns.midpoint(end_ns.max(begin_ns));
            if !self.scale.contains(middle_ns) {
                return self.go_to(end_ns);
            }
            self.go_to(middle_ns);
        }
        let begun = &mut self.begun[self.at.column];
        begun.add(bucket.mounts, bucket.longest_ns);
        begun.waits = begun.waits.plus(waits);
        if !self.at.holds(end_ns, end_ns) {
            self.go_to(end_ns);
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "shares, shown as colours")]
    fn into_columns(self, most: f64) -> Vec<Occupancy> {
        let shares = self.busy.sums().zip(self.pinned.sums());
        let gaps = self.gaps.into_iter().scan(0, |inside, change| {
            *inside += change;
            Some(*inside > 0)
        });
        shares
            .zip(self.begun)
            .zip(gaps)
            .map(|(((busy, pinned), begun), has_gap)| Occupancy {
                busy: busy.min(most) as f32,
                pinned: pinned.min(most) as f32,
                mounts: begun.mounts,
                has_gap,
                longest_ns: begun.longest_ns,
                waited_ns: begun.waits.sum_ns,
                longest_wait_ns: begun.waits.longest_ns,
            })
            .collect()
    }
}
