//! What the tasks of a run share besides their job: locks and permits in the two ways that need no engine of ours, the operating
//! system's and tokio's. Knows nothing of who holds them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use super::{cancellation::Cancellation, counters::Counter, local_value::shared_value};
use crate::model::{Experiment, Work};

/// Made once for a run, a few hundred bytes whatever the number of tasks.
pub(crate) struct Shared {
    pub(crate) thread_lock: Mutex<()>,
    pub(crate) async_lock: tokio::sync::Mutex<()>,
    pub(crate) once: OnceLock<()>,
    pub(crate) async_once: tokio::sync::OnceCell<()>,
    pub(crate) thread_permits: ThreadPermits,
    pub(crate) async_permits: tokio::sync::Semaphore,
    pub(crate) counter: Option<Counter>,
    /// The value of all tasks; empty where the work shares none.
    pub(crate) value: Arc<[u8]>,
    pub(crate) cancellation: Cancellation,
}

impl Shared {
    pub(crate) fn of(experiment: &Experiment) -> Self {
        let permits = permits_of(experiment);
        Self {
            thread_lock: Mutex::default(),
            async_lock: tokio::sync::Mutex::default(),
            once: OnceLock::new(),
            async_once: tokio::sync::OnceCell::new(),
            thread_permits: ThreadPermits::of(permits),
            async_permits: tokio::sync::Semaphore::new(permits),
            counter: counter_of(experiment.work),
            value: shared_value(experiment.work),
            cancellation: Cancellation::default(),
        }
    }
}

fn counter_of(work: Work) -> Option<Counter> {
    if let Work::Counter { counter, .. } = work {
        Some(Counter::of(counter))
    } else {
        None
    }
}

/// How many permits the work hands out; none where it has no use for them.
pub(crate) fn permits_of(experiment: &Experiment) -> usize {
    if let Work::Permits { permits, .. } = experiment.work {
        usize::try_from(permits.get()).unwrap_or(usize::MAX)
    } else {
        0
    }
}

/// Permits for threads: who finds none waits in the kernel.
pub(crate) struct ThreadPermits {
    free: Mutex<usize>,
    freed: Condvar,
}

impl ThreadPermits {
    const fn of(permits: usize) -> Self {
        Self {
            free: Mutex::new(permits),
            freed: Condvar::new(),
        }
    }

    /// Takes a permit if one is free.
    pub(crate) fn try_take(&self) -> bool {
        let mut free = self.lock();
        let taken = *free > 0;
        *free -= usize::from(taken);
        taken
    }

    /// Waits for a permit and takes it.
    pub(crate) fn take(&self) {
        let mut free = self.lock();
        while *free == 0 {
            free = self
                .freed
                .wait(free)
                .unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
    }

    /// Gives a permit back.
    pub(crate) fn give(&self) {
        *self.lock() += 1;
        self.freed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn no_more_than_the_permits_are_ever_out() {
        let permits = ThreadPermits::of(3);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..12 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        if !permits.try_take() {
                            permits.take();
                        }
                        most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        std::thread::yield_now();
                        now.fetch_sub(1, Ordering::SeqCst);
                        permits.give();
                    }
                });
            }
        });
        assert!((1..=3).contains(&most.load(Ordering::SeqCst)));
        assert_eq!(*permits.lock(), 3);
    }
}
