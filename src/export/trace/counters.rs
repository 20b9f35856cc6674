//! Counters of one run over its time, and its end. Knows nothing of spans.

use std::io;

use super::TracedRun;
use super::event_writer::EventWriter;
use crate::model::{Ability, Outcome, units::grouped};
use crate::recording::Progress;

/// A counter of tasks and where it stands in the worker's own counters.
type Counter = (&'static str, fn(&Progress) -> u64);

const READY: &str = "ready";
const TASKS: [Counter; 5] = [
    ("live", |at| at.live),
    (READY, |at| at.ready),
    ("parked", |at| at.parked),
    ("mounted", |at| at.mounted),
    ("pinned", |at| at.pinned),
];

/// Counters of tasks and the resident memory; no counter of ready tasks where the engine does not tell.
pub(super) fn write(run: &TracedRun<'_>, events: &mut EventWriter<'_>) -> io::Result<()> {
    let recording = run.recording;
    let silent = Ability::Ready.missing_in(recording.spec.engine).is_some();
    for at in &recording.progress {
        for (name, value) in TASKS {
            if !(silent && name == READY) {
                events.counter(run.pid, (name, "tasks"), (at.t_ns, value(at)))?;
            }
        }
    }
    for sample in &recording.samples {
        events.counter(run.pid, ("RSS", "bytes"), (sample.t_ns, sample.rss.0))?;
    }
    match &recording.end {
        Some(end) => events.instant(run.pid, &ending(&end.outcome), end.wall_ns),
        None => Ok(()),
    }
}

fn ending(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Completed => "completed".to_owned(),
        Outcome::Stopped { at } => format!("stopped at {}", grouped(*at)),
        Outcome::Failed { at, reason, .. } => format!("failed at {}: {reason}", grouped(*at)),
    }
}
