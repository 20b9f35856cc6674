//! Limits foretold: at which task count an engine will fail on a machine, and why. Pure arithmetic on [`Limits`].

use super::{EngineKind, Limits, units::grouped};

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
/// Pids taken by the rest of a system, about.
const PIDS_RESERVED: u64 = 200;

/// The limit `engine` meets first, whatever the number of tasks; `None` where no count up to a million meets one.
#[must_use]
pub fn forecast(engine: EngineKind, limits: &Limits) -> Option<Forecast> {
    match engine {
        EngineKind::OsThread => thread_limit(limits),
        EngineKind::May => maps_limit(limits.memory_maps?, MAPS_PER_COROUTINE, 130, "may", "two"),
        EngineKind::Pool | EngineKind::Fiber | EngineKind::Tokio => None,
    }
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
    fn the_tightest_limit_is_named() {
        let limits = Limits {
            cgroup_pids: Some(1_000),
            ..stock()
        };
        let found = forecast(EngineKind::OsThread, &limits);
        assert!(found.is_some_and(|found| found.at == 800 && found.reason.contains("pids.max")));
    }
}
