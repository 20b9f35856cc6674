//! Every kind of work on every engine that can do it, small: sums right, records legal, reasons true.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, also in the functions that tests share"
)]

mod common;

use carrier_lab::{
    model::{Depth, EngineKind, Work, WorkKind},
    wire::{EventKind, Reason},
};
use common::{Worker, run_checked, spec, with_carriers};

/// The usual work of a kind with some of its parameters set, as a person would.
fn work(kind: WorkKind, fields: &[(&str, &str)]) -> Work {
    fields.iter().fold(kind.usual(), |work, (key, text)| {
        work.with_field(key, text).unwrap()
    })
}

/// Engines whose tasks leave their carrier while they wait.
fn suspending() -> impl Iterator<Item = EngineKind> {
    EngineKind::ALL
        .into_iter()
        .filter(|engine| engine.suspends())
}

#[test]
fn what_an_engine_cannot_do_is_refused_in_one_sentence() {
    let work = work(WorkKind::Block, &[("via", "pool")]);
    let mut worker = Worker::start();
    worker.say(&(serde_json::to_string(&spec(EngineKind::Pool, work, 4)).unwrap() + "\n"));
    let fault = worker.hear_out().fault.unwrap();
    assert_eq!(Some(fault.reason), work.unable_on(EngineKind::Pool));
}

#[test]
fn a_call_handed_over_leaves_the_carrier_to_others() {
    for via in ["pool", "uncapped"] {
        let fields = [("block", "5ms"), ("via", via), ("cap", "8")];
        let handed = work(WorkKind::Block, &fields);
        for engine in suspending() {
            let (heard, summary) = run_checked(&with_carriers(spec(engine, handed, 40), 1));
            assert_eq!(summary.count(EventKind::PinBegin), 0);
            let joined = summary.count_of(EventKind::Unmount, Reason::Join);
            assert!(
                joined > 0,
                "{engine} via {via}: {:?}",
                heard.progress.last()
            );
        }
    }
}

#[test]
fn a_deep_stack_adds_up_and_keeps_its_words() {
    for shape in ["Tail", "NonTail", "Flat"] {
        for (depth, payload) in [(0, "0"), (1, "4"), (100, "16"), (1_000, "64"), (100, "7")] {
            let fields = [("shape", shape), ("payload", payload), ("sleep", "3ms")];
            for engine in EngineKind::ALL {
                let mut run = spec(engine, work(WorkKind::Deep, &fields), 20);
                run.experiment.depth = Depth::clamped(depth);
                if run.experiment.unable_on(engine).is_some() {
                    continue;
                }
                let (_, summary) = run_checked(&run);
                let slept = summary.count_of(EventKind::Unmount, Reason::Sleep);
                let held = summary.count_of(EventKind::PinBegin, Reason::Sleep);
                assert!(engine.suspends() || held == 20);
                assert!(!engine.suspends() || slept > 0);
            }
        }
    }
}
