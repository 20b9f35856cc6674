//! The last frame of a run: what is said when it is over. Knows nothing of how frames travel.

use super::probe::{LatencyError, Probe, Tick};
use crate::wire::{Done, Fault, Findings, Progress};

/// All tasks are with the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handed {
    pub(crate) tasks: u64,
    /// When the last one was handed over.
    pub(crate) at: Tick,
    /// Most tasks alive at once, as the spawner saw it.
    pub(crate) peak_live: u64,
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
    probe: &Probe,
    go: Tick,
    handed: &Handed,
    progress: Progress,
) -> Result<Done, LatencyError> {
    let since_go = |at| probe.clock().nanos_between(go, at);
    let totals = probe.totals();
    let latencies = probe.latencies()?;
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

pub(crate) fn fault(refusal: Refusal, progress: Progress) -> Fault {
    Fault {
        at: progress.spawned,
        reason: refusal.reason,
        advice: refusal.advice,
        progress,
    }
}
