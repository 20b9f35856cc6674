//! A value behind a lock whose guard never gets out. A fiber that left its carrier with a guard of the operating system's lock in its
//! hand would block every carrier that wants the lock, the one that could let it go on included; here that cannot be written.
//! Knows nothing of fibers.

use std::sync::PoisonError;

use super::seam::Mutex;

pub(super) struct Guarded<T>(Mutex<T>);

impl<T> Guarded<T> {
    pub(super) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Does something with the value, quickly: other threads wait for it.
    pub(super) fn with<R>(&self, act: impl FnOnce(&mut T) -> R) -> R {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<T: Default> Default for Guarded<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}
