//! Workers that break the contract: a named error for each, what came before is kept, and the next run goes on.

use std::time::Duration;

use carrier_lab::host::{HostSettings, PlanUpdate};
use carrier_lab::model::Outcome;
use carrier_lab::recording::Recording;

use crate::harness::Test;
use crate::role::Role;
use crate::watched::{
    begin, carry_out, failure, kill, next, plan, rogue_settings, run, wait_for_worker,
};

pub(crate) const TESTS: &[Test] = &[
    ("a_good_worker_completes", a_good_worker_completes),
    (
        "every_rogue_is_named_and_the_next_run_goes_on",
        every_rogue_is_named,
    ),
    ("what_came_before_is_kept", what_came_before_is_kept),
    ("silence_is_ended", silence_is_ended),
    (
        "an_abort_tells_its_last_words",
        an_abort_tells_its_last_words,
    ),
    (
        "a_kill_from_outside_keeps_the_curve",
        a_kill_from_outside_keeps_the_curve,
    ),
    (
        "a_child_that_holds_the_pipes_does_not_hold_the_lab",
        an_heir_does_not_hold_the_lab,
    ),
    ("a_wrong_sum_is_seen", a_wrong_sum_is_seen),
    ("a_fault_is_told_in_the_workers_words", a_fault_is_told),
    (
        "a_talkative_worker_is_not_held_up",
        a_talkative_worker_is_not_held_up,
    ),
    (
        "a_program_that_is_not_there_is_an_outcome",
        a_missing_program,
    ),
];

fn a_good_worker_completes() {
    let [good] = &run(&[Role::Good])[..] else {
        panic!("one run")
    };
    let end = good.end.as_ref().unwrap();
    assert_eq!(end.outcome, Outcome::Completed);
    assert_eq!(end.checksum_ok, Some(true));
    assert_eq!((end.wall_ns, end.spawn_ns), (30_000_000, Some(1_000)));
    assert_eq!(good.timeline.span_count(), 3);
    assert!(!good.samples.is_empty());
    assert!(good.samples.is_sorted_by_key(|sample| sample.t_ns));
    let largest = good.samples.iter().map(|sample| sample.rss).max().unwrap();
    assert!(end.rss_peak >= largest && largest.0 > 0);
    assert!(good.samples.iter().all(|sample| sample.lab_cpu_ns > 0));
    assert!(good.facts.memory.0 > 0 && good.started_unix_ms > 0);
}

fn every_rogue_is_named() {
    const CASES: &[(Role, &str)] = &[
        (Role::Garbage, "unknown kind"),
        (Role::Oversized, "2097152 bytes"),
        (Role::Truncated, "ends inside a frame"),
        (Role::OtherVersion, "version 2"),
        (Role::OutOfOrder, "Progress frame before its Hello"),
        (Role::AfterDone, "after its last frame"),
        (Role::BadRecords, "99"),
        (Role::OtherEngine, "asked for os-thread and built pool"),
        (
            Role::Leaves,
            "ended without a Done or Fault before its tasks were started",
        ),
        (Role::ExitsWith3, "exit code 3"),
        (Role::ShortCount, "2 of 3 tasks"),
    ];
    let roles: Vec<Role> = CASES
        .iter()
        .map(|case| case.0)
        .chain([Role::Good])
        .collect();
    let recordings = run(&roles);
    assert_eq!(recordings.len(), roles.len());
    for ((role, words), recording) in CASES.iter().zip(&recordings) {
        let (_, reason, advice) = failure(recording);
        assert!(reason.contains(words), "{role:?}: {reason}");
        assert!(!advice.is_empty(), "{role:?} has no advice");
    }
    let last = recordings.last().unwrap().end.as_ref().unwrap();
    assert_eq!(last.outcome, Outcome::Completed, "the lab lives");
}

/// Roles that did three tasks' work before they misbehaved.
fn what_came_before_is_kept() {
    for recording in run(&[
        Role::Garbage,
        Role::Oversized,
        Role::Truncated,
        Role::ExitsWith3,
    ]) {
        let (at, ..) = failure(&recording);
        assert_eq!(at, 3);
        assert_three_tasks_are_kept(&recording);
    }
}

fn assert_three_tasks_are_kept(recording: &Recording) {
    assert_eq!(recording.timeline.span_count(), 3);
    assert!(recording.progress.len() >= 3 && !recording.samples.is_empty());
    let end = recording.end.as_ref().unwrap();
    assert!(end.rss_peak.0 > 0 && end.wall_ns > 0);
    assert_eq!((end.checksum_ok, end.latency), (None, None));
}

fn silence_is_ended() {
    let settings = HostSettings {
        silence: Duration::from_millis(700),
        grace: Duration::from_millis(300),
        ..rogue_settings()
    };
    let recordings = carry_out(plan(&[Role::Silent, Role::Mute, Role::Good]), settings);
    for recording in &recordings[..2] {
        let (_, reason, _) = failure(recording);
        assert!(reason.contains("said nothing for 1"), "{reason}");
    }
    assert_three_tasks_are_kept(&recordings[0]);
    let (_, reason, _) = failure(&recordings[1]);
    assert!(reason.contains("before its tasks were started"), "{reason}");
    assert_eq!(
        recordings[2].end.as_ref().unwrap().outcome,
        Outcome::Completed
    );
}

fn an_abort_tells_its_last_words() {
    let recordings = run(&[Role::Aborts]);
    let (at, reason, _) = failure(&recordings[0]);
    assert_eq!(at, 3);
    assert!(
        reason.ends_with("its last words were: the cupboard is bare"),
        "{reason}"
    );
    if cfg!(unix) {
        assert!(reason.contains("aborted (SIGABRT)"), "{reason}");
    }
    assert_three_tasks_are_kept(&recordings[0]);
    let tail = &recordings[0].end.as_ref().unwrap().stderr_tail;
    assert_eq!(tail, "no more threads:\nthe cupboard is bare");
}

fn a_kill_from_outside_keeps_the_curve() {
    let handle = begin(plan(&[Role::Endless, Role::Good]), rogue_settings());
    let mut killed = None;
    kill(wait_for_worker(&handle, &mut killed));
    let mut before = killed.unwrap();
    let next_run = loop {
        match next(&handle) {
            PlanUpdate::Run { update, .. } => {
                before.absorb(update);
            }
            PlanUpdate::RunStarted { run, .. } => break run,
            PlanUpdate::Finished => panic!("the next run is missing"),
        }
    };
    assert_eq!(next_run, 1);
    let (at, reason, advice) = failure(&before);
    assert_eq!(at, 3);
    if cfg!(unix) {
        assert!(
            reason.contains("signal 9 (SIGKILL) from outside"),
            "{reason}"
        );
    }
    assert!(!advice.is_empty());
    assert_three_tasks_are_kept(&before);
}

fn an_heir_does_not_hold_the_lab() {
    let recordings = run(&[Role::LeavesAnHeir, Role::Good]);
    let (_, reason, _) = failure(&recordings[0]);
    assert!(reason.contains("exit code 3"), "{reason}");
    assert!(reason.contains("the heir has it all"), "{reason}");
    assert_three_tasks_are_kept(&recordings[0]);
    assert_eq!(
        recordings[1].end.as_ref().unwrap().outcome,
        Outcome::Completed
    );
}

fn a_wrong_sum_is_seen() {
    let recordings = run(&[Role::WrongSum]);
    assert_eq!(recordings[0].end.as_ref().unwrap().checksum_ok, Some(false));
}

fn a_fault_is_told() {
    let recordings = run(&[Role::Faults]);
    let told = failure(&recordings[0]);
    assert_eq!(
        told,
        (2, "two is enough".to_owned(), "ask for two".to_owned())
    );
}

fn a_talkative_worker_is_not_held_up() {
    let recordings = run(&[Role::Talkative]);
    let end = recordings[0].end.as_ref().unwrap();
    assert_eq!(end.outcome, Outcome::Completed);
    assert_eq!(end.stderr_tail.lines().count(), 40);
    assert!(end.stderr_tail.contains("line 49999 "));
}

fn a_missing_program() {
    let settings = HostSettings::with_worker("/no/such/worker".into());
    let recordings = carry_out(plan(&[Role::Good, Role::Good]), settings);
    assert_eq!(recordings.len(), 2);
    let (at, reason, advice) = failure(&recordings[0]);
    assert_eq!(at, 0);
    assert!(reason.contains("could not be started"), "{reason}");
    assert!(advice.ends_with("/no/such/worker"), "{advice}");
}
