//! What holds for every run with a full probe at small scale.

use carrier_lab::{
    model::{RunSpec, Work},
    wire::{EventKind, Findings, OWN_THREAD, Progress, Reason, WIRE_VERSION},
};

use super::{Heard, Summary, check_events, run_to_done};

pub(crate) fn is_settled(progress: &Progress, tasks: u64) -> bool {
    progress.spawned == tasks
        && progress.completed == tasks
        && progress.live + progress.failed + progress.mounted + progress.pinned == 0
}

/// Runs it, and checks all that holds for every run with a full probe at small scale.
pub(crate) fn run_checked(spec: &RunSpec) -> (Heard, Summary) {
    let (heard, summary, _) = run_and_find(spec);
    (heard, summary)
}

/// The same, with what only some kinds of work tell.
pub(crate) fn run_and_find(spec: &RunSpec) -> (Heard, Summary, Findings) {
    let tasks = spec.all_tasks();
    let rounds = u64::from(spec.series().total());
    let (hello, heard, done) = run_to_done(spec);
    assert_eq!(hello.version, WIRE_VERSION);
    assert_eq!(hello.engine, spec.engine);
    assert_eq!(
        hello.task_ns.is_some(),
        matches!(
            spec.experiment.work,
            Work::Cpu { .. } | Work::Mixed { .. } | Work::Counter { .. }
        )
    );
    let carriers = if spec.engine.has_carriers() {
        spec.experiment.carriers.get()
    } else {
        0
    };
    assert_eq!(hello.carriers, carriers);
    let expected = spec.experiment.checksum_sum().wrapping_mul(rounds);
    assert_eq!(done.checksum, expected, "{spec:?}");
    let designed = u64::from(spec.experiment.designed_failures());
    let cancelled = done.findings.cancelled;
    let completed = tasks - designed - cancelled;
    assert!(cancelled == 0 || spec.experiment.cancels(spec.engine));
    let settled = Progress {
        spawned: completed,
        failed: done.progress.failed - designed,
        ..done.progress
    };
    assert!(is_settled(&settled, completed), "{:?}", done.progress);
    assert!((1..=u64::from(spec.experiment.tasks.get())).contains(&done.peak_live));
    assert!(done.wall_ns > 0 && done.latency.max >= done.latency.p50);
    assert!(!done.histogram.is_empty());
    assert_eq!(done.progress.dropped, 0);
    assert_eq!(done.progress.recorded, heard.events.len() as u64);
    let summary = check_events(&heard.events);
    assert_eq!(summary.mounted_at_end, 0);
    assert_eq!(
        summary.count(EventKind::Mount),
        summary.count(EventKind::Unmount)
    );
    assert_eq!(
        summary.count(EventKind::PinBegin),
        summary.count(EventKind::PinEnd)
    );
    assert_eq!(summary.count(EventKind::Spawn), tasks);
    assert_eq!(summary.count(EventKind::Fail), designed);
    let ended = summary.count_of(EventKind::Unmount, Reason::Done);
    // A task that was cancelled before it ever ran was on no carrier.
    assert!((tasks - cancelled..=tasks).contains(&ended));
    for carrier in summary.mounts_of_carrier.keys() {
        assert!(
            *carrier < carriers || (carriers == 0 && *carrier == OWN_THREAD),
            "{summary:?}"
        );
    }
    (heard, summary, done.findings)
}
