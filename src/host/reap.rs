//! Collecting a worker that has ended, with what the operating system says of it. The seam: unix asks `wait4`, which also gives the
//! peak memory; elsewhere only the exit code is known.

use std::process::ExitStatus;

use crate::model::Bytes;

/// How a worker process ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// Exit code or signal.
    pub(super) status: ExitStatus,
    /// Whether the lab killed it.
    pub(super) killed_by_lab: bool,
    /// Peak resident memory by the OS; on Linux not less than the lab's own peak at the spawn, which the child inherits. `None` where
    /// the OS gives none at that point.
    pub(super) max_rss: Option<Bytes>,
}

/// Collects the process if it has ended; `None` while it lives. Once it gave an exit, the process id may belong to someone else.
#[cfg(unix)]
pub(super) fn try_reap(child: &mut std::process::Child) -> std::io::Result<Option<Exit>> {
    use std::os::unix::process::ExitStatusExt;

    let Ok(pid) = libc::pid_t::try_from(child.id()) else {
        return Err(std::io::ErrorKind::InvalidInput.into());
    };
    let mut status = 0;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    #[expect(unsafe_code, reason = "std's wait does not give the resource usage")]
    // SAFETY: both pointers are valid for the call; all-zero bytes are a valid rusage, whether or not wait4 fills it.
    let (reaped, usage) = unsafe {
        let reaped = libc::wait4(pid, &raw mut status, libc::WNOHANG, usage.as_mut_ptr());
        (reaped, usage.assume_init())
    };
    match reaped {
        0 => Ok(None),
        -1 => Err(std::io::Error::last_os_error()),
        _ => Ok(Some(Exit {
            status: ExitStatus::from_raw(status),
            killed_by_lab: false,
            max_rss: super::usage::peak_in(&usage),
        })),
    }
}

/// Collects the process if it has ended; `None` while it lives.
#[cfg(not(unix))]
pub(super) fn try_reap(child: &mut std::process::Child) -> std::io::Result<Option<Exit>> {
    let exit = |status| Exit {
        status,
        killed_by_lab: false,
        max_rss: None,
    };
    child.try_wait().map(|ended| ended.map(exit))
}

/// What kind of signal ended a process; `None` where it exited by itself.
#[cfg(unix)]
pub(super) fn signal_of(status: ExitStatus) -> Option<Ended> {
    use std::os::unix::process::ExitStatusExt;

    Some(match status.signal()? {
        libc::SIGABRT => Ended::Aborted,
        libc::SIGKILL => Ended::Killed,
        number => Ended::Other {
            number,
            name: signal_name(number),
        },
    })
}

/// Elsewhere there are no signals; an abort shows as an exit code.
#[cfg(not(unix))]
pub(super) fn signal_of(_status: ExitStatus) -> Option<Ended> {
    None
}

/// What kind of signal ended a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), expect(dead_code, reason = "signals exist on unix only"))]
pub(super) enum Ended {
    /// It gave up: SIGABRT.
    Aborted,
    /// It was ended from outside: SIGKILL.
    Killed,
    /// Another signal.
    Other {
        /// As this system counts them.
        number: i32,
        /// Where that is commonly known.
        name: &'static str,
    },
}

#[cfg(unix)]
fn signal_name(number: i32) -> &'static str {
    match number {
        libc::SIGSEGV => "SIGSEGV, a stack overflow or a memory error",
        libc::SIGBUS => "SIGBUS, a memory error",
        libc::SIGILL => "SIGILL, an illegal instruction",
        libc::SIGFPE => "SIGFPE, an arithmetic error",
        libc::SIGTERM => "SIGTERM",
        libc::SIGINT => "SIGINT",
        libc::SIGHUP => "SIGHUP",
        libc::SIGXCPU => "SIGXCPU, the limit on CPU time",
        _ => "see `kill -l`",
    }
}
