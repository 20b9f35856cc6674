//! A sealed piece of one track: spans in columns.

use super::Summary;
use super::digest::Digest;
use crate::wire::Reason;

/// Whose spans a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Track {
    /// One carrier; its spans never overlap.
    Carrier(u16),
    /// All tasks that run on threads of their own; the spans of different tasks overlap, those of one task don't.
    Threads,
}

/// One mount: a task on a carrier, from mount to unmount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Mount, nanoseconds since Go.
    pub start_ns: u64,
    /// Unmount, or the beginning of the gap that hides it.
    pub end_ns: u64,
    /// Task number.
    pub task: u32,
    /// Why it left; [`Reason::None`] where a gap hides it.
    pub reason: Reason,
    /// From ready (or spawn) to this mount; `None` where the engine or a gap does not tell.
    pub waited_ns: Option<u64>,
}

/// A stretch in which a mounted task blocked its carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pin {
    /// Nanoseconds since Go.
    pub start_ns: u64,
    /// Nanoseconds since Go.
    pub end_ns: u64,
    /// Task number.
    pub task: u32,
    /// What it blocked on.
    pub reason: Reason,
}

/// A stretch of which records are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Nanoseconds since Go.
    pub start_ns: u64,
    /// Nanoseconds since Go.
    pub end_ns: u64,
    /// How many records are missing.
    pub count: u32,
}

/// A span that had not ended when its chunk was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenSpan {
    /// Mount, nanoseconds since Go.
    pub start_ns: u64,
    /// Task number.
    pub task: u32,
    /// Since when it blocks its carrier, if it does.
    pub pinned_since_ns: Option<u64>,
    /// From ready (or spawn) to this mount, where known.
    pub waited_ns: Option<u64>,
}

/// The columns of a chunk while it is built. All span columns have one length; `waited_ns` may be empty instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkColumns {
    /// Mounts, nanoseconds since Go; ascending on a carrier.
    pub start_ns: Vec<u64>,
    /// Unmounts, nanoseconds since Go; ascending.
    pub end_ns: Vec<u64>,
    /// Task numbers.
    pub task: Vec<u32>,
    /// Why each left.
    pub reason: Vec<Reason>,
    /// Ready→mount waits, `u64::MAX` for an unknown one; empty where the engine never tells.
    pub waited_ns: Vec<u64>,
    /// Pinned stretches by end.
    pub pins: Vec<Pin>,
    /// Missing stretches by end.
    pub gaps: Vec<Gap>,
    /// What is mounted where this chunk ends; only in the newest chunk of a track.
    pub open: Vec<OpenSpan>,
}

impl ChunkColumns {
    /// Whether there is no ended span, pin or gap.
    #[must_use]
    pub const fn has_nothing(&self) -> bool {
        self.task.is_empty() && self.pins.is_empty() && self.gaps.is_empty()
    }

    /// Gives spare room back.
    pub(super) fn shrink(&mut self) {
        self.start_ns.shrink_to_fit();
        self.end_ns.shrink_to_fit();
        self.task.shrink_to_fit();
        self.reason.shrink_to_fit();
        self.waited_ns.shrink_to_fit();
        self.pins.shrink_to_fit();
        self.gaps.shrink_to_fit();
        self.open.shrink_to_fit();
    }

    /// Puts spans, pins and gaps in the order of their ends; threads hand theirs over in any order.
    fn sort_by_end(&mut self) {
        self.pins.sort_by_key(|pin| pin.end_ns);
        self.gaps.sort_by_key(|gap| gap.end_ns);
        if self.end_ns.is_sorted() {
            return;
        }
        let mut order: Vec<usize> = (0..self.end_ns.len()).collect();
        order.sort_by_key(|index| self.end_ns[*index]);
        reorder(&mut self.start_ns, &order);
        reorder(&mut self.end_ns, &order);
        reorder(&mut self.task, &order);
        reorder(&mut self.reason, &order);
        reorder(&mut self.waited_ns, &order);
    }

    /// From the first start to the last end of what has ended; `None` where nothing has.
    fn extent_ns(&self) -> Option<(u64, u64)> {
        let spans = (self.start_ns.iter().min(), self.end_ns.iter().max());
        let pins = self.pins.iter().map(|pin| (pin.start_ns, pin.end_ns));
        let gaps = self.gaps.iter().map(|gap| (gap.start_ns, gap.end_ns));
        pins.chain(gaps)
            .chain(spans.0.copied().zip(spans.1.copied()))
            .reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }
}

/// A column that is too short (an empty one of waits) keeps what it has.
fn reorder<T: Copy>(column: &mut Vec<T>, order: &[usize]) {
    let moved: Vec<T> = order
        .iter()
        .filter_map(|index| column.get(*index).copied())
        .collect();
    *column = moved;
}

/// A sealed piece of one track with its summaries. The span columns are read one span at a time.
#[derive(Clone, Debug)]
pub struct Chunk {
    track: Track,
    serial: u32,
    columns: ChunkColumns,
    extent_ns: Option<(u64, u64)>,
    first_start_ns: Option<u64>,
    summary: Summary,
    digest: Digest,
}

impl Chunk {
    /// Seals columns: puts them in the order of the ends and sums them up. A later chunk with the same track and serial replaces
    /// this one.
    #[must_use]
    pub fn seal(track: Track, serial: u32, mut columns: ChunkColumns) -> Self {
        columns.sort_by_end();
        Self {
            track,
            serial,
            extent_ns: columns.extent_ns(),
            first_start_ns: columns.start_ns.first().copied(),
            summary: Summary::of(&columns),
            digest: Digest::of(track, &columns, |_, _| true),
            columns,
        }
    }

    /// From the first start to the last end of what has ended in this chunk; `None` where nothing has.
    #[must_use]
    pub const fn extent_ns(&self) -> Option<(u64, u64)> {
        self.extent_ns
    }

    /// When its first span begins. Kept beside the columns, so that whoever passes many chunks does not touch each one's columns.
    pub(super) const fn first_start_ns(&self) -> Option<u64> {
        self.first_start_ns
    }

    /// The levels of detail of this chunk.
    #[must_use]
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// What stands out in this chunk.
    pub(super) const fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The last moment this chunk knows of: an end, or the beginning of what is still open.
    #[must_use]
    pub fn known_until_ns(&self) -> u64 {
        let ended = self.extent_ns.map_or(0, |(_, end_ns)| end_ns);
        let open = self.columns.open.iter();
        open.map(|open| open.pinned_since_ns.unwrap_or(open.start_ns))
            .fold(ended, u64::max)
    }

    /// Whose spans these are.
    #[must_use]
    pub const fn track(&self) -> Track {
        self.track
    }

    /// Place in its track, counted from 0.
    #[must_use]
    pub const fn serial(&self) -> u32 {
        self.serial
    }

    /// The columns, for whole scans.
    #[must_use]
    pub const fn columns(&self) -> &ChunkColumns {
        &self.columns
    }

    /// How many spans have ended in this chunk.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.task.len()
    }

    /// Whether it holds no ended span.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.task.is_empty()
    }

    /// Span number `index` of this chunk.
    #[must_use]
    pub fn span(&self, index: usize) -> Option<Span> {
        let columns = &self.columns;
        Some(Span {
            start_ns: *columns.start_ns.get(index)?,
            end_ns: *columns.end_ns.get(index)?,
            task: *columns.task.get(index)?,
            reason: *columns.reason.get(index)?,
            waited_ns: columns
                .waited_ns
                .get(index)
                .copied()
                .filter(|waited| *waited != u64::MAX),
        })
    }
}
