//! Limits foretold: at which task count an engine will fail on a machine, and why. Pure arithmetic on [`Limits`].

use super::{EngineKind, Experiment, Limits, stack_forecast::stack_forecast, units::grouped};

/// A limit that an engine will run into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Task count near which the engine fails.
    pub at: u64,
    /// The sentence a person needs: cause and remedy.
    pub reason: String,
}

/// Memory maps one `may` coroutine takes: stack and guard page. Measured with generator 0.8.12 on Linux.
const MAPS_PER_COROUTINE: u64 = 2;
/// Memory maps one std thread takes: stack, guard, signal stack, its guard. Measured with rustc 1.95 and glibc.
const MAPS_PER_THREAD: u64 = 4;
/// Maps the process itself needs.
const MAPS_RESERVED: u64 = 2_000;
/// Memory maps that `fiber` leaves to the rest of the process.
const MAPS_LEFT_BY_FIBER: u64 = 4_000;
/// A page below every fiber's stack.
const GUARD_BYTES: u64 = 4_096;
/// Address space of a worker without stacks, about.
const SPACE_LEFT: u64 = 512 << 20;
/// Pids taken by the rest of a system, about.
const PIDS_RESERVED: u64 = 200;

/// The limit `engine` meets first, whatever the number of tasks; `None` where no count up to a million meets one.
#[must_use]
pub fn forecast(engine: EngineKind, limits: &Limits) -> Option<Forecast> {
    match engine {
        EngineKind::OsThread => thread_limit(limits),
        EngineKind::May => maps_limit(limits.memory_maps?, MAPS_PER_COROUTINE, 130, "may", "two"),
        EngineKind::Fiber => fiber_limit(limits),
        EngineKind::Pool | EngineKind::Tokio => None,
    }
}

/// The limit that `engine` meets with this experiment: that of [`forecast`], or one that lies in what its tasks do.
#[must_use]
pub fn foretold(engine: EngineKind, experiment: &Experiment, limits: &Limits) -> Option<Forecast> {
    let tasks = u64::from(experiment.tasks);
    let found = [
        stack_forecast(engine, experiment),
        space_limit(engine, experiment, limits),
        forecast(engine, limits),
    ];
    let met = found
        .into_iter()
        .flatten()
        .filter(|found| tasks >= found.at);
    met.min_by_key(|found| found.at)
}

/// Guards without a memory map came with Linux 6.13.
fn fiber_limit(limits: &Limits) -> Option<Forecast> {
    let per_fiber = limits.maps_per_fiber.filter(|maps| *maps > 0)?;
    let at = limits.memory_maps?.saturating_sub(MAPS_LEFT_BY_FIBER) / per_fiber;
    (at < 1_000_000).then(|| Forecast {
        at,
        reason: format!(
            "this kernel has no guard marks (Linux 6.13 has), so the guard of a fiber's stack takes {per_fiber} memory maps, and it allows {}: fiber stops at {} alive at once. Use fewer tasks, or raise vm.max_map_count.",
            grouped(limits.memory_maps.unwrap_or(0)),
            grouped(at)
        ),
    })
}

/// The stacks of all fibers are one region of address space.
fn space_limit(engine: EngineKind, experiment: &Experiment, limits: &Limits) -> Option<Forecast> {
    let space = limits
        .address_space
        .filter(|_| engine == EngineKind::Fiber)?;
    let stack = experiment.fiber.stack_kib.bytes() as u64 + GUARD_BYTES;
    let fitting = space.saturating_sub(SPACE_LEFT) / stack;
    (fitting < u64::from(experiment.tasks)).then(|| Forecast {
        at: 1,
        reason: format!(
            "fiber reserves address space for the stacks of all tasks at once, and ulimit -v allows {} of them: expect the run to be refused. Use fewer tasks or a smaller stack_kib, or raise ulimit -v.",
            grouped(fitting)
        ),
    })
}

fn thread_limit(limits: &Limits) -> Option<Forecast> {
    let maps = limits
        .memory_maps
        .and_then(|maps| maps_limit(maps, MAPS_PER_THREAD, MAPS_RESERVED, "os-thread", "four"));
    let counts = [
        (limits.pids, "kernel.pid_max", "raise kernel.pid_max"),
        (
            limits.threads,
            "kernel.threads-max",
            "raise kernel.threads-max",
        ),
        (limits.user_processes, "ulimit -u", "raise ulimit -u"),
        (
            limits.cgroup_pids,
            "the control group's pids.max",
            "raise pids.max",
        ),
    ];
    let counted = counts.into_iter().filter_map(|(limit, name, remedy)| {
        let at = limit?.saturating_sub(PIDS_RESERVED);
        Some(Forecast {
            at,
            reason: format!("os-thread needs one thread id per task; {name} allows {}: expect failure near {} alive at once. Use fewer tasks, or {remedy}.", grouped(limit?), grouped(at)),
        })
    });
    counted
        .chain(maps)
        .filter(|found| found.at < 1_000_000)
        .min_by_key(|found| found.at)
}

fn maps_limit(
    maps: u64,
    per_task: u64,
    reserved: u64,
    engine: &str,
    word: &str,
) -> Option<Forecast> {
    let at = maps.saturating_sub(reserved) / per_task;
    (at < 1_000_000).then(|| Forecast {
        at,
        reason: format!(
            "{engine} needs {word} memory maps per task; this system allows {}: expect failure near {} alive at once. Use fewer tasks, or raise vm.max_map_count.",
            grouped(maps),
            grouped(at)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stock() -> Limits {
        Limits {
            memory_maps: Some(65_530),
            pids: Some(32_768),
            threads: Some(192_731),
            ..Limits::default()
        }
    }

    #[test]
    fn stock_linux_stops_threads_near_16_000_and_may_near_32_700() {
        let threads = forecast(EngineKind::OsThread, &stock()).map(|found| found.at);
        assert_eq!(threads, Some((65_530 - 2_000) / 4));
        let may = forecast(EngineKind::May, &stock()).map(|found| found.at);
        assert_eq!(may, Some(32_700));
        assert_eq!(forecast(EngineKind::Tokio, &stock()), None);
        assert_eq!(forecast(EngineKind::OsThread, &Limits::default()), None);
    }

    #[test]
    fn fibers_are_limited_where_guards_take_maps_or_address_space_is_short() {
        let fiber = |limits: &Limits, tasks: u64| {
            let mut experiment = super::super::Preset::default().experiment;
            experiment.tasks = super::super::TaskCount::clamped(tasks);
            foretold(EngineKind::Fiber, &experiment, limits)
        };
        let marks = Limits {
            maps_per_fiber: Some(0),
            ..stock()
        };
        assert_eq!(fiber(&marks, 1_000_000), None);
        let maps = Limits {
            maps_per_fiber: Some(2),
            ..stock()
        };
        assert_eq!(fiber(&maps, 100_000).map(|found| found.at), Some(30_765));
        assert_eq!(fiber(&maps, 30_000), None);
        let short = Limits {
            address_space: Some(1 << 30),
            ..marks
        };
        assert!(fiber(&short, 100_000).is_some_and(|found| found.reason.contains("ulimit -v")));
        assert_eq!(fiber(&short, 10_000), None);
    }

    #[test]
    fn the_tightest_limit_is_named() {
        let limits = Limits {
            cgroup_pids: Some(1_000),
            ..stock()
        };
        let found = forecast(EngineKind::OsThread, &limits);
        assert!(found.is_some_and(|found| found.at == 800 && found.reason.contains("pids.max")));
    }
}
