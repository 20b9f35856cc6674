//! A small lab for tests: starts the real worker, speaks the wire with it, and checks that what it tells is legal.

#![allow(dead_code, unused_imports, reason = "each test binary uses its part")]

mod checked;
mod legal;

pub(crate) use checked::{is_settled, run_and_find, run_checked};
pub(crate) use legal::{Summary, check_events};

use std::{
    io::{BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use carrier_lab::{
    model::{
        CarrierCount, Depth, EngineKind, Experiment, FiberKnobs, Percent, ProbeMode, Rounds,
        RunRole, RunSpec, TaskCount, WarmupRounds, Work,
    },
    wire::{
        CarrierThread, Done, EVENT_BYTES, Event, Fault, Frame, FrameReader, GO_LINE, Hello,
        Progress, Round, Sequence, WireError,
    },
};

/// Far more than any step takes; a worker that needs it is stuck.
pub(crate) const GENEROUS: Duration = Duration::from_mins(1);

/// A run of `tasks` tasks on four carriers, everything recorded.
pub(crate) fn spec(engine: EngineKind, work: Work, tasks: u64) -> RunSpec {
    RunSpec {
        engine,
        experiment: Experiment {
            work,
            tasks: TaskCount::new(tasks).unwrap(),
            depth: Depth::MIN,
            carriers: CarrierCount::clamped(4),
            pinned_share: work.default_pinned_share(),
            fiber: FiberKnobs::USUAL,
        },
        probe: ProbeMode::Full,
        repetition: 0,
        case: String::new(),
        point: None,
        role: RunRole::Measured,
        order_seed: None,
        rounds: Rounds::MIN,
        warmup_rounds: WarmupRounds::MIN,
    }
}

pub(crate) fn with_carriers(mut spec: RunSpec, carriers: u64) -> RunSpec {
    spec.experiment.carriers = CarrierCount::new(carriers).unwrap();
    spec
}

pub(crate) fn with_share(mut spec: RunSpec, share: u64) -> RunSpec {
    spec.experiment.pinned_share = Percent::new(share).unwrap();
    spec
}

pub(crate) fn with_rounds(mut spec: RunSpec, rounds: u64, warmup: u64) -> RunSpec {
    spec.rounds = Rounds::new(rounds).unwrap();
    spec.warmup_rounds = WarmupRounds::new(warmup).unwrap();
    spec
}

pub(crate) fn with_probe(mut spec: RunSpec, probe: &str) -> RunSpec {
    spec.probe = probe.parse().unwrap();
    spec
}

/// A worker process under test.
pub(crate) struct Worker {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    frames: Option<FrameReader<BufReader<ChildStdout>>>,
    sequence: Sequence,
}

/// How a run ended, with all that was heard.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) events: Vec<Event>,
    pub(crate) progress: Vec<Progress>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) done: Option<Done>,
    pub(crate) fault: Option<Fault>,
    pub(crate) threads: Vec<CarrierThread>,
}

impl Worker {
    /// The real binary.
    pub(crate) fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrier-lab"));
        command.arg("worker");
        Self::spawn(&mut command)
    }

    /// The real binary under a limit on its address space, its threads with stacks of a given size.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_with_address_space(kib: u64, stack_bytes: u64) -> Self {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            &format!("ulimit -v {kib} && exec \"$0\" worker"),
            env!("CARGO_BIN_EXE_carrier-lab"),
        ]);
        command.env("RUST_MIN_STACK", stack_bytes.to_string());
        Self::spawn(&mut command)
    }

    fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            stdin: child.stdin.take(),
            frames: child
                .stdout
                .take()
                .map(|out| FrameReader::new(BufReader::with_capacity(1 << 17, out))),
            child,
            sequence: Sequence::default(),
        }
    }

    pub(crate) fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// The next frame, its place in the order checked; `None` where the stream ended between frames.
    pub(crate) fn next(&mut self) -> Option<Frame> {
        let frame = match self.frames.as_mut().unwrap().next_frame() {
            Ok(frame) => frame?,
            // A worker that aborts may be in the middle of a frame.
            Err(WireError::Truncated { .. }) if !self.child.wait().unwrap().success() => {
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        self.sequence.accept(&frame).unwrap();
        Some(frame)
    }

    /// Sends the run and waits for the hello.
    pub(crate) fn hello(&mut self, spec: &RunSpec) -> Hello {
        self.say(&(serde_json::to_string(spec).unwrap() + "\n"));
        match self.next() {
            Some(Frame::Hello(hello)) => *hello,
            other => panic!("instead of a hello: {other:?}; {}", self.stderr()),
        }
    }

    pub(crate) fn go(&mut self) {
        self.say(GO_LINE);
    }

    /// Reads to the last frame, or to the end of the stream.
    pub(crate) fn hear_out(&mut self) -> Heard {
        let mut heard = Heard::default();
        while !self.sequence.has_ended() {
            let Some(frame) = self.next() else { break };
            match frame {
                Frame::Hello(hello) => panic!("a late hello: {hello:?}"),
                Frame::Progress(progress) => heard.progress.push(progress),
                Frame::Round(round) => heard.rounds.push(round),
                Frame::Events(bytes) => heard.events.extend(unpacked(&bytes)),
                Frame::Done(done) => heard.done = Some(*done),
                Frame::Fault(fault) => heard.fault = Some(fault),
                Frame::Threads(threads) => heard.threads.extend(threads.carriers),
            }
        }
        heard
    }

    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    pub(crate) fn close_stdout(&mut self) {
        self.frames = None;
    }

    /// Waits for the process to be gone.
    pub(crate) fn exit(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < GENEROUS, "the worker does not end");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// What was written to stderr; the worker must be gone or about to go.
    pub(crate) fn stderr(&mut self) -> String {
        let mut text = String::new();
        self.close_stdin();
        if let Some(mut err) = self.child.stderr.take() {
            err.read_to_string(&mut text).ok();
        }
        text
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

pub(crate) fn unpacked(bytes: &[u8]) -> impl Iterator<Item = Event> {
    let (records, rest) = bytes.as_chunks::<EVENT_BYTES>();
    assert!(rest.is_empty());
    records
        .iter()
        .map(|record| Event::from_bytes(*record).expect("known kinds and reasons"))
}

/// Runs a whole life that must end well, from spec to exit code.
pub(crate) fn run_to_done(spec: &RunSpec) -> (Hello, Heard, Done) {
    let mut worker = Worker::start();
    let hello = worker.hello(spec);
    worker.go();
    let mut heard = worker.hear_out();
    let Some(done) = heard.done.take() else {
        panic!("no Done: {:?}; {}", heard.fault, worker.stderr());
    };
    worker.close_stdin();
    assert_eq!(worker.exit().code(), Some(0));
    (hello, heard, done)
}
