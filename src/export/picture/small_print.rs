//! The conditions a picture was measured under, in small print, and its subtitle. Knows nothing of layout.

use std::collections::BTreeMap;

use crate::model::{EngineKind, Knob, Measure, units::grouped};
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
    let pinned = shared(&pinned_share).filter(|words| !words.is_empty());
    let any_suspends = recordings
        .iter()
        .any(|recording| recording.spec.engine.has_carriers());
    let words = [tasks, carriers.filter(|_| any_suspends), pinned];
    words.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The share of the tasks that block their carrier; empty where the kind of work says it already.
fn pinned_share(recording: &Recording) -> String {
    let experiment = &recording.spec.experiment;
    let share = experiment.pinned_share;
    let is_plain = share == experiment.work.default_pinned_share();
    let means_nothing = Knob::PinnedShare.ignored_by(experiment.work, &EngineKind::ALL);
    if is_plain || means_nothing.is_some() {
        return String::new();
    }
    format!("pinned share {}\u{202f}%", share.get())
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
    let unbroken: Vec<String> = parts.iter().map(|part| unbroken(part)).collect();
    unbroken.join(" · ")
}

/// Lines break between parts and between the items of a list only.
fn unbroken(part: &str) -> String {
    let items: Vec<String> = part
        .split(", ")
        .map(|item| item.replace(' ', "\u{a0}"))
        .collect();
    items.join(", ")
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
    let uses_std = recordings.iter().any(|recording| {
        matches!(
            recording.spec.engine,
            EngineKind::OsThread | EngineKind::Pool
        )
    });
    let words: Vec<String> = all
        .into_iter()
        .filter_map(|(name, version)| match name {
            // The machine's line has it already.
            "carrier-lab" => None,
            "std" => uses_std.then(|| format!("Rust std {version}")),
            other => Some(format!("{other} {version}")),
        })
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
        let most = groups.iter().map(|group| group.measured.len()).max();
        let medians = most
            .filter(|most| *most > 1)
            .map(|most| format!(" (median of {most})"))
            .unwrap_or_default();
        format!(
            "bytes per task = (peak − baseline) ÷ most live tasks{medians}: {}",
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

#[cfg(test)]
mod tests {
    use super::super::super::fixtures;
    use super::*;
    use crate::model::{Nanos, Percent, ThreadCap, Via, Work};

    fn words(text: &str) -> String {
        text.replace(['\u{a0}', '\u{202f}'], " ")
    }

    fn said(work: Work, share: u64) -> String {
        let mut recordings = fixtures::recordings();
        for recording in &mut recordings {
            recording.spec.experiment.work = work;
            recording.spec.experiment.pinned_share = Percent::clamped(share);
        }
        words(&subtitle(&recordings.iter().collect::<Vec<_>>()))
    }

    #[test]
    fn the_subtitle_says_the_pinned_share_where_it_is_news() {
        let wait = Nanos::from_millis(50);
        let sleep = Work::Sleep { sleep: wait };
        let block = Work::Block {
            block: wait,
            via: Via::Carriers,
            cap: ThreadCap::MIN,
        };
        assert_eq!(said(sleep, 0), "50 000 tasks × sleep 50 ms · 8 carriers");
        assert!(said(sleep, 50).ends_with("8 carriers · pinned share 50 %"));
        assert!(said(sleep, 100).ends_with("pinned share 100 %"));
        assert!(said(block, 100).ends_with("8 carriers"));
        assert!(said(block, 0).ends_with("pinned share 0 %"));
    }

    #[test]
    fn nothing_is_said_twice() {
        let recordings = fixtures::recordings();
        let all = words(&small_print(&recordings.iter().collect::<Vec<_>>()));
        assert_eq!(all.matches("carrier-lab").count(), 1);
        assert!(
            all.contains("generator 0.8.12, may 0.3.51, Rust std 1.95.0, tokio 1.54.1"),
            "{all}"
        );
        let tokio = words(&small_print(&[&recordings[3]]));
        assert!(!tokio.contains("std"), "{tokio}");
    }

    #[test]
    fn repetitions_are_one_median_for_each_engine() {
        let mut recordings = Vec::new();
        for peak_mib in [54.0, 60.0, 30.0] {
            recordings.push(fixtures::recording(&fixtures::Shape {
                peak_mib,
                ..fixtures::shapes()[3]
            }));
            recordings.push(fixtures::recording(&fixtures::shapes()[1]));
        }
        let shown: Vec<&Recording> = recordings.iter().collect();
        let middle = grouped(recordings[0].bytes_per_task().unwrap());
        let print = words(&small_print(&shown));
        let wanted = format!("tasks (median of 3): tokio {}, pool ", words(&middle));
        assert!(print.contains(&wanted), "{print}");
        assert_eq!(
            print.matches("tokio ").count(),
            2,
            "version and median: {print}"
        );
    }

    #[test]
    fn lines_break_between_the_items_of_a_list() {
        assert_eq!(
            unbroken("per task: may 8, tokio 1"),
            "per\u{a0}task:\u{a0}may\u{a0}8, tokio\u{a0}1"
        );
    }
}
