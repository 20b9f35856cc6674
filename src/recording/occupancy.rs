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
        self.add_open(&mut sums, track);
        let most = match track {
            Track::Carrier(_) => 1.0,
            Track::Threads => f64::INFINITY,
        };
        sums.into_columns(most)
    }

    /// What happened on all tracks together in each of `columns` equal parts of `[start_ns, end_ns)`: shares and mounts are sums over
    /// the tracks. Waits are not told. Costs the same however many spans and tracks there are.
    #[must_use]
    pub fn occupancy_of_all(&self, start_ns: u64, end_ns: u64, columns: usize) -> Vec<Occupancy> {
        if columns == 0 || end_ns <= start_ns {
            return vec![Occupancy::default(); columns];
        }
        let mut sums = ColumnSums::new(start_ns, end_ns, columns);
        let overview = self.overview();
        sums.add_level(&overview.level(), (0, overview.end_ns()));
        for gap in overview.gaps() {
            sums.add_gap(gap);
        }
        for track in self.tracks() {
            if let Some(newest) = self.chunks(track).last()
                && newest.touches(start_ns, end_ns)
            {
                sums.add_chunk(newest);
            }
            self.add_open(&mut sums, track);
        }
        sums.into_columns(f64::INFINITY)
    }

    fn add_open(&self, sums: &mut ColumnSums, track: Track) {
        let until_ns = self.known_until_ns();
        for open in self.open_spans(track) {
            sums.add_span(open.start_ns, until_ns, open.waited_ns);
            if let Some(since_ns) = open.pinned_since_ns {
                sums.pinned
                    .add(sums.scale.interval(since_ns, until_ns), 1.0);
            }
        }
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
    fn add(&mut self, mounts: u32, longest_ns: f32, waits: Waits) {
        self.mounts = self.mounts.saturating_add(mounts);
        self.longest_ns = self.longest_ns.max(longest_ns);
        self.waits = self.waits.plus(waits);
    }

    fn add_bucket(&mut self, bucket: &Bucket, waits: Waits) {
        self.add(bucket.mounts, bucket.longest_ns, waits);
    }
}

/// Spans that lie in one column, while they are summed.
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    busy_ns: u64,
    mounts: u32,
    longest_ns: u64,
    waited_ns: u64,
    longest_wait_ns: u64,
}

impl Inside {
    fn add(&mut self, length_ns: u64, waited_ns: u64) {
        self.busy_ns = self.busy_ns.saturating_add(length_ns);
        self.mounts += 1;
        self.longest_ns = self.longest_ns.max(length_ns);
        if waited_ns != UNKNOWN_WAIT {
            self.waited_ns = self.waited_ns.saturating_add(waited_ns);
            self.longest_wait_ns = self.longest_wait_ns.max(waited_ns);
        }
    }
}

/// Where buckets of one length lie that follow each other, in columns.
struct BucketRow {
    begin: f64,
    width: f64,
    per_ns: f64,
    next: u32,
}

impl BucketRow {
    #[expect(clippy::cast_precision_loss, reason = "lengths, to seven digits")]
    fn new(scale: &Scale, begin_ns: u64, shift: u32) -> Self {
        let length_ns = (1_u64 << shift) as f64;
        Self {
            begin: scale.place(begin_ns),
            width: length_ns * scale.columns_per_ns,
            per_ns: 1.0 / length_ns,
            next: 0,
        }
    }

    /// From and to of the next one. Counted from the first, so that nothing adds up.
    fn next(&mut self) -> (f64, f64) {
        let edge = |index: u32| self.begin + f64::from(index) * self.width;
        let extent = (edge(self.next), edge(self.next + 1));
        self.next += 1;
        extent
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
        for gap in &chunk.columns().gaps {
            self.add_gap((gap.start_ns, gap.end_ns));
        }
        let extent = chunk.extent_ns().unwrap_or_default();
        match chunk.summary().level(self.scale.longest_bucket_ns()) {
            Some(level) => self.add_level(&level, extent),
            None => self.add_spans(chunk),
        }
    }

    fn add_gap(&mut self, (from_ns, to_ns): (u64, u64)) {
        if touches(from_ns, to_ns, self.scale.start_ns, self.scale.end_ns) {
            let (from, to) = self.scale.interval(from_ns, to_ns);
            self.gaps[self.scale.column(from)] += 1;
            self.gaps[self.scale.column(to) + 1] -= 1;
        }
    }

    fn add_spans(&mut self, chunk: &Chunk) {
        let (from_ns, to_ns) = (self.scale.start_ns, self.scale.end_ns);
        let mut inside = Inside::default();
        for (start_ns, end_ns, waited_ns) in chunk.stretches_between(from_ns, to_ns) {
            if self.at.holds(start_ns, end_ns) {
                inside.add(end_ns.saturating_sub(start_ns), waited_ns);
            } else {
                self.take(&mut inside);
                let waited_ns = (waited_ns != UNKNOWN_WAIT).then_some(waited_ns);
                self.add_span(start_ns, end_ns, waited_ns);
            }
        }
        self.take(&mut inside);
        for pin in from_end(&chunk.columns().pins, from_ns, |pin| pin.end_ns) {
            if pin.start_ns < to_ns {
                let interval = self.scale.interval(pin.start_ns, pin.end_ns);
                self.pinned.add(interval, 1.0);
            }
        }
    }

    /// Adds what lies in the column of the last thing.
    #[expect(clippy::cast_precision_loss, reason = "lengths, to seven digits")]
    fn take(&mut self, inside: &mut Inside) {
        let inside = std::mem::take(inside);
        let columns = inside.busy_ns as f64 * self.scale.columns_per_ns;
        self.busy.add_inside(self.at.column, columns);
        let begun = &mut self.begun[self.at.column];
        let waits = Waits {
            sum_ns: as_f32(inside.waited_ns),
            longest_ns: as_f32(inside.longest_wait_ns),
        };
        begun.add(inside.mounts, as_f32(inside.longest_ns), waits);
    }

    fn add_span(&mut self, start_ns: u64, end_ns: u64, waited_ns: Option<u64>) {
        self.busy.add(self.scale.interval(start_ns, end_ns), 1.0);
        if self.scale.contains(start_ns) {
            if !self.at.holds(start_ns, start_ns) {
                self.go_to(start_ns);
            }
            let waits =
                waited_ns.map_or(Waits::default(), |waited_ns| Waits::one(as_f32(waited_ns)));
            let length_ns = as_f32(end_ns.saturating_sub(start_ns));
            self.begun[self.at.column].add(1, length_ns, waits);
        }
        self.go_to(end_ns);
    }

    fn go_to(&mut self, t_ns: u64) {
        self.at = self.scale.around(t_ns);
    }

    /// Spreads buckets evenly over the columns they reach into, but not past the extent of the chunk.
    fn add_level(&mut self, level: &Level<'_>, (from_ns, to_ns): (u64, u64)) {
        let place = |t_ns: u64| {
            let index = (t_ns >> level.shift).saturating_sub(level.first);
            usize::try_from(index).unwrap_or(usize::MAX)
        };
        let first = place(from_ns.max(self.scale.start_ns));
        let last = place(to_ns.min(self.scale.end_ns)).min(level.buckets.len().saturating_sub(1));
        if first > last {
            return;
        }
        let begin_ns = |index: usize| level.first.saturating_add(index as u64) << level.shift;
        let waits = |index: usize| level.waits.get(index).copied().unwrap_or_default();
        let is_one = first == last;
        for index in std::iter::once(first).chain((!is_one).then_some(last)) {
            let Some(bucket) = level.buckets.get(index) else {
                continue;
            };
            let begin_ns = begin_ns(index);
            let last_ns = begin_ns.saturating_add((1 << level.shift) - 1);
            let extent = (begin_ns.max(from_ns), last_ns.saturating_add(1).min(to_ns));
            self.add_edge_bucket(bucket, waits(index), extent);
        }
        let inner = first.saturating_add(1)..last;
        let mut row = BucketRow::new(&self.scale, begin_ns(inner.start), level.shift);
        for index in inner {
            self.add_inner_bucket(&mut row, &level.buckets[index], waits(index));
        }
    }

    /// A bucket that a chunk or the viewport may not fill.
    fn add_edge_bucket(&mut self, bucket: &Bucket, waits: Waits, (from_ns, to_ns): (u64, u64)) {
        let interval = self.scale.interval(from_ns, to_ns);
        #[expect(clippy::cast_precision_loss, reason = "widths, to seven digits")]
        let per_ns = 1.0 / (to_ns.saturating_sub(from_ns).max(1) as f64);
        self.busy.add(interval, f64::from(bucket.busy_ns) * per_ns);
        if bucket.pinned_ns > 0.0 {
            self.pinned
                .add(interval, f64::from(bucket.pinned_ns) * per_ns);
        }
        let middle_ns = from_ns.midpoint(to_ns.max(from_ns));
        if self.scale.contains(middle_ns) {
            let column = self.scale.column(self.scale.place(middle_ns));
            self.begun[column].add_bucket(bucket, waits);
        }
    }

    /// A bucket that lies in the viewport as a whole, right of the one before.
    fn add_inner_bucket(&mut self, row: &mut BucketRow, bucket: &Bucket, waits: Waits) {
        let (from, to) = row.next();
        let (first, end) = (self.scale.column(from), self.scale.column(to));
        let density = f64::from(bucket.busy_ns) * row.per_ns;
        if first == end {
            self.busy.add_inside(first, density * row.width);
        } else {
            self.busy.add((from, to), density);
        }
        if bucket.pinned_ns > 0.0 {
            let density = f64::from(bucket.pinned_ns) * row.per_ns;
            self.pinned.add((from, to), density);
        }
        let middle = if first == end {
            first
        } else {
            self.scale.column(f64::midpoint(from, to))
        };
        self.begun[middle].add_bucket(bucket, waits);
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
