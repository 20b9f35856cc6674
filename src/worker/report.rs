//! The last frame of a run: what is said when it is over. Knows nothing of how frames travel.

use super::{
    job::Job,
    probe::{Latencies, LatencyError, Tick},
    rounds::Lap,
};
use crate::wire::{Done, Fault, Findings, Progress, Round};

/// All tasks are with the engine.
pub(crate) struct Handed {
    pub(crate) tasks: u64,
    /// When the last one was handed over.
    pub(crate) at: Tick,
    /// Most tasks alive at once, as the spawner saw it.
    pub(crate) peak_live: u64,
    /// Latencies of the measured rounds; `None` where there is one round, whose latencies the probe still has.
    pub(crate) latencies: Option<Latencies>,
}

/// Why an engine, or the lab itself, cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) reason: String,
    pub(crate) advice: String,
}

impl Refusal {
    /// A failure of the worker's own, with nothing for a person to change.
    pub(crate) fn of_the_lab(reason: String) -> Self {
        Self {
            reason,
            advice: "this is a fault of the lab; please report it with the preset".to_owned(),
        }
    }
}

/// # Errors
/// If the histogram cannot be written.
pub(crate) fn done(
    job: &Job,
    go: Tick,
    handed: Handed,
    progress: Progress,
) -> Result<Done, LatencyError> {
    let probe = job.probe;
    let since_go = |at| probe.clock().nanos_between(go, at);
    let totals = probe.totals();
    let latencies = match handed.latencies {
        Some(measured) => measured,
        None => probe.latencies()?,
    };
    Ok(Done {
        wall_ns: since_go(totals.last_end),
        spawn_ns: since_go(handed.at),
        peak_live: handed.peak_live,
        checksum: totals.checksum,
        progress,
        latency: latencies.summary(),
        histogram: latencies.encoded()?,
        findings: Findings::default(),
    })
}

/// A round as it is told.
pub(crate) fn round(job: &Job, go: Tick, lap: &Lap) -> Round {
    let since_go = |at| job.probe.clock().nanos_between(go, at);
    Round {
        index: lap.index,
        warmup: lap.warmup,
        start_ns: since_go(lap.start),
        handed_ns: since_go(lap.handed),
        end_ns: since_go(lap.end),
        completed: lap.completed,
        failed: lap.failed,
        checksum: lap.checksum,
        latency: lap.latency,
    }
}

pub(crate) fn fault(refusal: Refusal, progress: Progress) -> Fault {
    Fault {
        at: progress.spawned,
        reason: refusal.reason,
        advice: refusal.advice,
        progress,
    }
}
