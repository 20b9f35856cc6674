//! One figure of one run, and what its sleep says of the timer. Knows nothing of other runs.

use super::Recording;
use crate::model::{Expected, Measure, Nanos, Outcome, Work, expected};

/// The sleep that was asked for and the one that was had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AchievedSleep {
    /// What every task asked for.
    pub requested: Nanos,
    /// Median time from a task's first instruction to its last, which for such a task is its sleep.
    pub achieved: Nanos,
}

impl AchievedSleep {
    /// How much longer the median sleep was.
    #[must_use]
    pub const fn excess(&self) -> Nanos {
        Nanos(self.achieved.0.saturating_sub(self.requested.0))
    }

    /// Whether the sleep exceeds the request by more than half: such a run says more of the timer, or of carriers that come late,
    /// than of the model.
    #[must_use]
    pub const fn is_timer_bound(&self) -> bool {
        self.excess().0 > self.requested.0 / 2
    }
}

impl Recording {
    /// One figure; `None` before the end, where the run did not get that far, or where nobody could tell.
    ///
    /// Time and throughput of a run that failed or was stopped are no figures of the model and are left out; its peak memory is
    /// left out too, because it is the peak of another number of tasks.
    ///
    /// Of a run with rounds, a figure that each round has is the median of those that count.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "53 bits are enough for figures")]
    pub fn measure(&self, measure: Measure) -> Option<f64> {
        let end = self.end.as_ref()?;
        if let (Measure::FailedAt, Outcome::Failed { at, .. }) = (measure, &end.outcome) {
            return Some(*at as f64);
        }
        if end.outcome != Outcome::Completed {
            return None;
        }
        if let Some(of_rounds) = self.round_values(measure) {
            return super::median(&of_rounds);
        }
        match measure {
            Measure::Wall => Some(end.wall_ns as f64),
            Measure::PeakRss => Some(end.rss_peak.0 as f64).filter(|peak| *peak > 0.0),
            Measure::BytesPerTask => self.bytes_per_task().map(|bytes| bytes as f64),
            Measure::Throughput => self.throughput_per_sec(),
            Measure::P50 => end.latency.map(|latency| latency.p50 as f64),
            Measure::P95 => end.latency.map(|latency| latency.p95 as f64),
            Measure::LostUpdates => self.lost_updates().map(|lost| lost as f64),
            Measure::FailedAt => None,
        }
    }

    /// The time by arithmetic and its formula; `None` for computing work whose worker did not say how long one task takes.
    #[must_use]
    pub fn expected(&self) -> Option<Expected> {
        let task_ns = self.hello.as_ref().and_then(|hello| hello.task_ns);
        let (spec, cores) = (&self.spec, self.facts.cores);
        expected(spec.engine, &spec.experiment, cores, task_ns.map(Nanos))
    }

    /// How many additions to the shared counter left no trace; `None` where nothing was counted.
    #[must_use]
    pub fn lost_updates(&self) -> Option<u64> {
        let right = self.spec.right_count()?;
        let counted = self.end.as_ref()?.findings.counted?;
        Some(right.saturating_sub(counted))
    }

    /// What a run that is bound by its timer asked for and had; `None` where none is.
    #[must_use]
    pub fn timer_sentence(&self) -> Option<String> {
        let sleep = self
            .achieved_sleep()
            .filter(AchievedSleep::is_timer_bound)?;
        Some(format!(
            "asked to sleep {}, slept {}",
            sleep.requested.to_label(),
            sleep.achieved
        ))
    }

    /// Requested against achieved sleep; `None` where the tasks do more than to sleep, or before the end.
    #[must_use]
    pub fn achieved_sleep(&self) -> Option<AchievedSleep> {
        let Work::Sleep { sleep: requested } = self.spec.experiment.work else {
            return None;
        };
        let latency = self.end.as_ref()?.latency?;
        Some(AchievedSleep {
            requested,
            achieved: Nanos(latency.p50),
        })
        .filter(|_| requested.0 > 0)
    }
}
