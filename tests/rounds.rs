//! The real worker doing its tasks over again in one process: every round told, verified and apart, on every engine.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, also in the functions that tests share"
)]

mod common;

use std::collections::BTreeSet;

use carrier_lab::{
    model::{EngineKind, RunSpec, Work, WorkKind},
    recording::read_histogram,
    wire::EventKind,
};
use common::{
    Heard, Worker, run_and_find, run_checked, run_to_done, spec, with_probe, with_rounds,
};

const TASKS: u64 = 40;

fn nap() -> Work {
    WorkKind::Sleep.usual().with_field("sleep", "3ms").unwrap()
}

/// What holds for the rounds of every run.
fn check_rounds(run: &RunSpec, heard: &Heard) {
    let rounds = &heard.rounds;
    assert_eq!(rounds.len(), run.series().total() as usize);
    let right = run.experiment.checksum_sum();
    for (index, round) in (0..).zip(rounds) {
        assert_eq!(round.index, index);
        assert_eq!(round.warmup, run.series().is_warmup(index));
        assert_eq!(round.checksum, right, "{run:?} round {index}");
        assert_eq!((round.completed, round.failed), (TASKS, 0));
        assert!(round.start_ns <= round.handed_ns);
        assert!(round.start_ns < round.end_ns);
        assert!(round.latency.p50 <= round.latency.max);
    }
    for pair in rounds.windows(2) {
        assert!(pair[0].end_ns <= pair[1].start_ns, "{pair:?}");
    }
}

#[test]
fn every_engine_tells_of_every_round_and_every_task_has_a_number_of_its_own() {
    for engine in EngineKind::ALL {
        let run = with_rounds(spec(engine, nap(), TASKS), 4, 2);
        let (heard, summary) = run_checked(&run);
        check_rounds(&run, &heard);
        let spawned = heard.events.iter().filter(|e| e.kind == EventKind::Spawn);
        let tasks: BTreeSet<u32> = spawned.map(|event| event.task).collect();
        assert_eq!(tasks.len(), 240);
        assert_eq!(tasks.last(), Some(&239));
        assert_eq!(summary.count(EventKind::Spawn), 240);
        // No record of a task lies outside its round.
        for event in &heard.events {
            let round = &heard.rounds[event.task as usize / 40];
            assert!(
                event.t_ns >= round.start_ns,
                "{engine}: {event:?} {round:?}"
            );
            if event.kind == EventKind::Mount {
                assert!(event.t_ns <= round.end_ns, "{engine}: {event:?} {round:?}");
            }
        }
    }
}

#[test]
fn latencies_are_those_of_the_measured_rounds() {
    for engine in EngineKind::ALL {
        for (rounds, warmup) in [(3, 0), (1, 4), (2, 1)] {
            let run = with_rounds(
                with_probe(spec(engine, nap(), TASKS), "off"),
                rounds,
                warmup,
            );
            let (_, heard, done) = run_to_done(&run);
            check_rounds(&run, &heard);
            let counted = read_histogram(&done.histogram).unwrap().len();
            assert_eq!(counted, TASKS * rounds, "{engine}");
            let measured = heard.rounds.iter().filter(|round| !round.warmup);
            let longest = measured.map(|round| round.latency.max).max();
            assert_eq!(Some(done.latency.max), longest);
        }
    }
}

#[test]
fn every_kind_of_work_that_can_is_right_in_every_round() {
    for kind in WorkKind::ALL {
        let small = [
            ("sleep", "2ms"),
            ("block", "2ms"),
            ("hold", "1ms"),
            ("iterations", "500"),
            ("yields", "20"),
            ("increments", "300"),
        ];
        let work = small.iter().fold(kind.usual(), |work, (key, text)| {
            work.with_field(key, text).unwrap_or(work)
        });
        for engine in EngineKind::ALL {
            let mut run = with_rounds(spec(engine, work, TASKS), 2, 1);
            run.experiment.depth = carrier_lab::model::Depth::clamped(20);
            if run.unable().is_some() {
                assert!(work.once_only().is_some() || run.experiment.unable_on(engine).is_some());
                continue;
            }
            let (heard, _, findings) = run_and_find(&run);
            check_rounds(&run, &heard);
            if let (Some(shown), Some(right)) = (findings.counted, run.right_count()) {
                assert!((1..=right).contains(&shown), "{engine}: {shown} of {right}");
            }
        }
    }
}

#[test]
fn a_run_without_rounds_tells_of_none() {
    for engine in EngineKind::ALL {
        let (heard, _) = run_checked(&spec(engine, nap(), TASKS));
        assert!(heard.rounds.is_empty());
    }
}

#[test]
fn rounds_that_make_no_sense_are_refused_in_the_model_s_words() {
    for kind in [WorkKind::Init, WorkKind::FailFast, WorkKind::LostFailure] {
        let run = with_rounds(spec(EngineKind::Tokio, kind.usual(), 4), 2, 0);
        let mut worker = Worker::start();
        worker.say(&(serde_json::to_string(&run).unwrap() + "\n"));
        let fault = worker.hear_out().fault.unwrap();
        assert_eq!(Some(fault.reason.as_str()), kind.usual().once_only());
    }
}

#[test]
fn a_worker_whose_stdin_closes_between_rounds_is_gone() {
    let run = with_rounds(spec(EngineKind::Tokio, nap(), TASKS), 1_000, 0);
    let mut worker = Worker::start();
    worker.hello(&run);
    worker.go();
    let first = worker.next();
    assert!(first.is_some());
    worker.close_stdin();
    worker.exit();
}
