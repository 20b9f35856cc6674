//! Work beside a one-time initialiser. The first task lets the others fall asleep, for half of their sleep, and then runs it:
//! what it does to them shows in when they wake. Knows no engine but tokio, whose sleep and cell it takes.

use std::time::Duration;

use super::{
    super::{flight::Flight, job::Job},
    Blocking, hold_carrier, number, tell_reason,
};
use crate::{
    model::{Nanos, Owner, Waiting},
    wire::Reason,
};

/// How long the initialiser takes, how long a bystander sleeps, and how the initialiser waits.
#[derive(Clone, Copy)]
pub(super) struct Once {
    init: Duration,
    bystander: Duration,
    wait: Waiting,
}

impl Once {
    pub(super) const fn of(init: Nanos, bystander: Nanos, wait: Waiting) -> Self {
        Self {
            init: init.to_duration(),
            bystander: bystander.to_duration(),
            wait,
        }
    }
}

pub(super) fn run(job: &'static Job, task: u32, once: Once, on: &impl Blocking) -> u64 {
    if task > 0 {
        on.sleep(once.bystander);
        return number(task);
    }
    on.sleep(once.bystander / 2);
    let cell = &job.shared.once;
    match once.wait {
        Waiting::Blocking => {
            cell.get_or_init(|| on.block(once.init));
        }
        // Whoever came second would wait for the lock, not for the thread.
        Waiting::Suspending => on.with_lock(Owner::Shared, &mut || {
            if cell.get().is_none() {
                on.sleep(once.init);
                cell.get_or_init(|| ());
            }
        }),
    }
    number(task)
}

pub(super) async fn future(mut flight: Flight, once: Once) {
    flight.start();
    let (job, task) = (flight.job(), flight.task());
    tell_reason(Reason::Sleep);
    if task > 0 {
        tokio::time::sleep(once.bystander).await;
        return flight.land(number(task));
    }
    tokio::time::sleep(once.bystander / 2).await;
    match once.wait {
        Waiting::Blocking => {
            job.shared
                .once
                .get_or_init(|| hold_carrier(job.probe, task, Reason::Blocking, once.init));
        }
        Waiting::Suspending => {
            let cell = &job.shared.async_once;
            cell.get_or_init(|| tokio::time::sleep(once.init)).await;
        }
    }
    flight.land(number(task));
}
