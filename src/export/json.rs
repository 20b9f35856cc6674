//! The figures of runs as JSON. Later versions add keys and never rename one.

use serde_json::{Value, json};

use super::figures::{Figures, ending};
use crate::recording::Recording;

/// One run as an object; times in nanoseconds, memory in bytes, `null` where nothing is known.
#[must_use]
pub fn run_json(recording: &Recording) -> Value {
    let figures = Figures::of(recording);
    let (at, reason, advice) = ending(figures.outcome);
    let latency = figures.latency.map(|latency| {
        json!({
            "p50": latency.p50,
            "p90": latency.p90,
            "p95": latency.p95,
            "p99": latency.p99,
            "p999": latency.p999,
            "max": latency.max,
        })
    });
    let sleep = figures.sleep;
    json!({
        "engine": figures.engine,
        "case": figures.case,
        "point": figures.point,
        "repetition": figures.repetition,
        "role": figures.role.id(),
        "order_seed": figures.order_seed,
        "expected_formula": figures.expected_formula,
        "sleep_requested_ns": sleep.map(|sleep| sleep.requested.0),
        "sleep_achieved_ns": sleep.map(|sleep| sleep.achieved.0),
        "timer_bound": sleep.map(|sleep| sleep.is_timer_bound()),
        "started_unix_ms": recording.started_unix_ms,
        "probe": recording.spec.probe.to_string(),
        "cancelled": figures.cancelled,
        "counted": figures.counted,
        "lost_updates": figures.lost_updates,
        "notes": figures.notes,
        "work": figures.work,
        "tasks": figures.tasks,
        "carriers": figures.carriers,
        "outcome": {
            "kind": figures.outcome.map(crate::model::Outcome::kind),
            "at": at,
            "reason": reason,
            "advice": advice,
        },
        "wall_ns": figures.wall_ns,
        "spawn_ns": figures.spawn_ns,
        "expected_ns": figures.expected_ns,
        "rss_baseline_bytes": figures.rss_baseline_bytes,
        "rss_peak_bytes": figures.rss_peak_bytes,
        "bytes_per_task": figures.bytes_per_task,
        "throughput_per_sec": figures.throughput_per_sec,
        "latency_ns": latency,
        "events": { "recorded": figures.recorded, "dropped": figures.dropped },
        "peak_live": figures.peak_live,
        "checksum_ok": figures.checksum_ok,
        "versions": figures.versions,
    })
}

/// An array with one object per run, indented, with a line break at its end.
///
/// # Errors
/// If the serialiser gives up.
pub fn json(recordings: &[Recording]) -> Result<String, serde_json::Error> {
    let runs: Vec<Value> = recordings.iter().map(run_json).collect();
    serde_json::to_string_pretty(&runs).map(|text| text + "\n")
}
