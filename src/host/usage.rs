//! What the operating system counts by itself: peak memory of a process, CPU time of this one. The seam: Linux tells a living
//! process's peak (`VmHWM`), unix that of a reaped one (rusage), Windows neither; then the largest sample stands in.

use std::time::Duration;

use crate::model::Bytes;

/// Peak resident memory of a living process; `None` where the OS does not tell.
#[cfg(target_os = "linux")]
pub(super) fn peak_of_living(pid: u32) -> Option<Bytes> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    high_water_mark(&status)
}

/// Peak resident memory of a living process; `None` where the OS does not tell.
#[cfg(not(target_os = "linux"))]
pub(super) const fn peak_of_living(_pid: u32) -> Option<Bytes> {
    None
}

#[cfg(any(target_os = "linux", test))]
fn high_water_mark(status: &str) -> Option<Bytes> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib = line.trim().strip_suffix("kB")?.trim_end();
    kib.parse::<u64>().ok()?.checked_mul(1024).map(Bytes)
}

/// The lab's own peak so far; `None` where the OS does not tell.
#[cfg(unix)]
pub(super) fn lab_peak() -> Option<Bytes> {
    peak_in(&lab_usage())
}

/// CPU time of the lab so far, user and system, all threads; `None` where this is not the way to ask.
#[cfg(unix)]
pub(super) fn lab_cpu() -> Option<Duration> {
    let usage = lab_usage();
    Some(span(usage.ru_utime)? + span(usage.ru_stime)?)
}

/// Elsewhere it is asked for like that of any process.
#[cfg(not(unix))]
pub(super) const fn lab_cpu() -> Option<Duration> {
    None
}

#[cfg(unix)]
fn lab_usage() -> libc::rusage {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    #[expect(unsafe_code, reason = "std does not give the resource usage")]
    // SAFETY: the pointer is valid for the call; all-zero bytes are a valid rusage, whether or not getrusage fills it.
    unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    }
}

#[cfg(unix)]
fn span(time: libc::timeval) -> Option<Duration> {
    let micros = u32::try_from(time.tv_usec).ok()?.checked_mul(1_000)?;
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, micros))
}

/// This process's own peak so far; `None` where the OS does not tell.
#[cfg(not(unix))]
pub(super) const fn lab_peak() -> Option<Bytes> {
    None
}

/// The peak in a resource usage: macOS counts bytes, everyone else KiB.
#[cfg(unix)]
pub(super) fn peak_in(usage: &libc::rusage) -> Option<Bytes> {
    let unit = if cfg!(any(target_os = "macos", target_os = "ios")) {
        1
    } else {
        1024
    };
    let peak = u64::try_from(usage.ru_maxrss).ok()?.checked_mul(unit)?;
    (peak > 0).then_some(Bytes(peak))
}

/// Linux counts pages per processor and sums them up roughly, so that one peak read twice differs by one part in so many at most.
const INACCURACY: u64 = 8;

/// The worker's peak where that of a reaped process can be believed: a child starts with its parent's peak (Linux carries it over
/// `exec`), so only one that is larger by more than the kernel's own inaccuracy is its own.
pub(super) fn believable(reaped: Option<Bytes>, lab_at_spawn: Option<Bytes>) -> Option<Bytes> {
    reaped.filter(|peak| lab_at_spawn.is_none_or(|lab| peak.0 > lab.0 + lab.0 / INACCURACY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_read_in_bytes() {
        let status = "Name:\tx\nVmPeak:\t  9 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n";
        assert_eq!(high_water_mark(status), Some(Bytes(2 * 1024 * 1024)));
        assert_eq!(high_water_mark("Name:\tkthreadd\n"), None);
    }

    #[test]
    fn the_labs_own_peak_is_not_taken_for_the_workers() {
        let lab = Some(Bytes(300));
        assert_eq!(believable(Some(Bytes(300)), lab), None);
        assert_eq!(
            believable(Some(Bytes(310)), lab),
            None,
            "the same, read twice"
        );
        assert_eq!(believable(Some(Bytes(400)), lab), Some(Bytes(400)));
        assert_eq!(believable(Some(Bytes(5)), None), Some(Bytes(5)));
    }
}
