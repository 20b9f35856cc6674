//! The newest chunk of a track while it grows, and its sealing. Knows nothing of events.

use std::sync::Arc;

use super::wait_table::UNKNOWN_WAIT;
use super::{Chunk, ChunkColumns, Gap, OpenSpan, Pin, Track};
use crate::wire::Reason;

/// A chunk is sealed when it holds this many spans, or as many pins or gaps.
pub(super) const CHUNK_SPANS: usize = 8_192;

/// A task that is on its carrier now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mounted {
    pub(super) start_ns: u64,
    pub(super) task: u32,
    /// [`UNKNOWN_WAIT`] where no ready is known.
    pub(super) waited_ns: u64,
    /// Since when and why it blocks its carrier.
    pub(super) pinned: Option<(u64, Reason)>,
}

impl Mounted {
    pub(super) fn as_open(&self) -> OpenSpan {
        OpenSpan {
            start_ns: self.start_ns,
            task: self.task,
            pinned_since_ns: self.pinned.map(|(since_ns, _)| since_ns),
            waited_ns: (self.waited_ns != UNKNOWN_WAIT).then_some(self.waited_ns),
        }
    }
}

impl Mounted {
    /// Forgets the wait if it lies across `begin_ns..=end_ns`; whether it did.
    pub(super) fn forget_wait(&mut self, begin_ns: u64, end_ns: u64) -> bool {
        let forgets = is_across(self.start_ns, self.waited_ns, begin_ns, end_ns);
        if forgets {
            self.waited_ns = UNKNOWN_WAIT;
        }
        forgets
    }
}

/// Whether a known wait that ended with the mount at `start_ns` shares a moment with `begin_ns..=end_ns`.
const fn is_across(start_ns: u64, waited_ns: u64, begin_ns: u64, end_ns: u64) -> bool {
    waited_ns != UNKNOWN_WAIT
        && start_ns >= begin_ns
        && start_ns.saturating_sub(waited_ns) <= end_ns
}

/// The newest chunk of one track and those sealed since they were last taken.
#[derive(Debug)]
pub(super) struct GrowingTrack {
    track: Track,
    serial: u32,
    columns: ChunkColumns,
    sealed: Vec<Arc<Chunk>>,
    is_changed: bool,
}

impl GrowingTrack {
    pub(super) fn new(track: Track) -> Self {
        Self {
            track,
            serial: 0,
            columns: ChunkColumns::default(),
            sealed: Vec::new(),
            is_changed: false,
        }
    }

    /// What is mounted has changed, so that the newest chunk must be handed out again.
    pub(super) const fn mark_changed(&mut self) {
        self.is_changed = true;
    }

    /// Ends a span, and the pin it may still be in: no pin outlasts its mount.
    pub(super) fn end_span(&mut self, mounted: &Mounted, end_ns: u64, reason: Reason) {
        if mounted.pinned.is_some() {
            self.end_pin(mounted, end_ns);
        }
        let columns = &mut self.columns;
        columns.start_ns.push(mounted.start_ns);
        columns.end_ns.push(end_ns);
        columns.task.push(mounted.task);
        columns.reason.push(reason);
        if mounted.waited_ns != UNKNOWN_WAIT || !columns.waited_ns.is_empty() {
            columns
                .waited_ns
                .resize(columns.task.len() - 1, UNKNOWN_WAIT);
            columns.waited_ns.push(mounted.waited_ns);
        }
        self.is_changed = true;
        if self.columns.task.len() == CHUNK_SPANS {
            self.seal();
        }
    }

    /// Ends the pin of a mounted task, if it is in one.
    pub(super) fn end_pin(&mut self, mounted: &Mounted, end_ns: u64) {
        let Some((start_ns, reason)) = mounted.pinned else {
            return;
        };
        self.columns.pins.push(Pin {
            start_ns,
            end_ns,
            task: mounted.task,
            reason,
        });
        self.is_changed = true;
        if self.columns.pins.len() == CHUNK_SPANS {
            self.seal();
        }
    }

    pub(super) fn push_gap(&mut self, gap: Gap) {
        self.columns.gaps.push(gap);
        self.is_changed = true;
        if self.columns.gaps.len() == CHUNK_SPANS {
            self.seal();
        }
    }

    /// Corrects the wait of a span that has ended, if it is in the newest chunk; a sealed one is left as it is.
    pub(super) fn correct_wait(&mut self, task: u32, start_ns: u64, waited_ns: u64) {
        let columns = &mut self.columns;
        let is_it = |index: &usize| {
            columns.task.get(*index) == Some(&task)
                && columns.start_ns.get(*index) == Some(&start_ns)
        };
        let found = match self.track {
            Track::Carrier(_) => {
                let first = columns.start_ns.partition_point(|start| *start < start_ns);
                (first..columns.task.len())
                    .take_while(|index| columns.start_ns.get(*index) == Some(&start_ns))
                    .find(is_it)
            }
            Track::Threads => (0..columns.task.len()).rev().find(is_it),
        };
        if let Some(index) = found {
            if columns.waited_ns.is_empty() {
                columns.waited_ns.resize(columns.task.len(), UNKNOWN_WAIT);
            }
            columns.waited_ns[index] = columns.waited_ns[index].min(waited_ns);
            self.is_changed = true;
        }
    }

    /// Forgets the waits of ended spans that lie across `begin_ns..=end_ns`, in the newest chunk; a sealed one is left as it is.
    pub(super) fn forget_waits(&mut self, begin_ns: u64, end_ns: u64) {
        let columns = &mut self.columns;
        let waits = columns.waited_ns.iter_mut().zip(&columns.start_ns);
        for (waited_ns, start_ns) in waits {
            if is_across(*start_ns, *waited_ns, begin_ns, end_ns) {
                *waited_ns = UNKNOWN_WAIT;
                self.is_changed = true;
            }
        }
    }

    /// Moves what is new to `out`: sealed chunks, then a copy of the growing one if anything in it or in `open` has changed.
    pub(super) fn take(&mut self, open: impl Iterator<Item = OpenSpan>, out: &mut Vec<Arc<Chunk>>) {
        out.append(&mut self.sealed);
        if !std::mem::take(&mut self.is_changed) {
            return;
        }
        let open: Vec<_> = open.collect();
        if open.is_empty() && self.columns.has_nothing() {
            return;
        }
        let columns = ChunkColumns {
            open,
            ..self.columns.clone()
        };
        out.push(Arc::new(Chunk::seal(self.track, self.serial, columns)));
    }

    /// Columns double from 4, or from 8, so that those of a full chunk have no spare room; only pins and gaps may.
    fn seal(&mut self) {
        let mut columns = std::mem::take(&mut self.columns);
        columns.shrink();
        self.sealed
            .push(Arc::new(Chunk::seal(self.track, self.serial, columns)));
        self.serial = self.serial.wrapping_add(1);
    }
}
