//! The rounds of one process: figures of each, and which of them count. Knows nothing of other runs.

use super::Recording;
use crate::model::{Measure, Outcome};
use crate::wire::Round;

impl Recording {
    /// The rounds that count, in order; none where the run does its tasks once.
    pub fn measured_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| !round.warmup)
    }

    /// The rounds that came first and do not count, in order.
    pub fn warmup_rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| round.warmup)
    }

    /// One value of each round that counts; `None` where the run has no rounds, did not complete, or the measure is of the process
    /// as a whole.
    #[must_use]
    pub fn round_values(&self, measure: Measure) -> Option<Vec<f64>> {
        let end = self.end.as_ref()?;
        let mut rounds = self.measured_rounds().peekable();
        if end.outcome != Outcome::Completed || rounds.peek().is_none() {
            return None;
        }
        rounds.map(|round| round_measure(round, measure)).collect()
    }

    /// From the first hand-over of a round to the end of its last task, the median of the rounds that count; of a run without
    /// rounds, or one that did not complete, from Go to its end. `None` while it runs.
    #[must_use]
    pub fn wall_ns(&self) -> Option<u64> {
        let end = self.end.as_ref()?;
        let of_rounds = self.round_values(Measure::Wall);
        let median = of_rounds.and_then(|walls| super::median(&walls));
        Some(median.map_or(end.wall_ns, whole))
    }
}

/// A figure of one round; `None` where it is one of the process as a whole.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "53 bits are enough for figures")]
pub fn round_measure(round: &Round, measure: Measure) -> Option<f64> {
    let wall = round.wall_ns() as f64;
    match measure {
        Measure::Wall => Some(wall),
        Measure::Throughput if wall > 0.0 => Some(round.completed as f64 / (wall / 1e9)),
        Measure::P50 => Some(round.latency.p50 as f64),
        Measure::P95 => Some(round.latency.p95 as f64),
        Measure::Throughput
        | Measure::PeakRss
        | Measure::BytesPerTask
        | Measure::FailedAt
        | Measure::LostUpdates => None,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times are not negative, and the cast saturates"
)]
fn whole(value: f64) -> u64 {
    value.round() as u64
}
