//! The thread that asks the operating system about the worker: memory and CPU, from outside.

use std::{
    io,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use super::reader::Feed;
use crate::model::Bytes;
use crate::recording::Sample;

/// Whom to sample, how often, and where the samples go.
pub(super) struct Sampling {
    pub(super) pid: u32,
    pub(super) every: Duration,
    pub(super) go: Instant,
    pub(super) feed: Sender<Feed>,
}

/// A sampling thread.
pub(super) struct Sampler {
    quit: Sender<()>,
    thread: JoinHandle<()>,
}

impl Sampler {
    /// Takes the first sample at once.
    pub(super) fn start(sampling: Sampling) -> io::Result<Self> {
        let (quit, quitting) = crossbeam_channel::bounded(0);
        let thread = thread::Builder::new()
            .name("lab-sampler".to_owned())
            .spawn(move || {
                // Where the system does not let itself be asked there are no samples, and the peak comes from the reaped process.
                if let Ok(mut system) = System::new() {
                    sampling.sample_until(&quitting, &mut system);
                }
            })?;
        Ok(Self { quit, thread })
    }

    /// Asks for a last sample, if the worker still lives, and the end. The thread that is left may wait for room in the feed.
    pub(super) fn quit(self) -> JoinHandle<()> {
        drop(self.quit);
        self.thread
    }
}

impl Sampling {
    fn sample_until(&self, quit: &Receiver<()>, system: &mut System) {
        let mut due = Instant::now();
        loop {
            if let Some(sample) = self.sample(system)
                && self.feed.send(Feed::Sample(sample)).is_err()
            {
                return;
            }
            // A late sample does not make the next ones hurry.
            due = (due + self.every).max(Instant::now());
            match quit.recv_deadline(due) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        if let Some(sample) = self.sample(system) {
            // Nobody may be left to take the last one.
            self.feed.send(Feed::Sample(sample)).ok();
        }
    }

    /// `None` where the worker is no more.
    fn sample(&self, system: &mut System) -> Option<Sample> {
        let (worker, lab) = (Pid::from_u32(self.pid), Pid::from_u32(std::process::id()));
        system.refresh_processes_specifics(
            ProcessesToUpdate::Some(&[worker, lab]),
            true,
            // With tasks, one sample of 10 000 threads takes 14 ms.
            ProcessRefreshKind::nothing()
                .with_memory()
                .with_cpu()
                .without_tasks(),
        );
        let t_ns = u64::try_from(self.go.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let cpu_ns = |pid| {
            let process = system.process(pid)?;
            Some(process.accumulated_cpu_time().saturating_mul(1_000_000))
        };
        // A process that has exited and waits to be reaped still has a row, with no memory in it.
        let rss = system
            .process(worker)
            .map(sysinfo::Process::memory)
            .filter(|rss| *rss > 0)?;
        Some(Sample {
            t_ns,
            rss: Bytes(rss),
            cpu_ns: cpu_ns(worker)?,
            lab_cpu_ns: cpu_ns(lab).unwrap_or(0),
        })
    }
}
