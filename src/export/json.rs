//! The figures of runs as JSON, keys in the order of this file. Later versions add keys and never rename one.

use std::collections::BTreeMap;

use serde::Serialize;

use super::figures::{Figures, ending};
use crate::model::{Measure, Outcome, Point};
use crate::recording::{Kernel, KernelShares, LatencySummary, Recording, Round, estimate};

/// One run; times in nanoseconds, memory in bytes, `null` where nothing is known.
#[derive(Serialize)]
pub(super) struct RunJson<'a> {
    engine: &'static str,
    work: &'static str,
    tasks: u32,
    carriers: u16,
    outcome: OutcomeJson<'a>,
    wall_ns: Option<u64>,
    spawn_ns: Option<u64>,
    expected_ns: Option<u64>,
    rss_baseline_bytes: Option<u64>,
    rss_peak_bytes: Option<u64>,
    bytes_per_task: Option<u64>,
    throughput_per_sec: Option<f64>,
    latency_ns: Option<LatencyJson>,
    events: EventsJson,
    peak_live: Option<u64>,
    checksum_ok: Option<bool>,
    versions: BTreeMap<&'a str, &'a str>,
    case: &'a str,
    point: Option<&'a Point>,
    repetition: u16,
    role: &'static str,
    order_seed: Option<u64>,
    expected_formula: Option<String>,
    sleep_requested_ns: Option<u64>,
    sleep_achieved_ns: Option<u64>,
    timer_bound: Option<bool>,
    started_unix_ms: u64,
    probe: String,
    cancelled: Option<u64>,
    counted: Option<u64>,
    lost_updates: Option<u64>,
    notes: &'a [String],
    kernel: Option<KernelJson>,
    run_wall_ns: Option<u64>,
    rounds: Option<RoundsJson<'a>>,
}

/// What the operating system's scheduler did with the carriers' threads: shares of the time, 0…1.
#[derive(Serialize)]
struct KernelJson {
    running: f32,
    runnable: f32,
    sleeping: f32,
    carriers: Vec<KernelCarrierJson>,
}

#[derive(Serialize)]
struct KernelCarrierJson {
    carrier: u16,
    looks: usize,
    running: f32,
    runnable: f32,
    sleeping: f32,
}

/// The rounds of a run that does its tasks more than once; `wall_ns` and `throughput_per_sec` of the run are medians of those that
/// count, and `latency_ns` is over their tasks.
#[derive(Serialize)]
struct RoundsJson<'a> {
    measured: u16,
    warmup: u16,
    wall_low_ns: Option<f64>,
    wall_high_ns: Option<f64>,
    each: &'a [Round],
}

#[derive(Serialize)]
struct OutcomeJson<'a> {
    kind: Option<&'static str>,
    at: Option<u64>,
    reason: Option<&'a str>,
    advice: Option<&'a str>,
}

#[derive(Serialize)]
struct LatencyJson {
    p50: u64,
    p90: u64,
    p95: u64,
    p99: u64,
    p999: u64,
    max: u64,
}

#[derive(Serialize)]
struct EventsJson {
    recorded: u64,
    dropped: u64,
}

impl<'a> RunJson<'a> {
    pub(super) fn of(recording: &'a Recording) -> Self {
        let figures = Figures::of(recording);
        let (at, reason, advice) = ending(figures.outcome);
        let sleep = figures.sleep;
        Self {
            engine: figures.engine,
            work: figures.work,
            tasks: figures.tasks,
            carriers: figures.carriers,
            outcome: OutcomeJson {
                kind: figures.outcome.map(Outcome::kind),
                at,
                reason,
                advice,
            },
            wall_ns: figures.wall_ns,
            spawn_ns: figures.spawn_ns,
            expected_ns: figures.expected_ns,
            rss_baseline_bytes: figures.rss_baseline_bytes,
            rss_peak_bytes: figures.rss_peak_bytes,
            bytes_per_task: figures.bytes_per_task,
            throughput_per_sec: figures.throughput_per_sec,
            latency_ns: figures.latency.map(LatencyJson::from),
            events: EventsJson {
                recorded: figures.recorded,
                dropped: figures.dropped,
            },
            peak_live: figures.peak_live,
            checksum_ok: figures.checksum_ok,
            versions: figures.versions,
            case: figures.case,
            point: figures.point,
            repetition: figures.repetition,
            role: figures.role.id(),
            order_seed: figures.order_seed,
            expected_formula: figures.expected_formula,
            sleep_requested_ns: sleep.map(|sleep| sleep.requested.0),
            sleep_achieved_ns: sleep.map(|sleep| sleep.achieved.0),
            timer_bound: sleep.map(|sleep| sleep.is_timer_bound()),
            started_unix_ms: recording.started_unix_ms,
            probe: recording.spec.probe.to_string(),
            cancelled: figures.cancelled,
            counted: figures.counted,
            lost_updates: figures.lost_updates,
            notes: figures.notes,
            kernel: figures
                .kernel
                .map(|mean| KernelJson::of(&recording.kernel, mean)),
            run_wall_ns: figures.run_wall_ns,
            rounds: RoundsJson::of(recording),
        }
    }
}

impl KernelJson {
    fn of(kernel: &Kernel, mean: KernelShares) -> Self {
        let carriers = kernel.tracks().filter_map(|(carrier, track)| {
            let shares = track.overall()?;
            Some(KernelCarrierJson {
                carrier,
                looks: track.len(),
                running: shares.running,
                runnable: shares.runnable,
                sleeping: shares.sleeping(),
            })
        });
        Self {
            running: mean.running,
            runnable: mean.runnable,
            sleeping: mean.sleeping(),
            carriers: carriers.collect(),
        }
    }
}

impl<'a> RoundsJson<'a> {
    fn of(recording: &'a Recording) -> Option<Self> {
        let series = recording.spec.series();
        let walls = recording.round_values(Measure::Wall).unwrap_or_default();
        let interval = estimate(&walls).and_then(|found| found.interval);
        (!series.is_once()).then(|| Self {
            measured: series.rounds.get(),
            warmup: series.warmup.get(),
            wall_low_ns: interval.map(|(low, _)| low),
            wall_high_ns: interval.map(|(_, high)| high),
            each: &recording.rounds,
        })
    }
}

impl From<LatencySummary> for LatencyJson {
    fn from(latency: LatencySummary) -> Self {
        Self {
            p50: latency.p50,
            p90: latency.p90,
            p95: latency.p95,
            p99: latency.p99,
            p999: latency.p999,
            max: latency.max,
        }
    }
}

/// An array with one object per run, indented, with a line break at its end.
///
/// # Errors
/// If the serialiser gives up.
pub fn json(recordings: &[Recording]) -> Result<String, serde_json::Error> {
    let runs: Vec<RunJson<'_>> = recordings.iter().map(RunJson::of).collect();
    serde_json::to_string_pretty(&runs).map(|text| text + "\n")
}
