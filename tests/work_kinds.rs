//! Every kind of work on every engine that can do it, small: sums right, records legal, reasons true.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, also in the functions that tests share"
)]

mod common;

use carrier_lab::{
    model::{Depth, EngineKind, StackKib, Work, WorkKind, parse_preset, write_preset},
    wire::{EventKind, Reason, SHARED},
};
use common::{Worker, run_and_find, run_checked, spec, with_carriers};

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
                // Its stacks are as large as they are asked to be; an unoptimized frame is many times larger.
                run.experiment.fiber.stack_kib = StackKib::clamped(4_096);
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

#[test]
fn yielding_tasks_leave_their_carrier_as_often_as_they_yield() {
    let yields = work(WorkKind::Yield, &[("yields", "25")]);
    for engine in EngineKind::ALL {
        let (_, summary) = run_checked(&with_carriers(spec(engine, yields, 40), 2));
        let left = summary.count_of(EventKind::Unmount, Reason::Yield);
        assert_eq!(left, if engine.suspends() { 25 * 40 } else { 0 });
    }
}

#[test]
fn a_lock_is_waited_for_as_it_was_asked_for() {
    for (lock, wait) in [
        ("own", "suspending"),
        ("own", "blocking"),
        ("shared", "suspending"),
        ("shared", "blocking"),
    ] {
        let locked = work(
            WorkKind::Locked,
            &[("hold", "3ms"), ("lock", lock), ("wait", wait)],
        );
        for engine in EngineKind::ALL {
            for carriers in [1, 3] {
                let (_, summary) = run_checked(&with_carriers(spec(engine, locked, 10), carriers));
                let waited = summary.count_of(EventKind::Unmount, Reason::Lock);
                let held_up = summary.count_of(EventKind::PinBegin, Reason::Lock);
                let suspends = engine.suspends() && wait == "suspending";
                // Nobody waits for a lock of its own; on one carrier nobody finds the other's lock taken but who could leave.
                assert!(lock == "shared" || waited + held_up == 0);
                assert!(suspends || waited == 0);
                assert!(!suspends || held_up == 0);
                let pins = summary.count(EventKind::PinBegin) - held_up;
                assert_eq!(pins, if suspends { 0 } else { 10 }, "{engine} {locked:?}");
            }
        }
    }
}

#[test]
fn an_initialiser_holds_its_carrier_only_where_it_blocks() {
    for wait in ["blocking", "suspending"] {
        let fields = [("init", "20ms"), ("bystander", "4ms"), ("wait", wait)];
        let init = work(WorkKind::Init, &fields);
        for engine in EngineKind::ALL {
            for carriers in [1, 4] {
                let run = with_carriers(spec(engine, init, 12), carriers);
                let (heard, summary) = run_checked(&run);
                let pins = summary.count_of(EventKind::PinBegin, Reason::Blocking);
                assert_eq!(pins, u64::from(wait == "blocking"));
                let of_first = heard.events.iter().filter(|event| event.task == 0);
                let first_pins = of_first
                    .filter(|event| event.kind == EventKind::PinBegin)
                    .count();
                let expected = match (engine.suspends(), wait) {
                    (true, "suspending") => 0,
                    (true, _) => 1,
                    (false, _) => 2,
                };
                assert_eq!(first_pins, expected, "{engine} {wait}");
            }
        }
    }
}

#[test]
fn no_more_tasks_than_permits_hold_one() {
    let permits = work(WorkKind::Permits, &[("permits", "3"), ("hold", "10ms")]);
    for engine in EngineKind::ALL {
        let (_, summary) = run_checked(&with_carriers(spec(engine, permits, 12), 6));
        let waited = summary.count_of(EventKind::Unmount, Reason::Permit);
        let held_up = summary.count_of(EventKind::PinBegin, Reason::Permit);
        assert_eq!(waited == 0, !engine.suspends(), "{summary:?}");
        assert_eq!(held_up == 0, engine.suspends(), "{summary:?}");
    }
}

#[test]
fn exact_counters_are_exact_and_what_the_others_lose_is_told() {
    for counter in ["Plain", "Ordered", "Atomic", "Striped", "Mutex"] {
        let fields = [("counter", counter), ("increments", "2000")];
        let counting = work(WorkKind::Counter, &fields);
        for engine in EngineKind::ALL {
            let run = spec(engine, counting, 50);
            let (_, summary, findings) = run_and_find(&run);
            assert_eq!(summary.count(EventKind::Mount), 50);
            let (shown, right) = (findings.counted.unwrap(), 100_000);
            assert_eq!(run.experiment.right_count(), Some(right));
            // Losing updates is possible, never certain.
            assert!(shown == right || (shown < right && ["Plain", "Ordered"].contains(&counter)));
            assert!(findings.notes[0].contains("updates lost"), "{findings:?}");
        }
    }
}

#[test]
fn every_task_finds_its_own_value_again() {
    for value in ["own", "shared"] {
        let fields = [("bytes", "3000"), ("value", value), ("sleep", "4ms")];
        let local = work(WorkKind::TaskLocal, &fields);
        for engine in EngineKind::ALL {
            run_checked(&with_carriers(spec(engine, local, 300), 2));
        }
    }
}

#[test]
fn mixed_tasks_do_what_their_share_says() {
    let fields = [
        ("sleep", "40ms"),
        ("block", "1ms"),
        ("iterations", "500"),
        ("sleep_share", "50"),
        ("block_share", "20"),
    ];
    let mixed = work(WorkKind::Mixed, &fields);
    for engine in EngineKind::ALL {
        let (_, summary) = run_checked(&with_carriers(spec(engine, mixed, 100), 20));
        let blocked = summary.count_of(EventKind::PinBegin, Reason::Blocking);
        let held = summary.count_of(EventKind::PinBegin, Reason::Sleep);
        let left = summary.count_of(EventKind::Unmount, Reason::Sleep);
        assert_eq!(blocked, 20);
        assert_eq!(
            (held == 50, held == 0),
            (!engine.suspends(), engine.suspends())
        );
        assert_eq!(left == 0, !engine.suspends());
    }
}

#[test]
fn a_failure_cancels_the_others_where_the_engine_can() {
    for policy in ["WaitAll", "FailFast"] {
        // Long enough that no sibling is through when the first one fails, unless it has to be waited for.
        let slow = if policy == "WaitAll" { "30ms" } else { "400ms" };
        let fields = [("fail_after", "10ms"), ("slow", slow), ("policy", policy)];
        let failing = work(WorkKind::FailFast, &fields);
        for engine in EngineKind::ALL {
            for tasks in [2, 40] {
                let run = with_carriers(spec(engine, failing, tasks), 40);
                let (_, summary, findings) = run_and_find(&run);
                let cancels = policy == "FailFast" && engine.cancels();
                assert!(cancels || findings.cancelled == 0, "{engine}: {findings:?}");
                assert!(!cancels || findings.cancelled > 0, "{engine}: {findings:?}");
                assert_eq!(summary.count(EventKind::Fail), 1);
                let says_so = findings.notes[0].contains("cannot cancel");
                assert_eq!(says_so, policy == "FailFast" && !engine.cancels());
            }
        }
    }
}

/// Who is cancelled while its sleep expires may end on a thread that is no carrier.
#[test]
fn a_cancellation_that_meets_the_end_of_a_sleep_breaks_no_record() {
    let fields = [
        ("fail_after", "3ms"),
        ("slow", "3ms"),
        ("policy", "FailFast"),
    ];
    let failing = work(WorkKind::FailFast, &fields);
    for engine in suspending() {
        for round in 0..12 {
            let run = with_carriers(spec(engine, failing, 64), 4);
            let (heard, summary, _findings) = run_and_find(&run);
            let shared = heard.events.iter().filter(|event| event.carrier == SHARED);
            let mounts = shared.filter(|event| event.kind == EventKind::Mount);
            assert_eq!(mounts.count(), 0, "{engine}, round {round}");
            let pair = [EventKind::Mount, EventKind::Unmount].map(|kind| summary.count(kind));
            assert_eq!(pair[0], pair[1], "{engine}, round {round}");
        }
    }
}

#[test]
fn who_is_told_of_a_failure_depends_on_how_the_task_was_started() {
    for start in ["Submitted", "Bare"] {
        let lost = work(WorkKind::LostFailure, &[("start", start)]);
        for engine in EngineKind::ALL {
            let mut worker = Worker::start();
            worker.hello(&spec(engine, lost, 3));
            worker.go();
            let done = worker.hear_out().done.unwrap();
            assert_eq!((done.progress.failed, done.progress.completed), (3, 0));
            let stderr = worker.stderr();
            let told = stderr.matches("fails as designed").count();
            assert_eq!(
                told,
                if start == "Bare" { 3 } else { 0 },
                "{engine}: {stderr}"
            );
            let note = &done.findings.notes[0];
            assert!(note.contains(&format!("{told} ")), "{note}");
            run_checked(&spec(engine, lost, 20));
        }
    }
}

/// As a preset writes them, with what may be left out left out.
#[test]
fn every_kind_reads_as_it_is_written_in_a_preset() {
    for text in [
        "Block(block: \"5s\")",
        "Block(block: \"5s\", via: Pool, cap: 64)",
        "Deep(shape: NonTail, payload: 4, sleep: \"5s\")",
        "Yield(yields: 1000)",
        "Locked(hold: \"100ms\", lock: Own, wait: Suspending)",
        "Init(init: \"1s\", bystander: \"10ms\", wait: Blocking)",
        "Permits(permits: 50, hold: \"50ms\")",
        "Counter(counter: Plain, increments: 10000)",
        "TaskLocal(bytes: 1024, value: Own, sleep: \"1s\")",
        "Mixed(sleep: \"50ms\", block: \"5ms\", iterations: 1000, sleep_share: 80, block_share: 10)",
        "FailFast(fail_after: \"100ms\", slow: \"2s\", policy: FailFast)",
        "LostFailure(start: Submitted)",
    ] {
        let preset = format!(
            "Preset(version: 1, title: \"t\", work: {text}, tasks: 10, carriers: 4, engines: [\"tokio\"])"
        );
        let read = parse_preset("p.ron", preset.as_bytes()).unwrap();
        let written = write_preset(&read).unwrap();
        assert_eq!(
            parse_preset("p.ron", written.as_bytes()),
            Ok(read),
            "{text}"
        );
    }
}
