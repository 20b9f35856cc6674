//! What the operating system's scheduler did with the carriers' threads: shares of running, waiting for a CPU and sleeping over any
//! stretch of time. Knows nothing of how it is asked.

use std::collections::BTreeMap;

use super::KernelTrack;

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

/// All looks at the carriers of a run; empty where the system tells nothing or was not asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kernel {
    tracks: BTreeMap<u16, KernelTrack>,
}

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
    pub(super) fn of(run_ns: f64, wait_ns: f64, length_ns: f64) -> Self {
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

    /// The mean over the carriers, each from its first look to its last; `None` where none was looked at twice.
    #[must_use]
    pub fn mean(&self) -> Option<KernelShares> {
        let shares: Vec<KernelShares> = self
            .tracks
            .values()
            .filter_map(KernelTrack::overall)
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "at most 64 carriers")]
        let count = shares.len() as f32;
        let mean = |pick: fn(&KernelShares) -> f32| shares.iter().map(pick).sum::<f32>() / count;
        (count > 0.0).then(|| KernelShares {
            running: mean(|of| of.running),
            runnable: mean(|of| of.runnable),
        })
    }

    /// Puts a whole track where it belongs.
    pub(super) fn insert(&mut self, carrier: u16, track: KernelTrack) {
        self.tracks.insert(carrier, track);
    }
}
