//! Levels of detail of one chunk: how busy and how pinned each power of two of time is, how long its longest span, and how long the
//! tasks had waited that were mounted in it. Knows nothing of viewports.
//!
//! A bucket of level `shift` covers `[i << shift, (i + 1) << shift)` nanoseconds since Go for some `i`, so that buckets of all
//! chunks lie on one grid. The finest level has at most a quarter as many buckets as the chunk has spans; each further level
//! halves them. The coarsest has two at most: a chunk may lie across any border of the grid, so one can't always be had.
//!
//! A wait counts where it ends, with the mount: where it began may be many chunks ago. Chunks of engines that tell no waits have none,
//! and pay nothing for them.

use std::ops::Range;

use super::ChunkColumns;
use super::wait_table::UNKNOWN_WAIT;

/// How many spans stand behind one bucket of the finest level, at least.
const SPANS_PER_BUCKET: u64 = 4;

/// What happened in one power of two of time. A pinned nanosecond stays visible at every level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bucket {
    /// Mounted time, nanoseconds; of all threads together on a track of threads.
    pub busy_ns: f32,
    /// Pinned time, nanoseconds.
    pub pinned_ns: f32,
    /// How many spans begin here.
    pub mounts: u32,
    /// The longest span that begins here, nanoseconds; what is still open is not among them.
    pub longest_ns: f32,
}

/// How long tasks had waited for a carrier that were mounted in one power of two of time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Waits {
    /// All waits together, nanoseconds; unknown ones are left out.
    pub sum_ns: f32,
    /// The longest one, nanoseconds.
    pub longest_ns: f32,
}

/// One level of detail.
#[derive(Clone, Copy, Debug)]
pub struct Level<'a> {
    /// A bucket covers `1 << shift` nanoseconds.
    pub shift: u32,
    /// Number `i` of the first bucket, which begins at `i << shift`.
    pub first: u64,
    /// The buckets, without holes.
    pub buckets: &'a [Bucket],
    /// The waits of the same buckets; none at all where the chunk knows of no wait.
    pub waits: &'a [Waits],
}

/// All levels of one chunk.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    buckets: Vec<Bucket>,
    /// As many, or none.
    waits: Vec<Waits>,
    /// The finest level comes first; where the others lie follows from it.
    finest: LevelPlace,
    /// How many there are.
    levels: u32,
}

/// Where one level lies among the buckets of all.
#[derive(Clone, Debug, Default)]
struct LevelPlace {
    shift: u32,
    first: u64,
    place: Range<usize>,
}

impl LevelPlace {
    /// The next coarser level.
    const fn coarser(self) -> Self {
        let (begin, buckets) = (self.place.end, self.place.end - self.place.start);
        // A level that begins with the right half of a pair has that half alone in its first parent.
        let is_right = !self.first.is_multiple_of(2);
        let parents = (buckets + is_right as usize).div_ceil(2);
        Self {
            shift: self.shift + 1,
            first: self.first / 2,
            place: begin..begin + parents,
        }
    }
}

impl Summary {
    /// Sums columns up. Needs one pass over them and one over the buckets of the finest level, however long the spans are.
    #[must_use]
    pub fn of(columns: &ChunkColumns) -> Self {
        let extent = pins_of(columns)
            .chain(spans_of(columns))
            .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)));
        let Some((from_ns, to_ns)) = extent else {
            return Self::default();
        };
        let things = columns.task.len().max(columns.pins.len()) as u64;
        let grid = Grid::finest(from_ns, to_ns, (things / SPANS_PER_BUCKET).max(1));
        let mut summary = Self {
            buckets: Vec::with_capacity(grid.len * 2 + 64),
            waits: finest_waits(columns, &grid),
            finest: LevelPlace {
                shift: grid.shift,
                first: grid.first,
                place: 0..grid.len,
            },
            levels: 0,
        };
        summary.buckets.extend(buckets_of(columns, &grid));
        summary.add_coarser();
        summary.buckets.shrink_to_fit();
        summary.waits.shrink_to_fit();
        summary
    }

    /// The coarsest level whose buckets are no longer than `longest_ns`; `None` where even the finest are longer.
    #[must_use]
    pub fn level(&self, longest_ns: u64) -> Option<Level<'_>> {
        let above = longest_ns.checked_ilog2()?.checked_sub(self.finest.shift)?;
        let coarsest = self.levels.checked_sub(1)?;
        let place = (0..above.min(coarsest)).fold(self.finest.clone(), |place, _| place.coarser());
        Some(Level {
            shift: place.shift,
            first: place.first,
            buckets: self.buckets.get(place.place.clone())?,
            waits: self.waits.get(place.place.clone()).unwrap_or_default(),
        })
    }

    /// Memory it holds.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        self.buckets.capacity() * size_of::<Bucket>() + self.waits.capacity() * size_of::<Waits>()
    }

    /// From the finest level, which is all there is in `buckets`, up to the coarsest.
    fn add_coarser(&mut self) {
        let mut level = self.finest.clone();
        loop {
            self.levels += 1;
            if level.place.len() <= 2 {
                return;
            }
            let mut at = level.place.start;
            let mut take = if level.first.is_multiple_of(2) { 2 } else { 1 };
            while at < level.place.end {
                let end = (at + take).min(level.place.end);
                let parent = self.buckets[at..end]
                    .iter()
                    .fold(Bucket::default(), |sum, part| sum.plus(*part));
                self.buckets.push(parent);
                if let Some(parts) = self.waits.get(at..end) {
                    let parent = parts
                        .iter()
                        .fold(Waits::default(), |sum, part| sum.plus(*part));
                    self.waits.push(parent);
                }
                (at, take) = (end, 2);
            }
            level = level.coarser();
        }
    }
}

impl Bucket {
    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            busy_ns: self.busy_ns + other.busy_ns,
            pinned_ns: self.pinned_ns + other.pinned_ns,
            mounts: self.mounts.saturating_add(other.mounts),
            longest_ns: self.longest_ns.max(other.longest_ns),
        }
    }
}

impl Waits {
    /// A single wait.
    pub(super) const fn one(waited_ns: f32) -> Self {
        Self {
            sum_ns: waited_ns,
            longest_ns: waited_ns,
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            sum_ns: self.sum_ns + other.sum_ns,
            longest_ns: self.longest_ns.max(other.longest_ns),
        }
    }
}

fn spans_of(columns: &ChunkColumns) -> impl Iterator<Item = (u64, u64)> {
    let ends = columns.end_ns.iter().copied();
    columns.start_ns.iter().copied().zip(ends)
}

fn pins_of(columns: &ChunkColumns) -> impl Iterator<Item = (u64, u64)> {
    columns.pins.iter().map(|pin| (pin.start_ns, pin.end_ns))
}

/// What columns come to on a grid, in one pass over them and one over the grid. What lies outside counts at its edges.
pub(super) fn buckets_of(columns: &ChunkColumns, grid: &Grid) -> impl Iterator<Item = Bucket> {
    let (mut busy, mut pinned) = (Spread::new(grid), Spread::new(grid));
    let mut begun = vec![(0_u32, 0_u64); grid.len];
    for (start_ns, end_ns) in spans_of(columns) {
        busy.add(grid, start_ns, end_ns);
        let (mounts, longest_ns) = &mut begun[grid.index(start_ns)];
        *mounts += 1;
        *longest_ns = (*longest_ns).max(end_ns.saturating_sub(start_ns));
    }
    for (start_ns, end_ns) in pins_of(columns) {
        pinned.add(grid, start_ns, end_ns);
    }
    let sums = busy.sums(grid).zip(pinned.sums(grid)).zip(begun);
    sums.map(|((busy_ns, pinned_ns), (mounts, longest_ns))| Bucket {
        busy_ns,
        pinned_ns,
        mounts,
        longest_ns: as_f32(longest_ns),
    })
}

/// The waits of the finest level; none where the columns have none.
fn finest_waits(columns: &ChunkColumns, grid: &Grid) -> Vec<Waits> {
    let known = columns.start_ns.iter().zip(&columns.waited_ns);
    let mut known = known
        .filter(|(_, waited)| **waited != UNKNOWN_WAIT)
        .peekable();
    if known.peek().is_none() {
        return Vec::new();
    }
    let mut sums = vec![(0_u64, 0_u64); grid.len];
    for (start_ns, waited_ns) in known {
        let (sum_ns, longest_ns) = &mut sums[grid.index(*start_ns)];
        *sum_ns = sum_ns.saturating_add(*waited_ns);
        *longest_ns = (*longest_ns).max(*waited_ns);
    }
    let waits = sums.into_iter().map(|(sum_ns, longest_ns)| Waits {
        sum_ns: as_f32(sum_ns),
        longest_ns: as_f32(longest_ns),
    });
    let mut all = Vec::with_capacity(grid.len * 2 + 64);
    all.extend(waits);
    all
}

#[expect(
    clippy::cast_precision_loss,
    reason = "seven digits are kept, which is far below a pixel"
)]
pub(super) const fn as_f32(time_ns: u64) -> f32 {
    time_ns as f32
}

/// Where buckets of one level lie.
pub(super) struct Grid {
    shift: u32,
    first: u64,
    len: usize,
}

impl Grid {
    /// The buckets of `1 << shift` nanoseconds from one moment to another.
    pub(super) fn between(from_ns: u64, to_ns: u64, shift: u32) -> Self {
        let (first, last) = (from_ns >> shift, to_ns.max(from_ns) >> shift);
        Self {
            shift,
            first,
            len: usize::try_from((last - first).saturating_add(1)).unwrap_or(2),
        }
    }

    /// Number of the first bucket.
    pub(super) const fn first(&self) -> u64 {
        self.first
    }

    /// The finest grid with at most `most` buckets, but two where a border of any grid lies inside.
    fn finest(from_ns: u64, to_ns: u64, most: u64) -> Self {
        let last_ns = to_ns.max(from_ns);
        let count = |shift: u32| ((last_ns >> shift) - (from_ns >> shift)).saturating_add(1);
        let shift = (0..63)
            .find(|shift| count(*shift) <= most.max(2))
            .unwrap_or(63);
        Self::between(from_ns, last_ns, shift)
    }

    fn index(&self, t_ns: u64) -> usize {
        let index = (t_ns >> self.shift).saturating_sub(self.first);
        usize::try_from(index).map_or(self.len - 1, |index| index.min(self.len - 1))
    }

    /// How far into its bucket a moment lies.
    const fn inside(&self, t_ns: u64) -> u64 {
        t_ns & ((1 << self.shift) - 1)
    }
}

/// Times spread over buckets in whole nanoseconds: the ends of each stretch at once, the full buckets between as differences.
struct Spread {
    parts_ns: Vec<u64>,
    full: Vec<i32>,
}

impl Spread {
    fn new(grid: &Grid) -> Self {
        Self {
            parts_ns: vec![0; grid.len],
            full: vec![0; grid.len + 1],
        }
    }

    fn add(&mut self, grid: &Grid, start_ns: u64, end_ns: u64) {
        let (from, to) = (grid.index(start_ns), grid.index(end_ns));
        if from >= to {
            self.add_part(from, end_ns.saturating_sub(start_ns));
            return;
        }
        self.add_part(from, (1 << grid.shift) - grid.inside(start_ns));
        self.add_part(to, grid.inside(end_ns));
        self.full[from + 1] += 1;
        self.full[to] -= 1;
    }

    /// Saturates, for a damaged file may pile up more than 584 years.
    fn add_part(&mut self, index: usize, part_ns: u64) {
        self.parts_ns[index] = self.parts_ns[index].saturating_add(part_ns);
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "seven digits are kept, which is far below a pixel"
    )]
    fn sums(self, grid: &Grid) -> impl Iterator<Item = f32> + use<> {
        let width_ns = (1_u64 << grid.shift) as f32;
        self.parts_ns
            .into_iter()
            .zip(self.full)
            .scan(0_i32, move |covering, (part_ns, change)| {
                *covering += change;
                Some(part_ns as f32 + *covering as f32 * width_ns)
            })
    }
}
