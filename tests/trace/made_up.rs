//! Recordings that no worker made: empty, cut, with thousands of threads, and any legal one.

use std::collections::BTreeMap;
use std::sync::Arc;

use carrier_lab::model::{
    Bytes, EngineKind, Limits, MachineFacts, Outcome, Preset, ProbeMode, RunSpec,
};
use carrier_lab::recording::{
    Findings, Progress, Reason, Recording, RunEnd, RunUpdate, SpanBuilder,
};
use carrier_lab::wire::{Event, EventKind, OWN_THREAD, SHARED};
use proptest::prelude::*;

use EventKind::{Dropped, Mount, PinBegin, PinEnd, Ready, Spawn, Unmount};

/// Time, task, carrier, kind, reason.
type Record = (u64, u32, u16, EventKind, Reason);

fn recording(engine: EngineKind, records: &[Record]) -> Recording {
    let spec = RunSpec::new(engine, Preset::default().experiment, ProbeMode::Full);
    let facts = MachineFacts {
        cpu: "Example CPU".to_owned(),
        cores: 2,
        memory: Bytes(1 << 30),
        memory_available: Bytes(1 << 29),
        os: "Linux".to_owned(),
        kernel: "6.18".to_owned(),
        governor: None,
        power: None,
        load: 0.5,
        limits: Limits::default(),
        lab: "0.1.0".to_owned(),
        build: "debug".to_owned(),
    };
    let mut recording = Recording::new(spec, "made up".to_owned(), Arc::new(facts), 0);
    let mut builder = SpanBuilder::new();
    let packed: Vec<u8> = records
        .iter()
        .flat_map(|(t_ns, task, carrier, kind, reason)| {
            Event {
                t_ns: *t_ns,
                task: *task,
                carrier: *carrier,
                kind: *kind,
                reason: *reason,
            }
            .to_bytes()
        })
        .collect();
    builder.push_records(&packed).unwrap();
    recording.absorb(RunUpdate::Chunks(builder.take_chunks()));
    let end_ns = records.last().map_or(0, |record| record.0);
    recording.absorb(RunUpdate::Chunks(builder.finish(end_ns)));
    recording
}

/// A run that failed before its worker said a word.
pub(crate) fn empty() -> Recording {
    recording(EngineKind::Tokio, &[])
}

/// Task 1 is cut by a gap, in which it may have been mounted again; task 2 is seen whole before the gap.
pub(crate) fn with_gap() -> Recording {
    let none = Reason::None;
    recording(
        EngineKind::Tokio,
        &[
            (0, 2, SHARED, Spawn, none),
            (100, 2, 0, Mount, none),
            (400, 2, 0, Unmount, Reason::Sleep),
            (700, 2, SHARED, Ready, none),
            (800, 2, 0, Mount, none),
            (900, 2, 0, Unmount, Reason::Done),
            (1_000, 1, 0, Mount, none),
            (2_000, 1, 0, Unmount, Reason::Lock),
            (3_000, 3, 0, Mount, none),
            (3_500, 3, 0, PinBegin, Reason::Io),
            (5_000, 17, 0, Dropped, none),
            (9_000, 17, 0, Dropped, Reason::Sleep),
            (9_500, 1, SHARED, Ready, none),
            (10_000, 1, 0, Mount, none),
            (11_000, 1, 0, Unmount, Reason::Done),
        ],
    )
}

/// Threads of one microsecond each that begin one after the other and overlap, every third of them pinned; a gap over all of them.
pub(crate) fn threads(count: u32) -> Recording {
    let mut records = vec![
        (0, 5, OWN_THREAD, Dropped, Reason::None),
        (9, 5, OWN_THREAD, Dropped, Reason::Sleep),
    ];
    for task in 0..count {
        let start = 10 + u64::from(task) * 100;
        let mut push = |t_ns, kind, reason| records.push((t_ns, task, OWN_THREAD, kind, reason));
        push(start, Mount, Reason::None);
        if task % 3 == 0 {
            push(start + 10, PinBegin, Reason::Blocking);
            push(start + 900, PinEnd, Reason::Blocking);
        }
        push(start + 1_000, Unmount, Reason::Done);
    }
    records.sort_by_key(|record| record.0);
    recording(EngineKind::OsThread, &records)
}

/// One task sleeps and one is pinned when the run is stopped at ten microseconds.
pub(crate) fn stopped_in_the_middle() -> Recording {
    let mut recording = recording(
        EngineKind::May,
        &[
            (1_000, 0, 0, Mount, Reason::None),
            (2_000, 0, 0, Unmount, Reason::Sleep),
            (3_000, 1, 0, Mount, Reason::None),
            (4_000, 1, 0, PinBegin, Reason::Lock),
        ],
    );
    recording.absorb(RunUpdate::End(Box::new(RunEnd {
        outcome: Outcome::Stopped { at: 0 },
        wall_ns: 10_000,
        spawn_ns: None,
        peak_live: 2,
        checksum_ok: None,
        rss_peak: Bytes(0),
        progress: Progress::default(),
        latency: None,
        histogram: String::new(),
        stderr_tail: String::new(),
        findings: Findings::default(),
    })));
    recording
}

/// Where a task is.
#[derive(Clone, Copy)]
enum At {
    Away,
    Ready,
    On { carrier: u16, pinned: bool },
}

const CARRIERS: u16 = 3;
const TASKS: u32 = 6;

/// Any legal order of events on a few carriers, some of it lost: time step, task, what happens next to it, whether it is lost.
pub(crate) fn any_run() -> impl Strategy<Value = Recording> {
    let step = (0_u64..500, 0..TASKS, any::<u8>());
    (prop::collection::vec(step, 0..300), any::<bool>()).prop_map(|(steps, tells_ready)| {
        let mut run = Steps::default();
        for (later_ns, task, choice) in steps {
            run.now_ns += later_ns;
            run.step(task, choice);
        }
        run.end_gaps();
        let engine = if tells_ready {
            EngineKind::Tokio
        } else {
            EngineKind::May
        };
        let told = run
            .records
            .into_iter()
            .filter(|record| tells_ready || record.3 != Ready);
        recording(engine, &told.collect::<Vec<_>>())
    })
}

#[derive(Default)]
struct Steps {
    now_ns: u64,
    tasks: BTreeMap<u32, At>,
    /// Carriers that lose what happens on them now, and since when.
    losing: BTreeMap<u16, u64>,
    records: Vec<Record>,
}

impl Steps {
    fn step(&mut self, task: u32, choice: u8) {
        let at = self.tasks.get(&task).copied().unwrap_or(At::Away);
        let next = match at {
            At::Away => {
                self.record(task, SHARED, Ready, Reason::None);
                At::Ready
            }
            At::Ready => match self.free_carrier() {
                None => At::Ready,
                Some(carrier) => {
                    self.lose_or_find(carrier, choice);
                    self.record(task, carrier, Mount, Reason::None);
                    At::On {
                        carrier,
                        pinned: false,
                    }
                }
            },
            At::On {
                carrier,
                pinned: true,
            } => {
                self.record(task, carrier, PinEnd, Reason::Io);
                At::On {
                    carrier,
                    pinned: false,
                }
            }
            At::On {
                carrier,
                pinned: false,
            } if choice.is_multiple_of(3) => {
                self.record(task, carrier, PinBegin, Reason::Io);
                At::On {
                    carrier,
                    pinned: true,
                }
            }
            At::On {
                carrier,
                pinned: false,
            } => {
                self.record(task, carrier, Unmount, Reason::Sleep);
                At::Away
            }
        };
        self.tasks.insert(task, next);
    }

    fn free_carrier(&self) -> Option<u16> {
        let is_used = |number: u16| {
            let on = |at: &At| matches!(at, At::On { carrier, .. } if *carrier == number);
            self.tasks.values().any(on)
        };
        (0..CARRIERS).find(|carrier| !is_used(*carrier))
    }

    /// Now and then a carrier begins or ends to lose its records.
    fn lose_or_find(&mut self, carrier: u16, choice: u8) {
        if let Some(since_ns) = self.losing.remove(&carrier) {
            self.gap(carrier, since_ns);
        } else if choice.is_multiple_of(7) {
            self.losing.insert(carrier, self.now_ns);
        }
    }

    fn gap(&mut self, carrier: u16, since_ns: u64) {
        self.records
            .push((since_ns, 3, carrier, Dropped, Reason::None));
        self.records
            .push((self.now_ns, 3, carrier, Dropped, Reason::Sleep));
    }

    fn end_gaps(&mut self) {
        for (carrier, since_ns) in std::mem::take(&mut self.losing) {
            self.gap(carrier, since_ns);
        }
    }

    fn record(&mut self, task: u32, carrier: u16, kind: EventKind, reason: Reason) {
        if !self.losing.contains_key(&carrier) {
            self.records
                .push((self.now_ns, task, carrier, kind, reason));
        }
    }
}
