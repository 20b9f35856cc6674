//! The conditions a picture was measured under, in small print, and its subtitle. Knows nothing of layout.

use std::collections::BTreeMap;

use crate::model::{Measure, units::grouped};
use crate::recording::{Recording, group_runs, median};

/// Work, tasks, carriers and pinned share; what differs between the runs is left out.
pub(super) fn subtitle(recordings: &[&Recording]) -> String {
    let shared = |word: &dyn Fn(&Recording) -> String| {
        let mut words = recordings.iter().map(|recording| word(recording));
        let first = words.next()?;
        words.all(|other| other == first).then_some(first)
    };
    let work = shared(&|recording| recording.spec.experiment.work.label());
    let tasks = shared(&|recording| format!("{} tasks", recording.spec.experiment.tasks));
    let tasks = match (tasks, work) {
        (Some(tasks), Some(work)) => Some(format!("{tasks} × {work}")),
        (tasks, work) => tasks.or(work),
    };
    let carriers = shared(&|recording| {
        let carriers = recording.spec.experiment.carriers.get();
        let plural = if carriers == 1 { "carrier" } else { "carriers" };
        format!("{carriers} {plural}")
    });
    let pinned = shared(&|recording| {
        let share = recording.spec.experiment.pinned_share.get();
        format!("{share}\u{202f}% of the tasks block")
    });
    let any_suspends = recordings
        .iter()
        .any(|recording| recording.spec.engine.has_carriers());
    let words = [tasks, carriers.filter(|_| any_suspends), pinned];
    words.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Machine, versions, probe, method, memory per task, losses.
pub(super) fn small_print(recordings: &[&Recording]) -> String {
    let mut parts = machines(recordings);
    parts.extend(versions(recordings));
    parts.push(probe(recordings));
    parts.push("fresh process per run".to_owned());
    parts.extend(bytes_per_task(recordings));
    parts.extend(timer_bound(recordings));
    parts.extend(dropped(recordings));
    // Lines break between the parts only.
    let unbroken: Vec<String> = parts
        .iter()
        .map(|part| part.replace(' ', "\u{a0}"))
        .collect();
    unbroken.join(" · ")
}

fn machines(recordings: &[&Recording]) -> Vec<String> {
    let mut all: Vec<String> = recordings
        .iter()
        .map(|recording| recording.facts.small_print())
        .collect();
    all.dedup();
    // Load is read anew before each run; a plan on one machine is still one machine.
    let mut machines: Vec<_> = recordings
        .iter()
        .map(|recording| (&recording.facts.cpu, &recording.facts.kernel))
        .collect();
    machines.dedup();
    if machines.len() == 1 {
        all.truncate(1);
    }
    all
}

fn versions(recordings: &[&Recording]) -> Option<String> {
    let all: BTreeMap<&str, &str> = recordings
        .iter()
        .filter_map(|recording| recording.hello.as_ref())
        .flat_map(|hello| &hello.versions)
        .map(|(name, version)| (name.as_str(), version.as_str()))
        .collect();
    let words: Vec<String> = all
        .into_iter()
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    (!words.is_empty()).then(|| words.join(", "))
}

fn probe(recordings: &[&Recording]) -> String {
    let mut modes: Vec<String> = recordings
        .iter()
        .map(|recording| recording.spec.probe.to_string())
        .collect();
    modes.sort_unstable();
    modes.dedup();
    format!("probe {}", modes.join(" and "))
}

/// The median of repeated runs; left out where so many runs differ that no one would read it.
fn bytes_per_task(recordings: &[&Recording]) -> Option<String> {
    const MOST: usize = 6;
    let groups = group_runs(recordings);
    let words: Vec<String> = groups
        .iter()
        .filter_map(|group| {
            let runs = group.measured.iter();
            let bytes: Vec<f64> = runs.filter_map(|run| live_bytes(run)).collect();
            let label = Measure::BytesPerTask.value_label(median(&bytes)?);
            Some(format!("{} {label}", group.who))
        })
        .collect();
    (1..=MOST).contains(&words.len()).then(|| {
        format!(
            "bytes per task = (peak − baseline) ÷ most live tasks: {}",
            words.join(", ")
        )
    })
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn live_bytes(recording: &Recording) -> Option<f64> {
    recording.bytes_per_task().map(|bytes| bytes as f64)
}

/// The engines whose sleeps say more of the timer than of the model.
fn timer_bound(recordings: &[&Recording]) -> Option<String> {
    let mut words: Vec<String> = group_runs(recordings)
        .iter()
        .filter(|group| group.is_timer_bound())
        .filter_map(|group| {
            let sleep = group.measured.iter().find_map(|run| run.achieved_sleep())?;
            let (asked, had) = (sleep.requested.to_label(), sleep.achieved);
            Some(format!("{} asked for {asked} and had {had}", group.who))
        })
        .collect();
    words.truncate(4);
    (!words.is_empty()).then(|| format!("timer-bound: {}", words.join(", ")))
}

fn dropped(recordings: &[&Recording]) -> Option<String> {
    let words: Vec<String> = recordings
        .iter()
        .filter_map(|recording| {
            let dropped = recording.progress.last()?.dropped;
            (dropped > 0).then(|| format!("{} {}", recording.spec.engine, grouped(dropped)))
        })
        .collect();
    (!words.is_empty()).then(|| format!("records lost: {}", words.join(", ")))
}
