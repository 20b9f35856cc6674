//! Asks the operating system what it did with the carriers of a worker. Knows nothing of how that is asked.
//!
//! One look at a thread costs about 10 µs on Linux. All of them together may take a hundredth of the time: with many carriers, or on
//! a slow system, looks come less often.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::thread_looks::WatchedThread;
use crate::model::CarrierCount;
use crate::recording::KernelSample;
use crate::wire::CarrierThread;

/// Looking may take one part in so many of the time.
const SHARE: u32 = 100;

/// Carriers whose threads became known, on their way from the reader to the sampler.
#[derive(Clone, Default)]
pub(super) struct Introduced(Arc<Mutex<Vec<CarrierThread>>>);

/// Looks at the carriers of one worker.
pub(super) struct Witness {
    worker: u32,
    introduced: Introduced,
    watched: Vec<(u16, WatchedThread)>,
    next: Instant,
}

impl Introduced {
    /// Passes carriers on.
    pub(super) fn add(&self, carriers: &[CarrierThread]) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A worker that keeps to the contract names each carrier once.
        let room = usize::from(CarrierCount::MAX.get()).saturating_sub(waiting.len());
        waiting.extend(carriers.iter().take(room));
    }

    fn take(&self) -> Vec<CarrierThread> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Witness {
    /// Nobody is watched before being introduced.
    pub(super) fn new(worker: u32, introduced: Introduced) -> Self {
        Self {
            worker,
            introduced,
            watched: Vec::new(),
            next: Instant::now(),
        }
    }

    /// Looks at every carrier's thread, if it is time to; `since_go` gives the moment of each look. A thread that has ended is
    /// looked at no more.
    pub(super) fn look(&mut self, since_go: impl Fn() -> Duration) -> Vec<KernelSample> {
        self.meet();
        let begin = Instant::now();
        if self.watched.is_empty() || begin < self.next {
            return Vec::new();
        }
        self.look_now(since_go, begin)
    }

    /// The last look, whether it is time or not.
    pub(super) fn last_look(&mut self, since_go: impl Fn() -> Duration) -> Vec<KernelSample> {
        self.meet();
        self.look_now(since_go, Instant::now())
    }

    fn look_now(&mut self, since_go: impl Fn() -> Duration, begin: Instant) -> Vec<KernelSample> {
        let mut samples = Vec::with_capacity(self.watched.len());
        self.watched.retain(|(carrier, thread)| {
            let look = thread.look();
            samples.extend(look.map(|look| KernelSample {
                t_ns: u64::try_from(since_go().as_nanos()).unwrap_or(u64::MAX),
                carrier: *carrier,
                run_ns: look.run_ns,
                wait_ns: look.wait_ns,
                state: look.state,
            }));
            look.is_some()
        });
        self.next = Instant::now() + begin.elapsed() * (SHARE - 1);
        samples
    }

    fn meet(&mut self) {
        for CarrierThread { carrier, thread } in self.introduced.take() {
            let is_known = self.watched.iter().any(|(known, _)| *known == carrier);
            if !is_known && let Some(watched) = WatchedThread::open(self.worker, thread) {
                self.watched.push((carrier, watched));
            }
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn each_carrier_is_watched_once_and_strangers_are_not() {
        let introduced = Introduced::default();
        let me = std::process::id();
        let mut witness = Witness::new(me, introduced.clone());
        let since_go = || Duration::from_millis(7);
        assert!(witness.look(since_go).is_empty());
        let of = |carrier, thread| CarrierThread { carrier, thread };
        introduced.add(&[of(3, me), of(3, me), of(4, u32::MAX / 2)]);
        let samples = witness.look(since_go);
        let seen: Vec<_> = samples.iter().map(|at| (at.carrier, at.t_ns)).collect();
        assert_eq!(seen, [(3, 7_000_000)]);
        let last = witness.last_look(since_go);
        assert!(last[0].run_ns >= samples[0].run_ns);
    }

    #[test]
    fn a_worker_that_names_carriers_without_end_is_not_followed() {
        let introduced = Introduced::default();
        let of = |carrier| CarrierThread { carrier, thread: 1 };
        introduced.add(&(0..10_000).map(of).collect::<Vec<_>>());
        assert_eq!(
            introduced.take().len(),
            usize::from(CarrierCount::MAX.get())
        );
    }
}
