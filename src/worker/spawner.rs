//! Hands all tasks of a run to its engine, one after the other, from one thread. Knows nothing of how engines run them.

use super::{
    engines::Engine,
    job::Job,
    report::{Handed, Refusal},
};

/// How often the peak is looked at: at every task of up to so many, and so many times in longer runs.
const PEAK_LOOKS: u32 = 10_000;

/// Spawns every task.
///
/// The peak of live tasks lies right after a spawn, since only spawns raise it. It is exact up to 10 000 tasks, and exact in
/// longer runs where no task ends before the last one is spawned; otherwise it may read low by 0.01 % of the tasks.
///
/// # Errors
/// What the engine says when it cannot take another task.
pub(crate) fn spawn_all(engine: &mut dyn Engine, job: &'static Job) -> Result<Handed, Refusal> {
    let tasks = job.experiment.tasks.get();
    let look_every = tasks.div_ceil(PEAK_LOOKS);
    let mut peak_live = 0;
    for task in 0..tasks {
        let at = job.probe.now();
        engine.spawn(task)?;
        job.probe.spawned(task, at);
        if task % look_every == 0 || task + 1 == tasks {
            let live = (u64::from(task) + 1).saturating_sub(job.probe.finished());
            // A task that has ended already was alive when it was handed over.
            peak_live = peak_live.max(live.max(1));
        }
    }
    engine.all_spawned();
    Ok(Handed {
        tasks: u64::from(tasks),
        at: job.probe.now(),
        peak_live,
    })
}
