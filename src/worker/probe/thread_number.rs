//! The number under which the operating system knows this thread. The seam: Linux lets others ask by it what a thread does.

use std::num::NonZeroU32;

/// The number in `/proc/PID/task`.
#[cfg(target_os = "linux")]
pub(super) fn thread_number() -> Option<NonZeroU32> {
    #[expect(unsafe_code, reason = "std does not tell a thread's number")]
    // SAFETY: gettid takes nothing, touches no memory and never fails.
    let number = unsafe { libc::gettid() };
    u32::try_from(number).ok().and_then(NonZeroU32::new)
}

/// Elsewhere nobody asks by number.
#[cfg(not(target_os = "linux"))]
pub(super) const fn thread_number() -> Option<NonZeroU32> {
    None
}
