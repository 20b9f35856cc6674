//! Stop: at once, also where nobody reads the news, and also where the worker does not listen.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use std::time::Duration;

use carrier_lab::host::{HostSettings, PlanUpdate, start};
use carrier_lab::model::Outcome;

use crate::harness::Test;
use crate::role::Role;
use crate::watched::{
    PATIENCE, begin, is_gone_within, next, plan, rest_of, rogue_settings, wait_for_worker,
};

pub(crate) const TESTS: &[Test] = &[
    (
        "the_reader_is_woken_for_all_news",
        the_reader_is_woken_for_all_news,
    ),
    (
        "a_stop_ends_the_run_and_drops_the_rest",
        a_stop_ends_the_run,
    ),
    ("a_deaf_worker_is_killed", a_deaf_worker_is_killed),
    (
        "a_dropped_handle_stops_the_worker",
        a_dropped_handle_stops_the_worker,
    ),
    (
        "a_stop_is_heard_while_nobody_reads_the_news",
        a_stop_is_heard_while_nobody_reads,
    ),
    (
        "a_stop_before_the_first_run_still_finishes",
        a_stop_before_the_first_run,
    ),
];

fn a_stop_ends_the_run() {
    let handle = begin(plan(&[Role::Endless, Role::Good]), rogue_settings());
    let mut stopped = None;
    let worker = wait_for_worker(&handle, &mut stopped);
    handle.stop();
    let mut stopped = stopped.unwrap();
    loop {
        match next(&handle) {
            PlanUpdate::Run { run: 0, update } => stopped.absorb(update),
            PlanUpdate::Run { .. } | PlanUpdate::RunStarted { .. } => panic!("the rest is dropped"),
            PlanUpdate::Finished => break,
        }
    }
    let end = stopped.end.unwrap();
    assert_eq!(end.outcome, Outcome::Stopped { at: 0 });
    assert!(end.rss_peak.0 > 0 && end.wall_ns > 0);
    assert!(is_gone_within(worker, Duration::ZERO), "reaped before End");
    assert_eq!(stopped.timeline.span_count(), 3);
}

fn a_deaf_worker_is_killed() {
    let settings = HostSettings {
        grace: Duration::from_millis(200),
        ..rogue_settings()
    };
    let handle = begin(plan(&[Role::Deaf]), settings);
    let worker = wait_for_worker(&handle, &mut None);
    handle.stop();
    assert!(is_gone_within(worker, PATIENCE));
    while !matches!(next(&handle), PlanUpdate::Finished) {}
}

fn a_dropped_handle_stops_the_worker() {
    let handle = begin(plan(&[Role::Endless]), rogue_settings());
    let worker = wait_for_worker(&handle, &mut None);
    drop(handle);
    assert!(is_gone_within(worker, PATIENCE));
}

/// The flood fills every channel and the pipe; then the worker is stopped, and all that was received comes out afterwards.
fn a_stop_is_heard_while_nobody_reads() {
    let handle = begin(plan(&[Role::Flood, Role::Good]), rogue_settings());
    let mut flooded = None;
    let worker = wait_for_worker(&handle, &mut flooded);
    while !handle.updates.is_full() {
        std::thread::sleep(Duration::from_millis(20));
    }
    handle.stop();
    assert!(is_gone_within(worker, PATIENCE));
    let mut flooded = flooded.unwrap();
    loop {
        match next(&handle) {
            PlanUpdate::Run { update, .. } => flooded.absorb(update),
            PlanUpdate::RunStarted { .. } => panic!("the rest is dropped"),
            PlanUpdate::Finished => break,
        }
    }
    assert!(matches!(
        flooded.end.unwrap().outcome,
        Outcome::Stopped { .. }
    ));
    assert!(flooded.timeline.span_count() > 1_000);
}

fn a_stop_before_the_first_run() {
    let handle = begin(plan(&[Role::Endless]), rogue_settings());
    handle.stop();
    for recording in rest_of(&handle) {
        assert!(matches!(
            recording.end.unwrap().outcome,
            Outcome::Stopped { .. }
        ));
    }
}

fn the_reader_is_woken_for_all_news() {
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&woken);
    let wake = Arc::new(move || {
        counter.fetch_add(1, Ordering::SeqCst);
    });
    let handle = start(plan(&[Role::Good]), rogue_settings(), wake).unwrap();
    let news = handle.updates.iter().count();
    assert!(news >= 4, "RunStarted, Hello, End and Finished at least");
    assert_eq!(woken.load(Ordering::SeqCst), news);
}
