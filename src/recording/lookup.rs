//! Finding spans, pins and gaps by time or by task. Knows nothing of columns of pixels.

use std::ops::Range;

use super::wait_table::UNKNOWN_WAIT;
use super::{Chunk, Gap, OpenSpan, Pin, Span, Timeline, Track};
use crate::wire::Reason;

impl Timeline {
    /// The spans that touch `[start_ns, end_ns)`: ended ones in the order of their ends (on [`Track::Threads`] within each chunk
    /// only), then what is still mounted, as spans without a reason that last until [`Timeline::known_until_ns`].
    pub fn spans_between(
        &self,
        track: Track,
        start_ns: u64,
        end_ns: u64,
    ) -> impl Iterator<Item = Span> {
        let until_ns = self.known_until_ns();
        self.chunks_between(track, start_ns, end_ns)
            .flat_map(move |chunk| chunk.spans_between(start_ns, end_ns))
            .chain(
                self.open_spans(track)
                    .iter()
                    .map(move |open| open.until(until_ns))
                    .filter(move |span| touches(span.start_ns, span.end_ns, start_ns, end_ns)),
            )
    }

    /// The pinned stretches that touch `[start_ns, end_ns)`, in the order of [`Timeline::spans_between`]; those that go on have no
    /// reason and last until [`Timeline::known_until_ns`].
    pub fn pins_between(
        &self,
        track: Track,
        start_ns: u64,
        end_ns: u64,
    ) -> impl Iterator<Item = Pin> {
        let until_ns = self.known_until_ns();
        self.chunks_between(track, start_ns, end_ns)
            .flat_map(move |chunk| from_end(&chunk.columns().pins, start_ns, |pin| pin.end_ns))
            .copied()
            .chain(
                self.open_spans(track)
                    .iter()
                    .filter_map(move |open| open.pin_until(until_ns)),
            )
            .filter(move |pin| touches(pin.start_ns, pin.end_ns, start_ns, end_ns))
    }

    /// The gaps that touch `[start_ns, end_ns)`.
    pub fn gaps_between(
        &self,
        track: Track,
        start_ns: u64,
        end_ns: u64,
    ) -> impl Iterator<Item = Gap> {
        self.chunks_between(track, start_ns, end_ns)
            .flat_map(move |chunk| from_end(&chunk.columns().gaps, start_ns, |gap| gap.end_ns))
            .copied()
            .filter(move |gap| touches(gap.start_ns, gap.end_ns, start_ns, end_ns))
    }

    /// The span at a moment; on [`Track::Threads`] any one of those at that moment.
    #[must_use]
    pub fn span_at(&self, track: Track, t_ns: u64) -> Option<Span> {
        self.spans_between(track, t_ns, t_ns.saturating_add(1))
            .next()
    }

    /// All mounts of a task in time order, and where. Looks at every span, so ask once per click.
    #[must_use]
    pub fn path_of(&self, task: u32) -> Vec<(Track, Span)> {
        let mut path = Vec::new();
        for track in self.tracks() {
            let ended = self
                .chunks(track)
                .iter()
                .flat_map(|chunk| chunk.spans_of(task));
            let open = self.open_spans(track).iter();
            let open = open
                .filter(|open| open.task == task)
                .map(|open| open.until(self.known_until_ns()));
            path.extend(ended.chain(open).map(|span| (track, span)));
        }
        path.sort_by_key(|(_, span)| span.start_ns);
        path
    }

    /// The chunks of which something that has ended may touch `[start_ns, end_ns)`.
    ///
    /// On a carrier the ends ascend from chunk to chunk, and no span begins before one that ended earlier: the first chunk is found
    /// by halving, and a chunk whose first span lies behind `end_ns` is the last that has to be looked at.
    pub(super) fn chunks_between(
        &self,
        track: Track,
        start_ns: u64,
        end_ns: u64,
    ) -> impl Iterator<Item = &Chunk> {
        let chunks = self.chunks(track);
        let is_carrier = track != Track::Threads;
        let ends_before =
            |chunk: &Chunk| chunk.extent_ns().is_some_and(|extent| extent.1 < start_ns);
        let first = if is_carrier {
            chunks.partition_point(|chunk| ends_before(chunk))
        } else {
            0
        };
        let begins_behind = move |chunk: &Chunk| {
            let first_ns = chunk.first_start_ns();
            is_carrier && first_ns.is_some_and(|first_ns| first_ns >= end_ns)
        };
        let mut is_behind = false;
        chunks
            .get(first..)
            .unwrap_or_default()
            .iter()
            .map(AsRef::as_ref)
            .take_while(move |chunk| !std::mem::replace(&mut is_behind, begins_behind(chunk)))
            .filter(move |chunk| chunk.touches(start_ns, end_ns))
    }
}

impl Chunk {
    /// Whether something that has ended may touch `[start_ns, end_ns)`.
    pub(super) fn touches(&self, start_ns: u64, end_ns: u64) -> bool {
        let extent = self.extent_ns();
        extent.is_some_and(|(from, to)| touches(from, to, start_ns, end_ns))
    }

    /// The ended spans of this chunk that touch `[start_ns, end_ns)`.
    pub(super) fn spans_between(&self, start_ns: u64, end_ns: u64) -> impl Iterator<Item = Span> {
        self.indices_between(start_ns, end_ns)
            .filter_map(|index| self.span(index))
            .filter(move |span| touches(span.start_ns, span.end_ns, start_ns, end_ns))
    }

    /// Start, end and wait ([`UNKNOWN_WAIT`] for an unknown one) of at least the spans that touch `[start_ns, end_ns)`.
    pub(super) fn stretches_between(
        &self,
        start_ns: u64,
        end_ns: u64,
    ) -> impl Iterator<Item = (u64, u64, u64)> {
        let seen = self.indices_between(start_ns, end_ns);
        let columns = self.columns();
        let starts = columns.start_ns.get(seen.clone()).unwrap_or_default();
        let ends = columns.end_ns.get(seen.clone()).unwrap_or_default();
        let waits = columns.waited_ns.get(seen).unwrap_or_default().iter();
        let waits = waits.copied().chain(std::iter::repeat(UNKNOWN_WAIT));
        let spans = starts.iter().copied().zip(ends.iter().copied());
        spans
            .zip(waits)
            .map(|((start, end), wait)| (start, end, wait))
    }

    /// Where the spans that touch `[start_ns, end_ns)` are; on a carrier no others are there.
    fn indices_between(&self, start_ns: u64, end_ns: u64) -> Range<usize> {
        let columns = self.columns();
        let first = columns.end_ns.partition_point(|end| *end < start_ns);
        let last = match self.track() {
            Track::Carrier(_) => columns.start_ns.partition_point(|start| *start < end_ns),
            Track::Threads => self.len(),
        };
        first..last
    }

    fn spans_of(&self, task: u32) -> impl Iterator<Item = Span> {
        let tasks = self.columns().task.iter().enumerate();
        tasks
            .filter(move |(_, of)| **of == task)
            .filter_map(|(index, _)| self.span(index))
    }
}

impl OpenSpan {
    /// The span as it would be if it ended at `until_ns`.
    #[must_use]
    pub fn until(&self, until_ns: u64) -> Span {
        Span {
            start_ns: self.start_ns,
            end_ns: until_ns.max(self.start_ns),
            task: self.task,
            reason: Reason::None,
            waited_ns: self.waited_ns,
        }
    }

    /// The pin as it would be if it ended at `until_ns`; `None` where the task is not pinned.
    #[must_use]
    pub fn pin_until(&self, until_ns: u64) -> Option<Pin> {
        self.pinned_since_ns.map(|start_ns| Pin {
            start_ns,
            end_ns: until_ns.max(start_ns),
            task: self.task,
            reason: Reason::None,
        })
    }
}

/// Whether `[from, to)`, or the moment `from` where both are one, touches `[start, end)`.
pub(super) const fn touches(from: u64, to: u64, start: u64, end: u64) -> bool {
    from < end && (to > start || from >= start)
}

/// What ends at `t_ns` or later, of things in the order of their ends.
pub(super) fn from_end<T>(things: &[T], t_ns: u64, end_ns: impl Fn(&T) -> u64) -> &[T] {
    let first = things.partition_point(|thing| end_ns(thing) < t_ns);
    things.get(first..).unwrap_or_default()
}
