//! What the operating system's scheduler did with the carriers' threads: shares of running, waiting for a CPU and sleeping over any
//! stretch of time. Knows nothing of how it is asked.
//!
//! Times are kept as sums from the first look on, so that the share of any stretch is a difference of two sums: no level of detail
//! has to be built, and none is coarser than it must be.

use std::collections::BTreeMap;

/// What a thread was doing when it was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ThreadState {
    /// It runs or waits for a CPU; the system does not tell which of the two.
    Running = 0,
    /// It sleeps until something wakes it.
    Sleeping = 1,
    /// It sleeps and cannot be disturbed, usually for a device.
    Waiting = 2,
    /// Stopped, ended, or in a state without a name here.
    Other = 3,
}

/// One look at one thread. The times are sums since the thread began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelSample {
    /// Nanoseconds since Go.
    pub t_ns: u64,
    /// Which carrier the thread is.
    pub carrier: u16,
    /// Time on a CPU.
    pub run_ns: u64,
    /// Time it could have run and waited for a CPU.
    pub wait_ns: u64,
    /// What it was doing just then.
    pub state: ThreadState,
}

/// Shares of a stretch of time; what is left is sleep.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct KernelShares {
    /// On a CPU, 0…1.
    pub running: f32,
    /// Ready to run and waiting for a CPU, 0…1; together with `running` at most 1.
    pub runnable: f32,
}

/// What is known of a moment: the stretch between the two looks around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelStretch {
    /// The look before, nanoseconds since Go.
    pub start_ns: u64,
    /// The look after, nanoseconds since Go.
    pub end_ns: u64,
    /// What happened in between.
    pub shares: KernelShares,
    /// The state at the look nearest to the moment.
    pub state: ThreadState,
}

/// All looks at one carrier's thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelTrack {
    t_ns: Vec<u64>,
    run_ns: Vec<u64>,
    wait_ns: Vec<u64>,
    state: Vec<ThreadState>,
}

/// All looks at the carriers of a run; empty where the system tells nothing or was not asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    tracks: BTreeMap<u16, KernelTrack>,
}

/// Time told late is moved back over at most so many looks, more than a second: nothing waits longer for a CPU on a live system,
/// and a clock that is a little fast must not move the whole past with every look.
const MOST_LATE: usize = 64;

impl ThreadState {
    /// The state with this number in a file.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Self::Running,
            1 => Self::Sleeping,
            2 => Self::Waiting,
            3 => Self::Other,
            _ => return None,
        })
    }

    /// The words beside a span.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Running => "running or runnable (R)",
            Self::Sleeping => "sleeping (S)",
            Self::Waiting => "waiting for a device (D)",
            Self::Other => "another state",
        }
    }
}

impl KernelShares {
    /// Asleep, 0…1.
    #[must_use]
    pub fn sleeping(self) -> f32 {
        (1.0 - self.running - self.runnable).max(0.0)
    }

    /// `run` and `wait` nanoseconds of `length_ns`.
    #[expect(clippy::cast_possible_truncation, reason = "shares, shown as colours")]
    fn of(run_ns: f64, wait_ns: f64, length_ns: f64) -> Self {
        let running = (run_ns / length_ns).clamp(0.0, 1.0);
        let runnable = (wait_ns / length_ns).clamp(0.0, 1.0 - running);
        Self {
            running: running as f32,
            runnable: runnable as f32,
        }
    }
}

impl Kernel {
    /// Takes a look in. One that is not later than the last of its carrier tells nothing new.
    pub fn absorb(&mut self, sample: &KernelSample) {
        self.tracks.entry(sample.carrier).or_default().push(sample);
    }

    /// The looks at a carrier's thread; `None` where there are none.
    #[must_use]
    pub fn track(&self, carrier: u16) -> Option<&KernelTrack> {
        self.tracks.get(&carrier)
    }

    /// Carriers in order, each with its looks.
    pub fn tracks(&self) -> impl Iterator<Item = (u16, &KernelTrack)> {
        self.tracks.iter().map(|(carrier, track)| (*carrier, track))
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    /// Puts a whole track where it belongs.
    pub(super) fn insert(&mut self, carrier: u16, track: KernelTrack) {
        self.tracks.insert(carrier, track);
    }
}

impl KernelTrack {
    fn push(&mut self, sample: &KernelSample) {
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
        (start_ns..=end_ns).contains(&t_ns).then(|| KernelStretch {
            start_ns,
            end_ns,
            shares: Sums::new(self, start_ns).between(start_ns, end_ns),
            state: self.state[nearest],
        })
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
