//! A recording in which every field has something to lose.

use std::{collections::BTreeMap, sync::Arc};

use super::super::{Recording, RunEnd, RunUpdate, Sample};
use super::legal_events::{LegalRun, packed};
use super::timelines::build;
use crate::model::{
    Bytes, CarrierCount, Depth, EngineKind, Experiment, FiberKnobs, Limits, MachineFacts, Nanos,
    Outcome, Percent, ProbeMode, Rounds, RunRole, RunSpec, TaskCount, WarmupRounds, Work,
};
use crate::wire::{Findings, Hello, LatencySummary, Progress};

fn facts() -> MachineFacts {
    MachineFacts {
        cpu: "CPU \"quoted\" – 코어".to_owned(),
        cores: 2,
        memory: Bytes(1 << 34),
        memory_available: Bytes(1 << 33),
        os: "Linux".to_owned(),
        kernel: "6.18".to_owned(),
        governor: Some("performance".to_owned()),
        power: None,
        load: 0.25,
        limits: Limits {
            pids: Some(32_768),
            ..Limits::default()
        },
        lab: "0.1.0".to_owned(),
        build: "debug".to_owned(),
    }
}

fn spec() -> RunSpec {
    RunSpec {
        engine: EngineKind::Tokio,
        experiment: Experiment {
            work: Work::Sleep {
                sleep: Nanos::from_millis(50),
            },
            tasks: TaskCount::MAX,
            depth: Depth::MIN,
            carriers: CarrierCount::MIN,
            pinned_share: Percent::MIN,
            fiber: FiberKnobs::USUAL,
        },
        probe: ProbeMode::Full,
        repetition: 3,
        case: String::new(),
        point: None,
        role: RunRole::Measured,
        order_seed: None,
        rounds: Rounds::MIN,
        warmup_rounds: WarmupRounds::MIN,
    }
}

fn hello() -> Hello {
    Hello {
        version: 1,
        pid: 7,
        engine: EngineKind::Tokio,
        carriers: 3,
        versions: BTreeMap::from([("tokio".to_owned(), "1.54.1".to_owned())]),
        baseline_rss_bytes: 1 << 20,
        probe_bytes: 9,
        task_ns: None,
    }
}

fn end() -> RunEnd {
    RunEnd {
        outcome: Outcome::Failed {
            at: 5,
            reason: "no memory".to_owned(),
            advice: "fewer tasks".to_owned(),
        },
        wall_ns: 1 << 50,
        spawn_ns: Some(4),
        peak_live: 9,
        checksum_ok: None,
        rss_peak: Bytes(u64::MAX),
        progress: Progress {
            t_ns: 3,
            dropped: u64::MAX,
            ..Progress::default()
        },
        latency: Some(LatencySummary {
            p50: 1,
            p90: 2,
            p95: 3,
            p99: 4,
            p999: 5,
            max: 6,
        }),
        histogram: "HISTFAAA".to_owned(),
        stderr_tail: "line\nline".to_owned(),
        findings: Findings::default(),
    }
}

pub(super) fn recording(run: &LegalRun) -> Recording {
    let mut recording = Recording::new(
        spec(),
        "A title".to_owned(),
        Arc::new(facts()),
        1_700_000_000_000,
    );
    let samples = (0..20).map(|i| Sample {
        t_ns: i,
        rss: Bytes(i << 40),
        cpu_ns: 2 * i,
        lab_cpu_ns: u64::MAX - i,
    });
    let progress = (0..20).map(|i| Progress {
        t_ns: i,
        spawned: i + 1,
        live: i + 2,
        parked: i + 3,
        ready: i + 4,
        mounted: i + 5,
        pinned: i + 6,
        completed: i + 7,
        failed: i + 8,
        recorded: i + 9,
        dropped: i + 10,
    });
    recording.absorb(RunUpdate::Hello(Box::new(hello())));
    recording.absorb(RunUpdate::Samples(samples.collect()));
    recording.absorb(RunUpdate::Progress(progress.collect()));
    recording.absorb(RunUpdate::Chunks(build(&packed(&run.events)).unwrap()));
    recording.absorb(RunUpdate::End(Box::new(end())));
    recording
}

pub(super) fn assert_same(one: &Recording, other: &Recording) {
    assert_eq!(
        (&one.spec, &one.title, &*one.facts),
        (&other.spec, &other.title, &*other.facts)
    );
    assert_eq!(
        (one.started_unix_ms, &one.hello),
        (other.started_unix_ms, &other.hello)
    );
    assert_eq!(
        (&one.samples, &one.progress, &one.end),
        (&other.samples, &other.progress, &other.end)
    );
    assert_eq!(
        one.timeline.known_until_ns(),
        other.timeline.known_until_ns()
    );
    assert!(one.timeline.tracks().eq(other.timeline.tracks()));
    for track in one.timeline.tracks() {
        let columns = |recording: &Recording| -> Vec<_> {
            let chunks = recording.timeline.chunks(track).iter();
            chunks
                .map(|chunk| (chunk.serial(), chunk.columns().clone()))
                .collect()
        };
        assert_eq!(columns(one), columns(other));
    }
}
