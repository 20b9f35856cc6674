//! The end of all tasks but the first, where work asks for it and the engine can. Knows no engine.

use std::sync::{
    Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

/// Ends one task.
pub(crate) type Cancel = Box<dyn FnOnce() + Send>;

/// Who can be cancelled, until the moment when they are.
#[derive(Default)]
pub(crate) struct Cancellation {
    has_begun: AtomicBool,
    cancels: Mutex<Vec<Cancel>>,
}

impl Cancellation {
    /// Whether tasks end from now on without being asked.
    pub(crate) fn has_begun(&self) -> bool {
        self.has_begun.load(Ordering::Acquire)
    }

    /// Keeps the way to cancel a task that was spawned; cancels it at once where the others already are.
    pub(crate) fn register(&self, cancel: Cancel) {
        let mut cancels = self.lock();
        if self.has_begun() {
            drop(cancels);
            cancel();
        } else {
            cancels.push(cancel);
        }
    }

    /// Cancels every task that is registered or will be.
    pub(crate) fn begin(&self) {
        let cancels = {
            let mut cancels = self.lock();
            self.has_begun.store(true, Ordering::Release);
            std::mem::take(&mut *cancels)
        };
        for cancel in cancels {
            cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Cancel>> {
        self.cancels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, atomic::AtomicUsize};

    use super::*;

    #[test]
    fn tasks_are_cancelled_once_whether_they_come_before_or_after() {
        let cancellation = Cancellation::default();
        let cancelled = Arc::new(AtomicUsize::new(0));
        let cancel = || -> Cancel {
            let cancelled = Arc::clone(&cancelled);
            Box::new(move || {
                cancelled.fetch_add(1, Ordering::SeqCst);
            })
        };
        cancellation.register(cancel());
        cancellation.register(cancel());
        assert_eq!(cancelled.load(Ordering::SeqCst), 0);
        cancellation.begin();
        cancellation.begin();
        assert_eq!(cancelled.load(Ordering::SeqCst), 2);
        cancellation.register(cancel());
        assert_eq!(cancelled.load(Ordering::SeqCst), 3);
    }
}
