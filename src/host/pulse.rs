//! When a worker was last heard of, shared between the thread that reads and the one that watches.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

/// The reader is handing a frame on, not waiting for the worker.
const BUSY: u64 = u64::MAX;

/// Since when the reader has been waiting for the worker. A reader that is held up by a slow window does not wait for the worker,
/// and the worker must not be blamed for it.
pub(super) struct Pulse {
    start: Instant,
    waiting_since_ns: AtomicU64,
}

impl Pulse {
    pub(super) fn new() -> Self {
        Self {
            start: Instant::now(),
            waiting_since_ns: AtomicU64::new(0),
        }
    }

    /// The reader begins to wait for a frame.
    pub(super) fn wait_begins(&self) {
        self.waiting_since_ns.store(self.now(), Ordering::Relaxed);
    }

    /// A frame came.
    pub(super) fn wait_ends(&self) {
        self.waiting_since_ns.store(BUSY, Ordering::Relaxed);
    }

    /// For how long the worker has said nothing although somebody listened.
    pub(super) fn quiet_for(&self) -> Duration {
        let since = self.waiting_since_ns.load(Ordering::Relaxed);
        Duration::from_nanos(self.now().saturating_sub(since))
    }

    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(BUSY - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_waiting_counts_as_quiet() {
        let pulse = Pulse::new();
        std::thread::sleep(Duration::from_millis(2));
        assert!(pulse.quiet_for() >= Duration::from_millis(2));
        pulse.wait_ends();
        std::thread::sleep(Duration::from_millis(1));
        assert_eq!(pulse.quiet_for(), Duration::ZERO);
    }
}
