//! What a whole timeline adds up to. Knows nothing of viewports.

use super::{Chunk, Span, Timeline, Track};
use crate::wire::Reason;

/// A timeline added up over `[0, end)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    /// Spans that have begun.
    pub mounts: u64,
    /// Spans that ended with an unmount of their own.
    pub unmounts: u64,
    /// Spans that have begun and not ended. `mounts` = `unmounts` + `open` + `cut`.
    pub open: u64,
    /// Spans whose end a gap hides.
    pub cut: u64,
    /// Mounted time of all carriers or threads together.
    pub busy_ns: u64,
    /// Pinned time of all carriers or threads together.
    pub pinned_ns: u64,
    /// Gaps, and how many records they hide.
    pub gaps: u64,
    /// Records that are missing, as told by the gaps.
    pub missing: u64,
    /// Each track by itself.
    pub tracks: Vec<TrackShare>,
    /// Mean share of the time in which a carrier was occupied, 0…1, carriers that never mounted anything included; `None` where
    /// there are no carriers.
    pub busy_share: Option<f64>,
    /// The same of the pinned time.
    pub pinned_share: Option<f64>,
}

/// One track over `[0, end)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackShare {
    /// Which.
    pub track: Track,
    /// Spans that have begun.
    pub mounts: u64,
    /// Share of the time a task was mounted, 0…1; on [`Track::Threads`] the mean number of threads mounted.
    pub busy: f64,
    /// The same of pinned time.
    pub pinned: f64,
}

impl Timeline {
    /// Adds up what happened in `[0, end_ns)` on a run with `carriers` carriers, as its Hello told. Looks at every span once.
    #[must_use]
    pub fn totals(&self, end_ns: u64, carriers: u16) -> Totals {
        let mut totals = Totals::default();
        let (mut busy_ns, mut pinned_ns, mut lanes) = (0, 0, 0_u16);
        for track in self.tracks() {
            let sums = self.sum_track(track, end_ns);
            totals.add(&sums);
            totals.tracks.push(TrackShare {
                track,
                mounts: sums.mounts,
                busy: share(sums.busy_ns, end_ns).unwrap_or_default(),
                pinned: share(sums.pinned_ns, end_ns).unwrap_or_default(),
            });
            if track != Track::Threads {
                busy_ns = sums.busy_ns.saturating_add(busy_ns);
                pinned_ns = sums.pinned_ns.saturating_add(pinned_ns);
                lanes += 1;
            }
        }
        let time_ns = end_ns.saturating_mul(u64::from(lanes.max(carriers)));
        totals.busy_share = share(busy_ns, time_ns);
        totals.pinned_share = share(pinned_ns, time_ns);
        totals
    }

    fn sum_track(&self, track: Track, end_ns: u64) -> Totals {
        let mut sums = Totals::default();
        let gaps = self.chunks(track).iter();
        let mut gap_starts: Vec<u64> = gaps
            .flat_map(|chunk| &chunk.columns().gaps)
            .map(|gap| gap.start_ns)
            .collect();
        gap_starts.sort_unstable();
        for chunk in self.chunks(track) {
            sums.add_chunk(chunk, &gap_starts, end_ns);
        }
        let until_ns = self.known_until_ns().min(end_ns);
        for open in self.open_spans(track) {
            sums.mounts += 1;
            sums.open += 1;
            sums.busy_ns = sums
                .busy_ns
                .saturating_add(until_ns.saturating_sub(open.start_ns));
            let pinned_since_ns = open.pinned_since_ns.unwrap_or(until_ns);
            sums.pinned_ns = sums
                .pinned_ns
                .saturating_add(until_ns.saturating_sub(pinned_since_ns));
        }
        sums
    }
}

impl Totals {
    fn add_chunk(&mut self, chunk: &Chunk, gap_starts: &[u64], end_ns: u64) {
        let inside = |from_ns: u64, to_ns: u64| to_ns.min(end_ns).saturating_sub(from_ns);
        let is_cut = |span: &Span| {
            span.reason == Reason::None && gap_starts.binary_search(&span.end_ns).is_ok()
        };
        for span in (0..chunk.len()).filter_map(|index| chunk.span(index)) {
            let cut = u64::from(is_cut(&span));
            self.mounts += 1;
            self.cut += cut;
            self.unmounts += 1 - cut;
            self.busy_ns = self
                .busy_ns
                .saturating_add(inside(span.start_ns, span.end_ns));
        }
        for pin in &chunk.columns().pins {
            self.pinned_ns = self
                .pinned_ns
                .saturating_add(inside(pin.start_ns, pin.end_ns));
        }
        for gap in &chunk.columns().gaps {
            self.gaps += 1;
            self.missing += u64::from(gap.count);
        }
    }

    fn add(&mut self, other: &Self) {
        self.mounts += other.mounts;
        self.unmounts += other.unmounts;
        self.open += other.open;
        self.cut += other.cut;
        self.busy_ns = self.busy_ns.saturating_add(other.busy_ns);
        self.pinned_ns = self.pinned_ns.saturating_add(other.pinned_ns);
        self.gaps += other.gaps;
        self.missing += other.missing;
    }
}

#[expect(clippy::cast_precision_loss, reason = "a ratio for people")]
fn share(part_ns: u64, whole_ns: u64) -> Option<f64> {
    (whole_ns > 0).then(|| part_ns as f64 / whole_ns as f64)
}
