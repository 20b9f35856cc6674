//! The facts of a run.

use egui::Ui;

use crate::charts::palette::mix;
use crate::model::units::{grouped, short};
use crate::model::{Ability, Nanos, Outcome};
use crate::scene::kernel_silence;
use crate::state::RunEntry;
use crate::ui::controls::{caps_ui, fact_ui, note_ui};
use crate::ui::theme;

pub(super) fn facts_ui(ui: &mut Ui, entry: &RunEntry) {
    let recording = &entry.recording;
    caps_ui(ui, &format!("Run · {}", entry.engine()));
    ui.add_space(2.0);
    ending_ui(ui, entry);
    let mut facts: Vec<(&str, String)> = Vec::new();
    facts.push(("work", recording.spec.experiment.work.label()));
    facts.push(("tasks", recording.spec.experiment.tasks.to_string()));
    carriers(entry, &mut facts);
    times(entry, &mut facts);
    memory(entry, &mut facts);
    records(entry, &mut facts);
    kernel(entry, &mut facts);
    for (name, value) in facts {
        fact_ui(ui, name, &value);
    }
    notes_ui(ui, entry);
}

fn ending_ui(ui: &mut Ui, entry: &RunEntry) {
    let palette = theme::palette(ui);
    match entry.recording.end.as_ref().map(|end| &end.outcome) {
        Some(Outcome::Failed { at, reason, advice }) => {
            let text = format!("Failed at {}: {reason}", grouped(*at));
            note_ui(ui, &text, palette.readable(palette.pinned));
            note_ui(ui, advice, palette.muted);
            ui.add_space(4.0);
        }
        Some(Outcome::Completed | Outcome::Stopped { .. }) | None => {}
    }
    if entry.recording.end.as_ref().and_then(|end| end.checksum_ok) == Some(false) {
        let text = "The sum of the results is wrong: do not trust this run.";
        note_ui(ui, text, palette.readable(palette.pinned));
    }
}

fn carriers(entry: &RunEntry, facts: &mut Vec<(&str, String)>) {
    let hello = entry.recording.hello.as_ref();
    let carriers = match hello.map(|hello| hello.carriers) {
        Some(0) => "one per task".to_owned(),
        Some(carriers) => carriers.to_string(),
        None => return,
    };
    facts.push(("carriers", carriers));
    let share = entry.recording.spec.experiment.pinned_tasks();
    if share > 0 {
        facts.push(("pinned tasks", grouped(u64::from(share))));
    }
}

fn times(entry: &RunEntry, facts: &mut Vec<(&str, String)>) {
    let recording = &entry.recording;
    if let Some(time) = entry.expected() {
        facts.push(("expected", format!("≈ {time}")));
    }
    let Some(end) = &recording.end else {
        return;
    };
    let series = recording.spec.series();
    if let (false, Some(wall_ns)) = (series.is_once(), recording.wall_ns()) {
        facts.push(("rounds", series.rounds.to_string()));
        facts.push(("warm-up rounds", series.warmup.to_string()));
        facts.push(("wall of a round", Nanos(wall_ns).to_string()));
        facts.push(("wall of all", Nanos(end.wall_ns).to_string()));
    } else {
        facts.push(("wall", Nanos(end.wall_ns).to_string()));
    }
    if let Some(spawn_ns) = end.spawn_ns {
        facts.push(("all spawned after", Nanos(spawn_ns).to_string()));
    }
    if let Some(sleep) = recording.achieved_sleep() {
        facts.push(("sleep asked for", sleep.requested.to_label()));
        facts.push(("sleep had, p50", sleep.achieved.to_string()));
    }
    if let Some(latency) = end.latency {
        facts.push(("latency p50", Nanos(latency.p50).to_string()));
        facts.push(("latency p99", Nanos(latency.p99).to_string()));
        facts.push(("latency p99.9", Nanos(latency.p999).to_string()));
        facts.push(("latency max", Nanos(latency.max).to_string()));
    }
}

fn memory(entry: &RunEntry, facts: &mut Vec<(&str, String)>) {
    let recording = &entry.recording;
    if let Some(baseline) = recording.baseline() {
        facts.push(("baseline", baseline.to_string()));
    }
    if let Some(end) = &recording.end {
        facts.push(("peak RSS", end.rss_peak.to_string()));
        facts.push(("most alive", grouped(end.peak_live)));
    }
    if let Some(bytes) = recording.bytes_per_task() {
        facts.push(("bytes per task", grouped(bytes)));
    }
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn records<'a>(entry: &'a RunEntry, facts: &mut Vec<(&'a str, String)>) {
    let recording = &entry.recording;
    facts.push(("probe", recording.spec.probe.to_string()));
    let last = recording.end.as_ref().map(|end| &end.progress);
    if let Some(progress) = last.or(recording.progress.last()) {
        facts.push(("events", short(progress.recorded as f64)));
        facts.push(("dropped", grouped(progress.dropped)));
    }
    if let Some(share) = recording.mean_lab_cpu_share() {
        facts.push((
            "lab's own CPU",
            format!("{:.0}\u{202f}% of a core", share * 100.0),
        ));
    }
    if let Some(hello) = &recording.hello {
        for (runtime, version) in &hello.versions {
            facts.push((runtime, version.clone()));
        }
    }
}

/// What the operating system did with the carriers, on average.
fn kernel(entry: &RunEntry, facts: &mut Vec<(&str, String)>) {
    if let Some(mean) = entry.recording.kernel.mean() {
        let percent = |share: f32| format!("{:.1}\u{202f}%", share * 100.0);
        facts.push(("carriers ran (kernel)", percent(mean.running)));
        facts.push(("waited for a CPU", percent(mean.runnable)));
        facts.push(("slept", percent(mean.sleeping())));
    }
}

/// What the engine cannot tell, and where the run was measured.
fn notes_ui(ui: &mut Ui, entry: &RunEntry) {
    let palette = theme::palette(ui);
    ui.add_space(6.0);
    for ability in [Ability::Mounts, Ability::Ready, Ability::Pins] {
        if let Some(missing) = ability.missing_in(entry.engine()) {
            note_ui(ui, missing, palette.muted);
            ui.add_space(4.0);
        }
    }
    if let Some(silence) = kernel_silence(&entry.recording) {
        note_ui(ui, silence, palette.muted);
        ui.add_space(4.0);
    }
    let print = entry.recording.facts.small_print();
    note_ui(ui, &print, mix(palette.muted, palette.panel, 0.15));
}
