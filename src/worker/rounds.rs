//! The rounds of a run: hands tasks over, waits for the last of them, reads the clock, begins again. Knows nothing of frames.
//!
//! A run without repetition is one round that nobody waits for here: its end is seen by the drain.

use std::{thread, time::Duration};

use super::{
    engines::Engine,
    job::Job,
    probe::{Latencies, LatencyError, Probe, Tick, Totals},
    report::{Handed, Refusal},
    spawner::{PeakLive, spawn_round},
};
use crate::{model::Series, wire::LatencySummary};

/// Pause between two looks at the tasks of a round. The engine is idle for about as long before the next round begins.
const LOOK: Duration = Duration::from_micros(500);

/// One round, over: what is told of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lap {
    pub(crate) index: u32,
    pub(crate) warmup: bool,
    pub(crate) start: Tick,
    pub(crate) handed: Tick,
    pub(crate) end: Tick,
    pub(crate) completed: u64,
    pub(crate) failed: u64,
    pub(crate) checksum: u64,
    pub(crate) latency: LatencySummary,
}

/// Latencies beyond one round. Reserved before the baseline; a run without repetition needs none.
pub(crate) struct Kept {
    of_round: Latencies,
    measured: Latencies,
}

impl Kept {
    /// # Errors
    /// If a histogram cannot be made, which its constant bounds rule out.
    pub(crate) fn reserved(series: Series) -> Result<Option<Self>, LatencyError> {
        if series.is_once() {
            return Ok(None);
        }
        Ok(Some(Self {
            of_round: Latencies::reserved()?,
            measured: Latencies::reserved()?,
        }))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.of_round.bytes() + self.measured.bytes()
    }

    /// Takes the latencies of the round that has just ended out of the probe.
    fn take(&mut self, probe: &Probe, is_measured: bool) -> Result<LatencySummary, LatencyError> {
        self.of_round.clear();
        probe.take_latencies(&mut self.of_round)?;
        if is_measured {
            self.measured.merge(&self.of_round)?;
        }
        Ok(self.of_round.summary())
    }
}

/// Hands over every task of every round, and tells of each round that is one of several when its last task has ended.
///
/// # Errors
/// What the engine says when it cannot take another task.
pub(crate) fn spawn_all(
    engine: &mut dyn Engine,
    job: &'static Job,
    kept: Option<Kept>,
    tell: impl Fn(Lap),
) -> Result<Handed, Refusal> {
    let mut peak = PeakLive::default();
    let Some(mut kept) = kept else {
        let at = spawn_round(engine, job, 0, &mut peak)?;
        return Ok(handed(job, at, peak, None));
    };
    let series = job.series;
    let mut handed_at = job.probe.now();
    let mut before = job.probe.totals();
    for index in 0..series.total() {
        let start = job.probe.now();
        handed_at = spawn_round(engine, job, index, &mut peak)
            .map_err(|refusal| in_round(refusal, index, series))?;
        let after = wait_for(job, index);
        let warmup = series.is_warmup(index);
        let latency = kept
            .take(job.probe, !warmup)
            .map_err(|error| Refusal::of_the_lab(error.to_string()))?;
        tell(Lap {
            index,
            warmup,
            start,
            handed: handed_at,
            end: after.last_end,
            completed: after.completed - before.completed,
            failed: after.failed - before.failed,
            checksum: after.checksum.wrapping_sub(before.checksum),
            latency,
        });
        before = after;
    }
    Ok(handed(job, handed_at, peak, Some(kept.measured)))
}

fn handed(job: &Job, at: Tick, peak: PeakLive, latencies: Option<Latencies>) -> Handed {
    Handed {
        tasks: job.series.all_tasks(job.experiment.tasks),
        at,
        peak_live: peak.most(),
        latencies,
    }
}

/// Waits until all tasks handed over so far have ended; the counters then. A task that never ends is a run that never ends, as
/// without rounds: the lab sees that nothing finishes any more, and a person stops it.
fn wait_for(job: &Job, index: u32) -> Totals {
    let until = u64::from(job.experiment.tasks) * (u64::from(index) + 1);
    while job.probe.finished() < until {
        thread::sleep(LOOK);
    }
    job.probe.totals()
}

fn in_round(refusal: Refusal, index: u32, series: Series) -> Refusal {
    let kind = if series.is_warmup(index) {
        ", a warm-up"
    } else {
        ""
    };
    Refusal {
        reason: format!(
            "{} (round {} of {}{kind})",
            refusal.reason,
            index + 1,
            series.total()
        ),
        ..refusal
    }
}
