//! The lab's own worker, every engine: completed, sums right, nothing dropped, every mount with its unmount.

use std::time::Duration;

use carrier_lab::host::{HostSettings, PlanUpdate};
use carrier_lab::model::{
    Depth, EngineKind, Experiment, FiberKnobs, Iterations, Kernel, Limits, Nanos, Outcome, Percent,
    Plan, ProbeMode, Rounds, RunRole, RunSpec, StackKib, WarmupRounds, Work, WorkKind, foretold,
};
use carrier_lab::recording::Recording;

use crate::harness::Test;
use crate::watched::{begin, carry_out, is_gone_within, naps, next, wait_for_worker};

pub(crate) const TESTS: &[Test] = &[
    ("every_engine_sleeps", every_engine_sleeps),
    ("every_engine_blocks", every_engine_blocks),
    ("every_engine_computes", every_engine_computes),
    ("every_engine_stops", every_engine_stops),
    #[cfg(target_os = "linux")]
    (
        "a_limit_is_an_outcome_with_its_curve",
        a_limit_is_an_outcome,
    ),
    #[cfg(target_os = "linux")]
    (
        "a_stack_overflow_names_task_carrier_and_stack",
        a_stack_overflow_is_named,
    ),
    (
        "without_a_probe_only_counters_remain",
        without_a_probe_only_counters_remain,
    ),
];

fn every_engine(experiment: Experiment, probe: ProbeMode) -> Vec<Recording> {
    let spec = |engine| RunSpec {
        engine,
        experiment,
        probe,
        repetition: 0,
        case: String::new(),
        point: None,
        role: RunRole::Measured,
        order_seed: None,
        rounds: Rounds::MIN,
        warmup_rounds: WarmupRounds::MIN,
    };
    let plan = Plan {
        title: "engines".to_owned(),
        runs: EngineKind::ALL.into_iter().map(spec).collect(),
    };
    let recordings = carry_out(plan, lab_worker());
    assert_eq!(recordings.len(), EngineKind::ALL.len());
    for recording in &recordings {
        assert_completed(recording);
    }
    recordings
}

/// The worker that is built with this test; on a busy machine it may be silent for long.
pub(crate) fn lab_worker() -> HostSettings {
    HostSettings {
        silence: Duration::from_mins(2),
        ..HostSettings::with_worker(env!("CARGO_BIN_EXE_carrier-lab").into())
    }
}

pub(crate) fn one_run(engine: EngineKind, experiment: Experiment) -> Plan {
    let spec = RunSpec {
        engine,
        experiment,
        probe: ProbeMode::Full,
        repetition: 0,
        case: String::new(),
        point: None,
        role: RunRole::Measured,
        order_seed: None,
        rounds: Rounds::MIN,
        warmup_rounds: WarmupRounds::MIN,
    };
    Plan {
        title: engine.to_string(),
        runs: vec![spec],
    }
}

fn assert_completed(recording: &Recording) {
    let engine = recording.spec.engine;
    let tasks = u64::from(recording.spec.experiment.tasks.get());
    let end = recording.end.as_ref().unwrap();
    assert_eq!(end.outcome, Outcome::Completed, "{engine}");
    assert_eq!(end.checksum_ok, Some(true), "{engine}");
    assert_eq!(end.progress.completed, tasks, "{engine}");
    assert_eq!(
        (end.progress.failed, end.progress.dropped),
        (0, 0),
        "{engine}"
    );
    assert!((1..=tasks).contains(&end.peak_live), "{engine}");
    assert!(
        end.latency
            .is_some_and(|latency| latency.max >= latency.p50)
    );
    let hello = recording.hello.as_ref().unwrap();
    assert_eq!(hello.engine, engine);
    assert!(end.rss_peak.0 >= hello.baseline_rss_bytes, "{engine}");
    assert!(!recording.samples.is_empty() && !recording.progress.is_empty());
}

/// Every task was mounted at least once, no mount is open, and none overlaps another on its carrier.
fn assert_spans_are_whole(recording: &Recording) {
    let engine = recording.spec.engine;
    let tasks = recording.spec.experiment.tasks.get() as usize;
    assert!(recording.timeline.span_count() >= tasks, "{engine}");
    for track in recording.timeline.tracks() {
        let mut last_end = 0;
        for chunk in recording.timeline.chunks(track) {
            assert!(chunk.columns().open.is_empty(), "{engine} {track:?}");
            assert!(chunk.columns().gaps.is_empty(), "{engine} {track:?}");
            for span in (0..chunk.len()).filter_map(|index| chunk.span(index)) {
                assert!(span.start_ns <= span.end_ns);
                if matches!(track, carrier_lab::recording::Track::Carrier(_)) {
                    assert!(span.start_ns >= last_end, "{engine} {track:?}");
                    last_end = span.end_ns;
                }
            }
        }
    }
}

fn every_engine_sleeps() {
    for recording in every_engine(naps(200, 5), ProbeMode::Full) {
        assert_spans_are_whole(&recording);
    }
}

fn every_engine_blocks() {
    let experiment = Experiment {
        work: WorkKind::Block.usual().with_wait(Nanos::from_millis(5)),
        pinned_share: Percent::MAX,
        fiber: FiberKnobs::USUAL,
        ..naps(20, 1)
    };
    for recording in every_engine(experiment, ProbeMode::Full) {
        assert_spans_are_whole(&recording);
    }
}

fn every_engine_computes() {
    let experiment = Experiment {
        work: Work::Cpu {
            kernel: Kernel::Xorshift,
            iterations: Iterations::new(2_000).unwrap(),
        },
        ..naps(100, 1)
    };
    for recording in every_engine(experiment, ProbeMode::Full) {
        assert_spans_are_whole(&recording);
    }
}

fn without_a_probe_only_counters_remain() {
    for recording in every_engine(naps(100, 1), ProbeMode::Off) {
        assert_eq!(recording.timeline.span_count(), 0);
    }
}

fn every_engine_stops() {
    for engine in EngineKind::ALL {
        let handle = begin(one_run(engine, naps(50, 60_000)), lab_worker());
        let mut stopped = None;
        let worker = wait_for_worker(&handle, &mut stopped);
        handle.stop();
        let mut stopped = stopped.unwrap();
        while let PlanUpdate::Run { update, .. } = next(&handle) {
            stopped.absorb(update);
        }
        assert_eq!(
            stopped.end.unwrap().outcome,
            Outcome::Stopped { at: 0 },
            "{engine}"
        );
        assert!(is_gone_within(worker, Duration::ZERO), "{engine}");
    }
}

/// A thousand frames of 64 words are half a megabyte at least.
#[cfg(target_os = "linux")]
fn a_stack_overflow_is_named() {
    let deep = WorkKind::Deep.usual().with_field("payload", "64").unwrap();
    let mut experiment = naps(20, 1);
    experiment.work = deep.with_field("shape", "NonTail").unwrap();
    experiment.depth = Depth::clamped(1_000);
    experiment.fiber.stack_kib = StackKib::MIN;
    let limits = Limits::default();
    let found = foretold(EngineKind::Fiber, &experiment, &limits).unwrap();
    assert!(found.reason.contains("stack_kib"), "{}", found.reason);
    let [recording] = &carry_out(one_run(EngineKind::Fiber, experiment), lab_worker())[..] else {
        panic!("one run")
    };
    let (_, reason, advice) = crate::watched::failure(recording);
    assert!(reason.contains("task "), "{reason}");
    assert!(reason.contains("stack of 16 KiB on carrier "), "{reason}");
    assert!(advice.contains("stack_kib"), "{advice}");
}

/// With 2 GiB of addresses there are some hundred threads of 2 MiB, on every machine. Only Linux holds a process to that limit.
#[cfg(target_os = "linux")]
fn a_limit_is_an_outcome() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let worker = folder.path().join("limited-worker");
    let program = env!("CARGO_BIN_EXE_carrier-lab");
    let script = format!("#!/bin/sh\nulimit -v 2097152\nexec '{program}' \"$@\"\n");
    std::fs::write(&worker, script).unwrap();
    std::fs::set_permissions(&worker, PermissionsExt::from_mode(0o755)).unwrap();
    let plan = one_run(EngineKind::OsThread, naps(20_000, 60_000));
    let [recording] = &carry_out(plan, HostSettings::with_worker(worker))[..] else {
        panic!("one run")
    };
    let (at, _, advice) = crate::watched::failure(recording);
    // A worker that aborts cannot say its last count; the one before may be 20 ms old.
    assert!((1..5_000).contains(&at), "{at}");
    assert!(!advice.is_empty());
    assert!(!recording.samples.is_empty() && !recording.progress.is_empty());
    assert_eq!(recording.end.as_ref().unwrap().checksum_ok, None);
}
