//! What the operating system's scheduler tells of one thread of another process. The seam: Linux tells it in
//! `/proc/PID/task/TID/schedstat` and `stat`; elsewhere nobody does.

use crate::recording::ThreadState;

/// What a look at a thread shows. The times are sums since it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThreadLook {
    pub(super) run_ns: u64,
    pub(super) wait_ns: u64,
    pub(super) state: ThreadState,
}

/// A thread that can be looked at again and again: its two files stay open, and opened they never are those of a later thread with
/// the same number.
#[cfg(target_os = "linux")]
pub(super) struct WatchedThread {
    schedstat: std::fs::File,
    stat: std::fs::File,
}

#[cfg(target_os = "linux")]
impl WatchedThread {
    /// `None` where the process has no such thread, or the kernel was built without these figures.
    pub(super) fn open(process: u32, thread: u32) -> Option<Self> {
        let open = |name| std::fs::File::open(format!("/proc/{process}/task/{thread}/{name}")).ok();
        Some(Self {
            schedstat: open("schedstat")?,
            stat: open("stat")?,
        })
    }

    /// `None` where the thread has ended.
    pub(super) fn look(&self) -> Option<ThreadLook> {
        let mut bytes = [0; 512];
        let (run_ns, wait_ns) = times(read(&self.schedstat, &mut bytes)?)?;
        let state = state(read(&self.stat, &mut bytes)?)?;
        Some(ThreadLook {
            run_ns,
            wait_ns,
            state,
        })
    }
}

/// The beginning of such a file as it is now.
#[cfg(target_os = "linux")]
fn read<'a>(file: &std::fs::File, bytes: &'a mut [u8]) -> Option<&'a str> {
    use std::os::unix::fs::FileExt;
    let length = file.read_at(bytes, 0).ok()?;
    str::from_utf8(bytes.get(..length)?).ok()
}

/// Nobody tells.
#[cfg(not(target_os = "linux"))]
pub(super) struct WatchedThread;

#[cfg(not(target_os = "linux"))]
impl WatchedThread {
    pub(super) const fn open(_process: u32, _thread: u32) -> Option<Self> {
        None
    }

    pub(super) const fn look(&self) -> Option<ThreadLook> {
        None
    }
}

/// `schedstat` is three numbers: nanoseconds on a CPU, nanoseconds waiting for one, and how often it was given one. A kernel that
/// does not count them says three zeros.
#[cfg(any(target_os = "linux", test))]
fn times(schedstat: &str) -> Option<(u64, u64)> {
    let mut numbers = schedstat.split_ascii_whitespace().map(str::parse);
    let (run_ns, wait_ns) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let turns: u64 = numbers.next()?.ok()?;
    (turns > 0 || run_ns > 0).then_some((run_ns, wait_ns))
}

/// The letter after the thread's name, which stands in parentheses and may contain any.
#[cfg(any(target_os = "linux", test))]
fn state(stat: &str) -> Option<ThreadState> {
    let (_, after) = stat.rsplit_once(')')?;
    Some(match after.trim_start().chars().next()? {
        'R' => ThreadState::Running,
        'S' | 'I' => ThreadState::Sleeping,
        'D' => ThreadState::Waiting,
        _ => ThreadState::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_the_first_two_of_three_numbers() {
        assert_eq!(times("5105843 38052 4\n"), Some((5_105_843, 38_052)));
        assert_eq!(times("0 17 1\n"), Some((0, 17)));
        for nothing in [
            "",
            "1 2",
            "1 2 x",
            "-1 2 3",
            "1,2,3",
            "99999999999999999999 2 3",
        ] {
            assert_eq!(times(nothing), None, "{nothing:?}");
        }
        assert_eq!(times("0 0 0\n"), None, "a kernel that does not count");
    }

    #[test]
    fn the_state_stands_behind_the_name() {
        let stat = |name, letter| format!("71 ({name}) {letter} 1 71 71 0 -1 4194304 95 0");
        assert_eq!(state(&stat("worker", 'R')), Some(ThreadState::Running));
        assert_eq!(state(&stat("a) R (b", 'S')), Some(ThreadState::Sleeping));
        assert_eq!(state(&stat("x", 'D')), Some(ThreadState::Waiting));
        assert_eq!(state(&stat("x", 'Z')), Some(ThreadState::Other));
        assert_eq!(state("71 worker R 1"), None);
        assert_eq!(state("71 (worker)"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_thread_runs_and_nobody_has_no_files() {
        let me = std::process::id();
        let watched = WatchedThread::open(me, me).unwrap();
        let look = watched.look().unwrap();
        assert!(look.run_ns > 0 || look.wait_ns > 0);
        assert!(WatchedThread::open(u32::MAX / 2, 1).is_none());
    }
}
