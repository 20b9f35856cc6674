//! Hands the tasks of a round to its engine, one after the other, from one thread. Knows nothing of how engines run them.

use super::{engines::Engine, job::Job, probe::Tick, report::Refusal};

/// How often the peak is looked at: at every task of up to so many, and so many times in longer rounds.
const PEAK_LOOKS: u32 = 10_000;

/// Most tasks alive at once, as far as it was looked at.
///
/// The peak of live tasks lies right after a spawn, since only spawns raise it. It is exact up to 10 000 tasks, and exact in
/// larger rounds where no task ends before the last one is spawned; otherwise it may read low by 0.01 % of the tasks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PeakLive(u64);

impl PeakLive {
    pub(crate) const fn most(self) -> u64 {
        self.0
    }

    /// A task that has ended already was alive when it was handed over.
    fn note(&mut self, spawned: u64, finished: u64) {
        self.0 = self.0.max(spawned.saturating_sub(finished).max(1));
    }
}

/// Spawns every task of round number `round`; when the last one was handed over. Tasks of all earlier rounds have ended.
///
/// # Errors
/// What the engine says when it cannot take another task.
pub(crate) fn spawn_round(
    engine: &mut dyn Engine,
    job: &'static Job,
    round: u32,
    peak: &mut PeakLive,
) -> Result<Tick, Refusal> {
    let tasks = job.experiment.tasks.get();
    let look_every = tasks.div_ceil(PEAK_LOOKS);
    // The model has seen to it that the last number of the last round is one.
    let first = round.saturating_mul(tasks);
    for index in 0..tasks {
        let task = first.saturating_add(index);
        let at = job.probe.now();
        engine.spawn(task)?;
        job.probe.spawned(task, at);
        if index % look_every == 0 || index + 1 == tasks {
            peak.note(u64::from(task) + 1, job.probe.finished());
        }
    }
    engine.all_spawned();
    Ok(job.probe.now())
}
