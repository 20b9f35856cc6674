//! Recordings as trace-event JSON, for Perfetto and Chrome's viewer. Written as it goes: a trace is never held in memory.
//!
//! | in a recording | in the trace |
//! |---|---|
//! | run | a process, under the worker's process id, with its counters: live, ready, parked, mounted, pinned, resident memory |
//! | carrier; a task on its own thread | a thread with its lane's name |
//! | mount | a complete slice on that thread; its args say why the task left and how long it had waited |
//! | pin | a complete slice inside the mount |
//! | gap | a complete slice between mounts; over tasks on their own threads, whose gaps concern all of them, an async one |
//! | wait for a carrier | an async slice `ready`, its id the task's number in its process |
//! | time parked | an async slice `parked`; `parked or ready` where nobody told when the task was woken |
//! | end of the run | an instant |
//! | figures and machine facts | `otherData` |
//!
//! Times are microseconds since Go with three decimals, which is what both viewers read: nothing is rounded. What the recording
//! does not know is not in the trace: across a gap nothing is parked and nothing waits.

mod about;
mod counters;
mod event_writer;
mod gaps;
mod lanes;
mod spans;
mod waits;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use event_writer::EventWriter;

use crate::recording::{Recording, write_atomic};

/// Why a trace could not be saved.
#[derive(Debug, thiserror::Error)]
#[error("the trace could not be saved ({source}); check the folder and the free space: {}", path.display())]
pub struct TraceError {
    /// What the system said.
    source: io::Error,
    /// Where it was to go.
    path: PathBuf,
}

/// Saves a trace of these runs to one file, as a whole or not at all.
///
/// # Errors
/// Says what the system said, and where; what was at `path` is then still there.
pub fn save_trace(recordings: &[&Recording], path: &Path) -> Result<TraceCounts, TraceError> {
    let mut counts = TraceCounts::default();
    let written = write_atomic(path, |out| {
        counts = trace_events(recordings, out)?;
        Ok(())
    });
    written.map(|()| counts).map_err(|source| TraceError {
        source,
        path: path.to_owned(),
    })
}

/// How much a trace holds, by the kinds of the page above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceCounts {
    /// Complete slices: mounts, pins and gaps.
    pub slices: u64,
    /// Async slices: waits, parked times, gaps over threads. Each is a begin and an end.
    pub async_slices: u64,
    /// Instants: ends of runs.
    pub instants: u64,
    /// Values of counters.
    pub counters: u64,
}

/// Writes a trace of these runs, each a process of its own, all beginning at zero. `out` should be buffered.
///
/// # Errors
/// What `out` says; the trace is then not whole.
pub fn trace_events(recordings: &[&Recording], out: &mut dyn Write) -> io::Result<TraceCounts> {
    let runs: Vec<TracedRun<'_>> = traced_runs(recordings);
    out.write_all(b"{\"displayTimeUnit\":\"ns\",\"otherData\":")?;
    about::write(&runs, out)?;
    out.write_all(b",\n\"traceEvents\":[\n")?;
    let mut events = EventWriter::new(out);
    for (order, run) in runs.iter().enumerate() {
        lanes::name_all(run, order, &mut events)?;
        spans::write(run, &mut events)?;
        counters::write(run, &mut events)?;
    }
    let counts = events.finish()?;
    out.write_all(b"\n]}\n")?;
    Ok(counts)
}

/// A run and the number of its process in the trace.
struct TracedRun<'a> {
    pid: u32,
    recording: &'a Recording,
}

/// The worker's own process id where it is known and no other run has it.
fn traced_runs<'a>(recordings: &[&'a Recording]) -> Vec<TracedRun<'a>> {
    let mut taken = BTreeSet::new();
    let traced = recordings.iter().map(|recording| {
        let own = recording.hello.as_ref().map(|hello| hello.pid);
        let pid = own
            .into_iter()
            .chain(1_000_001..u32::MAX)
            .find(|pid| *pid > 0 && taken.insert(*pid))
            .unwrap_or_default();
        TracedRun { pid, recording }
    });
    traced.collect()
}
