//! The lab's own worker, every engine: completed, sums right, nothing dropped, every mount with its unmount.

use carrier_lab::host::HostSettings;
use carrier_lab::model::{
    EngineKind, Experiment, Iterations, Kernel, Nanos, Outcome, Percent, Plan, ProbeMode, RunSpec,
    Work,
};
use carrier_lab::recording::Recording;

use crate::harness::Test;
use crate::watched::{carry_out, naps};

pub(crate) const TESTS: &[Test] = &[
    ("every_engine_sleeps", every_engine_sleeps),
    ("every_engine_blocks", every_engine_blocks),
    ("every_engine_computes", every_engine_computes),
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
    };
    let plan = Plan {
        title: "engines".to_owned(),
        runs: EngineKind::ALL.into_iter().map(spec).collect(),
    };
    let worker = env!("CARGO_BIN_EXE_carrier-lab").into();
    let recordings = carry_out(plan, HostSettings::with_worker(worker));
    assert_eq!(recordings.len(), EngineKind::ALL.len());
    for recording in &recordings {
        assert_completed(recording);
    }
    recordings
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
        work: Work::Block {
            block: Nanos::from_millis(5),
        },
        pinned_share: Percent::MAX,
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
