//! A worker that misbehaves. Which way is told by the repetition of its run.

use std::{
    collections::BTreeMap,
    io::{self, BufRead, Read, Write},
    process::{Command, ExitCode, abort, exit},
    thread,
    time::{Duration, Instant},
};

use carrier_lab::model::{EngineKind, RunSpec};
use carrier_lab::wire::{
    Done, Event, EventKind, Fault, Findings, FrameKind, Hello, LatencySummary, Progress, Reason,
    WIRE_VERSION, encode_events, encode_json,
};

use crate::role::Role;

/// The life of a rogue.
pub(crate) fn main() -> ExitCode {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).unwrap();
    let spec: RunSpec = serde_json::from_str(&line).unwrap();
    let role = Role::of(spec.repetition);
    before_go(role, &spec);
    let mut go = String::new();
    if io::stdin().lock().read_line(&mut go).unwrap() == 0 {
        exit(0);
    }
    if !matches!(role, Role::Silent | Role::Deaf) {
        thread::Builder::new().spawn(exit_with_stdin).unwrap();
    }
    some_work();
    after_go(role, &spec);
    thread::sleep(Duration::from_mins(1));
    ExitCode::FAILURE
}

/// The child of [`Role::LeavesAnHeir`]: holds the pipes it was born with for a while.
pub(crate) fn outlive_the_parent() -> ExitCode {
    thread::sleep(Duration::from_secs(20));
    ExitCode::SUCCESS
}

fn before_go(role: Role, spec: &RunSpec) {
    if role == Role::Mute {
        thread::sleep(Duration::from_mins(1));
    } else if role == Role::OutOfOrder {
        send_progress(0);
    } else if role == Role::Leaves {
        exit(0);
    }
    let engine = if role == Role::OtherEngine {
        EngineKind::Pool
    } else {
        spec.engine
    };
    send(
        FrameKind::Hello,
        &Hello {
            version: WIRE_VERSION + u32::from(role == Role::OtherVersion),
            pid: std::process::id(),
            engine,
            carriers: 1,
            versions: BTreeMap::new(),
            baseline_rss_bytes: 1,
            probe_bytes: 0,
            task_ns: None,
        },
    );
}

/// What every role does before it misbehaves: what the lab must keep.
fn some_work() {
    for task in 0..3 {
        send_mount(task);
        send_progress(u64::from(task) + 1);
        thread::sleep(Duration::from_millis(10));
    }
}

fn after_go(role: Role, spec: &RunSpec) {
    match role {
        Role::Garbage => write(b"thread 'main' panicked at the wrong stream\n"),
        Role::Oversized => write(&[0, 0, 0x20, 0, FrameKind::Events as u8]),
        Role::Truncated => {
            write(&[160, 0, 0, 0, FrameKind::Events as u8, 1, 2, 3]);
            exit(0);
        }
        Role::AfterDone => {
            // In one piece: after a Done the lab may end the worker at any moment.
            let mut frames = done_frame(spec, 0, 0);
            encode_json(FrameKind::Progress, &progress(1), &mut frames).unwrap();
            write(&frames);
        }
        Role::BadRecords => {
            let mut frame = Vec::new();
            encode_events(&[99; 160], &mut frame);
            write(&frame);
            send_done(spec, 0, 0);
        }
        Role::Aborts => {
            eprintln!("no more threads:\nthe cupboard is bare");
            abort();
        }
        Role::ExitsWith3 => exit(3),
        Role::LeavesAnHeir => {
            let program = std::env::current_exe().unwrap();
            Command::new(program).arg("heir").spawn().unwrap();
            eprintln!("the heir has it all");
            exit(3);
        }
        Role::Faults => send(
            FrameKind::Fault,
            &Fault {
                at: 2,
                reason: "two is enough".to_owned(),
                advice: "ask for two".to_owned(),
                progress: progress(2),
            },
        ),
        Role::ShortCount => send_done(spec, 1, 0),
        Role::WrongSum => send_done(spec, 0, 1),
        Role::Talkative => {
            for i in 0..50_000 {
                eprintln!("line {i} of a worker that says more than anyone reads");
            }
            send_done(spec, 0, 0);
        }
        Role::Endless | Role::Deaf => run_on(),
        Role::Flood => flood(),
        Role::Silent => {}
        Role::Good
        | Role::Mute
        | Role::OtherVersion
        | Role::OutOfOrder
        | Role::OtherEngine
        | Role::Leaves => send_done(spec, 0, 0),
    }
}

fn run_on() {
    let start = Instant::now();
    while start.elapsed() < Duration::from_mins(1) {
        send_progress(3);
        thread::sleep(Duration::from_millis(10));
    }
}

fn flood() {
    for task in 0.. {
        let records: Vec<u8> = (0..2_000).flat_map(|_| mount(task)).collect();
        let mut frame = Vec::new();
        encode_events(&records, &mut frame);
        write(&frame);
        send_progress(3);
    }
}

fn exit_with_stdin() {
    io::stdin().lock().read_to_end(&mut Vec::new()).ok();
    exit(0);
}

fn send_done(spec: &RunSpec, missing: u64, wrong_by: u64) {
    write(&done_frame(spec, missing, wrong_by));
}

fn done_frame(spec: &RunSpec, missing: u64, wrong_by: u64) -> Vec<u8> {
    let tasks = spec.experiment.tasks.get();
    let sum = spec.experiment.checksum_sum();
    let completed = u64::from(tasks) - missing;
    let done = Done {
        wall_ns: 30_000_000,
        spawn_ns: 1_000,
        peak_live: 1,
        checksum: sum.wrapping_add(wrong_by),
        progress: Progress {
            completed,
            ..progress(u64::from(tasks))
        },
        latency: LatencySummary::default(),
        histogram: String::new(),
        findings: Findings::default(),
    };
    let mut frame = Vec::new();
    encode_json(FrameKind::Done, &done, &mut frame).unwrap();
    frame
}

/// A task that was mounted and unmounted on carrier 0, in order of time.
fn mount(task: u32) -> [u8; 32] {
    let event = |late, kind, reason| {
        let t_ns = now_ns() + late;
        let carrier = 0;
        let event = Event {
            t_ns,
            task,
            carrier,
            kind,
            reason,
        };
        event.to_bytes()
    };
    let mut records = [0; 32];
    records[..16].copy_from_slice(&event(0, EventKind::Mount, Reason::None));
    records[16..].copy_from_slice(&event(1, EventKind::Unmount, Reason::Done));
    records
}

fn send_mount(task: u32) {
    let mut frame = Vec::new();
    encode_events(&mount(task), &mut frame);
    write(&frame);
}

fn now_ns() -> u64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let elapsed = START.get_or_init(Instant::now).elapsed();
    u64::try_from(elapsed.as_nanos()).unwrap()
}

fn progress(spawned: u64) -> Progress {
    Progress {
        t_ns: now_ns(),
        spawned,
        live: 1,
        ..Progress::default()
    }
}

fn send_progress(spawned: u64) {
    send(FrameKind::Progress, &progress(spawned));
}

fn send(kind: FrameKind, message: &impl serde::Serialize) {
    let mut frame = Vec::new();
    encode_json(kind, message, &mut frame).unwrap();
    write(&frame);
}

/// A closed pipe is the lab's answer to a misbehaving worker, and no reason to panic.
fn write(bytes: &[u8]) {
    let mut stdout = io::stdout().lock();
    if stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .is_err()
    {
        exit(4);
    }
}
