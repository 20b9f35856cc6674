//! Invented recordings for tests: four engines, or all, over sixteen seconds, one of them failing. Never shipped.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "invented figures"
)]

use std::sync::Arc;

use super::fixture_spans::{chunks, looks};
use crate::model::{
    Bytes, CarrierCount, Depth, EngineKind, Experiment, FiberKnobs, Limits, MachineFacts, Nanos,
    Outcome, Percent, ProbeMode, Rounds, RunRole, RunSpec, TaskCount, WarmupRounds, Work,
};
use crate::recording::{Recording, RunEnd, RunUpdate, Sample};
use crate::wire::{Findings, Hello, LatencySummary, Progress, WIRE_VERSION};

pub(super) const MIB: f64 = 1_048_576.0;

pub(super) struct Shape {
    pub engine: EngineKind,
    pub peak_mib: f64,
    pub secs: f64,
    pub rate: f64,
    pub fails: bool,
}

pub(super) fn shapes() -> [Shape; 4] {
    let shape = |engine, peak_mib, secs, rate, fails| Shape {
        engine,
        peak_mib,
        secs,
        rate,
        fails,
    };
    [
        shape(EngineKind::OsThread, 164.0, 5.4, 21_000.0, true),
        shape(EngineKind::Pool, 9.5, 14.2, 2_600.0, false),
        shape(EngineKind::May, 268.0, 15.2, 3_400.0, false),
        shape(EngineKind::Tokio, 54.0, 14.6, 3_900.0, false),
    ]
}

/// One recording of every engine there is.
pub(super) fn every_engine() -> Vec<Recording> {
    let fiber = Shape {
        engine: EngineKind::Fiber,
        peak_mib: 142.0,
        secs: 14.8,
        rate: 3_700.0,
        fails: false,
    };
    let mut all = recordings();
    all.insert(3, recording(&fiber));
    all
}

pub(super) fn facts() -> MachineFacts {
    MachineFacts {
        cpu: "AMD EPYC".to_owned(),
        cores: 2,
        memory: Bytes(24 << 30),
        memory_available: Bytes(20 << 30),
        os: "Debian GNU/Linux 12".to_owned(),
        kernel: "6.18.4".to_owned(),
        governor: None,
        power: None,
        load: 0.3,
        limits: Limits::default(),
        lab: "0.1.0".to_owned(),
        build: "release".to_owned(),
    }
}

fn spec(engine: EngineKind) -> RunSpec {
    RunSpec {
        engine,
        experiment: Experiment {
            work: Work::Sleep {
                sleep: Nanos::from_millis(50),
            },
            tasks: TaskCount::clamped(50_000),
            depth: Depth::MIN,
            carriers: CarrierCount::clamped(8),
            pinned_share: Percent::clamped(5),
            fiber: FiberKnobs::USUAL,
        },
        probe: ProbeMode::Full,
        repetition: 0,
        case: String::new(),
        point: None,
        role: RunRole::Measured,
        order_seed: None,
        rounds: Rounds::MIN,
        warmup_rounds: WarmupRounds::MIN,
    }
}

pub(super) fn recording(shape: &Shape) -> Recording {
    let facts = Arc::new(facts());
    let title = "Half a pinned carrier is enough".to_owned();
    let mut recording = Recording::new(spec(shape.engine), title, facts, 1_764_500_000_000);
    recording.absorb(RunUpdate::Hello(Box::new(hello(shape.engine))));
    let steps = (shape.secs / 0.05) as u64;
    recording.absorb(RunUpdate::Samples(
        (1..=steps).map(|i| sample(shape, i)).collect(),
    ));
    recording.absorb(RunUpdate::Progress(
        (1..=steps).map(|i| progress(shape, i)).collect(),
    ));
    recording.absorb(RunUpdate::Chunks(chunks(shape)));
    let kernel = looks(&recording.timeline, shape);
    recording.absorb(RunUpdate::Kernel(kernel));
    recording.absorb(RunUpdate::End(Box::new(end(shape, steps))));
    recording
}

pub(super) fn recordings() -> Vec<Recording> {
    shapes().iter().map(recording).collect()
}

fn hello(engine: EngineKind) -> Hello {
    let runtime = |name: &str, version: &str| (name.to_owned(), version.to_owned());
    Hello {
        version: WIRE_VERSION,
        pid: 4_242,
        engine,
        carriers: if engine == EngineKind::OsThread { 0 } else { 8 },
        versions: [runtime("carrier-lab", "0.1.0"), runtime("std", "1.95.0")]
            .into_iter()
            .chain(match engine {
                EngineKind::OsThread | EngineKind::Pool => Vec::new(),
                EngineKind::May => vec![runtime("may", "0.3.51"), runtime("generator", "0.8.12")],
                EngineKind::Fiber => vec![runtime("corosensei", "0.3.4")],
                EngineKind::Tokio => vec![runtime("tokio", "1.54.1")],
            })
            .collect(),
        baseline_rss_bytes: (5.6 * MIB) as u64 + 40_000 * engine as u64,
        probe_bytes: 1 << 20,
        task_ns: None,
    }
}

/// A time or size to whole units.
pub(super) fn whole(value: f64) -> u64 {
    value.round() as u64
}

/// Between -1 and 1, the same for the same arguments.
pub(super) fn noise(seed: u64, i: u64) -> f64 {
    let mut x =
        (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ i.wrapping_mul(0xd134_2543_de82_ef95);
    for shift in [13, 7, 17] {
        x ^= x >> shift;
        x = x.wrapping_mul(0x2545_f491_4f6c_dd1d);
    }
    (x >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

fn sample(shape: &Shape, i: u64) -> Sample {
    let t = i as f64 * 0.05;
    let filled = (t / 2.5).min(1.0);
    let drained = ((t - shape.secs * 0.8) / (shape.secs * 0.2)).clamp(0.0, 1.0);
    let level = 5.8 + (shape.peak_mib - 5.8) * filled * (1.0 - 0.35 * drained);
    let rss = level + noise(shape.engine as u64, i) * shape.peak_mib * 0.004;
    Sample {
        t_ns: i * 50_000_000,
        rss: Bytes((rss * MIB) as u64),
        cpu_ns: i * 90_000_000,
        lab_cpu_ns: i * 1_000_000,
    }
}

fn progress(shape: &Shape, i: u64) -> Progress {
    let t = i as f64 * 0.05;
    let warm = (t / 1.2).min(1.0);
    let wave = (t * 2.9 + shape.rate).sin() * 0.07 + noise(shape.engine as u64 + 9, i) * 0.05;
    let completed = if shape.fails {
        0
    } else {
        (shape.rate * (t - 0.6 * warm) * (1.0 + wave * 0.1)).max(0.0) as u64
    };
    let most = if shape.fails { 16_338.0 } else { 50_000.0 };
    let spawned = ((t / 2.5).min(1.0) * most) as u64;
    let live = spawned.saturating_sub(completed);
    let mounted = live.min(8);
    Progress {
        t_ns: i * 50_000_000,
        spawned,
        live,
        parked: live.saturating_sub(mounted) * 2 / 3,
        ready: live.saturating_sub(mounted) / 3,
        mounted,
        pinned: mounted / 3,
        completed,
        failed: 0,
        recorded: i * 1_000,
        dropped: if shape.engine == EngineKind::May {
            i / 7
        } else {
            0
        },
    }
}

fn end(shape: &Shape, steps: u64) -> RunEnd {
    let outcome = if shape.fails {
        Outcome::Failed {
            at: 16_338,
            reason: "the worker was aborted (signal 6): no memory map left for a signal stack"
                .to_owned(),
            advice: "raise vm.max_map_count, or use fewer tasks".to_owned(),
        }
    } else {
        Outcome::Completed
    };
    RunEnd {
        wall_ns: (shape.secs * 1e9) as u64,
        spawn_ns: (!shape.fails).then_some(2_500_000_000),
        peak_live: if shape.fails { 16_338 } else { 50_000 },
        checksum_ok: (!shape.fails).then_some(true),
        rss_peak: Bytes((shape.peak_mib * MIB * 1.01) as u64),
        progress: progress(shape, steps),
        latency: (!shape.fails).then_some(LatencySummary {
            p50: 51_000_000,
            p90: 220_000_000,
            p95: 338_000_000,
            p99: 402_000_000,
            p999: 611_000_000,
            max: 702_000_000,
        }),
        histogram: String::new(),
        stderr_tail: String::new(),
        findings: Findings::default(),
        outcome,
    }
}
