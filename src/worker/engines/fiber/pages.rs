//! Pages from the operating system (Linux): address space without memory behind it, and guards in it. Knows nothing of stacks.

use std::{io, ptr::null_mut};

/// Advice of Linux 6.13: an access ends in a fault, and no memory map is split for it.
const MADV_GUARD_INSTALL: libc::c_int = 102;
/// Linux 6.14 lets a process name itself so.
const PIDFD_SELF: libc::c_int = -10_000;
/// What `process_madvise` takes at once.
pub(super) const BULK: u32 = 1_024;

/// Bytes of address space that begin here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) bytes: usize,
}

#[expect(unsafe_code, reason = "std does not tell the page size")]
pub(super) fn page_bytes() -> usize {
    // SAFETY: takes a number and returns one.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(bytes).unwrap_or(4_096)
}

/// Address space for the rest of the process. Nothing is promised to stand behind it (`MAP_NORESERVE`), or a region larger than
/// the memory would be refused; and no huge pages, or the first touch of a stack would take 2 MiB.
#[expect(unsafe_code, reason = "std does not map memory")]
pub(super) fn reserve(bytes: usize) -> io::Result<Span> {
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
    // SAFETY: a new private mapping at an address of the kernel's choice; no memory that is in use is touched.
    let start = unsafe { libc::mmap(null_mut(), bytes, protection, flags, -1, 0) };
    if start == libc::MAP_FAILED {
        return Err(io::Error::last_os_error());
    }
    let span = Span {
        start: start.addr(),
        bytes,
    };
    // A kernel without huge pages refuses this, and needs it not.
    advise(span, libc::MADV_NOHUGEPAGE).ok();
    Ok(span)
}

#[expect(unsafe_code, reason = "std does not advise on memory")]
fn advise(span: Span, advice: libc::c_int) -> io::Result<()> {
    // SAFETY: only called with spans of a region of ours, with advice that changes no byte anybody has written: guards lie where
    // no stack has been yet.
    let answer = unsafe { libc::madvise(span.start as *mut libc::c_void, span.bytes, advice) };
    told(i64::from(answer))
}

/// A guard without a memory map of its own.
pub(super) fn mark(guard: Span) -> io::Result<()> {
    advise(guard, MADV_GUARD_INSTALL)
}

/// Up to [`BULK`] of them by one system call.
#[expect(unsafe_code, reason = "std does not advise on memory")]
pub(super) fn mark_all(guards: &[Span]) -> io::Result<()> {
    let vectors: Vec<libc::iovec> = guards
        .iter()
        .map(|guard| libc::iovec {
            iov_base: guard.start as *mut libc::c_void,
            iov_len: guard.bytes,
        })
        .collect();
    // SAFETY: as for `advise`; the vectors live until the call returns.
    let marked = unsafe {
        libc::syscall(
            libc::SYS_process_madvise,
            PIDFD_SELF,
            vectors.as_ptr(),
            vectors.len(),
            MADV_GUARD_INSTALL,
            0_u32,
        )
    };
    told(marked)?;
    let all: usize = guards.iter().map(|guard| guard.bytes).sum();
    // The kernel may stop in between; marking a guard twice does no harm.
    match usize::try_from(marked) {
        Ok(bytes) if bytes == all => Ok(()),
        Ok(_) | Err(_) => guards.iter().try_for_each(|guard| mark(*guard)),
    }
}

/// A guard as every kernel has it: splits a memory map.
#[expect(unsafe_code, reason = "std does not protect memory")]
pub(super) fn protect(guard: Span) -> io::Result<()> {
    // SAFETY: takes away the rights to a part of a region of ours where nothing lies.
    let answer = unsafe {
        libc::mprotect(
            guard.start as *mut libc::c_void,
            guard.bytes,
            libc::PROT_NONE,
        )
    };
    told(i64::from(answer))
}

fn told(answer: i64) -> io::Result<()> {
    if answer < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// Timers of the calling thread may come late by a nanosecond instead of 50 µs.
#[expect(unsafe_code, reason = "std does not set a thread's timer slack")]
pub(super) fn wake_precisely() {
    // SAFETY: sets a number of the calling thread.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 1_u64);
    }
}

/// Memory maps a process may have; the usual limit where the kernel does not tell.
pub(super) fn most_maps() -> usize {
    std::fs::read_to_string("/proc/sys/vm/max_map_count")
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(65_530)
}
