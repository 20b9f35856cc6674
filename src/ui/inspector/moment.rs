//! What is known of the moment under the cursor, and of the span that is inspected.

use egui::{RichText, Ui};

use crate::charts::semibold;
use crate::model::units::grouped;
use crate::model::{Bytes, Nanos};
use crate::recording::Recording;
use crate::scene::HitKind;
use crate::state::{Actions, AppState, ViewAction};
use crate::ui::controls::{PushButton, caps_ui, fact_ui, note_ui};
use crate::ui::kernel_words::kernel_facts;
use crate::ui::pointed::{facts as pointed_facts, hit_at, inspected_hit, path_ui, visited};
use crate::ui::theme;

pub(super) fn moment_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let palette = theme::palette(ui);
    if span_ui(ui, state, actions) {
        return;
    }
    let Some(at_ns) = state.view.cursor_ns else {
        caps_ui(ui, "Under the cursor");
        let text = "Rest the cursor on a chart: the figures of that moment stand here.";
        note_ui(ui, text, palette.muted);
        return;
    };
    caps_ui(ui, &format!("At {}", Nanos(at_ns)));
    ui.add_space(2.0);
    for entry in state.runs.visible() {
        if let Some(rss) = rss_at(&entry.recording, at_ns) {
            let name = format!("{} memory", entry.engine());
            fact_ui(ui, &name, &rss.to_string());
        }
    }
    if let Some(entry) = state.runs.selected() {
        tasks_ui(ui, &entry.recording, at_ns);
    }
}

/// The span under the pointer, else the kept one; tells whether there is any.
fn span_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) -> bool {
    let Some(entry) = state.runs.selected() else {
        return false;
    };
    let recording = &entry.recording;
    let pointed = state
        .view
        .pointed
        .and_then(|place| hit_at(recording, place));
    let kept = state
        .view
        .inspected
        .and_then(|span| inspected_hit(recording, span));
    let (Some(hit), is_kept) = (pointed.or(kept), pointed.is_none()) else {
        return false;
    };
    let palette = theme::palette(ui);
    caps_ui(
        ui,
        if is_kept {
            "Inspected"
        } else {
            "Under the cursor"
        },
    );
    let (headline, mut facts) = pointed_facts(&hit);
    facts.extend(kernel_facts(recording, &hit));
    let color = match hit.kind {
        HitKind::Pinned { .. } => palette.readable(palette.pinned),
        HitKind::Span | HitKind::Gap { .. } => palette.text,
    };
    ui.label(RichText::new(headline).font(semibold(14.0)).color(color));
    ui.add_space(2.0);
    for (name, value) in facts {
        fact_ui(ui, name, &value);
    }
    if is_kept {
        kept_ui(ui, state, actions);
    }
    true
}

/// The way of the kept task over the carriers, and how to let it go.
fn kept_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let Some(entry) = state.runs.selected() else {
        return;
    };
    let path = path_ui(ui, entry, state.view.inspected.map(|span| span.task));
    fact_ui(ui, "carriers visited", &visited(&path));
    fact_ui(ui, "mounts", &grouped(path.len() as u64));
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let fit = PushButton::new("Fit", "Shows this span with some air around it (F)");
        if fit.show(ui).clicked() {
            actions.push(ViewAction::FitSelection.into());
        }
        let free = PushButton::new("Let go", "No longer keeps this span here (Esc)");
        if free.show(ui).clicked() {
            actions.push(ViewAction::Inspect(None).into());
        }
    });
}

/// The last sample before the moment; `None` before the first and after the end.
fn rss_at(recording: &Recording, at_ns: u64) -> Option<Bytes> {
    let before = recording
        .samples
        .partition_point(|sample| sample.t_ns <= at_ns);
    let sample = recording.samples.get(before.checked_sub(1)?)?;
    (at_ns <= recording.last_ns()).then_some(sample.rss)
}

fn tasks_ui(ui: &mut Ui, recording: &Recording, at_ns: u64) {
    let palette = theme::palette(ui);
    let before = recording
        .progress
        .partition_point(|progress| progress.t_ns <= at_ns);
    let Some(progress) = before
        .checked_sub(1)
        .and_then(|at| recording.progress.get(at))
    else {
        return;
    };
    ui.add_space(6.0);
    let title = format!("tasks of {}", recording.spec.engine);
    let title = RichText::new(title).font(semibold(12.0));
    ui.label(title.color(palette.engine_text(recording.spec.engine)));
    for (name, count) in [
        ("parked", progress.parked),
        ("ready", progress.ready),
        ("mounted", progress.mounted),
        ("pinned", progress.pinned),
        ("finished", progress.completed),
    ] {
        fact_ui(ui, name, &grouped(count));
    }
}
