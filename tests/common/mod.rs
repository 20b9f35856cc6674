//! A small lab for tests: starts the real worker, speaks the wire with it, and checks that what it tells is legal.

#![allow(dead_code, reason = "each test binary uses its part")]

use std::{
    collections::{BTreeMap, HashMap},
    io::{BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use carrier_lab::{
    model::{
        CarrierCount, Depth, EngineKind, Experiment, Percent, ProbeMode, RunSpec, TaskCount, Work,
    },
    wire::{
        Done, EVENT_BYTES, Event, EventKind, Fault, Frame, FrameReader, GO_LINE, Hello, OWN_THREAD,
        Progress, Reason, Sequence,
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
        },
        probe: ProbeMode::Full,
        repetition: 0,
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
    pub(crate) done: Option<Done>,
    pub(crate) fault: Option<Fault>,
}

impl Worker {
    /// The real binary.
    pub(crate) fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carrier-lab"));
        command.arg("worker");
        Self::spawn(&mut command)
    }

    /// The real binary under a limit on its address space.
    #[cfg(target_os = "linux")]
    pub(crate) fn start_with_address_space(kib: u64) -> Self {
        let mut command = Command::new("sh");
        command.args([
            "-c",
            &format!("ulimit -v {kib} && exec \"$0\" worker"),
            env!("CARGO_BIN_EXE_carrier-lab"),
        ]);
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
        let frame = self.frames.as_mut().unwrap().next_frame().unwrap()?;
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
                Frame::Events(bytes) => heard.events.extend(unpacked(&bytes)),
                Frame::Done(done) => heard.done = Some(*done),
                Frame::Fault(fault) => heard.fault = Some(fault),
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

/// What a legal stream of events amounts to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) counts: BTreeMap<String, u64>,
    pub(crate) mounts_of_carrier: BTreeMap<u16, u64>,
    pub(crate) pins_of_carrier: BTreeMap<u16, u64>,
    pub(crate) dropped: u64,
    /// Tasks that are still mounted at the end of the stream.
    pub(crate) mounted_at_end: usize,
}

impl Summary {
    pub(crate) fn count(&self, kind: EventKind) -> u64 {
        let prefix = format!("{kind:?}");
        self.counts
            .iter()
            .filter(|(name, _)| name.split(' ').next() == Some(&prefix))
            .map(|(_, count)| count)
            .sum()
    }

    pub(crate) fn count_of(&self, kind: EventKind, reason: Reason) -> u64 {
        self.counts
            .get(&format!("{kind:?} {reason:?}"))
            .copied()
            .unwrap_or(0)
    }
}

/// A carrier, or the task on its own thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Lane(u16, Option<u32>);

/// Where a lane stands to the records that are missing on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Gap {
    /// Nothing is missing since the last mount or unmount.
    #[default]
    Closed,
    /// Between the two records that tell of a gap.
    Inside,
    /// Right behind a gap: what was mounted before it may or may not be mounted still.
    Behind,
}

#[derive(Debug, Default)]
struct LaneState {
    last_ns: u64,
    mounted: Option<u32>,
    pinned: Option<Reason>,
    gap: Gap,
}

/// Checks the constraints of the wire page and sums up.
pub(crate) fn check_events(events: &[Event]) -> Summary {
    let mut summary = Summary::default();
    let mut lanes: HashMap<Lane, LaneState> = HashMap::new();
    for event in events {
        let lane = Lane(
            event.carrier,
            (event.carrier == OWN_THREAD && event.kind != EventKind::Dropped).then_some(event.task),
        );
        let state = lanes.entry(lane).or_default();
        assert!(event.t_ns >= state.last_ns, "time runs back: {event:?}");
        state.last_ns = event.t_ns;
        state.step(event);
        summary.add(event);
    }
    summary.mounted_at_end = lanes.values().filter(|lane| lane.mounted.is_some()).count();
    if summary.dropped == 0 {
        check_one_carrier_per_task(events);
    }
    summary
}

impl LaneState {
    fn is_behind_gap(&self) -> bool {
        self.gap == Gap::Behind
    }

    fn step(&mut self, event: &Event) {
        match event.kind {
            EventKind::Spawn | EventKind::Ready => {}
            EventKind::Mount => {
                assert!(
                    self.mounted.is_none() || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                (self.mounted, self.pinned) = (Some(event.task), None);
                self.gap = Gap::Closed;
            }
            EventKind::Unmount => {
                assert!(
                    self.mounted == Some(event.task) || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                assert!(
                    self.pinned.is_none() || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                assert!((1..=7).contains(&(event.reason as u8)), "{event:?}");
                (self.mounted, self.gap) = (None, Gap::Closed);
            }
            EventKind::PinBegin => {
                assert!(
                    self.mounted == Some(event.task) || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                assert!(
                    self.pinned.is_none() || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                self.pinned = Some(event.reason);
            }
            EventKind::PinEnd => {
                assert!(
                    self.pinned == Some(event.reason) || self.is_behind_gap(),
                    "{event:?} on {self:?}"
                );
                self.pinned = None;
            }
            EventKind::Fail => assert!(self.mounted == Some(event.task) || self.is_behind_gap()),
            EventKind::Dropped => {
                assert!(event.task > 0);
                let is_end = self.gap == Gap::Inside;
                assert_eq!(event.reason as u8, u8::from(is_end), "{event:?}");
                self.gap = if is_end { Gap::Behind } else { Gap::Inside };
                self.pinned = None;
            }
        }
    }
}

impl Summary {
    fn add(&mut self, event: &Event) {
        let name = format!("{:?} {:?}", event.kind, event.reason);
        *self.counts.entry(name).or_default() += 1;
        match event.kind {
            EventKind::Mount => *self.mounts_of_carrier.entry(event.carrier).or_default() += 1,
            EventKind::PinBegin => *self.pins_of_carrier.entry(event.carrier).or_default() += 1,
            EventKind::Dropped if event.reason as u8 == 0 => {
                self.dropped += u64::from(event.task);
            }
            EventKind::Dropped
            | EventKind::Spawn
            | EventKind::Ready
            | EventKind::Unmount
            | EventKind::PinEnd
            | EventKind::Fail => {}
        }
    }
}

/// A task is mounted on one carrier at a time: its spans, over all carriers, do not overlap.
fn check_one_carrier_per_task(events: &[Event]) {
    let mut open: HashMap<(u16, u32), u64> = HashMap::new();
    let mut spans: BTreeMap<u32, Vec<(u64, u64)>> = BTreeMap::new();
    for event in events {
        let place = (event.carrier, event.task);
        match event.kind {
            EventKind::Mount => drop(open.insert(place, event.t_ns)),
            EventKind::Unmount => {
                let begun = open.remove(&place).expect("a mount before its unmount");
                spans
                    .entry(event.task)
                    .or_default()
                    .push((begun, event.t_ns));
            }
            EventKind::Spawn
            | EventKind::Ready
            | EventKind::PinBegin
            | EventKind::PinEnd
            | EventKind::Fail
            | EventKind::Dropped => {}
        }
    }
    for (task, mut spans) in spans {
        spans.sort_unstable();
        for pair in spans.windows(2) {
            assert!(
                pair[0].1 <= pair[1].0,
                "task {task} is mounted twice: {pair:?}"
            );
        }
    }
}
