//! Threads that make blocking calls for tasks of an engine that has no such threads itself. They are no carriers, and the probe
//! does not see them. Knows nothing of who waits for a call.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use super::super::{flight::Failure, work::start_call};
use crate::model::{Via, Work};

/// A call, with the word to whoever waits for it.
pub(super) type Call = Box<dyn FnOnce() + Send>;

/// Up to so many threads, started when calls come and then kept; or one for each call.
pub(super) struct CallThreads {
    cap: Option<usize>,
    calls: Mutex<Calls>,
    came: Condvar,
}

#[derive(Default)]
struct Calls {
    waiting: VecDeque<Call>,
    threads: usize,
    idle: usize,
}

impl CallThreads {
    /// As the work asks for it; no thread yet.
    pub(super) fn of(work: Work) -> Self {
        let cap = if let Work::Block {
            via: Via::Pool,
            cap,
            ..
        } = work
        {
            Some(usize::from(cap.get()))
        } else {
            None
        };
        Self {
            cap,
            calls: Mutex::default(),
            came: Condvar::new(),
        }
    }

    /// Has `call` made by one of the threads, at once or when one is free.
    ///
    /// # Errors
    /// If a thread is needed and the system has none.
    pub(super) fn call(&'static self, call: Call) -> Result<(), Failure> {
        let Some(cap) = self.cap else {
            return start_call(call);
        };
        let mut calls = self.lock();
        calls.waiting.push_back(call);
        if calls.idle >= calls.waiting.len() {
            self.came.notify_one();
        } else if calls.threads < cap {
            match start_call(|| self.serve()) {
                Ok(()) => calls.threads += 1,
                // The threads there are will come to it.
                Err(_) if calls.threads > 0 => {}
                Err(failure) => {
                    calls.waiting.pop_back();
                    return Err(failure);
                }
            }
        }
        Ok(())
    }

    /// One thread: makes calls until the process ends.
    fn serve(&self) {
        loop {
            let mut calls = self.lock();
            let call = loop {
                if let Some(call) = calls.waiting.pop_front() {
                    break call;
                }
                calls.idle += 1;
                calls = self
                    .came
                    .wait(calls)
                    .unwrap_or_else(PoisonError::into_inner);
                calls.idle -= 1;
            };
            drop(calls);
            call();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        thread,
        time::Duration,
    };

    use super::*;
    use crate::model::{Nanos, ThreadCap};

    #[test]
    fn calls_are_all_made_and_never_more_than_the_cap_at_once() {
        let work = Work::Block {
            block: Nanos(1),
            via: Via::Pool,
            cap: ThreadCap::clamped(3),
        };
        let threads: &'static CallThreads = Box::leak(Box::new(CallThreads::of(work)));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (over, told) = crossbeam_channel::bounded(30);
        for _ in 0..30 {
            let (now, most, over) = (Arc::clone(&now), Arc::clone(&most), over.clone());
            let call = Box::new(move || {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(1));
                now.fetch_sub(1, Ordering::SeqCst);
                over.send(()).unwrap();
            });
            threads.call(call).unwrap();
        }
        (0..30).for_each(|_| told.recv().unwrap());
        assert!(most.load(Ordering::SeqCst) <= 3);
        assert_eq!(threads.lock().threads, 3);
    }
}
