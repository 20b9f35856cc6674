//! This process's own resident memory, read once before the tasks start. Knows nothing of the probe.

/// Resident bytes, 0 where this system does not tell.
pub(crate) fn resident_bytes() -> u64 {
    read_status()
        .and_then(|status| vm_rss(&status))
        .unwrap_or(0)
}

/// `/proc/self/status` holds the same figure as `statm`, but in kilobytes and not in pages of a size one would have to ask for.
#[cfg(target_os = "linux")]
fn read_status() -> Option<String> {
    std::fs::read_to_string("/proc/self/status").ok()
}

#[cfg(not(target_os = "linux"))]
const fn read_status() -> Option<String> {
    None
}

fn vm_rss(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resident_size_is_read_in_bytes() {
        assert_eq!(
            vm_rss("Name:\tx\nVmRSS:\t    2048 kB\nThreads: 1\n"),
            Some(2048 * 1024)
        );
        assert_eq!(vm_rss("Name:\tx\n"), None);
        assert_eq!(vm_rss("VmRSS:\tmany\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_a_resident_size() {
        assert!(resident_bytes() > 100_000);
    }
}
