//! What only some kinds of work have to tell when a run is over, in figures and sentences; and who hears of a panic.
//! Knows nothing of how engines run.

use std::{
    io::Write,
    panic::PanicHookInfo,
    sync::atomic::{AtomicU64, Ordering},
};

use super::{counters::Counter, job::Job, probe::Totals};
use crate::{
    model::{EngineKind, Policy, Start, Work, units::grouped},
    wire::Findings,
};

/// Panics with words that the hook has heard of.
static HEARD: AtomicU64 = AtomicU64::new(0);

/// The panic hook. Prints without a backtrace: that needs more stack than a small coroutine has, and under `RUST_BACKTRACE=1` a
/// failed `may` spawn hangs in it. A panic without words is `may`'s way to end a cancelled coroutine, and nothing to tell.
pub(crate) fn hear_panic(info: &PanicHookInfo<'_>) {
    if info.payload_as_str().is_some() {
        HEARD.fetch_add(1, Ordering::Relaxed);
        // A closed stderr is no reason to fail twice.
        writeln!(std::io::stderr(), "{info}").ok();
    }
}

/// What the run of `job` on `engine` has to tell.
pub(crate) fn findings(job: &Job, engine: EngineKind, totals: &Totals) -> Findings {
    let counted = job.shared.counter.as_ref().map(Counter::shown);
    let right = job
        .experiment
        .right_count()
        .map(|of_one| of_one * u64::from(job.series.total()));
    let note = match (job.experiment.work, counted.zip(right)) {
        (Work::FailFast { policy, .. }, _) => Some(siblings(engine, policy, totals)),
        (Work::LostFailure { start }, _) => Some(who_was_told(start, totals)),
        (_, counts) => counts.map(|(shown, right)| lost_updates(shown, right)),
    };
    Findings {
        cancelled: totals.cancelled,
        counted,
        notes: note.into_iter().collect(),
    }
}

fn siblings(engine: EngineKind, policy: Policy, totals: &Totals) -> String {
    let failed = grouped(totals.failed);
    let waited = grouped(totals.completed);
    match policy {
        Policy::WaitAll => {
            format!("{failed} task failed as designed; {waited} others were waited for, as asked")
        }
        Policy::FailFast if engine.cancels() => format!(
            "{failed} task failed as designed; {} others were cancelled and {waited} had finished",
            grouped(totals.cancelled)
        ),
        Policy::FailFast => format!(
            "{failed} task failed as designed; {engine} cannot cancel a task that waits, so {waited} others were waited for"
        ),
    }
}

fn who_was_told(start: Start, totals: &Totals) -> String {
    let failed = grouped(totals.failed);
    let heard = grouped(HEARD.load(Ordering::Relaxed));
    match start {
        Start::Submitted => format!(
            "{failed} failed as designed, each into a handle that nobody asked: no one was told ({heard} messages on stderr)"
        ),
        Start::Bare => format!(
            "{failed} failed as designed by a panic: the panic hook was told of {heard} and printed them to stderr, and no one else was told"
        ),
    }
}

fn lost_updates(shown: u64, right: u64) -> String {
    format!(
        "the counter shows {} of {}: {} updates lost",
        grouped(shown),
        grouped(right),
        grouped(right.saturating_sub(shown))
    )
}
