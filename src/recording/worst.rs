//! The worst of a stretch of time: the longest pins, waits and mounts, and carriers that idled while a task was ready. Knows nothing
//! of what is shown of it.

use std::cmp::Reverse;

use super::digest::{Longest, Stretch};
use super::lookup::touches;
use super::{OpenSpan, Timeline, Track};

/// So many of the longest idle stretches and waits are held against each other.
const MOST_IDLES: usize = 256;
const MOST_WAITS: usize = 1_024;

/// What is bad about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WorstKind {
    /// A task blocked its carrier.
    Pin,
    /// A task was ready and not mounted.
    Wait,
    /// A task held its carrier.
    Mount,
    /// A carrier had nothing mounted while a task was ready.
    Idle {
        /// For how long of it the one task that waited longest was ready, nanoseconds.
        ready_ns: u64,
    },
}

/// One of the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worst {
    /// What is bad about it.
    pub kind: WorstKind,
    /// Where; of a wait, where it ended.
    pub track: Track,
    /// Who; of an idle stretch, who waited.
    pub task: u32,
    /// Nanoseconds since Go.
    pub start_ns: u64,
    /// Nanoseconds since Go; [`Timeline::known_until_ns`] for what goes on.
    pub end_ns: u64,
}

impl Worst {
    /// By what it is ranked, nanoseconds: how long it lasted, or how long a task was ready meanwhile.
    #[must_use]
    pub const fn badness_ns(&self) -> u64 {
        match self.kind {
            WorstKind::Pin | WorstKind::Wait | WorstKind::Mount => {
                self.end_ns.saturating_sub(self.start_ns)
            }
            WorstKind::Idle { ready_ns } => ready_ns,
        }
    }
}

/// The worst of each kind, worst first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorstList {
    /// The longest pins.
    pub pins: Vec<Worst>,
    /// The longest waits from ready to mount.
    pub waits: Vec<Worst>,
    /// The longest mounts.
    pub mounts: Vec<Worst>,
    /// Where a carrier idled longest while one and the same task was ready.
    pub idles: Vec<Worst>,
}

/// Stretches with the track they lie on.
type Found = Vec<(Track, Stretch)>;

impl Timeline {
    /// The worst of what touches `[start_ns, end_ns)`, on a run with `carriers` carriers, at most `most` (1…8) of each kind. No idle
    /// stretch is told of where records are missing.
    ///
    /// Pins, waits and mounts are exact. Idle stretches are sought among the 256 longest ones and the 1 024 longest waits, of which
    /// each piece of 8 192 spans brings its eight longest.
    #[must_use]
    pub fn worst(&self, range_ns: (u64, u64), carriers: u16, most: usize) -> WorstList {
        let (mut pins, mut waits, mut mounts) = (Found::new(), Found::new(), Found::new());
        let mut idles = Found::new();
        for track in self.tracks() {
            let add = |found: &mut Found, longest: &Longest| {
                found.extend(longest.iter().map(|stretch| (track, stretch)));
            };
            self.each_digest(track, range_ns, |digest| {
                add(&mut pins, &digest.longest_pins);
                add(&mut waits, &digest.longest_waits);
                add(&mut mounts, &digest.longest_mounts);
                add(&mut idles, &digest.longest_idles);
            });
            for open in self.spans_open_in(track, range_ns) {
                mounts.push((track, self.so_far(open, open.start_ns)));
                let pinned = open.pinned_since_ns;
                pins.extend(pinned.map(|since_ns| (track, self.so_far(open, since_ns))));
                waits.extend(wait_of(open).map(|wait| (track, wait)));
            }
            if track != Track::Threads {
                idles.extend(self.idles_between_chunks(track, range_ns));
            }
        }
        idles.extend(self.never_used(carriers, range_ns));
        idles.retain(|(track, idle)| self.is_told(*track, *idle));
        WorstList {
            pins: ranked(pins, WorstKind::Pin, most),
            mounts: ranked(mounts, WorstKind::Mount, most),
            idles: idle_while_ready(idles, &waits, most),
            waits: ranked(waits, WorstKind::Wait, most),
        }
    }

    /// From a moment to the last one known.
    fn so_far(&self, open: &OpenSpan, start_ns: u64) -> Stretch {
        Stretch {
            start_ns,
            end_ns: self.known_until_ns().max(start_ns),
            task: open.task,
        }
    }

    /// From Go to the first mount, from the last of a chunk to the first of the next, and from the last one on; as far as it touches
    /// a stretch.
    fn idles_between_chunks(
        &self,
        track: Track,
        (start_ns, end_ns): (u64, u64),
    ) -> impl Iterator<Item = (Track, Stretch)> {
        let mut since_ns = 0;
        let chunks = self.chunks(track).iter();
        let spans = chunks.filter_map(|chunk| {
            let columns = chunk.columns();
            Some((
                *columns.start_ns.first()?,
                *columns.end_ns.last()?,
                *columns.task.first()?,
            ))
        });
        let until_ns = self.known_until_ns();
        let open = self.open_spans(track).iter();
        let open = open.map(move |open| (open.start_ns, u64::MAX, open.task));
        let rest = std::iter::once((until_ns, u64::MAX, 0));
        let all = spans
            .chain(open)
            .chain(rest)
            .map(move |(first_ns, last_ns, task)| {
                let idle = Stretch {
                    start_ns: since_ns,
                    end_ns: first_ns,
                    task,
                };
                since_ns = last_ns;
                (track, idle)
            });
        all.filter(move |(_, idle)| {
            idle.len_ns() > 0 && touches(idle.start_ns, idle.end_ns, start_ns, end_ns)
        })
    }

    /// Carriers that never mounted anything idle all the time.
    fn never_used(
        &self,
        carriers: u16,
        (start_ns, end_ns): (u64, u64),
    ) -> impl Iterator<Item = (Track, Stretch)> {
        let all = Stretch {
            start_ns: 0,
            end_ns: self.known_until_ns(),
            task: 0,
        };
        (0..carriers)
            .map(Track::Carrier)
            .filter(move |track| {
                self.chunks(*track).is_empty() && touches(0, all.end_ns, start_ns, end_ns)
            })
            .map(move |track| (track, all))
    }

    fn is_told(&self, track: Track, idle: Stretch) -> bool {
        self.gaps_between(track, idle.start_ns, idle.end_ns)
            .next()
            .is_none()
    }
}

fn wait_of(open: &OpenSpan) -> Option<Stretch> {
    Some(Stretch {
        start_ns: open.start_ns.saturating_sub(open.waited_ns?),
        end_ns: open.start_ns,
        task: open.task,
    })
}

fn longest_first(found: &mut Found, most: usize) {
    found.sort_by_key(|(track, stretch)| {
        (
            Reverse(stretch.len_ns()),
            stretch.start_ns,
            *track,
            stretch.task,
        )
    });
    found.truncate(most);
}

fn ranked(mut found: Found, kind: WorstKind, most: usize) -> Vec<Worst> {
    found.retain(|(_, stretch)| stretch.len_ns() > 0);
    longest_first(&mut found, most);
    let worst = |(track, stretch): (Track, Stretch)| Worst {
        kind,
        track,
        task: stretch.task,
        start_ns: stretch.start_ns,
        end_ns: stretch.end_ns,
    };
    found.into_iter().map(worst).collect()
}

/// Each idle stretch with the wait that shares most of its time, most first.
fn idle_while_ready(mut idles: Found, waits: &Found, most: usize) -> Vec<Worst> {
    let mut waits = waits.clone();
    longest_first(&mut waits, MOST_WAITS);
    longest_first(&mut idles, MOST_IDLES);
    let mut found: Vec<Worst> = idles
        .into_iter()
        .filter_map(|(track, idle)| {
            let shared = |wait: &Stretch| {
                let from_ns = wait.start_ns.max(idle.start_ns);
                wait.end_ns.min(idle.end_ns).saturating_sub(from_ns)
            };
            let (_, wait) = waits.iter().max_by_key(|(_, wait)| shared(wait))?;
            let ready_ns = shared(wait);
            (ready_ns > 0).then_some(Worst {
                kind: WorstKind::Idle { ready_ns },
                track,
                task: wait.task,
                start_ns: idle.start_ns,
                end_ns: idle.end_ns,
            })
        })
        .collect();
    found.sort_by_key(|worst| (Reverse(worst.badness_ns()), worst.start_ns, worst.track));
    found.truncate(most);
    found
}
