//! What stands out in one chunk: its longest mounts, waits, pins and idle stretches, and how long all runs and waits were. Knows
//! nothing of other chunks.
//!
//! Made once when the chunk is sealed, so that the worst of a whole run is found by looking at chunks and not at spans.

use super::{ChunkColumns, Durations, Track};

/// So many of each kind are kept.
pub(super) const MOST: usize = 8;

/// A stretch of time of one task, or before one task's mount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) start_ns: u64,
    pub(super) end_ns: u64,
    pub(super) task: u32,
}

impl Stretch {
    pub(super) const fn len_ns(self) -> u64 {
        self.end_ns.saturating_sub(self.start_ns)
    }
}

/// The longest stretches of one kind, at most [`MOST`], in no order.
#[derive(Clone, Debug, Default)]
pub(super) struct Longest {
    stretches: Vec<Stretch>,
    /// Shorter ones are no longer taken.
    least_ns: u64,
}

impl Longest {
    /// Keeps a stretch if it is one of the longest; of equally long ones the first.
    pub(super) fn take(&mut self, stretch: Stretch) {
        let len_ns = stretch.len_ns();
        if len_ns <= self.least_ns && (len_ns == 0 || self.stretches.len() == MOST) {
            return;
        }
        if self.stretches.len() < MOST {
            self.stretches.push(stretch);
        } else if let Some(shortest) = self.stretches.iter_mut().min_by_key(|kept| kept.len_ns()) {
            *shortest = stretch;
        }
        if self.stretches.len() == MOST {
            let lengths = self.stretches.iter().map(|kept| kept.len_ns());
            self.least_ns = lengths.min().unwrap_or(0);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Stretch> {
        self.stretches.iter().copied()
    }
}

/// What stands out in one chunk, or in the part of one that a stretch of time touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Digest {
    pub(super) runs: Durations,
    pub(super) waits: Durations,
    pub(super) longest_mounts: Longest,
    pub(super) longest_waits: Longest,
    pub(super) longest_pins: Longest,
    /// Between two spans of this chunk; `task` is the one that came next. Of carriers alone: a thread without work is gone.
    pub(super) longest_idles: Longest,
}

impl Digest {
    /// Looks at each span and pin that `is_meant` by its start and end.
    pub(super) fn of(
        track: Track,
        columns: &ChunkColumns,
        is_meant: impl Fn(u64, u64) -> bool,
    ) -> Self {
        let mut digest = Self::default();
        let mut idle_since_ns = None;
        let spans = columns.start_ns.iter().zip(&columns.end_ns);
        for (index, ((start_ns, end_ns), task)) in spans.zip(&columns.task).enumerate() {
            let (start_ns, end_ns, task) = (*start_ns, *end_ns, *task);
            if let (Some(since_ns), Track::Carrier(_)) = (idle_since_ns, track)
                && is_meant(since_ns, start_ns)
            {
                digest.longest_idles.take(Stretch {
                    start_ns: since_ns,
                    end_ns: start_ns,
                    task,
                });
            }
            idle_since_ns = Some(end_ns);
            if is_meant(start_ns, end_ns) {
                let span = Stretch {
                    start_ns,
                    end_ns,
                    task,
                };
                digest.add_span(span, columns.waited_ns.get(index).copied());
            }
        }
        for pin in &columns.pins {
            if is_meant(pin.start_ns, pin.end_ns) {
                digest.longest_pins.take(Stretch {
                    start_ns: pin.start_ns,
                    end_ns: pin.end_ns,
                    task: pin.task,
                });
            }
        }
        digest.runs.shrink();
        digest.waits.shrink();
        digest
    }

    /// A span with its wait; `u64::MAX` is an unknown one.
    pub(super) fn add_span(&mut self, span: Stretch, waited_ns: Option<u64>) {
        self.runs.add(span.len_ns());
        self.longest_mounts.take(span);
        if let Some(waited_ns) = waited_ns.filter(|waited_ns| *waited_ns != u64::MAX) {
            self.waits.add(waited_ns);
            self.longest_waits.take(Stretch {
                start_ns: span.start_ns.saturating_sub(waited_ns),
                end_ns: span.start_ns,
                task: span.task,
            });
        }
    }
}
