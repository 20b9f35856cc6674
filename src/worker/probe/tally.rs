//! Exact counters, one set per carrier on cache lines of its own. Knows nothing of rings.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Note, Tick};
use crate::wire::Progress;

/// Who writes to a set of counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Writers {
    /// One thread: a load and a store, no locked instruction.
    One,
    /// Any thread.
    Many,
}

/// How a task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It returned this checksum.
    Completed(u64),
    /// It panicked, or could not go on.
    Failed,
    /// It failed as designed, and counts this into the sum, so that one that never ran is missed.
    FailedAsDesigned(u64),
    /// It was cancelled, and counts this into the sum likewise.
    Cancelled(u64),
}

/// What happened on one carrier, or on threads that share a set.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    spawned: AtomicU64,
    completed: AtomicU64,
    failed: AtomicU64,
    cancelled: AtomicU64,
    checksum: AtomicU64,
    last_end: AtomicU64,
    /// Waits for a carrier that began, and those that ended: their difference is ready.
    readied: AtomicU64,
    picked: AtomicU64,
    mounts: AtomicU64,
    unmounts: AtomicU64,
    pin_begins: AtomicU64,
    pin_ends: AtomicU64,
}

/// The counters of all carriers, summed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) spawned: u64,
    pub(crate) completed: u64,
    pub(crate) failed: u64,
    pub(crate) cancelled: u64,
    pub(crate) checksum: u64,
    pub(crate) last_end: Tick,
    readied: u64,
    picked: u64,
    mounts: u64,
    unmounts: u64,
    pin_begins: u64,
    pin_ends: u64,
}

impl Writers {
    /// Release, so that who sees the count also sees the records before it.
    #[inline]
    fn add(self, counter: &AtomicU64, by: u64) {
        match self {
            Self::One => {
                let sum = counter.load(Ordering::Relaxed).wrapping_add(by);
                counter.store(sum, Ordering::Release);
            }
            Self::Many => {
                counter.fetch_add(by, Ordering::Release);
            }
        }
    }

    fn raise(self, counter: &AtomicU64, to: u64) {
        match self {
            Self::One => counter.store(counter.load(Ordering::Relaxed).max(to), Ordering::Release),
            Self::Many => {
                counter.fetch_max(to, Ordering::Release);
            }
        }
    }
}

impl Tally {
    /// A task was handed to the engine; it waits for its first mount.
    pub(crate) fn spawned(&self, writers: Writers, watches: bool) {
        if watches {
            writers.add(&self.readied, 1);
        }
        writers.add(&self.spawned, 1);
    }

    #[inline(always)]
    pub(crate) fn note(&self, note: Note, writers: Writers) {
        match note {
            Note::Ready => writers.add(&self.readied, 1),
            Note::Mount => {
                writers.add(&self.picked, 1);
                writers.add(&self.mounts, 1);
            }
            Note::Remount => writers.add(&self.mounts, 1),
            Note::Unmount(_) => writers.add(&self.unmounts, 1),
            Note::Pin(_) => writers.add(&self.pin_begins, 1),
            Note::Unpin(_) => writers.add(&self.pin_ends, 1),
            Note::Fail => {}
        }
    }

    /// The count comes last: who sees it sees checksum and time too.
    pub(crate) fn ended(&self, ending: Ending, at: Tick, writers: Writers) {
        writers.raise(&self.last_end, at.0);
        let (count, checksum) = match ending {
            Ending::Completed(checksum) => (&self.completed, checksum),
            Ending::FailedAsDesigned(checksum) => (&self.failed, checksum),
            Ending::Cancelled(checksum) => (&self.cancelled, checksum),
            Ending::Failed => (&self.failed, 0),
        };
        writers.add(&self.checksum, checksum);
        writers.add(count, 1);
    }

    pub(crate) fn finished(&self) -> u64 {
        let ends = [&self.completed, &self.failed, &self.cancelled];
        ends.map(|count| count.load(Ordering::Acquire)).iter().sum()
    }
}

impl Totals {
    /// Sums over `tallies`. What ends something is read before what begins it, so that a difference never is negative
    /// while tasks run.
    pub(crate) fn of<'a>(tallies: impl Iterator<Item = &'a Tally> + Clone) -> Self {
        let mut totals = Self::default();
        let read = |counter: &AtomicU64| counter.load(Ordering::Acquire);
        for tally in tallies.clone() {
            totals.completed += read(&tally.completed);
            totals.failed += read(&tally.failed);
            totals.cancelled += read(&tally.cancelled);
            totals.checksum = totals.checksum.wrapping_add(read(&tally.checksum));
            totals.last_end = totals.last_end.max(Tick(read(&tally.last_end)));
            totals.pin_ends += read(&tally.pin_ends);
            totals.unmounts += read(&tally.unmounts);
        }
        for tally in tallies.clone() {
            totals.pin_begins += read(&tally.pin_begins);
            totals.picked += read(&tally.picked);
        }
        for tally in tallies {
            totals.mounts += read(&tally.mounts);
            totals.readied += read(&tally.readied);
            totals.spawned += read(&tally.spawned);
        }
        totals
    }

    pub(crate) const fn finished(&self) -> u64 {
        self.completed + self.failed + self.cancelled
    }

    /// The part of a progress message that counts tasks. Counters are read one after the other while tasks run, so the
    /// parts are fitted into the whole: `live = parked + ready + mounted`, and pinned tasks are mounted ones.
    ///
    /// A spawned task is ready until its first mount, on every engine. Later waits count as ready only where the engine tells of
    /// them; elsewhere they are parked. A probe that is off does not watch tasks between spawn and end, so all but `live` is zero.
    pub(crate) fn progress(&self, watches: bool) -> Progress {
        let live = self.spawned.saturating_sub(self.finished());
        let mounted = self.mounts.saturating_sub(self.unmounts).min(live);
        let ready = self.readied.saturating_sub(self.picked).min(live - mounted);
        Progress {
            spawned: self.spawned,
            live,
            parked: if watches { live - mounted - ready } else { 0 },
            ready,
            mounted,
            pinned: self.pin_begins.saturating_sub(self.pin_ends).min(mounted),
            completed: self.completed,
            failed: self.failed,
            ..Progress::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Reason;

    fn progress(tally: &Tally) -> Progress {
        Totals::of([tally].into_iter()).progress(true)
    }

    #[test]
    fn a_task_is_ready_mounted_pinned_parked_and_gone() {
        for writers in [Writers::One, Writers::Many] {
            let tally = Tally::default();
            let states = |tally: &Tally| {
                let p = progress(tally);
                (p.live, p.parked, p.ready, p.mounted, p.pinned)
            };
            tally.spawned(writers, true);
            assert_eq!(states(&tally), (1, 0, 1, 0, 0));
            tally.note(Note::Mount, writers);
            assert_eq!(states(&tally), (1, 0, 0, 1, 0));
            tally.note(Note::Pin(Reason::Blocking), writers);
            assert_eq!(states(&tally), (1, 0, 0, 1, 1));
            tally.note(Note::Unpin(Reason::Blocking), writers);
            tally.note(Note::Unmount(Reason::Sleep), writers);
            assert_eq!(states(&tally), (1, 1, 0, 0, 0));
            tally.note(Note::Ready, writers);
            assert_eq!(states(&tally), (1, 0, 1, 0, 0));
            tally.note(Note::Mount, writers);
            tally.note(Note::Unmount(Reason::Done), writers);
            tally.ended(Ending::Completed(7), Tick(5), writers);
            assert_eq!(states(&tally), (0, 0, 0, 0, 0));
            let totals = Totals::of([&tally, &tally].into_iter());
            assert_eq!((totals.checksum, totals.completed), (14, 2));
            assert_eq!(totals.last_end, Tick(5));
        }
    }

    #[test]
    fn shared_counters_miss_nothing() {
        let tally = Tally::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for i in 0..10_000 {
                        tally.spawned(Writers::Many, true);
                        tally.ended(Ending::Completed(i), Tick(i), Writers::Many);
                    }
                });
            }
        });
        let totals = Totals::of([&tally].into_iter());
        assert_eq!((totals.spawned, totals.completed), (40_000, 40_000));
        assert_eq!(totals.checksum, 4 * (9_999 * 10_000 / 2));
        assert_eq!(totals.last_end, Tick(9_999));
    }

    #[test]
    fn what_is_not_watched_is_not_told() {
        let tally = Tally::default();
        tally.spawned(Writers::Many, false);
        let p = Totals::of([&tally].into_iter()).progress(false);
        assert_eq!((p.live, p.parked, p.ready, p.mounted), (1, 0, 0, 0));
    }
}
