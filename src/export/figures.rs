//! The figures of a run as plain values, in the order of JSON and CSV. Knows nothing of how they are written.

use std::collections::BTreeMap;

use crate::model::{Outcome, Point, RunRole, Series, Who};
use crate::recording::{AchievedSleep, KernelShares, LatencySummary, Progress, Recording};

/// Everything a table, CSV or JSON says of one run. `None` where the run did not get that far or nobody could tell.
pub(super) struct Figures<'a> {
    pub engine: &'static str,
    pub who: Who,
    pub case: &'a str,
    pub point: Option<&'a Point>,
    pub repetition: u16,
    pub role: RunRole,
    pub order_seed: Option<u64>,
    pub work: &'static str,
    pub tasks: u32,
    pub carriers: u16,
    pub outcome: Option<&'a Outcome>,
    pub wall_ns: Option<u64>,
    pub run_wall_ns: Option<u64>,
    pub series: Series,
    pub spawn_ns: Option<u64>,
    pub expected_ns: Option<u64>,
    pub expected_formula: Option<String>,
    pub sleep: Option<AchievedSleep>,
    pub rss_baseline_bytes: Option<u64>,
    pub rss_peak_bytes: Option<u64>,
    pub bytes_per_task: Option<u64>,
    pub throughput_per_sec: Option<f64>,
    pub latency: Option<LatencySummary>,
    pub recorded: u64,
    pub dropped: u64,
    pub peak_live: Option<u64>,
    pub checksum_ok: Option<bool>,
    pub cancelled: Option<u64>,
    pub counted: Option<u64>,
    pub lost_updates: Option<u64>,
    pub notes: &'a [String],
    pub versions: BTreeMap<&'a str, &'a str>,
    /// What the scheduler did with the carriers, the mean over them.
    pub kernel: Option<KernelShares>,
}

impl<'a> Figures<'a> {
    pub(super) fn of(recording: &'a Recording) -> Self {
        let spec = &recording.spec;
        let end = recording.end.as_ref();
        let hello = recording.hello.as_ref();
        let counters = counters(recording);
        let expected = recording.expected();
        Self {
            engine: spec.engine.id(),
            who: Who::of(spec.engine, &spec.case, spec.point.as_ref()),
            case: &spec.case,
            point: spec.point.as_ref(),
            repetition: spec.repetition,
            role: spec.role,
            order_seed: spec.order_seed,
            work: spec.experiment.work.id(),
            tasks: spec.experiment.tasks.get(),
            carriers: hello.map_or(spec.experiment.carriers.get(), |hello| hello.carriers),
            outcome: end.map(|end| &end.outcome),
            wall_ns: recording.wall_ns(),
            run_wall_ns: end.map(|end| end.wall_ns),
            series: spec.series(),
            spawn_ns: end.and_then(|end| end.spawn_ns),
            expected_ns: expected.as_ref().map(|expected| expected.time.0),
            expected_formula: expected.map(|expected| expected.formula),
            sleep: recording.achieved_sleep(),
            rss_baseline_bytes: recording.baseline().map(|bytes| bytes.0),
            rss_peak_bytes: end.map(|end| end.rss_peak.0).filter(|peak| *peak > 0),
            bytes_per_task: recording.bytes_per_task(),
            throughput_per_sec: recording.throughput_per_sec(),
            latency: end.and_then(|end| end.latency),
            recorded: counters.recorded,
            dropped: counters.dropped,
            peak_live: end.map(|end| end.peak_live),
            checksum_ok: end.and_then(|end| end.checksum_ok),
            cancelled: end.map(|end| end.findings.cancelled),
            counted: end.and_then(|end| end.findings.counted),
            lost_updates: recording.lost_updates(),
            notes: end.map_or(&[], |end| end.findings.notes.as_slice()),
            versions: hello
                .iter()
                .flat_map(|hello| &hello.versions)
                .map(|(name, version)| (name.as_str(), version.as_str()))
                .collect(),
            kernel: recording.kernel.mean(),
        }
    }
}

/// The last counters that are known.
pub(super) fn counters(recording: &Recording) -> Progress {
    let heard = recording.progress.last().copied().unwrap_or_default();
    let at_end = recording.end.as_ref().map(|end| end.progress);
    at_end.filter(|end| end.t_ns >= heard.t_ns).unwrap_or(heard)
}

/// Where a run ended, its reason and what to try, each where there is one.
pub(super) fn ending(outcome: Option<&Outcome>) -> (Option<u64>, Option<&str>, Option<&str>) {
    let words = |text: &'_ String| -> bool { !text.is_empty() };
    match outcome {
        Some(Outcome::Failed { at, reason, advice }) => (
            Some(*at),
            Some(reason).filter(|text| words(text)).map(String::as_str),
            Some(advice).filter(|text| words(text)).map(String::as_str),
        ),
        Some(Outcome::Stopped { at }) => (Some(*at), None, None),
        Some(Outcome::Completed) | None => (None, None, None),
    }
}
