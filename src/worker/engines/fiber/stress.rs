//! The engine under stress: everything its tasks can wait for, at once, with panics, blocked carriers and cancellation, on more
//! carriers than processors. What must hold however the threads meet is checked afterwards: no task is lost or run twice, no two
//! hold what one may hold, and no task is on two carriers at a time.
//!
//! Every seed is a process of its own, so that one that hangs or dies is seen, and its seed is told. Optimised builds are what
//! matters here: addresses that a compiler remembers over a suspension, it remembers only there. `.ci/run` runs them; for longer:
//!
//! ```text
//! CARRIER_LAB_STRESS_SECONDS=600 cargo test --release --lib fiber::stress -- --nocapture
//! ```

mod life;

use std::{
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use self::life::{Course, fails, live};
use super::{
    super::{
        super::{
            flight::Failure,
            job::Job,
            probe::{Outflow, Packed, Probe, Tick, Totals},
            rounds::{Kept, spawn_all},
            work::Blocking as _,
        },
        home, ready_events,
    },
    FiberScheduler,
    cx::Cx,
    shared::Life,
};
use crate::{
    legal::check_events,
    model::{
        CarrierCount, Compensation, EngineKind, Policy, Preset, ProbeMode, Rounds, RunSpec,
        SplitMix64, TaskCount, Work,
    },
    wire::{Event, EventKind, Reason},
};

/// The seed of a process, for the test that is one.
const SEED_VARIABLE: &str = "CARRIER_LAB_STRESS_SEED";
/// For so many seconds seeds are tried one after the other; without it, [`SEEDS`] of them.
const SECONDS_VARIABLE: &str = "CARRIER_LAB_STRESS_SECONDS";
const SEEDS: u64 = 12;
/// Far more than a seed takes; one that needs it hangs.
const HANGS_AFTER: Duration = Duration::from_mins(2);

const TASKS: u32 = 1_000;
const ROUNDS: u64 = 5;

/// How a seed differs from the others: every combination comes up among eight.
fn run_of(seed: u64) -> RunSpec {
    let mut draws = SplitMix64::new(seed);
    let mut experiment = Preset::default().experiment;
    experiment.tasks = TaskCount::clamped(TASKS.into());
    experiment.carriers = CarrierCount::clamped(2 + draws.below(6) as u64);
    experiment.fiber.compensation = if seed & 1 == 0 {
        Compensation::Off
    } else {
        Compensation::On
    };
    let is_cancelled = seed & 2 != 0;
    if is_cancelled {
        experiment.work = fail_fast();
    }
    let rounds = if is_cancelled { 1 } else { ROUNDS };
    RunSpec {
        rounds: Rounds::clamped(rounds),
        ..RunSpec::new(EngineKind::Fiber, experiment, ProbeMode::Full)
    }
}

/// Work whose tasks can be cancelled; what they do is the course's.
fn fail_fast() -> Work {
    let span = crate::model::Nanos::from_millis(1);
    Work::FailFast {
        fail_after: span,
        slow: span,
        policy: Policy::FailFast,
    }
}

fn built(spec: &RunSpec, life: Life) -> (&'static Job, FiberScheduler, Vec<Outflow>) {
    let home = home(spec.engine, &spec.experiment);
    let reserved = Probe::reserve(spec.probe, home, ready_events(spec.engine));
    let (probe, outflows) = reserved.expect("histograms of constant bounds");
    let job = Job::of(spec, probe).keep();
    let Ok(engine) = FiberScheduler::start_with(job, life) else {
        panic!("the engine does not start");
    };
    (job, engine, outflows)
}

fn beside(name: &str, act: impl FnOnce() + Send + 'static) {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(act)
        .unwrap();
}

/// Hands the tasks of all rounds over and reads what the probe recorded, until all have ended.
fn carried_out(job: &'static Job, mut engine: FiberScheduler, flows: Vec<Outflow>) -> Vec<Event> {
    let go = job.probe.now();
    let tasks = job.series.all_tasks(job.experiment.tasks);
    let (told, events) = crossbeam_channel::bounded(1);
    beside("reader", move || {
        told.send(recorded(job.probe, go, flows, tasks)).unwrap();
    });
    let kept = Kept::reserved(job.series).expect("histograms of constant bounds");
    let handed = spawn_all(&mut engine, job, kept, drop);
    assert!(handed.is_ok(), "a task was refused");
    events.recv().expect("a reader that reads")
}

fn recorded(probe: &'static Probe, go: Tick, mut flows: Vec<Outflow>, tasks: u64) -> Vec<Event> {
    let mut events = Vec::new();
    let mut keep = |carrier, record: Packed| {
        let t_ns = probe.clock().nanos_between(go, record.at);
        let event = Event::from_bytes(record.to_wire(t_ns, carrier));
        events.push(event.expect("a record that the probe wrote"));
    };
    while probe.finished() < tasks {
        for flow in &mut flows {
            flow.reader.drain(|record| keep(flow.carrier, record));
        }
        thread::sleep(Duration::from_millis(1));
    }
    for flow in &mut flows {
        flow.reader.drain_last(|record| keep(flow.carrier, record));
    }
    // Threads that share a ring read the clock before they get at it.
    events.sort_by_key(|event| (event.carrier, event.t_ns));
    events
}

/// Every wait of a seed is over, and everything that was taken was given back.
fn check(spec: &RunSpec, course: &Course, totals: &Totals, events: &[Event]) {
    let tasks = u32::try_from(spec.all_tasks()).unwrap();
    let failing = (0..tasks).filter(|task| fails(course, *task)).count() as u64;
    assert_eq!(totals.finished(), u64::from(tasks), "{totals:?}");
    assert_eq!(
        course.counted.load(Ordering::Acquire),
        course.meant.load(Ordering::Acquire),
        "counts were lost under the lock"
    );
    assert!(course.most_out.load(Ordering::Acquire) <= Course::permits());
    if spec.experiment.cancels(spec.engine) {
        assert!(totals.failed <= failing + 1, "{totals:?}");
    } else {
        assert_eq!(totals.failed, failing);
        let numbers = (0..tasks).filter(|task| !fails(course, *task));
        let sum: u64 = numbers.map(|task| u64::from(task % TASKS) + 1).sum();
        assert_eq!(totals.checksum, sum);
    }
    let summary = check_events(events);
    if summary.dropped == 0 {
        assert_eq!(summary.mounted_at_end, 0);
        assert_eq!(
            summary.count(EventKind::Mount),
            summary.count(EventKind::Unmount)
        );
    }
}

/// Cancels everybody at some time in the middle.
fn cancel_some_time(job: &'static Job, seed: u64) {
    let tasks = SplitMix64::new(!seed).below(TASKS as usize) as u64;
    beside("canceller", move || {
        while job.probe.finished() < tasks {
            thread::yield_now();
        }
        job.shared.cancellation.begin();
    });
}

/// A process of its own: see [`the_engine_holds_under_stress`].
#[test]
fn one_seed() {
    let Some(seed) = std::env::var(SEED_VARIABLE).ok() else {
        return;
    };
    let seed: u64 = seed.parse().unwrap();
    // Panics are part of the course.
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if panic.payload().downcast_ref::<&str>() != Some(&"as the course has it") {
            told(panic);
        }
    }));
    let spec = run_of(seed);
    let course = Course::lay_out(seed, u32::try_from(spec.all_tasks()).unwrap());
    let (job, engine, flows) = built(&spec, live);
    if spec.experiment.cancels(spec.engine) {
        cancel_some_time(job, seed);
    }
    let events = carried_out(job, engine, flows);
    check(&spec, course, &job.probe.totals(), &events);
    println!(
        "seed {seed}: {} events, {:?}",
        events.len(),
        job.probe.totals()
    );
}

/// Runs one test of this file in a process of its own, which is ended when it hangs.
fn in_own_process(test: &str, seed: u64) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            &format!("worker::engines::fiber::stress::{test}"),
            "--exact",
        ])
        .arg("--nocapture")
        .env(SEED_VARIABLE, seed.to_string())
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if begun.elapsed() > HANGS_AFTER {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{test} hangs with {SEED_VARIABLE}={seed}");
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{test}, {SEED_VARIABLE}={seed}: {status}");
}

#[test]
fn the_engine_holds_under_stress() {
    let seconds = std::env::var(SECONDS_VARIABLE).ok();
    let seconds = seconds.map(|seconds| Duration::from_secs(seconds.parse().unwrap()));
    let begun = Instant::now();
    for seed in 0.. {
        if seconds.map_or(seed >= SEEDS, |most| begun.elapsed() >= most) {
            println!("{seed} seeds in {:?}", begun.elapsed());
            break;
        }
        in_own_process("one_seed", seed);
    }
}

/// Tasks that have ended, for the one that blocks its carrier until all others have.
static ENDED: AtomicU32 = AtomicU32::new(0);
const BLOCKED_TASKS: u32 = 101;

#[expect(clippy::unnecessary_wraps, reason = "what a life is")]
fn block_until_others_end(_job: &'static Job, task: u32, cx: &Cx) -> Result<u64, Failure> {
    if task == 0 {
        cx.hold(Reason::Blocking, &mut || {
            while ENDED.load(Ordering::Acquire) < BLOCKED_TASKS - 1 {
                thread::sleep(Duration::from_millis(1));
            }
        });
    } else {
        cx.yield_now();
        ENDED.fetch_add(1, Ordering::AcqRel);
    }
    Ok(1)
}

/// A process of its own.
#[test]
fn one_blocks() {
    if std::env::var(SEED_VARIABLE).is_err() {
        return;
    }
    let mut experiment = Preset::default().experiment;
    experiment.tasks = TaskCount::clamped(BLOCKED_TASKS.into());
    experiment.carriers = CarrierCount::clamped(4);
    experiment.fiber.compensation = Compensation::Off;
    let spec = RunSpec::new(EngineKind::Fiber, experiment, ProbeMode::Full);
    let (job, engine, flows) = built(&spec, block_until_others_end);
    carried_out(job, engine, flows);
    assert_eq!(job.probe.totals().completed, u64::from(BLOCKED_TASKS));
}

/// If one of the hundred waited behind the one that waits for them, none of this would ever end.
#[test]
fn behind_a_blocked_carrier_nobody_waits() {
    for seed in 0..10 {
        in_own_process("one_blocks", seed);
    }
}
