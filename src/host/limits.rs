//! Limits of the system, the user and the control group on threads, maps and memory. The seam: `/proc/sys` and control groups exist
//! on Linux only, `getrlimit` on unix only; elsewhere a limit is `None`.

use super::cgroup;
use crate::model::Limits;

/// Reads all limits that this system tells.
pub(super) fn read_limits() -> Limits {
    let groups = cgroup::read();
    Limits {
        memory_maps: sysctl("vm/max_map_count"),
        pids: sysctl("kernel/pid_max"),
        threads: sysctl("kernel/threads-max"),
        cgroup_pids: groups.pids,
        cgroup_memory: groups.memory,
        maps_per_fiber: maps_per_fiber(),
        ..user_limits()
    }
}

#[cfg(target_os = "linux")]
fn sysctl(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/sys/{name}")).ok()?;
    text.trim().parse().ok()
}

#[cfg(not(target_os = "linux"))]
const fn sysctl(_name: &str) -> Option<u64> {
    None
}

/// Tried out on a page that is given back: a kernel has guard marks or has not, whatever its number says.
#[cfg(target_os = "linux")]
fn maps_per_fiber() -> Option<u64> {
    const MADV_GUARD_INSTALL: libc::c_int = 102;
    const PAGE: usize = 64 * 1024;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    #[expect(unsafe_code, reason = "std does not map memory")]
    // SAFETY: a new private mapping of no rights that nobody else knows of, and which is gone again before this returns.
    unsafe {
        let page = libc::mmap(std::ptr::null_mut(), PAGE, libc::PROT_NONE, flags, -1, 0);
        if page == libc::MAP_FAILED {
            return None;
        }
        let answer = libc::madvise(page, PAGE, MADV_GUARD_INSTALL);
        libc::munmap(page, PAGE);
        Some(if answer == 0 { 0 } else { 2 })
    }
}

/// No other system tells how many memory maps it allows.
#[cfg(not(target_os = "linux"))]
const fn maps_per_fiber() -> Option<u64> {
    None
}

/// The limits of `ulimit`, soft ones: those are what fails. Windows has none.
#[cfg(unix)]
fn user_limits() -> Limits {
    Limits {
        user_processes: soft_limit(libc::RLIMIT_NPROC).filter(|_| !is_root()),
        address_space: soft_limit(libc::RLIMIT_AS),
        open_files: soft_limit(libc::RLIMIT_NOFILE),
        ..Limits::default()
    }
}

#[cfg(not(unix))]
fn user_limits() -> Limits {
    Limits::default()
}

/// The kernel does not hold root to its limit of processes.
#[cfg(unix)]
fn is_root() -> bool {
    #[expect(unsafe_code, reason = "std does not tell the user id")]
    // SAFETY: geteuid takes nothing and cannot fail.
    let user = unsafe { libc::geteuid() };
    user == 0
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(all(unix, not(all(target_os = "linux", target_env = "gnu"))))]
type Resource = libc::c_int;

#[cfg(unix)]
fn soft_limit(resource: Resource) -> Option<u64> {
    let mut limit = libc::rlimit {
        rlim_cur: libc::RLIM_INFINITY,
        rlim_max: libc::RLIM_INFINITY,
    };
    #[expect(unsafe_code, reason = "std does not tell resource limits")]
    // SAFETY: the pointer is valid for the call, and the struct is initialised whether or not the call fills it.
    let answer = unsafe { libc::getrlimit(resource, &raw mut limit) };
    (answer == 0 && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_tells_its_limits() {
        let limits = read_limits();
        assert!(limits.memory_maps.is_some_and(|maps| maps > 1_000));
        assert!(limits.pids.is_some_and(|pids| pids > 100));
        assert!(limits.threads.is_some_and(|threads| threads > 100));
        // An unlimited `ulimit -n` is possible, but no system comes with one below this.
        assert!(limits.open_files.is_none_or(|files| files >= 64));
    }
}
