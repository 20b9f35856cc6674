//! What is known of the moment under the cursor, and of the span that is inspected.

use egui::{RichText, Ui};

use crate::charts::semibold;
use crate::model::units::grouped;
use crate::model::{Bytes, Nanos};
use crate::recording::Recording;
use crate::state::{Actions, AppState};
use crate::ui::controls::{caps_ui, fact_ui, note_ui};
use crate::ui::theme;

pub(super) fn moment_ui(ui: &mut Ui, state: &AppState, _actions: &mut Actions) {
    let palette = theme::palette(ui);
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
