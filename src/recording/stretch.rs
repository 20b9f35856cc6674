//! What happened on each lane in one stretch of time: shares, counts, how long runs and waits were. Knows nothing of columns of
//! pixels.

use super::digest::Digest;
use super::lookup::touches;
use super::{Chunk, Durations, OpenSpan, Timeline, Track};

/// One lane in a stretch of time.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneFigures {
    /// Which.
    pub track: Track,
    /// Share of the stretch in which a task was mounted, 0…1; on [`Track::Threads`] the mean number of threads mounted.
    pub busy: f32,
    /// The same of pinned time.
    pub pinned: f32,
    /// Spans that began in the stretch.
    pub mounts: u32,
    /// How long the spans lasted that touch the stretch, what is still mounted left out.
    pub runs: Durations,
    /// How long their tasks had waited from ready to mount, where that is known.
    pub waits: Durations,
}

/// All lanes in a stretch of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StretchFigures {
    /// The lanes on which anything was mounted at any time, carriers first.
    pub lanes: Vec<LaneFigures>,
}

impl StretchFigures {
    /// The runs of all lanes together.
    #[must_use]
    pub fn runs(&self) -> Durations {
        merged(self.lanes.iter().map(|lane| &lane.runs))
    }

    /// The waits of all lanes together.
    #[must_use]
    pub fn waits(&self) -> Durations {
        merged(self.lanes.iter().map(|lane| &lane.waits))
    }
}

fn merged<'a>(parts: impl Iterator<Item = &'a Durations>) -> Durations {
    parts.fold(Durations::default(), |mut sum, part| {
        sum.merge(part);
        sum
    })
}

impl Timeline {
    /// What happened on every lane in `[start_ns, end_ns)`. Looks at every chunk in it once, and at the spans of those two per lane
    /// alone that lie across its ends.
    #[must_use]
    pub fn figures(&self, start_ns: u64, end_ns: u64) -> StretchFigures {
        let lanes = self.tracks().map(|track| {
            let seen = self.occupancy(track, start_ns, end_ns, 1);
            let seen = seen.first().copied().unwrap_or_default();
            let mut lane = LaneFigures {
                track,
                busy: seen.busy,
                pinned: seen.pinned,
                mounts: seen.mounts,
                runs: Durations::default(),
                waits: Durations::default(),
            };
            self.each_digest(track, (start_ns, end_ns), |digest| {
                lane.runs.merge(&digest.runs);
                lane.waits.merge(&digest.waits);
            });
            lane
        });
        StretchFigures {
            lanes: lanes.collect(),
        }
    }

    /// Hands out what stands out in each chunk of a track that touches a stretch: of a chunk that lies across an end of it, only
    /// what touches it.
    pub(super) fn each_digest(
        &self,
        track: Track,
        (start_ns, end_ns): (u64, u64),
        mut take: impl FnMut(&Digest),
    ) {
        for chunk in self.chunks_between(track, start_ns, end_ns) {
            let is_inside = chunk
                .extent_ns()
                .is_some_and(|(from, to)| start_ns <= from && to < end_ns);
            if is_inside {
                take(chunk.digest());
            } else {
                take(&chunk.digest_between(start_ns, end_ns));
            }
        }
    }

    /// What is still mounted on a track and touches a stretch.
    pub(super) fn spans_open_in(
        &self,
        track: Track,
        (start_ns, end_ns): (u64, u64),
    ) -> impl Iterator<Item = &OpenSpan> {
        let until_ns = self.known_until_ns();
        let open = self.open_spans(track).iter();
        open.filter(move |open| touches(open.start_ns, until_ns, start_ns, end_ns))
    }
}

impl Chunk {
    fn digest_between(&self, start_ns: u64, end_ns: u64) -> Digest {
        Digest::of(self.track(), self.columns(), |from, to| {
            touches(from, to, start_ns, end_ns)
        })
    }
}
