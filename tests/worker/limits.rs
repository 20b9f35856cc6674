//! Where an engine cannot hold more tasks: a result with a count, a cause and an advice, never a hang.

use carrier_lab::{model::EngineKind, wire::EventKind};

use super::{
    LONG_SLEEP,
    common::{Heard, Worker, check_events, spec},
};

fn memory_maps() -> u64 {
    let text = std::fs::read_to_string("/proc/sys/vm/max_map_count").unwrap();
    text.trim().parse().unwrap()
}

fn assert_gave_up(heard: &Heard, tasks: u64, words: &[&str]) {
    let fault = heard.fault.as_ref().expect("a Fault");
    assert!(fault.at > 0 && fault.at < tasks, "{fault:?}");
    assert_eq!(fault.at, fault.progress.spawned);
    for word in words {
        assert!(
            format!("{} {}", fault.reason, fault.advice).contains(word),
            "{fault:?}"
        );
    }
    let summary = check_events(&heard.events);
    assert_eq!(summary.count(EventKind::Spawn), fault.at);
    assert!(!heard.progress.is_empty());
}

#[test]
fn may_without_maps_is_a_result() {
    let tasks = memory_maps();
    if tasks > 140_000 {
        // Raised limits: the same failure by address space is tested below.
        return;
    }
    let mut worker = Worker::start();
    worker.hello(&spec(EngineKind::May, LONG_SLEEP, tasks));
    worker.go();
    let heard = worker.hear_out();
    assert_gave_up(&heard, tasks, &["may could not", "vm.max_map_count"]);
    worker.close_stdin();
    assert_eq!(worker.exit().code(), Some(0));
}

/// Under a limit on memory either the next stack is refused, or, rarely, some small allocation before it, which aborts.
#[test]
fn may_without_address_space_ends_the_run_or_the_process() {
    let mut worker = Worker::start_with_address_space(1 << 20, 2 << 20);
    worker.hello(&spec(EngineKind::May, LONG_SLEEP, 100_000));
    worker.go();
    let heard = worker.hear_out();
    if heard.fault.is_some() {
        assert_gave_up(&heard, 100_000, &["may could not", "fewer tasks"]);
        worker.close_stdin();
        assert_eq!(worker.exit().code(), Some(0));
    } else {
        assert_died(&mut worker, &heard, 100_000, "memory allocation");
    }
}

/// Stacks of 64 MiB, so that the last one that does not fit is refused long before anything small is.
#[test]
fn threads_without_address_space_are_a_result() {
    let mut worker = Worker::start_with_address_space(2 << 20, 64 << 20);
    worker.hello(&spec(EngineKind::OsThread, LONG_SLEEP, 10_000));
    worker.go();
    let heard = worker.hear_out();
    assert_gave_up(
        &heard,
        10_000,
        &["refused another thread", "kernel.pid_max"],
    );
    worker.close_stdin();
    assert_eq!(worker.exit().code(), Some(0));
}

/// The standard library aborts where a thread's signal stack finds no map: no last frame, but fresh counts.
#[test]
fn threads_without_maps_end_the_process_or_the_run() {
    let tasks = memory_maps() / 3;
    if tasks > 30_000 {
        // Raised limits: thread ids run out first, for the whole system and not for this process alone.
        return;
    }
    let mut worker = Worker::start();
    worker.hello(&spec(EngineKind::OsThread, LONG_SLEEP, tasks));
    worker.go();
    let heard = worker.hear_out();
    if heard.fault.is_some() {
        assert_gave_up(&heard, tasks, &["refused another thread"]);
    } else {
        assert_died(&mut worker, &heard, tasks, "alternative stack");
    }
}

/// The process is gone without a last frame; what it had told is whole.
fn assert_died(worker: &mut Worker, heard: &Heard, tasks: u64, last_words: &str) {
    assert!(heard.done.is_none());
    let last = heard.progress.last().expect("a heartbeat before the end");
    assert!(last.spawned > 0 && last.spawned < tasks);
    check_events(&heard.events);
    assert!(!worker.exit().success());
    let stderr = worker.stderr();
    assert!(stderr.contains(last_words), "{stderr}");
}
