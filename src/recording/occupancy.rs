//! How busy a track is in each column of a viewport, at a cost that does not grow with the number of spans. Knows nothing of
//! pixels and colours.
//!
//! A chunk whose buckets fit twice into a column is read from its summary; only a chunk seen from so near that they do not is read
//! span by span, and of those only a few fit into a viewport.

use super::lookup::{from_end, touches};
use super::summary::as_f32;
use super::{Chunk, Level, Timeline, Track, Waits};

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
            sums.add_span(open.start_ns, until_ns);
            if let Some(waited_ns) = open.waited_ns {
                sums.add_wait(open.start_ns, waited_ns);
            }
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

/// From nanoseconds to columns.
#[derive(Clone, Copy, Debug)]
struct Scale {
    start_ns: u64,
    end_ns: u64,
    columns: usize,
    columns_per_ns: f64,
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places inside the viewport, from 0 to the number of columns"
)]
impl Scale {
    /// A moment as a place, moved into the viewport.
    fn place(&self, t_ns: u64) -> f64 {
        (t_ns.clamp(self.start_ns, self.end_ns) - self.start_ns) as f64 * self.columns_per_ns
    }

    fn interval(&self, from_ns: u64, to_ns: u64) -> (f64, f64) {
        (self.place(from_ns), self.place(to_ns.max(from_ns)))
    }

    fn column(&self, place: f64) -> usize {
        (place as usize).min(self.columns - 1)
    }

    fn contains(&self, t_ns: u64) -> bool {
        (self.start_ns..self.end_ns).contains(&t_ns)
    }

    /// Half a column, so that a bucket never reaches over more than two columns.
    fn longest_bucket_ns(&self) -> u64 {
        (0.5 / self.columns_per_ns) as u64
    }
}

/// A quantity summed by column: ends of intervals at once, full columns between as differences.
#[derive(Debug)]
struct Coverage {
    parts: Vec<f64>,
    full: Vec<f64>,
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places inside the viewport, from 0 to the number of columns"
)]
impl Coverage {
    fn new(columns: usize) -> Self {
        Self {
            parts: vec![0.0; columns],
            full: vec![0.0; columns + 1],
        }
    }

    /// Adds `density` over `[from, to)` in columns, both within the viewport.
    fn add(&mut self, (from, to): (f64, f64), density: f64) {
        let last = self.parts.len() - 1;
        let (first, end) = ((from as usize).min(last), (to as usize).min(last));
        if first == end {
            self.parts[first] += (to - from) * density;
            return;
        }
        self.parts[first] += ((first + 1) as f64 - from) * density;
        self.parts[end] += (to - end as f64) * density;
        if end > first + 1 {
            self.full[first + 1] += density;
            self.full[end] -= density;
        }
    }

    fn sums(self) -> impl Iterator<Item = f64> {
        self.parts
            .into_iter()
            .zip(self.full)
            .scan(0.0, |covering, (part, change)| {
                *covering += change;
                Some(part + *covering)
            })
    }
}

/// All quantities of one track while they are summed.
#[derive(Debug)]
struct ColumnSums {
    scale: Scale,
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
    #[expect(clippy::cast_precision_loss, reason = "a ratio")]
    fn new(start_ns: u64, end_ns: u64, columns: usize) -> Self {
        Self {
            scale: Scale {
                start_ns,
                end_ns,
                columns,
                columns_per_ns: columns as f64 / (end_ns - start_ns) as f64,
            },
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
        for (start_ns, end_ns) in chunk.stretches_between(from_ns, to_ns) {
            self.add_span(start_ns, end_ns);
        }
        for (start_ns, waited_ns) in chunk.waits_between(from_ns, to_ns) {
            self.add_wait(start_ns, waited_ns);
        }
        for pin in from_end(&chunk.columns().pins, from_ns, |pin| pin.end_ns) {
            if pin.start_ns < to_ns {
                let interval = self.scale.interval(pin.start_ns, pin.end_ns);
                self.pinned.add(interval, 1.0);
            }
        }
    }

    fn add_span(&mut self, start_ns: u64, end_ns: u64) {
        let interval = self.scale.interval(start_ns, end_ns);
        self.busy.add(interval, 1.0);
        if self.scale.contains(start_ns) {
            let length_ns = end_ns.saturating_sub(start_ns);
            self.begun[self.scale.column(interval.0)].add(1, as_f32(length_ns));
        }
    }

    fn add_wait(&mut self, start_ns: u64, waited_ns: u64) {
        if self.scale.contains(start_ns) {
            let wait = Waits::one(as_f32(waited_ns));
            let column = self.scale.column(self.scale.place(start_ns));
            self.begun[column].waits = self.begun[column].waits.plus(wait);
        }
    }

    /// Spreads buckets evenly over the columns they reach into, but not past the extent of the chunk.
    #[expect(clippy::cast_precision_loss, reason = "widths, to seven digits")]
    fn add_level(&mut self, level: &Level<'_>, (from_ns, to_ns): (u64, u64)) {
        let Scale {
            start_ns, end_ns, ..
        } = self.scale;
        let skipped = (start_ns >> level.shift).saturating_sub(level.first);
        let last = (end_ns >> level.shift).saturating_sub(level.first);
        let waits = level.waits.iter().copied().map(Some);
        let waits = waits.chain(std::iter::repeat(None));
        let seen = (0_u64..)
            .zip(level.buckets.iter().zip(waits))
            .skip(usize::try_from(skipped).unwrap_or(usize::MAX))
            .take_while(|(index, _)| *index <= last);
        for (index, (bucket, waits)) in seen {
            let begin_ns = (level.first + index) << level.shift;
            let end_ns = begin_ns
                .saturating_add((1 << level.shift) - 1)
                .saturating_add(1);
            let (begin_ns, end_ns) = (begin_ns.max(from_ns), end_ns.min(to_ns));
            let interval = self.scale.interval(begin_ns, end_ns);
            let per_ns = 1.0 / (end_ns.saturating_sub(begin_ns).max(1) as f64);
            self.busy.add(interval, f64::from(bucket.busy_ns) * per_ns);
            if bucket.pinned_ns > 0.0 {
                self.pinned
                    .add(interval, f64::from(bucket.pinned_ns) * per_ns);
            }
            let middle_ns = begin_ns.midpoint(end_ns.max(begin_ns));
            if self.scale.contains(middle_ns) {
                let column = self.scale.column(self.scale.place(middle_ns));
                let begun = &mut self.begun[column];
                begun.add(bucket.mounts, bucket.longest_ns);
                begun.waits = waits.map_or(begun.waits, |waits| begun.waits.plus(waits));
            }
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
