//! All looks at the thread of one carrier, and the shares of any stretch of time. Knows nothing of other carriers.
//!
//! Times are kept as sums from the first look on, so that the share of any stretch is a difference of two sums: no level of detail
//! has to be built, and none is coarser than it must be.

use super::{KernelSample, KernelShares, KernelStretch, ThreadState};

/// All looks at one carrier's thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelTrack {
    t_ns: Vec<u64>,
    run_ns: Vec<u64>,
    wait_ns: Vec<u64>,
    state: Vec<ThreadState>,
}

/// Time told late is moved back over at most so many looks, more than a second: nothing waits longer for a CPU on a live system,
/// and a clock that is a little fast must not move the whole past with every look.
const MOST_LATE: usize = 64;

impl KernelTrack {
    pub(super) fn push(&mut self, sample: &KernelSample) {
        let before = |sums: &[u64]| sums.last().copied().unwrap_or(0);
        if self.t_ns.last().is_some_and(|last| *last >= sample.t_ns) {
            return;
        }
        // The sums of one thread do not run back; two that seem to are one.
        self.run_ns.push(sample.run_ns.max(before(&self.run_ns)));
        self.wait_ns.push(sample.wait_ns.max(before(&self.wait_ns)));
        self.t_ns.push(sample.t_ns);
        self.state.push(sample.state);
        self.move_back();
    }

    /// The system tells a wait when it is over and a run at its next tick, never early: what does not fit between two looks
    /// happened before them.
    fn move_back(&mut self) {
        let newest = self.t_ns.len() - 1;
        for at in (1..=newest).rev().take(MOST_LATE) {
            let length = self.t_ns[at] - self.t_ns[at - 1];
            let run = self.run_ns[at] - self.run_ns[at - 1];
            let wait = self.wait_ns[at] - self.wait_ns[at - 1];
            let excess = run.saturating_add(wait).saturating_sub(length);
            if excess == 0 {
                return;
            }
            let of_wait = excess.min(wait);
            self.wait_ns[at - 1] += of_wait;
            self.run_ns[at - 1] += excess - of_wait;
        }
    }

    /// How many looks there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.t_ns.len()
    }

    /// Whether there is no look at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.t_ns.is_empty()
    }

    /// From the first look to the last; `None` where no time lies between them.
    #[must_use]
    pub fn overall(&self) -> Option<KernelShares> {
        self.extent_ns()
            .and_then(|(from, to)| self.shares(from, to))
    }

    /// How many looks lie in `[start_ns, end_ns)`.
    #[must_use]
    pub fn looks_between(&self, start_ns: u64, end_ns: u64) -> usize {
        let first = self.t_ns.partition_point(|at| *at < start_ns);
        let end = self.t_ns.partition_point(|at| *at < end_ns);
        end.saturating_sub(first)
    }

    /// The stretches between looks that touch `[start_ns, end_ns)`, in order.
    pub fn stretches_between(
        &self,
        start_ns: u64,
        end_ns: u64,
    ) -> impl Iterator<Item = KernelStretch> {
        let first = self.t_ns.partition_point(|at| *at <= start_ns).max(1);
        (first..self.t_ns.len())
            .take_while(move |after| self.t_ns[after - 1] < end_ns)
            .map(|after| self.stretch(after, after))
    }

    /// The stretch that ends with look `after`, with the state of look `nearest`.
    fn stretch(&self, after: usize, nearest: usize) -> KernelStretch {
        let (start_ns, end_ns) = (self.t_ns[after - 1], self.t_ns[after]);
        KernelStretch {
            start_ns,
            end_ns,
            shares: Sums::new(self, start_ns).between(start_ns, end_ns),
            state: self.state[nearest],
        }
    }

    /// The first and the last look; `None` where no time lies between them.
    #[must_use]
    pub fn extent_ns(&self) -> Option<(u64, u64)> {
        let (first, last) = (*self.t_ns.first()?, *self.t_ns.last()?);
        (first < last).then_some((first, last))
    }

    /// What happened in the part of `[start_ns, end_ns)` that lies between looks, evenly spread between each two; `None` where no
    /// part does.
    #[must_use]
    pub fn shares(&self, start_ns: u64, end_ns: u64) -> Option<KernelShares> {
        let (first, last) = self.extent_ns()?;
        let (from, to) = (start_ns.max(first), end_ns.min(last));
        let mut sums = Sums::new(self, from);
        (from < to).then(|| sums.between(from, to))
    }

    /// The shares of `columns` equal parts of `[start_ns, end_ns)`; `None` for parts that no two looks reach into.
    #[must_use]
    pub fn columns(&self, start_ns: u64, end_ns: u64, columns: usize) -> Vec<Option<KernelShares>> {
        let Some((first, last)) = self.extent_ns() else {
            return vec![None; columns];
        };
        let mut sums = Sums::new(self, start_ns.max(first));
        let edge = |column: usize| part_of(start_ns, end_ns, (column, columns));
        (0..columns)
            .map(|column| {
                let (from, to) = (edge(column).max(first), edge(column + 1).min(last));
                (from < to).then(|| sums.between(from, to))
            })
            .collect()
    }

    /// What is known of a moment; `None` before the first look and after the last.
    #[must_use]
    pub fn stretch_at(&self, t_ns: u64) -> Option<KernelStretch> {
        let after = self.t_ns.partition_point(|at| *at <= t_ns);
        let after = after.min(self.t_ns.len().checked_sub(1)?);
        let before = after.checked_sub(1)?;
        let (start_ns, end_ns) = (self.t_ns[before], self.t_ns[after]);
        let nearest = if t_ns.abs_diff(start_ns) < t_ns.abs_diff(end_ns) {
            before
        } else {
            after
        };
        let is_inside = (start_ns..=end_ns).contains(&t_ns);
        is_inside.then(|| self.stretch(after, nearest))
    }

    /// What happened between the looks that lie inside `[start_ns, end_ns]`, and how many of them there are; `None` with fewer
    /// than two. Nothing is spread: it is what the system said of times inside this stretch.
    #[must_use]
    pub fn inside(&self, start_ns: u64, end_ns: u64) -> Option<(KernelShares, usize)> {
        let first = self.t_ns.partition_point(|at| *at < start_ns);
        let end = self.t_ns.partition_point(|at| *at <= end_ns);
        let last = end.checked_sub(1).filter(|last| *last > first)?;
        let shares = Sums::new(self, self.t_ns[first]).between(self.t_ns[first], self.t_ns[last]);
        Some((shares, last - first + 1))
    }

    /// The columns as they are saved: moments, running and waiting sums, states.
    pub(super) fn parts(&self) -> (&[u64], &[u64], &[u64], &[ThreadState]) {
        (&self.t_ns, &self.run_ns, &self.wait_ns, &self.state)
    }

    /// A track from saved columns; `None` where they are not of one length, or run back.
    pub(super) fn from_parts(
        [t_ns, run_ns, wait_ns]: [Vec<u64>; 3],
        state: Vec<ThreadState>,
    ) -> Option<Self> {
        let lengths = [t_ns.len(), run_ns.len(), wait_ns.len()];
        let is_whole = lengths.iter().all(|length| *length == state.len());
        let runs_on = t_ns.is_sorted_by(|a, b| a < b) && run_ns.is_sorted() && wait_ns.is_sorted();
        (is_whole && runs_on).then_some(Self {
            t_ns,
            run_ns,
            wait_ns,
            state,
        })
    }
}

/// Where part `index` of so many begins.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a part of a stretch is no longer than the stretch"
)]
fn part_of(start_ns: u64, end_ns: u64, (index, parts): (usize, usize)) -> u64 {
    let span = u128::from(end_ns.saturating_sub(start_ns));
    start_ns + (span * index as u128 / parts.max(1) as u128) as u64
}

/// Reads sums at moments that only go forward, between looks as if time had passed evenly.
struct Sums<'a> {
    track: &'a KernelTrack,
    /// The look at or before the moment that was read last.
    at: usize,
}

#[expect(
    clippy::cast_precision_loss,
    reason = "differences of less than a run, shown as shares"
)]
impl<'a> Sums<'a> {
    fn new(track: &'a KernelTrack, from_ns: u64) -> Self {
        let after = track.t_ns.partition_point(|at| *at <= from_ns);
        Self {
            track,
            at: after.saturating_sub(1),
        }
    }

    /// From one moment to a later one, both between the first look and the last.
    fn between(&mut self, from_ns: u64, to_ns: u64) -> KernelShares {
        let (from, to) = (self.read(from_ns), self.read(to_ns));
        let length = to_ns.saturating_sub(from_ns).max(1) as f64;
        KernelShares::of(to.0 - from.0, to.1 - from.1, length)
    }

    /// Running and waiting time since the first look.
    fn read(&mut self, t_ns: u64) -> (f64, f64) {
        let track = self.track;
        while track.t_ns.get(self.at + 1).is_some_and(|at| *at <= t_ns) {
            self.at += 1;
        }
        let (here, next) = (self.at, (self.at + 1).min(track.t_ns.len() - 1));
        let length = track.t_ns[next].saturating_sub(track.t_ns[here]).max(1);
        let passed = t_ns.saturating_sub(track.t_ns[here]).min(length);
        let share = passed as f64 / length as f64;
        let sum = |sums: &[u64]| {
            let whole = (sums[here] - sums[0]) as f64;
            share.mul_add((sums[next] - sums[here]) as f64, whole)
        };
        (sum(&track.run_ns), sum(&track.wait_ns))
    }
}
