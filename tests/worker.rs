//! The real worker process on every engine: handshake, events, sums, limits, and how it ends.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking, also in the functions that tests share"
)]

mod common;
#[cfg(target_os = "linux")]
#[path = "worker/limits.rs"]
mod limits;

use std::{
    collections::BTreeSet,
    thread,
    time::{Duration, Instant},
};

use carrier_lab::{
    model::{EngineKind, Iterations, Kernel, Nanos, Work, WorkKind},
    wire::{EventKind, Frame, Reason},
};
use common::{
    GENEROUS, Worker, check_events, is_settled, run_checked, run_to_done, spec, with_carriers,
    with_probe, with_share,
};

const SLEEP: Work = Work::Sleep {
    sleep: Nanos::from_millis(3),
};
/// Longer than a thread is held up between making a sleep and looking at it: a sleep that is over by then never suspends.
const SURE_SLEEP: Work = Work::Sleep {
    sleep: Nanos::from_millis(200),
};

fn block(ms: u64) -> Work {
    WorkKind::Block.usual().with_wait(Nanos::from_millis(ms))
}

/// Longer than any test waits.
const LONG_SLEEP: Work = Work::Sleep {
    sleep: Nanos::from_secs(500),
};

fn cpu() -> Work {
    Work::Cpu {
        kernel: Kernel::Xorshift,
        iterations: Iterations::clamped(2_000),
    }
}

fn with_a_number_of_carriers() -> impl Iterator<Item = EngineKind> {
    EngineKind::ALL
        .into_iter()
        .filter(|engine| engine.has_carriers())
}

#[test]
fn sleeping_tasks_leave_their_carrier_where_the_engine_can() {
    for engine in EngineKind::ALL {
        let (_, summary) = run_checked(&spec(engine, SURE_SLEEP, 20));
        let slept = summary.count_of(EventKind::Unmount, Reason::Sleep);
        let held = summary.count_of(EventKind::PinBegin, Reason::Sleep);
        let readies = summary.count(EventKind::Ready);
        match engine {
            EngineKind::Fiber | EngineKind::Tokio => {
                assert_eq!((slept, held, readies), (20, 0, 40));
            }
            EngineKind::May => assert_eq!((slept, held, readies), (20, 0, 0)),
            EngineKind::Pool => assert_eq!((slept, held, readies), (0, 20, 20)),
            EngineKind::OsThread => assert_eq!((slept, held, readies), (0, 20, 0)),
        }
    }
}

#[test]
fn blocking_tasks_stay_on_their_carrier() {
    for engine in EngineKind::ALL {
        let (_, summary) = run_checked(&spec(engine, block(1), 40));
        assert_eq!(summary.count_of(EventKind::PinBegin, Reason::Blocking), 40);
        assert_eq!(summary.count(EventKind::Mount), 40);
    }
}

/// Each carrier is named once, as another thread of the worker; tasks on threads of their own have no carrier to name.
#[cfg(target_os = "linux")]
#[test]
fn carriers_tell_which_thread_they_are() {
    for engine in EngineKind::ALL {
        let mut worker = Worker::start();
        let hello = worker.hello(&with_carriers(spec(engine, block(20), 40), 3));
        worker.go();
        let threads = worker.hear_out().threads;
        if !engine.has_carriers() {
            assert_eq!(threads, [], "{engine}");
            continue;
        }
        let carriers: BTreeSet<u16> = threads.iter().map(|known| known.carrier).collect();
        let numbers: BTreeSet<u32> = threads.iter().map(|known| known.thread).collect();
        assert!(!threads.is_empty(), "{engine}");
        assert_eq!(
            (carriers.len(), numbers.len()),
            (threads.len(), threads.len())
        );
        assert!(carriers.iter().all(|carrier| *carrier < hello.carriers));
        for thread in numbers {
            let folder = format!("/proc/{}/task/{thread}", hello.pid);
            assert!(std::path::Path::new(&folder).exists(), "{engine}: {folder}");
        }
    }
}

#[test]
fn computing_tasks_are_mounted_once() {
    for engine in EngineKind::ALL {
        let (_, summary) = run_checked(&spec(engine, cpu(), 200));
        assert_eq!(summary.count(EventKind::Mount), 200);
        assert_eq!(summary.count(EventKind::PinBegin), 0);
    }
}

#[test]
fn a_share_of_the_tasks_is_pinned() {
    for engine in EngineKind::ALL {
        let (_, summary) = run_checked(&with_share(spec(engine, SLEEP, 100), 25));
        assert_eq!(summary.count_of(EventKind::PinBegin, Reason::Blocking), 25);
    }
}

#[test]
fn pinned_tasks_take_turns_on_two_carriers() {
    for engine in with_a_number_of_carriers() {
        let run = with_carriers(spec(engine, block(20), 16), 2);
        let (_, summary) = run_checked(&with_share(run, 100));
        assert_eq!(summary.pins_of_carrier.values().sum::<u64>(), 16);
        assert!(summary.pins_of_carrier.len() <= 2);
    }
}

#[test]
fn one_carrier_and_sixty_four_are_real() {
    for engine in with_a_number_of_carriers() {
        for carriers in [1, 64] {
            run_checked(&with_carriers(spec(engine, SLEEP, 130), carriers));
        }
    }
}

#[test]
fn a_single_task_is_a_run() {
    for engine in EngineKind::ALL {
        run_checked(&spec(engine, SLEEP, 1));
    }
}

#[test]
fn a_wait_of_nothing_is_a_run() {
    for engine in EngineKind::ALL {
        run_checked(&spec(engine, Work::Sleep { sleep: Nanos(0) }, 50));
    }
}

/// A sleep that is over before its engine has finished to begin it.
#[test]
fn the_shortest_sleeps_harm_nobody() {
    for _ in 0..12 {
        let sleep = Nanos(1);
        for engine in [EngineKind::May, EngineKind::Fiber] {
            run_checked(&spec(engine, Work::Sleep { sleep }, 3_000));
        }
    }
}

#[test]
fn a_probe_that_is_off_tells_ends_and_nothing_else() {
    for engine in EngineKind::ALL {
        let run = with_probe(spec(engine, SLEEP, 200), "off");
        let (_, heard, done) = run_to_done(&run);
        assert_eq!(heard.events, []);
        assert_eq!((done.progress.recorded, done.progress.dropped), (0, 0));
        assert!(is_settled(&done.progress, 200));
        assert_eq!(done.checksum, run.experiment.checksum_sum());
        assert!(done.latency.p50 >= 3_000_000);
    }
}

#[test]
fn a_sample_tells_of_one_task_in_each_ten() {
    for engine in EngineKind::ALL {
        let (_, heard, done) = run_to_done(&with_probe(spec(engine, SLEEP, 200), "1/10"));
        let summary = check_events(&heard.events);
        assert_eq!(summary.count(EventKind::Spawn), 20);
        assert_eq!(summary.count_of(EventKind::Unmount, Reason::Done), 20);
        assert_eq!(
            summary.count(EventKind::Mount),
            summary.count(EventKind::Unmount)
        );
        let tasks: BTreeSet<u32> = heard.events.iter().map(|event| event.task).collect();
        let tens: Vec<u32> = tasks.iter().map(|task| task / 10).collect();
        assert_eq!(tens, (0..20).collect::<Vec<_>>());
        assert!(is_settled(&done.progress, 200));
    }
}

/// Where 50 tasks stand while all of them wait: live, parked, ready, mounted, pinned.
#[test]
fn progress_tells_where_the_tasks_are() {
    for engine in EngineKind::ALL {
        let expected = match engine {
            EngineKind::Tokio | EngineKind::May | EngineKind::Fiber => (50, 50, 0, 0, 0),
            EngineKind::Pool => (50, 0, 46, 4, 4),
            EngineKind::OsThread => (50, 0, 0, 50, 50),
        };
        let mut worker = Worker::start();
        worker.hello(&spec(engine, LONG_SLEEP, 50));
        worker.go();
        // The heartbeat goes on while nothing changes, so what is expected is seen sooner or later.
        let begun = Instant::now();
        let mut last = None;
        while last != Some(expected) {
            assert!(begun.elapsed() < GENEROUS, "{engine}: {last:?}");
            if let Some(Frame::Progress(p)) = worker.next() {
                assert_eq!(p.live, p.parked + p.ready + p.mounted);
                last = Some((p.live, p.parked, p.ready, p.mounted, p.pinned));
            }
        }
    }
}

#[test]
fn a_closed_stdin_ends_the_worker_at_any_moment() {
    for engine in EngineKind::ALL {
        // Before the run is known, before go, and in the middle.
        let mut worker = Worker::start();
        worker.close_stdin();
        assert_eq!(worker.exit().code(), Some(0));

        let mut worker = Worker::start();
        worker.hello(&spec(engine, LONG_SLEEP, 500));
        worker.close_stdin();
        assert_eq!(worker.exit().code(), Some(0));

        let mut worker = Worker::start();
        worker.hello(&spec(engine, LONG_SLEEP, 500));
        worker.go();
        while !matches!(worker.next(), Some(Frame::Progress(progress)) if progress.spawned == 500) {
        }
        worker.close_stdin();
        assert_eq!(worker.exit().code(), Some(0));
    }
}

#[test]
fn a_worker_that_computes_without_end_still_ends_with_its_stdin() {
    let endless = Work::Cpu {
        kernel: Kernel::Xorshift,
        iterations: Iterations::MAX,
    };
    for engine in EngineKind::ALL {
        let mut worker = Worker::start();
        worker.hello(&spec(engine, endless, 64));
        worker.go();
        while !matches!(worker.next(), Some(Frame::Progress(progress)) if progress.mounted > 0) {}
        worker.close_stdin();
        assert_eq!(worker.exit().code(), Some(0));
    }
}

#[test]
fn a_lab_that_no_longer_reads_ends_the_worker() {
    let mut worker = Worker::start();
    worker.hello(&spec(EngineKind::Tokio, LONG_SLEEP, 10));
    worker.go();
    worker.close_stdout();
    assert_ne!(worker.exit().code(), Some(0));
}

#[test]
fn after_the_last_frame_the_worker_waits_for_its_stdin() {
    let mut worker = Worker::start();
    worker.hello(&spec(EngineKind::Tokio, SLEEP, 10));
    worker.go();
    assert!(worker.hear_out().done.is_some());
    thread::sleep(Duration::from_millis(100));
    assert!(worker.child.try_wait().unwrap().is_none());
    worker.close_stdin();
    assert_eq!(worker.exit().code(), Some(0));
}

#[test]
fn a_line_that_is_no_run_is_a_fault_before_any_hello() {
    let good = serde_json::to_string(&spec(EngineKind::Tokio, SLEEP, 10)).unwrap();
    for (line, word) in [
        ("run please".to_owned(), "expected"),
        (good.replace("tokio", "green-thread"), "green-thread"),
        (good.replace("\"tasks\":10", "\"tasks\":0"), "out of range"),
        (
            good.replace("\"tasks\":10", "\"tasks\":10,\"colour\":1"),
            "colour",
        ),
        (String::new(), "EOF"),
        ("x".repeat(200_000), "longer"),
    ] {
        let mut worker = Worker::start();
        worker.say(&(line + "\n"));
        let fault = worker.hear_out().fault.unwrap();
        assert!(fault.reason.contains(word), "{word}: {fault:?}");
        assert_eq!(fault.at, 0);
        worker.close_stdin();
        assert_eq!(worker.exit().code(), Some(0));
    }
}

#[test]
fn another_word_than_go_is_a_fault() {
    let mut worker = Worker::start();
    worker.hello(&spec(EngineKind::Pool, SLEEP, 10));
    worker.say("stop\n");
    let fault = worker.hear_out().fault.unwrap();
    assert!(fault.reason.contains("\"stop\""), "{fault:?}");
}

/// Nobody reads for a while: the pipe and the rings fill, and every record is either there or counted.
#[test]
fn a_reader_that_pauses_costs_records_but_no_count() {
    const TASKS: u64 = 300_000;
    let mut worker = Worker::start();
    let run = with_carriers(spec(EngineKind::Tokio, SURE_SLEEP, TASKS), 2);
    worker.hello(&run);
    worker.go();
    thread::sleep(Duration::from_secs(2));
    let heard = worker.hear_out();
    let done = heard.done.unwrap();
    assert_eq!(done.checksum, run.experiment.checksum_sum());
    assert!(is_settled(&done.progress, TASKS));
    assert_eq!(done.progress.recorded, heard.events.len() as u64);
    let summary = check_events(&heard.events);
    assert!(summary.dropped > 0);
    assert_eq!(summary.dropped, done.progress.dropped);
    // Spawn and ready, mount and unmount, ready, mount and unmount.
    let told = heard.events.len() as u64 - summary.count(EventKind::Dropped);
    assert_eq!(told + summary.dropped, TASKS * 7);
}
