//! The thread that empties the rings, keeps the heartbeat, sees the last task end, and alone writes to stdout while a run lasts.
//! Knows nothing of engines.
//!
//! A full pipe blocks this thread and nobody else: the rings fill, and what does not fit is counted.

use std::{
    io, process, thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::{
    findings::findings,
    introductions::Introductions,
    job::Job,
    outlet::Outlet,
    probe::{Clock, Outflow, Packed, Probe, Tick},
    report::{self, Handed, Refusal},
    rounds::Lap,
};
use crate::{
    model::EngineKind,
    wire::{Done, EVENT_BYTES, Fault, FrameKind, Hello, Progress},
};

/// Pause between two rounds through the rings.
const PAUSE: Duration = Duration::from_millis(1);
/// Time between two `Progress` frames.
const HEARTBEAT: Duration = Duration::from_millis(15);
/// Records of one frame: 64 KiB.
const FRAME_RECORDS_BYTES: usize = 64 * 1024;
/// Exit code when this thread itself fails.
const DRAIN_FAILED: i32 = 4;

/// What the session tells the drain.
pub(crate) enum Step {
    /// The engine is built.
    Hello(Box<Hello>),
    /// Time zero.
    Go(Tick),
    /// A round has ended, and another one may follow.
    Lap(Box<Lap>),
    /// All tasks are handed to the engine.
    Handed(Box<Handed>),
    /// The engine gave up.
    Refused(Refusal),
}

/// The way to a running drain.
pub(crate) struct DrainHandle {
    steps: Sender<Step>,
    thread: thread::JoinHandle<()>,
}

struct Drain {
    job: &'static Job,
    engine: EngineKind,
    probe: &'static Probe,
    flows: Vec<Flow>,
    packer: Packer,
    introductions: Introductions,
    steps: Receiver<Step>,
    next_beat: Instant,
}

/// One ring, and the time of its last record on the wire.
struct Flow {
    outflow: Outflow,
    last_ns: u64,
}

/// Turns records into frames.
struct Packer {
    outlet: Outlet,
    bytes: Vec<u8>,
    go: Tick,
    recorded: u64,
}

/// Starts the thread.
///
/// # Errors
/// If the OS has no thread left.
pub(crate) fn start(
    job: &'static Job,
    engine: EngineKind,
    outflows: Vec<Outflow>,
    outlet: Outlet,
) -> io::Result<DrainHandle> {
    let (steps, received) = bounded(4);
    let drain = Drain {
        job,
        engine,
        probe: job.probe,
        flows: outflows.into_iter().map(Flow::new).collect(),
        packer: Packer {
            outlet,
            bytes: Vec::with_capacity(FRAME_RECORDS_BYTES),
            go: Tick::default(),
            recorded: 0,
        },
        introductions: Introductions::of(job.probe),
        steps: received,
        next_beat: Instant::now(),
    };
    let thread = thread::Builder::new()
        .name("drain".to_owned())
        .spawn(move || drain.run_or_exit())?;
    Ok(DrainHandle { steps, thread })
}

impl DrainHandle {
    /// Passes a step on; a drain that has ended needs none.
    pub(crate) fn tell(&self, step: Step) {
        self.steps.send(step).ok();
    }

    /// Waits until the last frame is out.
    pub(crate) fn finish(self) {
        drop(self.steps);
        self.thread.join().ok();
    }
}

impl Drain {
    /// Without this thread the lab would hear nothing any more; a worker that died tells more.
    fn run_or_exit(mut self) {
        let run = std::panic::AssertUnwindSafe(|| self.run());
        if std::panic::catch_unwind(run).is_err() {
            process::exit(DRAIN_FAILED);
        }
    }

    fn run(&mut self) {
        let Some(handed) = self.until_handed() else {
            return;
        };
        let tasks = handed.tasks;
        while self.probe.finished() < tasks {
            thread::sleep(PAUSE);
            self.round();
        }
        self.last_round();
        let progress = self.progress();
        let totals = self.probe.totals();
        let findings = findings(self.job, self.engine, &totals);
        let done = report::done(self.job, self.packer.go, *handed, progress)
            .map(|done| Done { findings, ..done });
        match done {
            Ok(done) => self.packer.outlet.send(FrameKind::Done, &done),
            Err(error) => {
                let fault = report::fault(Refusal::of_the_lab(error.to_string()), progress);
                self.packer.outlet.send(FrameKind::Fault, &fault);
            }
        }
    }

    /// Works while tasks are being spawned; `None` where the run is over already.
    fn until_handed(&mut self) -> Option<Box<Handed>> {
        let mut is_running = false;
        loop {
            let step = if is_running {
                self.steps.recv_timeout(PAUSE)
            } else {
                self.steps
                    .recv()
                    .map_err(|_closed| RecvTimeoutError::Disconnected)
            };
            match step {
                Ok(Step::Hello(hello)) => self.packer.outlet.send(FrameKind::Hello, &hello),
                Ok(Step::Go(go)) => {
                    self.packer.go = go;
                    self.next_beat = Instant::now();
                    is_running = true;
                }
                Ok(Step::Lap(lap)) => {
                    let round = report::round(self.job, self.packer.go, &lap);
                    self.packer.outlet.send(FrameKind::Round, &round);
                }
                Ok(Step::Handed(handed)) => return Some(handed),
                Ok(Step::Refused(refusal)) => {
                    self.refuse(refusal);
                    return None;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
            if is_running {
                self.round();
            }
        }
    }

    /// What was recorded so far is kept: it shows how far the engine came.
    fn refuse(&mut self, refusal: Refusal) {
        self.round();
        let progress = self.progress();
        let tasks = self.job.experiment.tasks;
        let fault = Fault {
            at: self.job.series.within_round(tasks, progress.spawned),
            ..report::fault(refusal, progress)
        };
        self.packer.outlet.send(FrameKind::Fault, &fault);
    }

    fn round(&mut self) {
        for flow in &mut self.flows {
            flow.drain(self.probe.clock(), &mut self.packer);
        }
        self.packer.flush();
        self.introduce();
        if Instant::now() >= self.next_beat {
            self.next_beat = Instant::now() + HEARTBEAT;
            let progress = self.progress();
            self.packer.outlet.send(FrameKind::Progress, &progress);
        }
    }

    /// Before the heartbeat: the lab looks at threads as soon as it knows them.
    fn introduce(&mut self) {
        if let Some(threads) = self.introductions.news(self.probe) {
            self.packer.outlet.send(FrameKind::Threads, &threads);
        }
    }

    fn last_round(&mut self) {
        for flow in &mut self.flows {
            flow.drain_last(self.probe.clock(), &mut self.packer);
        }
        self.packer.flush();
    }

    fn progress(&self) -> Progress {
        let clock = self.probe.clock();
        Progress {
            t_ns: clock.nanos_between(self.packer.go, clock.now()),
            recorded: self.packer.recorded,
            dropped: self
                .flows
                .iter()
                .map(|flow| flow.outflow.reader.lost())
                .sum(),
            ..self.probe.totals().progress(self.probe.watches())
        }
    }
}

impl Flow {
    const fn new(outflow: Outflow) -> Self {
        Self {
            outflow,
            last_ns: 0,
        }
    }

    fn drain(&mut self, clock: &Clock, packer: &mut Packer) {
        let Self { outflow, last_ns } = self;
        let carrier = outflow.carrier;
        outflow
            .reader
            .drain(|record| packer.pack(clock, carrier, last_ns, record));
    }

    fn drain_last(&mut self, clock: &Clock, packer: &mut Packer) {
        let Self { outflow, last_ns } = self;
        let carrier = outflow.carrier;
        outflow
            .reader
            .drain_last(|record| packer.pack(clock, carrier, last_ns, record));
    }
}

impl Packer {
    /// Times on one ring never run backwards, though the counters of two cores may differ, and threads that share a ring read
    /// the clock before they get at it.
    fn pack(&mut self, clock: &Clock, carrier: u16, last_ns: &mut u64, record: Packed) {
        *last_ns = clock.nanos_between(self.go, record.at).max(*last_ns);
        self.bytes
            .extend_from_slice(&record.to_wire(*last_ns, carrier));
        if self.bytes.len() >= FRAME_RECORDS_BYTES {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if !self.bytes.is_empty() {
            self.outlet.send_events(&self.bytes);
            self.recorded += (self.bytes.len() / EVENT_BYTES) as u64;
            self.bytes.clear();
        }
    }
}
