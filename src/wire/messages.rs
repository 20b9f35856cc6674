//! The JSON messages of the control frames.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::EngineKind;

/// Version of this contract; a worker with another one is refused.
pub const WIRE_VERSION: u32 = 1;
/// What the lab writes to start the tasks.
pub const GO_LINE: &str = "go\n";

/// Exit code of a worker of which a task overflowed its stack; its last line on stderr says which.
pub const STACK_OVERFLOWED: i32 = 86;

/// Who the worker is and what it has built, before any task runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// Must be [`WIRE_VERSION`].
    pub version: u32,
    /// Process id of the worker.
    pub pid: u32,
    /// The engine that was built.
    pub engine: EngineKind,
    /// How many carriers it really has; 0 where every task is its own.
    pub carriers: u16,
    /// Exact versions of what is measured, e.g. `"tokio": "1.54.1"`.
    pub versions: BTreeMap<String, String>,
    /// RSS with the runtime up, the probe reserved and no task started; 0 where the worker cannot tell.
    pub baseline_rss_bytes: u64,
    /// Memory the probe has reserved; part of the baseline.
    pub probe_bytes: u64,
    /// Time one computing task takes alone, measured before `go`; absent for work that waits.
    pub task_ns: Option<u64>,
}

/// Counters at one moment; also the heartbeat. Exact, whatever was dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Nanoseconds since `go`.
    pub t_ns: u64,
    /// Tasks handed to the engine so far.
    pub spawned: u64,
    /// Spawned and not yet finished.
    pub live: u64,
    /// Suspended, nothing to do; for engines without ready events also those that wait for a carrier again.
    pub parked: u64,
    /// Waiting for a carrier, as far as the engine tells.
    pub ready: u64,
    /// On a carrier, the pinned ones included.
    pub mounted: u64,
    /// On a carrier and blocking it.
    pub pinned: u64,
    /// Finished well.
    pub completed: u64,
    /// Finished badly.
    pub failed: u64,
    /// Records written to the pipe so far.
    pub recorded: u64,
    /// Records that did not fit.
    pub dropped: u64,
}

/// Which threads of the operating system carriers are, as far as that became known since the last such message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierThreads {
    /// Each carrier once in a run.
    pub carriers: Vec<CarrierThread>,
}

/// One carrier and its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierThread {
    /// Carrier number, as in the records.
    pub carrier: u16,
    /// The thread's number as the operating system counts threads: on Linux the one of `/proc/PID/task`.
    pub thread: u32,
}

/// Latencies of the tasks, from a task's first instruction to its last. Nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LatencySummary {
    /// Median.
    pub p50: u64,
    /// 90th percentile.
    pub p90: u64,
    /// 95th percentile.
    pub p95: u64,
    /// 99th percentile.
    pub p99: u64,
    /// 99.9th percentile.
    pub p999: u64,
    /// The largest one.
    pub max: u64,
}

/// One round of a run that does its tasks more than once: all its tasks have ended, and no task of the next has begun.
///
/// Times are from Go. Between two rounds lies a short pause that belongs to neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Counts from 0, those of the warm-up first.
    pub index: u32,
    /// Whether it stays out of the statistics.
    pub warmup: bool,
    /// When its first task was handed to the engine.
    pub start_ns: u64,
    /// When its last task had been handed over.
    pub handed_ns: u64,
    /// When the last of its tasks ended.
    pub end_ns: u64,
    /// Its tasks that finished well.
    pub completed: u64,
    /// Its tasks that finished badly.
    pub failed: u64,
    /// Sum of what its tasks returned, wrapping at 64 bits.
    pub checksum: u64,
    /// Percentiles of the latencies of its tasks.
    pub latency: LatencySummary,
}

impl Round {
    /// From the first hand-over to the end of the last task.
    #[must_use]
    pub const fn wall_ns(&self) -> u64 {
        self.end_ns.saturating_sub(self.start_ns)
    }
}

/// The end of a run that completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// From `go` to the end of the last task.
    pub wall_ns: u64,
    /// From `go` until the last task was handed to the engine.
    pub spawn_ns: u64,
    /// Most tasks alive at once.
    pub peak_live: u64,
    /// Sum of what the tasks returned, wrapping at 64 bits.
    pub checksum: u64,
    /// Final counters.
    pub progress: Progress,
    /// Percentiles of the latencies.
    pub latency: LatencySummary,
    /// The whole histogram in `HdrHistogram`'s V2 format, base64 without line breaks; empty where a worker has none.
    #[serde(default)]
    pub histogram: String,
    /// What only some kinds of work have to tell.
    #[serde(flatten)]
    pub findings: Findings,
}

/// What only some kinds of work have to tell in their `Done`; each key may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    /// Tasks that were cancelled: neither completed nor failed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cancelled: u64,
    /// What the shared counter of counting work shows in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
    /// Sentences for a person: what was lost, who was told, what the engine could not do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands fields over by reference"
)]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The end of a run that failed and could still say so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// How many tasks had been started.
    pub at: u64,
    /// The cause in words.
    pub reason: String,
    /// What a person can try; may be empty.
    #[serde(default)]
    pub advice: String,
    /// Counters at that moment.
    pub progress: Progress,
}
