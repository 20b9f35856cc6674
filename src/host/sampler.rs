//! The thread that asks the operating system about the worker and its carriers again and again, from outside.

use std::{
    io,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::reader::Feed;
use super::vitals::Vitals;
use super::witness::Witness;
use crate::recording::Sample;

/// How long the worker is kept for its last sample.
const LAST_LOOK: Duration = Duration::from_millis(100);

/// What to sample, how often, and where the samples go.
pub(super) struct Sampling {
    pub(super) vitals: Vitals,
    pub(super) witness: Witness,
    pub(super) every: Duration,
    pub(super) go: Instant,
    pub(super) feed: Sender<Feed>,
}

/// A sampling thread.
pub(super) struct Sampler {
    quit: Sender<()>,
    has_looked: Receiver<()>,
    thread: JoinHandle<()>,
}

impl Sampler {
    /// Takes the first sample at once.
    pub(super) fn start(sampling: Sampling) -> io::Result<Self> {
        let (quit, quitting) = crossbeam_channel::bounded(0);
        let (looked, has_looked) = crossbeam_channel::bounded(0);
        let thread = thread::Builder::new()
            .name("lab-sampler".to_owned())
            .spawn(move || sampling.sample_until(&quitting, looked))?;
        Ok(Self {
            quit,
            has_looked,
            thread,
        })
    }

    /// Asks for a last sample, and waits a moment for it, so that the worker is still there to be looked at. The thread that is left
    /// may wait for room in the feed.
    pub(super) fn quit(self) -> JoinHandle<()> {
        drop(self.quit);
        // Closed once it has looked; a timeout means that a slow window holds the thread up, and that there are samples enough.
        self.has_looked.recv_timeout(LAST_LOOK).ok();
        self.thread
    }
}

impl Sampling {
    fn sample_until(mut self, quit: &Receiver<()>, looked: Sender<()>) {
        let mut due = Instant::now();
        loop {
            if let Some(sample) = self.sample()
                && self.feed.send(Feed::Sample(sample)).is_err()
            {
                return;
            }
            let carriers = self.witness.look(|| self.go.elapsed());
            if !carriers.is_empty() && self.feed.send(Feed::Kernel(carriers)).is_err() {
                return;
            }
            // A late sample does not make the next ones hurry.
            due = (due + self.every).max(Instant::now());
            match quit.recv_deadline(due) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let last = self.sample();
        let carriers = self.witness.last_look(|| self.go.elapsed());
        drop(looked);
        // Nobody may be left to take them.
        if let Some(sample) = last {
            self.feed.send(Feed::Sample(sample)).ok();
        }
        if !carriers.is_empty() {
            self.feed.send(Feed::Kernel(carriers)).ok();
        }
    }

    /// `None` where the worker is no more.
    fn sample(&mut self) -> Option<Sample> {
        let vital = self.vitals.look()?;
        Some(Sample {
            t_ns: nanos(self.go.elapsed()),
            rss: vital.rss,
            cpu_ns: nanos(vital.worker_cpu),
            lab_cpu_ns: nanos(vital.lab_cpu),
        })
    }
}

fn nanos(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}
