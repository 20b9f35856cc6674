//! Work that sleeps with a lock in its hand, and the lock of the operating system. Knows no engine but tokio, whose lock it takes.

use std::{
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    time::Duration,
};

use super::{
    super::{flight::Flight, job::Job},
    Blocking, hold_carrier, hold_while, number, tell_reason,
};
use crate::{
    model::{Nanos, Owner, Waiting},
    wire::Reason,
};

/// What kind of lock, and for how long.
#[derive(Clone, Copy)]
pub(super) struct Hold {
    span: Duration,
    lock: Owner,
    wait: Waiting,
}

impl Hold {
    pub(super) const fn of(hold: Nanos, lock: Owner, wait: Waiting) -> Self {
        Self {
            span: hold.to_duration(),
            lock,
            wait,
        }
    }
}

pub(super) fn run(job: &'static Job, task: u32, hold: Hold, on: &impl Blocking) -> u64 {
    match hold.wait {
        Waiting::Suspending => on.with_lock(hold.lock, &mut || on.sleep(hold.span)),
        Waiting::Blocking => with_thread_lock(
            job,
            hold.lock,
            &|wait| on.hold(Reason::Lock, wait),
            &mut || on.block(hold.span),
        ),
    }
    number(job.index(task))
}

/// Nobody ever leaves its carrier with the operating system's lock in its hand: on one carrier, who waits for it could not let
/// the holder go on.
pub(super) async fn future(mut flight: Flight, hold: Hold) {
    flight.start();
    let (job, task) = (flight.job(), flight.task());
    match hold.wait {
        Waiting::Suspending => {
            let own = tokio::sync::Mutex::new(());
            let lock = match hold.lock {
                Owner::Own => &own,
                Owner::Shared => &job.shared.async_lock,
            };
            tell_reason(Reason::Lock);
            let guard = lock.lock().await;
            tell_reason(Reason::Sleep);
            tokio::time::sleep(hold.span).await;
            drop(guard);
        }
        Waiting::Blocking => with_thread_lock(
            job,
            hold.lock,
            &|wait| hold_while(job.probe, task, Reason::Lock, wait),
            &mut || hold_carrier(job.probe, task, Reason::Blocking, hold.span),
        ),
    }
    flight.land(number(job.index(task)));
}

/// How a task waits for what is the operating system's: on its thread, told of as pinned.
pub(crate) type Wait<'a> = &'a dyn Fn(&mut dyn FnMut());

/// Does `inside` with a lock of the standard library in its hand, which it may not leave its carrier with.
pub(crate) fn with_thread_lock(
    job: &'static Job,
    lock: Owner,
    hold: Wait<'_>,
    inside: &mut dyn FnMut(),
) {
    let own = Mutex::new(());
    let lock = match lock {
        Owner::Own => &own,
        Owner::Shared => &job.shared.thread_lock,
    };
    let guard = taken(lock, hold);
    inside();
    drop(guard);
}

fn taken<'a>(lock: &'a Mutex<()>, hold: Wait<'_>) -> MutexGuard<'a, ()> {
    let wait = || lock.lock().unwrap_or_else(PoisonError::into_inner);
    match lock.try_lock() {
        Ok(guard) => guard,
        Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
        Err(TryLockError::WouldBlock) => {
            let mut guard = None;
            hold(&mut || guard = Some(wait()));
            guard.unwrap_or_else(wait)
        }
    }
}
