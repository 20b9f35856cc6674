//! Carries plans out and keeps what the host tells, in order and checked.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use carrier_lab::host::{HostSettings, PlanHandle, PlanUpdate, start};
use carrier_lab::model::{
    CarrierCount, Depth, EngineKind, Experiment, FiberKnobs, Nanos, Outcome, Percent, Plan,
    ProbeMode, Rounds, RunRole, RunSpec, TaskCount, WarmupRounds, Work,
};
use carrier_lab::recording::{Recording, RunUpdate};
use sysinfo::{Pid, ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System};

use crate::role::Role;

/// A test that waits longer than this for something that must come has failed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// This program as a worker, with the usual times.
pub(crate) fn rogue_settings() -> HostSettings {
    HostSettings::with_worker(std::env::current_exe().unwrap())
}

/// Three naps of 1 ms in the way of `role`.
pub(crate) fn spec(role: Role) -> RunSpec {
    RunSpec {
        engine: EngineKind::OsThread,
        experiment: naps(3, 1),
        probe: ProbeMode::Full,
        repetition: role.code(),
        case: String::new(),
        point: None,
        role: RunRole::Measured,
        order_seed: None,
        rounds: Rounds::MIN,
        warmup_rounds: WarmupRounds::MIN,
    }
}

/// So many tasks that sleep so long.
pub(crate) fn naps(tasks: u64, sleep_ms: u64) -> Experiment {
    Experiment {
        work: Work::Sleep {
            sleep: Nanos::from_millis(sleep_ms),
        },
        tasks: TaskCount::new(tasks).unwrap(),
        depth: Depth::MIN,
        carriers: CarrierCount::new(2).unwrap(),
        pinned_share: Percent::MIN,
        fiber: FiberKnobs::USUAL,
    }
}

/// One run for each role.
pub(crate) fn plan(roles: &[Role]) -> Plan {
    Plan {
        title: "rogues".to_owned(),
        runs: roles.iter().copied().map(spec).collect(),
    }
}

/// Begins a plan that nobody is woken for.
pub(crate) fn begin(plan: Plan, settings: HostSettings) -> PlanHandle {
    start(plan, settings, Arc::new(|| ())).unwrap()
}

/// Carries a plan out to its end.
pub(crate) fn carry_out(plan: Plan, settings: HostSettings) -> Vec<Recording> {
    rest_of(&begin(plan, settings))
}

/// Carries rogues out to the end of their plan.
pub(crate) fn run(roles: &[Role]) -> Vec<Recording> {
    carry_out(plan(roles), rogue_settings())
}

/// The next piece of news.
pub(crate) fn next(handle: &PlanHandle) -> PlanUpdate {
    handle.updates.recv_timeout(PATIENCE).unwrap()
}

/// All news until the end of the plan, as recordings. Panics where news comes in the wrong order.
pub(crate) fn rest_of(handle: &PlanHandle) -> Vec<Recording> {
    let mut recordings: Vec<Recording> = Vec::new();
    loop {
        match next(handle) {
            PlanUpdate::RunStarted {
                run,
                spec,
                facts,
                started_unix_ms,
            } => {
                assert_eq!(run, recordings.len(), "runs come in order");
                assert!(
                    recordings.last().is_none_or(|last| last.end.is_some()),
                    "never two together"
                );
                recordings.push(Recording::new(spec, String::new(), facts, started_unix_ms));
            }
            PlanUpdate::Run { run, update } => {
                assert_eq!(run + 1, recordings.len(), "news is of the newest run");
                absorb_in_order(recordings.last_mut().unwrap(), update);
            }
            PlanUpdate::Finished => {
                assert!(recordings.iter().all(|recording| recording.end.is_some()));
                assert!(
                    handle.updates.recv_timeout(PATIENCE).is_err(),
                    "Finished is the last"
                );
                return recordings;
            }
        }
    }
}

fn absorb_in_order(recording: &mut Recording, update: RunUpdate) {
    assert!(recording.end.is_none(), "nothing comes after End");
    let is_first = recording.hello.is_none();
    let may_be_first = matches!(update, RunUpdate::Hello(_) | RunUpdate::End(_));
    assert!(!is_first || may_be_first, "Hello comes first");
    recording.absorb(update);
}

/// Why a run failed; panics where it did not.
pub(crate) fn failure(recording: &Recording) -> (u64, String, String) {
    match &recording.end.as_ref().unwrap().outcome {
        Outcome::Failed { at, reason, advice } => (*at, reason.clone(), advice.clone()),
        other @ (Outcome::Completed | Outcome::Stopped { .. }) => {
            panic!("it should have failed, but: {other:?}")
        }
    }
}

/// Drains news until the worker is up and has said something; its process id.
pub(crate) fn wait_for_worker(handle: &PlanHandle, recording: &mut Option<Recording>) -> u32 {
    loop {
        match next(handle) {
            PlanUpdate::RunStarted {
                spec,
                facts,
                started_unix_ms,
                ..
            } => {
                *recording = Some(Recording::new(spec, String::new(), facts, started_unix_ms));
            }
            PlanUpdate::Run { update, .. } => {
                let recording = recording.as_mut().unwrap();
                absorb_in_order(recording, update);
                if !recording.progress.is_empty() && !recording.samples.is_empty() {
                    return recording.hello.as_ref().unwrap().pid;
                }
            }
            PlanUpdate::Finished => panic!("the plan ended before its worker was up"),
        }
    }
}

/// Whether a process lives. One that has exited and waits to be reaped does not.
pub(crate) fn lives(pid: u32) -> bool {
    let mut system = System::new().unwrap();
    refresh(&mut system, pid);
    system.process(Pid::from_u32(pid)).is_some_and(|process| {
        !matches!(
            process.status(),
            ProcessStatus::Zombie | ProcessStatus::Dead
        )
    })
}

/// Ends a process as nobody can refuse.
pub(crate) fn kill(pid: u32) {
    let mut system = System::new().unwrap();
    refresh(&mut system, pid);
    assert!(system.process(Pid::from_u32(pid)).unwrap().kill());
}

fn refresh(system: &mut System, pid: u32) {
    system.refresh_processes_specifics(
        ProcessesToUpdate::Some(&[Pid::from_u32(pid)]),
        true,
        ProcessRefreshKind::nothing().without_tasks(),
    );
}

/// Waits until a process is gone, for so long at most.
pub(crate) fn is_gone_within(pid: u32, patience: Duration) -> bool {
    let start = Instant::now();
    while lives(pid) {
        if start.elapsed() > patience {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}
