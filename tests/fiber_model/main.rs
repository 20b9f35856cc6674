//! The protocols between the threads of `fiber`, built of `loom`: every order in which the threads can meet is tried out, and every
//! value that the memory model lets them read.

#![expect(dead_code, reason = "the models need a part of what the engine needs")]

/// What the engine takes from the standard library.
mod seam {
    pub(super) use loom::sync::{
        Mutex,
        atomic::{AtomicU8, AtomicU64, Ordering, fence},
    };
}

#[path = "../../src/worker/engines/fiber/guarded.rs"]
mod guarded;
#[path = "../../src/worker/engines/fiber/idle.rs"]
mod idle;
#[path = "../../src/worker/engines/fiber/park.rs"]
mod park;

use idle::{Idle, Rise};
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::sync::atomic::Ordering::{Relaxed, SeqCst};
use loom::thread;
use park::{Hold, Park};

#[test]
fn a_wake_up_that_meets_a_parking_fiber_is_never_lost() {
    loom::model(|| {
        let park = Arc::new(Park::new());
        let is_due = Arc::new(AtomicU64::new(0));
        let waker = {
            let (park, is_due) = (Arc::clone(&park), Arc::clone(&is_due));
            thread::spawn(move || {
                is_due.store(1, Relaxed);
                park.wake()
            })
        };
        park.run();
        // The fiber looks whether it may go on, and leaves its stack if not.
        let waits = is_due.load(Relaxed) == 0;
        let hold = if waits { park.park() } else { Hold::Kept };
        let was_queued = waker.join().unwrap();
        if waits {
            // Either the carrier still has it and lets it look again, or the waker got it.
            assert_eq!(hold == Hold::Kept, !was_queued);
            park.run();
            assert_eq!(is_due.load(Relaxed), 1, "what it was woken for is seen");
        } else {
            assert!(!was_queued, "nobody else has what is in a hand");
        }
    });
}

#[test]
fn of_two_that_wake_at_once_one_gets_the_fiber() {
    loom::model(|| {
        let park = Arc::new(Park::new());
        park.run();
        assert_eq!(park.park(), Hold::Given);
        let wakers: Vec<_> = (0..2)
            .map(|_| {
                let park = Arc::clone(&park);
                thread::spawn(move || park.wake())
            })
            .collect();
        let got = wakers.into_iter().map(|waker| waker.join().unwrap());
        assert_eq!(got.filter(|got| *got).count(), 1);
    });
}

/// Takes one piece of work where there is any.
fn take(work: &AtomicU64) -> bool {
    work.fetch_update(SeqCst, Relaxed, |left| left.checked_sub(1))
        .is_ok()
}

/// A carrier that looks for work until it sleeps or has had some: what it took, and whom it woke in its place.
fn look(idle: &Idle, work: &AtomicU64, carrier: u16) -> (u64, Option<u16>) {
    idle.search();
    if !take(work) {
        idle.lie_down(carrier);
        if work.load(Relaxed) == 0 {
            return (0, None);
        }
        let _: Rise = idle.rise(carrier);
        if !take(work) {
            idle.lie_down(carrier);
            return (0, None);
        }
    }
    (1, idle.stop_searching())
}

#[test]
fn work_never_waits_while_the_only_carrier_sleeps() {
    loom::model(|| {
        let idle = Arc::new(Idle::of(1));
        let work = Arc::new(AtomicU64::new(0));
        let carrier = {
            let (idle, work) = (Arc::clone(&idle), Arc::clone(&work));
            thread::spawn(move || look(&idle, &work, 0))
        };
        work.fetch_add(1, Relaxed);
        let woken = idle.whom_to_wake();
        let (taken, _) = carrier.join().unwrap();
        assert!(
            taken == 1 || woken == Some(0),
            "the work waits and the carrier sleeps"
        );
    });
}

#[test]
fn the_last_that_finds_work_wakes_another_for_the_rest() {
    loom::model(|| {
        let idle = Arc::new(Idle::of(2));
        let work = Arc::new(AtomicU64::new(0));
        // Carrier 1 sleeps from the start.
        idle.search();
        idle.lie_down(1);
        let carrier = {
            let (idle, work) = (Arc::clone(&idle), Arc::clone(&work));
            thread::spawn(move || look(&idle, &work, 0))
        };
        let mut woken = 0;
        for _ in 0..2 {
            work.fetch_add(1, Relaxed);
            woken += u64::from(idle.whom_to_wake().is_some());
        }
        let (taken, in_its_place) = carrier.join().unwrap();
        let called = woken + u64::from(in_its_place.is_some());
        let left = work.load(Relaxed);
        assert_eq!(taken + left, 2);
        assert!(left == 0 || called > 0, "{left} left, nobody called");
    });
}

#[test]
fn a_carrier_is_woken_once_or_gets_up_by_itself() {
    loom::model(|| {
        let idle = Arc::new(Idle::of(1));
        idle.search();
        idle.lie_down(0);
        let waker = {
            let idle = Arc::clone(&idle);
            thread::spawn(move || idle.whom_to_wake())
        };
        let rose = idle.rise(0);
        let woken = waker.join().unwrap();
        assert_eq!(rose == Rise::Called, woken == Some(0));
        assert!(!idle.sleeps(0));
    });
}
