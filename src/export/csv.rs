//! Figures and samples as CSV (RFC 4180: commas, CRLF, quotes doubled). Knows nothing of files.

use std::fmt::Display;

use super::figures::{Figures, ending};
use crate::model::Measure;
use crate::recording::{KernelShares, Recording, Round, round_measure};

const RUN_COLUMNS: [&str; 48] = [
    "engine",
    "repetition",
    "work",
    "tasks",
    "carriers",
    "outcome",
    "at",
    "reason",
    "advice",
    "wall_ns",
    "spawn_ns",
    "expected_ns",
    "rss_baseline_bytes",
    "rss_peak_bytes",
    "bytes_per_task",
    "throughput_per_sec",
    "latency_p50_ns",
    "latency_p90_ns",
    "latency_p95_ns",
    "latency_p99_ns",
    "latency_p999_ns",
    "latency_max_ns",
    "events_recorded",
    "events_dropped",
    "peak_live",
    "checksum_ok",
    "versions",
    "machine",
    "started_unix_ms",
    "case",
    "knob",
    "point",
    "role",
    "order_seed",
    "expected_formula",
    "sleep_requested_ns",
    "sleep_achieved_ns",
    "timer_bound",
    "cancelled",
    "counted",
    "lost_updates",
    "notes",
    "kernel_running",
    "kernel_runnable",
    "kernel_sleeping",
    "rounds",
    "warmup_rounds",
    "run_wall_ns",
];

/// One line per run under a line of names; empty fields where nothing is known.
#[must_use]
pub fn csv(recordings: &[Recording]) -> String {
    let head = record(RUN_COLUMNS.map(str::to_owned));
    let lines = recordings.iter().map(|recording| record(fields(recording)));
    std::iter::once(head).chain(lines).collect()
}

/// One line per sample of one run: time, memory, CPU of the worker and of the lab.
#[must_use]
pub fn samples_csv(recording: &Recording) -> String {
    let head = ["t_ns", "rss_bytes", "cpu_ns", "lab_cpu_ns"].map(str::to_owned);
    let lines = recording.samples.iter().map(|sample| {
        record(
            [sample.t_ns, sample.rss.0, sample.cpu_ns, sample.lab_cpu_ns]
                .map(|value| value.to_string()),
        )
    });
    std::iter::once(record(head)).chain(lines).collect()
}

/// One line per round of the runs that have any, times in nanoseconds since Go.
#[must_use]
pub fn rounds_csv(recordings: &[Recording]) -> String {
    let head = ROUND_COLUMNS.map(str::to_owned);
    let lines = recordings.iter().flat_map(|recording| {
        let rounds = recording.rounds.iter();
        rounds.map(|round| record(round_fields(recording, round)))
    });
    std::iter::once(record(head)).chain(lines).collect()
}

const ROUND_COLUMNS: [&str; 18] = [
    "engine",
    "case",
    "point",
    "repetition",
    "role",
    "round",
    "warmup",
    "start_ns",
    "handed_ns",
    "end_ns",
    "wall_ns",
    "throughput_per_sec",
    "completed",
    "failed",
    "latency_p50_ns",
    "latency_p95_ns",
    "latency_p99_ns",
    "latency_max_ns",
];

fn round_fields(recording: &Recording, round: &Round) -> [String; 18] {
    let spec = &recording.spec;
    let point = spec.point.as_ref();
    [
        spec.engine.id().to_owned(),
        spec.case.clone(),
        known(point.map(|point| &point.label)),
        (spec.repetition + 1).to_string(),
        spec.role.id().to_owned(),
        (round.index + 1).to_string(),
        round.warmup.to_string(),
        round.start_ns.to_string(),
        round.handed_ns.to_string(),
        round.end_ns.to_string(),
        round.wall_ns().to_string(),
        known(round_measure(round, Measure::Throughput)),
        round.completed.to_string(),
        round.failed.to_string(),
        round.latency.p50.to_string(),
        round.latency.p95.to_string(),
        round.latency.p99.to_string(),
        round.latency.max.to_string(),
    ]
}

fn fields(recording: &Recording) -> [String; 48] {
    let figures = Figures::of(recording);
    let (at, reason, advice) = ending(figures.outcome);
    let (latency, sleep, point) = (figures.latency, figures.sleep, figures.point);
    let versions: Vec<String> = figures
        .versions
        .iter()
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    [
        figures.engine.to_owned(),
        (figures.repetition + 1).to_string(),
        figures.work.to_owned(),
        figures.tasks.to_string(),
        figures.carriers.to_string(),
        known(figures.outcome.map(crate::model::Outcome::kind)),
        known(at),
        known(reason),
        known(advice),
        known(figures.wall_ns),
        known(figures.spawn_ns),
        known(figures.expected_ns),
        known(figures.rss_baseline_bytes),
        known(figures.rss_peak_bytes),
        known(figures.bytes_per_task),
        known(figures.throughput_per_sec),
        known(latency.map(|latency| latency.p50)),
        known(latency.map(|latency| latency.p90)),
        known(latency.map(|latency| latency.p95)),
        known(latency.map(|latency| latency.p99)),
        known(latency.map(|latency| latency.p999)),
        known(latency.map(|latency| latency.max)),
        figures.recorded.to_string(),
        figures.dropped.to_string(),
        known(figures.peak_live),
        known(figures.checksum_ok),
        versions.join("; "),
        recording.facts.small_print(),
        recording.started_unix_ms.to_string(),
        figures.case.to_owned(),
        known(point.map(|point| &point.knob)),
        known(point.map(|point| &point.label)),
        figures.role.id().to_owned(),
        known(figures.order_seed),
        known(figures.expected_formula),
        known(sleep.map(|sleep| sleep.requested.0)),
        known(sleep.map(|sleep| sleep.achieved.0)),
        known(sleep.map(|sleep| sleep.is_timer_bound())),
        known(figures.cancelled),
        known(figures.counted),
        known(figures.lost_updates),
        figures.notes.join(" "),
        known(figures.kernel.map(|shares| shares.running)),
        known(figures.kernel.map(|shares| shares.runnable)),
        known(figures.kernel.map(KernelShares::sleeping)),
        figures.series.rounds.get().to_string(),
        figures.series.warmup.get().to_string(),
        known(figures.run_wall_ns),
    ]
}

fn known(value: Option<impl Display>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn record<const N: usize>(fields: [String; N]) -> String {
    let quoted = fields.map(|field| quoted(&field));
    quoted.join(",") + "\r\n"
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_needs_quotes_gets_them() {
        assert_eq!(quoted("may 0.3.51"), "may 0.3.51");
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(quoted("two\nlines"), "\"two\nlines\"");
    }
}
