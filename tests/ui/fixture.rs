//! Recordings as a run would leave them, made up from a seed: no worker, no clock.

use std::collections::BTreeMap;
use std::sync::Arc;

use carrier_lab::model::{Bytes, EngineKind, Limits, MachineFacts, Outcome, Plan, Preset, RunSpec};
use carrier_lab::recording::{
    Chunk, KernelSample, RunEnd, RunUpdate, Sample, SpanBuilder, ThreadState, Timeline, Track,
};
use carrier_lab::state::{Action, AppState, PlanAction, Tab, TimeRange, ViewAction, reduce};
use carrier_lab::wire::{
    Event, EventKind, Findings, Hello, LatencySummary, OWN_THREAD, Progress, Reason, SHARED,
};

pub(crate) fn facts() -> Arc<MachineFacts> {
    Arc::new(MachineFacts {
        cpu: "Example CPU 3000".to_owned(),
        cores: 8,
        memory: Bytes(32 << 30),
        memory_available: Bytes(24 << 30),
        os: "Linux".to_owned(),
        kernel: "6.18".to_owned(),
        governor: None,
        power: None,
        load: 0.3,
        limits: Limits {
            memory_maps: Some(65_530),
            pids: Some(32_768),
            ..Limits::default()
        },
        lab: "0.1.0".to_owned(),
        build: "release".to_owned(),
    })
}

/// A machine with little free memory: too little for a million of the smallest tasks.
pub(crate) fn small_machine() -> Arc<MachineFacts> {
    let mut facts = (*facts()).clone();
    facts.memory = Bytes(4 << 30);
    facts.memory_available = Bytes(256 << 20);
    Arc::new(facts)
}

/// Half pinned, 50 000 tasks, on eight carriers and all engines.
pub(crate) fn preset() -> Preset {
    let mut preset = Preset::default();
    for (key, value) in [
        ("title", "Five in a hundred block"),
        ("tasks", "50000"),
        ("carriers", "8"),
        ("pinned_share", "5"),
    ] {
        preset.set(key, value).unwrap();
    }
    preset
}

/// A window in which the plan is over but for its last run.
pub(crate) fn running_state() -> AppState {
    let mut state = AppState::default();
    state.draft.preset = preset();
    "half-pinned".clone_into(&mut state.draft.name);
    apply(&mut state, Action::FactsRead(facts()));
    apply(&mut state, PlanAction::Run.into());
    for engine in EngineKind::ALL {
        start(&mut state, engine);
        let shape = Shape::of(engine);
        for update in updates(engine, shape) {
            news(&mut state, update);
        }
        if engine != EngineKind::Tokio {
            news(&mut state, end(shape));
        }
    }
    state
}

/// The same window when the plan is over.
pub(crate) fn finished_state() -> AppState {
    let mut state = running_state();
    news(&mut state, end(Shape::of(EngineKind::Tokio)));
    apply(&mut state, PlanAction::Finished.into());
    state
}

/// The timeline of tokio, zoomed in, the cursor on a lane.
/// A task that is pinned in [`timeline_state`].
pub(crate) const PINNED_TASK: u32 = 3_802;

pub(crate) fn timeline_state() -> AppState {
    let mut state = finished_state();
    apply(&mut state, ViewAction::ShowTab(Tab::Timeline).into());
    let range = TimeRange::new(4_800_000_000, 4_960_000_000);
    apply(&mut state, ViewAction::SetRange(range).into());
    state
}

pub(crate) fn apply(state: &mut AppState, action: Action) {
    reduce(state, action);
}

pub(crate) fn news(state: &mut AppState, update: RunUpdate) {
    apply(state, PlanAction::News(update).into());
}

fn start(state: &mut AppState, engine: EngineKind) {
    let plan = Plan::of(&preset());
    let spec: RunSpec = plan
        .runs
        .into_iter()
        .find(|run| run.engine == engine)
        .unwrap();
    let started = PlanAction::Started {
        spec,
        facts: facts(),
        started_unix_ms: 1_750_000_000_000,
    };
    apply(state, started.into());
}

/// How a run goes.
#[derive(Clone, Copy)]
struct Shape {
    wall_ms: u64,
    rss_mib: u64,
    failed_at: Option<u64>,
    per_sec: u64,
}

impl Shape {
    fn of(engine: EngineKind) -> Self {
        match engine {
            EngineKind::OsThread => Self {
                wall_ms: 2_400,
                rss_mib: 156,
                failed_at: Some(16_338),
                per_sec: 0,
            },
            EngineKind::Pool => Self {
                wall_ms: 15_900,
                rss_mib: 8,
                failed_at: None,
                per_sec: 3_140,
            },
            EngineKind::May => Self {
                wall_ms: 5_300,
                rss_mib: 272,
                failed_at: Some(32_741),
                per_sec: 5_600,
            },
            EngineKind::Fiber => Self {
                wall_ms: 5_200,
                rss_mib: 142,
                failed_at: None,
                per_sec: 5_800,
            },
            EngineKind::Tokio => Self {
                wall_ms: 9_800,
                rss_mib: 24,
                failed_at: None,
                per_sec: 5_100,
            },
        }
    }
}

/// A small generator: the same numbers on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

fn updates(engine: EngineKind, shape: Shape) -> Vec<RunUpdate> {
    let mut builder = SpanBuilder::new();
    for carrier in carriers(engine) {
        let records = records(engine, carrier, shape.wall_ms);
        builder.push_records(&records).unwrap();
    }
    let (samples, progress) = series(shape);
    let chunks = builder.take_chunks();
    vec![
        RunUpdate::Hello(Box::new(hello(engine))),
        RunUpdate::Samples(samples),
        RunUpdate::Progress(progress),
        RunUpdate::Kernel(looks(engine, &chunks, shape.wall_ms)),
        RunUpdate::Chunks(chunks),
    ]
}

/// What the scheduler would have told of these spans: what is mounted and not pinned runs, and now and then waits for a CPU first.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "invented figures"
)]
fn looks(engine: EngineKind, chunks: &[Arc<Chunk>], wall_ms: u64) -> Vec<KernelSample> {
    if !engine.has_carriers() {
        return Vec::new();
    }
    let mut timeline = Timeline::default();
    for chunk in chunks {
        timeline.absorb(Arc::clone(chunk));
    }
    let mut dice = Dice(99);
    let mut looks = Vec::new();
    for carrier in 0..8 {
        let (mut run_ns, mut wait_ns) = (0, 0);
        for t_ms in (20..=wall_ms).step_by(20) {
            let (from, to) = ((t_ms - 20) * 1_000_000, t_ms * 1_000_000);
            let mounted = timeline.occupancy(Track::Carrier(carrier), from, to, 1)[0];
            let busy = f64::from(mounted.busy - mounted.pinned).max(0.0);
            let waited = if dice.below(4) == 0 { 0.3 } else { 0.02 };
            run_ns += (busy * (1.0 - waited) * 20e6) as u64;
            wait_ns += (busy * waited * 20e6) as u64;
            looks.push(KernelSample {
                t_ns: to,
                carrier,
                run_ns,
                wait_ns,
                state: ThreadState::Sleeping,
            });
        }
    }
    looks
}

fn carriers(engine: EngineKind) -> Vec<u16> {
    if engine.has_carriers() {
        (0..8).collect()
    } else {
        vec![OWN_THREAD]
    }
}

pub(crate) fn hello(engine: EngineKind) -> Hello {
    Hello {
        version: 1,
        pid: 4_711,
        engine,
        carriers: if engine.has_carriers() { 8 } else { 0 },
        versions: BTreeMap::from([("rustc".to_owned(), "1.95.0".to_owned())]),
        baseline_rss_bytes: 6 << 20,
        probe_bytes: 2 << 20,
        task_ns: None,
    }
}

/// One carrier's records: short mounts, now and then a long pinned one.
fn records(engine: EngineKind, carrier: u16, wall_ms: u64) -> Vec<u8> {
    let mut dice = Dice(u64::from(carrier) * 77 + engine as u64 * 1_000 + 5);
    let mut bytes = Vec::new();
    let mut t_ns = 1_000_000 + dice.below(3_000_000);
    let mut task = u32::from(carrier.min(8));
    while t_ns < wall_ms * 1_000_000 {
        let pins = engine.suspends() && dice.below(40) == 0;
        let busy_ns = if pins {
            60_000_000 + dice.below(70_000_000)
        } else {
            1_000_000 + dice.below(9_000_000)
        };
        if engine.has_carriers() {
            let waited = dice.below(1_000_000) << dice.below(6);
            let ready = Event {
                t_ns: t_ns.saturating_sub(waited),
                task,
                carrier: SHARED,
                kind: EventKind::Ready,
                reason: Reason::None,
            };
            bytes.extend_from_slice(&ready.to_bytes());
        }
        let mut put = |t_ns, kind, reason| {
            let event = Event {
                t_ns,
                task,
                carrier,
                kind,
                reason,
            };
            bytes.extend_from_slice(&event.to_bytes());
        };
        put(t_ns, EventKind::Mount, Reason::None);
        if pins {
            put(t_ns + 400_000, EventKind::PinBegin, Reason::Blocking);
            put(
                t_ns + busy_ns - 400_000,
                EventKind::PinEnd,
                Reason::Blocking,
            );
        }
        put(t_ns + busy_ns, EventKind::Unmount, Reason::Sleep);
        t_ns += busy_ns + dice.below(5_000_000);
        task += 8;
    }
    bytes
}

fn series(shape: Shape) -> (Vec<Sample>, Vec<Progress>) {
    let mut dice = Dice(shape.rss_mib);
    let mut samples = Vec::new();
    let mut progress = Vec::new();
    let ramp_ms = shape.wall_ms * 2 / 5;
    for t_ms in (0..=shape.wall_ms).step_by(20) {
        let up = t_ms.min(ramp_ms) * 1_000 / ramp_ms;
        let kib = 6 * 1_024 + (shape.rss_mib - 6) * up * 1_024 / 1_000 + dice.below(600);
        samples.push(Sample {
            t_ns: t_ms * 1_000_000,
            rss: Bytes(kib << 10),
            cpu_ns: t_ms * 700_000,
            lab_cpu_ns: t_ms * 20_000,
        });
        let completed = (t_ms * shape.per_sec / 1_000).min(50_000);
        let spawned = (50_000 * up / 1_000).min(50_000).max(completed);
        let live = spawned - completed;
        let mounted = live.min(6 + dice.below(3));
        progress.push(Progress {
            t_ns: t_ms * 1_000_000,
            spawned,
            live,
            parked: (live - mounted) * 9 / 10,
            ready: (live - mounted) / 10,
            mounted,
            pinned: mounted.min(dice.below(3)),
            completed,
            failed: 0,
            recorded: t_ms * 26,
            dropped: 0,
        });
    }
    (samples, progress)
}

fn end(shape: Shape) -> RunUpdate {
    let progress = series(shape).1.pop().unwrap();
    let outcome = match shape.failed_at {
        Some(at) => Outcome::Failed {
            at,
            reason: "no memory map was left for another task".to_owned(),
            advice: "Use fewer tasks, or raise vm.max_map_count.".to_owned(),
        },
        None => Outcome::Completed,
    };
    let completed = shape.failed_at.is_none();
    RunUpdate::End(Box::new(RunEnd {
        outcome,
        wall_ns: shape.wall_ms * 1_000_000,
        spawn_ns: Some(shape.wall_ms * 400_000),
        peak_live: shape.failed_at.unwrap_or(50_000),
        checksum_ok: completed.then_some(true),
        rss_peak: Bytes(shape.rss_mib << 20),
        progress,
        latency: completed.then_some(LatencySummary {
            p50: 51_000_000,
            p90: 210_000_000,
            p95: 338_000_000,
            p99: 402_000_000,
            p999: 455_000_000,
            max: 512_000_000,
        }),
        histogram: String::new(),
        stderr_tail: String::new(),
        findings: Findings::default(),
    }))
}
