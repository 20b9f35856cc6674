//! One run from spawn to reap: says go, watches, ends the worker, gathers what is known. What it all means is for [`super::verdict`].

use std::{
    io,
    sync::{Arc, OnceLock},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, select};

use super::HostSettings;
use super::checksum::Checksums;
use super::ending::{Ending, Evidence};
use super::ingest::{IngestEnds, IngestReport, start_ingest};
use super::last_words::LastWords;
use super::outlet::{Outlet, StopSignal};
use super::process::WorkerProcess;
use super::pulse::Pulse;
use super::reader::{Feed, ReaderEnds, Signal, start_reader};
use super::sampler::{Sampler, Sampling};
use super::verdict::judge;
use super::vitals::Vitals;
use super::witness::{Introduced, Witness};
use crate::model::{MachineFacts, RunSpec};
use crate::recording::RunEnd;
use crate::wire::{GO_LINE, WireError};

/// Frames and samples that may wait for the ingest thread: 4 MiB of usual frames.
const FEED_WAITING: usize = 64;
/// How long streams may stay open after the worker has ended, because a child of it still holds them.
const AFTER_EXIT: Duration = Duration::from_millis(500);

/// What to carry out.
pub(super) struct Job<'a> {
    pub(super) run: usize,
    pub(super) spec: &'a RunSpec,
    pub(super) facts: &'a MachineFacts,
    pub(super) settings: &'a HostSettings,
    pub(super) outlet: &'a Outlet,
}

impl Job<'_> {
    fn no_start(&self, error: io::Error) -> Ending {
        Ending::NoStart {
            error,
            program: self.settings.worker.clone(),
        }
    }
}

/// Carries one run out. Whatever goes wrong is the outcome of the run.
pub(super) fn carry_out(job: &Job<'_>, stop: &mut StopSignal, sums: &mut Checksums) -> RunEnd {
    let evidence = if stop.is_asked() {
        Evidence::before_start(Ending::Stopped)
    } else {
        Attempt::begin(job).map_or_else(
            |error| Evidence::before_start(job.no_start(error)),
            |attempt| attempt.finish(job, stop),
        )
    };
    let (mut end, sums_told) = judge(evidence, job.spec, job.facts);
    if let Some(told) = sums_told {
        let right = sums.right_sum(&job.spec.experiment, stop);
        end.checksum_ok = right.map(|right| told.are_right(right));
    }
    end
}

/// A worker that runs, and the threads around it.
struct Attempt {
    process: WorkerProcess,
    pulse: Arc<Pulse>,
    go: Arc<OnceLock<Instant>>,
    /// For the sampler.
    feed: Sender<Feed>,
    signals: Receiver<Signal>,
    last_words: LastWords,
    introduced: Introduced,
    ingest: JoinHandle<IngestReport>,
    /// Dropped when the ingest thread may wait for no more.
    cut: Sender<()>,
    /// From Go on.
    sampler: Option<Sampler>,
    /// Whether the reader has said that there is no more.
    is_read_out: bool,
}

impl Attempt {
    fn begin(job: &Job<'_>) -> io::Result<Self> {
        let (mut process, output) = WorkerProcess::spawn(&job.settings.worker)?;
        let (feed, to_ingest) = crossbeam_channel::bounded(FEED_WAITING);
        let (signal, signals) = crossbeam_channel::bounded(8);
        let (cut, is_cut) = crossbeam_channel::bounded(0);
        let pulse = Arc::new(Pulse::new());
        let go = Arc::new(OnceLock::new());
        let last_words = LastWords::listen(output.stderr)?;
        let ingest = start_ingest(IngestEnds {
            run: job.run,
            outlet: job.outlet.clone(),
            feed: to_ingest,
            cut: is_cut,
            signals: signal.clone(),
            go: Arc::clone(&go),
        })?;
        let introduced = Introduced::default();
        let reader_ends = ReaderEnds {
            pulse: Arc::clone(&pulse),
            feed: feed.clone(),
            signals: signal,
            introduced: introduced.clone(),
        };
        start_reader(output.stdout, reader_ends)?;
        let spec = serde_json::to_string(job.spec)?;
        // A worker that is gone already does not read it; its end says more than the broken pipe.
        process.tell(&(spec + "\n")).ok();
        Ok(Self {
            process,
            pulse,
            go,
            feed,
            signals,
            last_words,
            introduced,
            ingest,
            cut,
            sampler: None,
            is_read_out: false,
        })
    }

    fn finish(mut self, job: &Job<'_>, stop: &mut StopSignal) -> Evidence {
        let mut ending = self.watch(job, stop);
        let wall = self.since_go();
        let living_peak = self.process.peak();
        let sampler = self.sampler.take().map(Sampler::quit);
        self.end_process(&ending, job.settings.grace);
        let late = self.await_reader();
        let exited_peak = self.process.peak();
        let stderr_tail = self.last_words.into_text(AFTER_EXIT);
        // From here on nobody feeds, except a child of the worker that still holds its stdout, and that one is cut off.
        // Threads here do not panic; if one did, its counters would be lost and nothing else.
        sampler.map(JoinHandle::join);
        drop((self.feed, self.cut));
        let mut report = self.ingest.join().unwrap_or_default();
        if ending.is_last_frame() {
            let broken = late.map(Ending::Broken);
            let unreadable = report.unreadable.take().map(Ending::BadRecords);
            ending = unreadable.or(broken).unwrap_or(ending);
        }
        Evidence {
            ending,
            exit: self.process.exit().copied(),
            report,
            wall,
            os_peak: living_peak.or(exited_peak),
            stderr_tail,
        }
    }

    /// Waits for the end of the run, whatever brings it.
    fn watch(&mut self, job: &Job<'_>, stop: &mut StopSignal) -> Ending {
        let patience = job.settings.silence + job.settings.grace;
        let look = (patience / 8).min(Duration::from_millis(200));
        loop {
            let signal = select! {
                recv(self.signals) -> signal => signal.unwrap_or(Signal::Closed),
                recv(stop.asked()) -> _ => {
                    stop.note();
                    return Ending::Stopped;
                }
                default(look) => {
                    let quiet = self.pulse.quiet_for();
                    if quiet >= patience {
                        return Ending::Silent { quiet };
                    }
                    // Gone, and a child of it still holds the pipe. Asked only in silence, because a reaped id may be given away
                    // while it is still sampled.
                    if quiet >= AFTER_EXIT && self.process.has_ended() {
                        return Ending::Closed;
                    }
                    continue;
                }
            };
            match signal {
                Signal::Hello(engine) if engine != job.spec.engine => {
                    return Ending::OtherEngine(engine);
                }
                Signal::Hello(_) => {
                    if let Err(error) = self.say_go(job.settings.sample_every) {
                        return job.no_start(error);
                    }
                }
                Signal::Done(done) => return Ending::Done(done),
                Signal::Fault(fault) => return Ending::Fault(fault),
                Signal::Broken(error) => return Ending::Broken(error),
                Signal::BadRecords(reason) => return Ending::BadRecords(reason),
                Signal::Closed => {
                    self.is_read_out = true;
                    return Ending::Closed;
                }
            }
        }
    }

    fn say_go(&mut self, sample_every: Duration) -> io::Result<()> {
        // Made before Go, because it takes a moment. Where the system does not let itself be asked there are no samples, and the peak
        // comes from the reaped process.
        let vitals = Vitals::of(self.process.pid());
        // As with the first line: if nobody reads it, the reader will tell.
        self.process.tell(GO_LINE).ok();
        let go = *self.go.get_or_init(Instant::now);
        let witness = Witness::new(self.process.pid(), self.introduced.clone());
        self.sampler = vitals
            .map(|vitals| {
                Sampler::start(Sampling {
                    vitals,
                    witness,
                    every: sample_every,
                    go,
                    feed: self.feed.clone(),
                })
            })
            .transpose()?;
        Ok(())
    }

    fn since_go(&self) -> Option<Duration> {
        self.go.get().map(Instant::elapsed)
    }

    /// A worker that keeps to the contract is given time to go; one that does not is not.
    fn end_process(&mut self, ending: &Ending, grace: Duration) {
        if ending.deserves_grace() {
            self.process.close_and_wait(grace);
        }
        self.process.kill();
    }

    /// Waits until the reader has handed on all that the worker wrote, however slow the window is. Gives what was wrong with the rest.
    fn await_reader(&mut self) -> Option<WireError> {
        let mut late = None;
        while !self.is_read_out {
            match self.signals.recv_timeout(AFTER_EXIT) {
                Ok(Signal::Broken(error)) => late = Some(error),
                Ok(Signal::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    self.is_read_out = true;
                }
                // The worker has ended and the pipe has not: a child of the worker holds it.
                Err(RecvTimeoutError::Timeout) if self.pulse.quiet_for() >= AFTER_EXIT => break,
                Ok(
                    Signal::Hello(_) | Signal::Done(_) | Signal::Fault(_) | Signal::BadRecords(_),
                )
                | Err(RecvTimeoutError::Timeout) => {}
            }
        }
        late
    }
}
