//! How often the window paints while a run is on. Knows nothing of what is painted.
//!
//! Without a GPU painting eats the cores that are measured, so it is not done for every piece of news; but a run is watched, and
//! below eight pictures a second it no longer moves.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// From one frame to the next: ten a second, so that eight are left where the cores are busy with the run.
const PERIOD: Duration = Duration::from_millis(100);
/// Part of a frame's own time that is left free after it, whatever becomes of the period: a machine this slow has a run to do.
const FREE_PART: u32 = 4;

/// When frames began and how far they should be apart. Shared with the threads that wake the window.
pub(super) struct Pace {
    start: Instant,
    /// Milliseconds since `start`.
    last_frame: AtomicU64,
    period: AtomicU64,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self {
            start: Instant::now(),
            last_frame: AtomicU64::new(0),
            period: AtomicU64::new(millis(PERIOD)),
        }
    }

    /// A frame begins, and the one before took so long.
    pub(super) fn frame_begins(&self, cost: Option<Duration>) {
        let cost = cost.unwrap_or_default();
        let period = PERIOD.max(cost + cost / FREE_PART);
        self.period.store(millis(period), Ordering::Relaxed);
        let now = millis(self.start.elapsed());
        self.last_frame.store(now, Ordering::Relaxed);
    }

    /// How long news that comes now waits for its frame; one millisecond at least, for with less egui paints twice.
    pub(super) fn wait(&self) -> Duration {
        let due = self.last_frame.load(Ordering::Relaxed) + self.period.load(Ordering::Relaxed);
        let now = millis(self.start.elapsed());
        Duration::from_millis(due.saturating_sub(now).max(1))
    }
}

fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_waits_for_the_rest_of_the_period_and_costly_frames_for_longer() {
        let pace = Pace::new();
        pace.frame_begins(None);
        assert!(pace.wait() <= PERIOD);
        pace.frame_begins(Some(Duration::from_secs(30)));
        assert!(pace.wait() > Duration::from_secs(35));
        // The frame before the first was long ago.
        pace.last_frame.store(0, Ordering::Relaxed);
        pace.period.store(0, Ordering::Relaxed);
        assert_eq!(pace.wait(), Duration::from_millis(1));
    }
}
