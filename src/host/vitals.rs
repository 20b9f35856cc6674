//! Memory and CPU of the worker, and CPU of the lab, as the operating system counts them.
//!
//! Memory comes from `statm` on Linux, 6 µs however many threads a process has; elsewhere from `sysinfo`. CPU comes from `sysinfo`
//! everywhere, without tasks: with them one look at 10 000 threads takes 14 ms. Even so the system sums up all threads for it, so it
//! is read no oftener than a hundredth of the time it takes allows, and the last value stands in between.

use std::time::{Duration, Instant};

use sysinfo::{Pid, Process, ProcessRefreshKind, ProcessesToUpdate, System};

use super::usage::lab_cpu;
use crate::model::Bytes;

/// Reading CPU may take one part in so many of the time.
const CPU_SHARE: u32 = 100;

/// What can be said of a worker at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vital {
    pub(super) rss: Bytes,
    /// In steps of 10 ms on Linux, as that counts it.
    pub(super) worker_cpu: Duration,
    pub(super) lab_cpu: Duration,
}

/// Looks at one worker again and again.
pub(super) struct Vitals {
    system: System,
    worker: Pid,
    next_cpu: Instant,
    worker_cpu: Duration,
}

impl Vitals {
    /// `None` where the system does not let itself be asked.
    pub(super) fn of(worker: u32) -> Option<Self> {
        Some(Self {
            system: System::new().ok()?,
            worker: Pid::from_u32(worker),
            next_cpu: Instant::now(),
            worker_cpu: Duration::ZERO,
        })
    }

    /// `None` where the worker is no more.
    pub(super) fn look(&mut self) -> Option<Vital> {
        let lab = Pid::from_u32(std::process::id());
        let lab_by_itself = lab_cpu();
        let begin = Instant::now();
        if begin >= self.next_cpu {
            let pids = [self.worker, lab];
            let asked = if lab_by_itself.is_some() { 1 } else { 2 };
            self.refresh(pids.get(..asked).unwrap_or(&pids));
            // A process that is gone keeps what it had used by then.
            self.worker_cpu = self.cpu(self.worker).max(self.worker_cpu);
            self.next_cpu = Instant::now() + begin.elapsed() * (CPU_SHARE - 1);
        }
        Some(Vital {
            rss: self.rss()?,
            worker_cpu: self.worker_cpu,
            lab_cpu: lab_by_itself.unwrap_or_else(|| self.cpu(lab)),
        })
    }

    fn refresh(&mut self, pids: &[Pid]) {
        self.system.refresh_processes_specifics(
            ProcessesToUpdate::Some(pids),
            true,
            ProcessRefreshKind::nothing()
                .with_memory()
                .with_cpu()
                .without_tasks(),
        );
    }

    /// As of the last refresh; zero where the process was not there.
    fn cpu(&self, pid: Pid) -> Duration {
        let millis = self.system.process(pid).map(Process::accumulated_cpu_time);
        millis.map_or(Duration::ZERO, Duration::from_millis)
    }

    /// A process that has exited and is not reaped yet has no memory any more.
    #[cfg(target_os = "linux")]
    fn rss(&self) -> Option<Bytes> {
        let statm = std::fs::read_to_string(format!("/proc/{}/statm", self.worker)).ok()?;
        let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
        (pages > 0).then(|| Bytes(pages * page_bytes()))
    }

    /// As old as the last look at the CPU; a process that has exited has no memory any more.
    #[cfg(not(target_os = "linux"))]
    fn rss(&self) -> Option<Bytes> {
        let rss = self.system.process(self.worker)?.memory();
        (rss > 0).then_some(Bytes(rss))
    }
}

#[cfg(target_os = "linux")]
fn page_bytes() -> u64 {
    #[expect(unsafe_code, reason = "std does not tell the size of a page")]
    // SAFETY: sysconf takes a plain number; an unknown one would give -1.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    u64::try_from(bytes).unwrap_or(4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_has_memory_and_nobody_has_none() {
        let vital = Vitals::of(std::process::id()).unwrap().look().unwrap();
        assert!(vital.rss.0 > 100_000);
        assert!(Vitals::of(u32::MAX / 2).unwrap().look().is_none());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn both_ways_to_ask_for_memory_agree() {
        let mut vitals = Vitals::of(std::process::id()).unwrap();
        let rss = vitals.look().unwrap().rss.0;
        let other = vitals.system.process(vitals.worker).unwrap().memory();
        assert!(rss.abs_diff(other) < rss / 2, "{rss} and {other}");
    }
}
