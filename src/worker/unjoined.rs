//! Threads that nobody joins. Knows nothing of what they do.
//!
//! Dropping a `JoinHandle` detaches its thread from outside. In glibc that races with a thread that is about to end: it may unmap its
//! stack, which also holds its record, between the two looks `pthread_detach` takes at it, and the process dies by SIGSEGV. A thread
//! that detaches itself cannot be gone meanwhile.

use std::{io, thread};

/// Starts a thread whose end and result nobody waits for.
///
/// # Errors
/// If the system has no thread left.
#[cfg(unix)]
pub(super) fn spawn_unjoined<R>(
    builder: thread::Builder,
    life: impl FnOnce() -> R + Send + 'static,
) -> io::Result<()> {
    use std::os::unix::thread::JoinHandleExt;
    let started = builder.spawn(move || {
        detach_self();
        drop(life());
    })?;
    // Gives up the handle without detaching through it.
    started.into_pthread_t();
    Ok(())
}

/// Starts a thread whose end and result nobody waits for.
///
/// # Errors
/// If the system has no thread left.
#[cfg(not(unix))]
pub(super) fn spawn_unjoined<R>(
    builder: thread::Builder,
    life: impl FnOnce() -> R + Send + 'static,
) -> io::Result<()> {
    builder.spawn(move || drop(life())).map(drop)
}

#[cfg(unix)]
fn detach_self() {
    #[expect(unsafe_code, reason = "std detaches from outside only")]
    // SAFETY: the calling thread is alive, and nobody else joins or detaches it: its handle was given up by `spawn_unjoined`.
    let refused = unsafe { libc::pthread_detach(libc::pthread_self()) };
    debug_assert_eq!(refused, 0, "a thread of its own can be detached");
}
