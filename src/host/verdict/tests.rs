//! Endings that are hard to bring about, and what is said of them.

use std::time::Duration;

use super::super::ending::{Ending, Evidence};
use super::super::ingest::IngestReport;
use super::super::machine_facts;
#[cfg(unix)]
use super::super::reap::Exit;
use super::judge;
use crate::model::{
    Bytes, EngineKind, Limits, MachineFacts, Outcome, Plan, Preset, Rounds, RunSpec, WarmupRounds,
    WorkKind,
};
use crate::wire::{Done, Fault, Findings, LatencySummary, Progress, Round};

/// A machine with 8 GiB free and the usual limits of Linux.
fn facts() -> MachineFacts {
    MachineFacts {
        memory_available: Bytes(8 << 30),
        limits: Limits {
            memory_maps: Some(65_530),
            ..Limits::default()
        },
        ..machine_facts()
    }
}

/// 10 000 naps on one engine.
fn spec(engine: EngineKind) -> RunSpec {
    let mut plan = Plan::of(&Preset::default());
    plan.runs.retain(|run| run.engine == engine);
    plan.runs.remove(0)
}

/// One second after Go, so many tasks spawned, so much memory held.
fn evidence(ending: Ending, spawned: u64, held: Bytes) -> Evidence {
    Evidence {
        report: IngestReport {
            progress: Progress {
                spawned,
                live: spawned,
                ..Progress::default()
            },
            peak_live: spawned,
            largest_rss: held,
            last_rss: held,
            rounds: Vec::new(),
            unreadable: None,
        },
        wall: Some(Duration::from_secs(1)),
        ..Evidence::before_start(ending)
    }
}

fn failure(evidence: Evidence, engine: EngineKind) -> (u64, String, String) {
    let (end, sums) = judge(evidence, &spec(engine), &facts());
    assert!(sums.is_none() && end.latency.is_none());
    match end.outcome {
        Outcome::Failed { at, reason, advice } => (at, reason, advice),
        Outcome::Completed | Outcome::Stopped { .. } => panic!("{:?}", end.outcome),
    }
}

#[cfg(unix)]
fn ended_by(signal: i32, killed_by_lab: bool) -> Exit {
    use std::os::unix::process::ExitStatusExt;

    Exit {
        status: std::process::ExitStatus::from_raw(signal),
        killed_by_lab,
        max_rss: None,
    }
}

#[cfg(unix)]
#[test]
fn an_abort_near_a_foretold_limit_names_it() {
    let aborted = |spawned, engine| {
        let evidence = Evidence {
            exit: Some(ended_by(libc::SIGABRT, false)),
            ..evidence(Ending::Closed, spawned, Bytes(1))
        };
        failure(evidence, engine)
    };
    let (at, reason, advice) = aborted(16_340, EngineKind::OsThread);
    assert_eq!(at, 16_340);
    assert!(reason.contains("refused another thread"), "{reason}");
    assert!(advice.contains("vm.max_map_count"), "{advice}");
    let (_, reason, advice) = aborted(100, EngineKind::OsThread);
    assert!(
        !reason.contains("refused") && !advice.contains("vm."),
        "{reason} {advice}"
    );
}

#[cfg(unix)]
#[test]
fn a_kill_is_blamed_on_memory_only_where_there_was_little() {
    let killed = |held, by_lab| {
        let evidence = Evidence {
            exit: Some(ended_by(libc::SIGKILL, by_lab)),
            ..evidence(Ending::Closed, 5, held)
        };
        failure(evidence, EngineKind::Tokio).1
    };
    assert!(killed(Bytes(7 << 30), false).contains("out of memory"));
    assert!(killed(Bytes(1 << 30), false).contains("from outside the lab"));
    let by_lab = killed(Bytes(7 << 30), true);
    assert!(by_lab.contains("closed its output"), "{by_lab}");
}

#[test]
fn a_fault_without_advice_gets_some() {
    let fault = Ending::Fault(Fault {
        at: 32_700,
        reason: "no more stacks".to_owned(),
        advice: " ".to_owned(),
        progress: Progress {
            spawned: 32_700,
            ..Progress::default()
        },
    });
    let (at, reason, advice) = failure(evidence(fault, 0, Bytes(1)), EngineKind::May);
    assert_eq!((at, reason.as_str()), (32_700, "no more stacks"));
    assert!(advice.contains("vm.max_map_count"), "{advice}");
}

#[test]
fn done_completes_only_with_every_task() {
    let done = |completed, failed| {
        Ending::Done(Box::new(Done {
            wall_ns: 7,
            spawn_ns: 3,
            peak_live: 9,
            checksum: 5,
            progress: Progress {
                spawned: 10_000,
                completed,
                failed,
                ..Progress::default()
            },
            latency: LatencySummary::default(),
            histogram: "h".to_owned(),
            findings: Findings::default(),
        }))
    };
    let whole = evidence(done(10_000, 0), 0, Bytes(1));
    let (end, sum) = judge(whole, &spec(EngineKind::Pool), &facts());
    assert_eq!(end.outcome, Outcome::Completed);
    assert!(sum.unwrap().are_right(5));
    assert_eq!((end.wall_ns, end.spawn_ns, end.peak_live), (7, Some(3), 9));
    for (completed, failed) in [(9_999, 0), (10_000, 1)] {
        let short = evidence(done(completed, failed), 0, Bytes(1));
        let (at, reason, _) = failure(short, EngineKind::Pool);
        assert_eq!(at, 10_000);
        assert!(reason.contains("said it was done"), "{reason}");
    }
}

#[test]
fn a_run_that_is_about_failure_completes_with_the_failure_it_was_to_have() {
    let end = |engine, completed, failed, cancelled| {
        let mut spec = spec(engine);
        spec.experiment.work = WorkKind::FailFast.usual();
        let done = Done {
            wall_ns: 7,
            spawn_ns: 3,
            peak_live: 9,
            checksum: 5,
            progress: Progress {
                spawned: 10_000,
                completed,
                failed,
                ..Progress::default()
            },
            latency: LatencySummary::default(),
            histogram: String::new(),
            findings: Findings {
                cancelled,
                notes: vec!["as designed".to_owned()],
                ..Findings::default()
            },
        };
        let ending = Ending::Done(Box::new(done));
        judge(evidence(ending, 0, Bytes(1)), &spec, &facts()).0
    };
    let cancelled = end(EngineKind::Tokio, 9, 1, 9_990);
    assert_eq!(cancelled.outcome, Outcome::Completed);
    assert_eq!(cancelled.findings.notes, ["as designed"]);
    let waited = end(EngineKind::Pool, 9_999, 1, 0);
    assert_eq!(waited.outcome, Outcome::Completed);
    for (engine, completed, failed, cancelled) in [
        (EngineKind::Pool, 9, 1, 9_990),
        (EngineKind::Tokio, 10_000, 0, 0),
        (EngineKind::Tokio, 9_998, 2, 0),
    ] {
        let wrong = end(engine, completed, failed, cancelled).outcome;
        assert_ne!(wrong, Outcome::Completed);
    }
}

#[test]
fn the_peak_is_the_larger_of_both_sources() {
    let peak = |os_peak| {
        let evidence = Evidence {
            os_peak,
            ..evidence(Ending::Stopped, 1, Bytes(100))
        };
        judge(evidence, &spec(EngineKind::Pool), &facts())
            .0
            .rss_peak
    };
    assert_eq!(peak(Some(Bytes(120))), Bytes(120));
    assert_eq!(peak(Some(Bytes(80))), Bytes(100));
    assert_eq!(peak(None), Bytes(100));
}

/// 10 000 naps, twice after one round of warm-up.
fn three_rounds() -> RunSpec {
    let mut spec = spec(EngineKind::Tokio);
    spec.rounds = Rounds::clamped(2);
    spec.warmup_rounds = WarmupRounds::clamped(1);
    spec
}

fn done_with(completed: u64, checksum: u64) -> Ending {
    Ending::Done(Box::new(Done {
        wall_ns: 1,
        spawn_ns: 1,
        peak_live: 1,
        checksum,
        progress: Progress {
            spawned: completed,
            completed,
            ..Progress::default()
        },
        latency: LatencySummary::default(),
        histogram: String::new(),
        findings: Findings::default(),
    }))
}

#[test]
fn every_round_must_be_told_of_and_be_right() {
    let told = |sums: &[u64], whole| {
        let mut evidence = evidence(done_with(30_000, whole), 30_000, Bytes(1));
        evidence.report.rounds = (0..)
            .zip(sums)
            .map(|(index, checksum)| Round {
                index,
                checksum: *checksum,
                ..Round::default()
            })
            .collect();
        judge(evidence, &three_rounds(), &facts())
    };
    let (end, sums) = told(&[5, 5, 5], 15);
    assert_eq!(end.outcome, Outcome::Completed);
    assert!(sums.unwrap().are_right(5));
    let right = |sums: &[u64], whole| told(sums, whole).1.unwrap().are_right(5);
    assert!(!right(&[5, 4, 6], 15), "two wrongs make no right");
    assert!(!right(&[5, 5, 5], 16));
    let (end, sums) = told(&[5, 5], 15);
    let Outcome::Failed { at, reason, .. } = end.outcome else {
        panic!("{:?}", end.outcome);
    };
    assert!(sums.is_none() && at == 10_000);
    assert!(reason.contains("told of 2 of 3 rounds"), "{reason}");
}

#[test]
fn a_limit_is_counted_within_its_round() {
    let died = evidence(Ending::Closed, 24_000, Bytes(1));
    let (end, _) = judge(died, &three_rounds(), &facts());
    assert!(matches!(end.outcome, Outcome::Failed { at: 4_000, .. }));
}
