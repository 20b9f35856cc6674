//! The worst of the selected run, or of the selected stretch of it; each entry leads to its place.

use std::sync::Arc;

use egui::{Align2, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::charts::{regular, semibold};
use crate::model::Nanos;
use crate::model::units::grouped;
use crate::recording::{Track, Worst, WorstKind, WorstList};
use crate::state::{Actions, Amount, AppState, RunEntry, ViewAction};
use crate::ui::controls::{PushButton, caps_ui, focus_ring, note_ui};
use crate::ui::kept::kept;
use crate::ui::theme::{self, CORNER};

/// Of each kind, at first and when asked for more.
const FEW: usize = 2;
const MANY: usize = 8;
/// Of each kind, before mounts that are told as pins are left out.
const LOOKED_AT: usize = 8 * MANY;
const CARD_PX: f32 = 38.0;

pub(super) fn worst_ui(ui: &mut Ui, (state, entry): (&AppState, &RunEntry), actions: &mut Actions) {
    let found = worst(ui, state, entry);
    let scope = match state.view.selection {
        Some(_) => "Worst first · selection",
        None => "Worst first",
    };
    caps_ui(ui, scope);
    ui.add_space(4.0);
    let kinds = [&found.pins, &found.waits, &found.mounts, &found.idles];
    if kinds.iter().all(|kind| kind.is_empty()) {
        let text = "No mount was recorded here.";
        note_ui(ui, text, theme::palette(ui).muted);
        return;
    }
    let most = match state.view.worst {
        Amount::Few => FEW,
        Amount::Many => MANY,
    };
    for worst in kinds.into_iter().flat_map(|kind| kind.iter().take(most)) {
        if card_ui(ui, *worst) {
            actions.push(ViewAction::GoToWorst(*worst).into());
        }
        ui.add_space(2.0);
    }
    if kinds.iter().any(|kind| kind.len() > FEW) {
        more_ui(ui, state.view.worst, actions);
    }
}

fn worst(ui: &Ui, state: &AppState, entry: &RunEntry) -> Arc<WorstList> {
    let timeline = &entry.recording.timeline;
    let range = match state.view.selection {
        Some(selection) => (selection.start_ns(), selection.end_ns()),
        None => (0, u64::MAX),
    };
    let hello = entry.recording.hello.as_ref();
    let carriers = hello.map_or(0, |hello| hello.carriers);
    kept(ui, ("worst", range), entry, || {
        let mut found = timeline.worst(range, carriers, LOOKED_AT);
        let WorstList { pins, mounts, .. } = &mut found;
        mounts.retain(|mount| !pins.iter().any(|pin| is_within(*pin, *mount)));
        found
    })
}

/// A mount that was long for its pin is told as that pin.
fn is_within(pin: Worst, mount: Worst) -> bool {
    (pin.track, pin.task) == (mount.track, mount.task)
        && mount.start_ns <= pin.start_ns
        && pin.end_ns <= mount.end_ns
}

fn more_ui(ui: &mut Ui, shown: Amount, actions: &mut Actions) {
    let (word, tip, other) = match shown {
        Amount::Few => ("More", "Shows the eight worst of each kind", Amount::Many),
        Amount::Many => ("Fewer", "Shows the two worst of each kind", Amount::Few),
    };
    if PushButton::new(word, tip).show(ui).clicked() {
        actions.push(ViewAction::ShowWorst(other).into());
    }
}

/// How bad on the left, where below it, when on the right. Tells whether it was pressed.
fn card_ui(ui: &mut Ui, worst: Worst) -> bool {
    let palette = theme::palette(ui);
    let size = vec2(ui.available_width(), CARD_PX);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let (what, place) = (what(worst), place(worst));
    let at = Nanos(worst.start_ns).to_string();
    let label = format!("{what}, {place}, at {at}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let fill = if response.hovered() {
        theme::hovered(&palette)
    } else {
        palette.card
    };
    let line = Stroke::new(1.0, palette.line);
    ui.painter()
        .rect(rect, CORNER, fill, line, StrokeKind::Inside);
    focus_ring(ui, rect, &response);
    let (left, right) = (rect.left() + 9.0, rect.right() - 9.0);
    let write = |x: f32, y: f32, align, text: &str, font, color| {
        let painter = ui.painter().with_clip_rect(rect);
        painter.text(pos2(x, y), align, text, font, color);
    };
    let (upper, lower) = (rect.top() + 12.0, rect.bottom() - 11.0);
    let middle = rect.center().y;
    let near = Align2::LEFT_CENTER;
    write(left, upper, near, &what, semibold(12.0), palette.text);
    write(left, lower, near, &place, regular(11.0), palette.muted);
    let accent = palette.readable(palette.accent);
    write(
        right,
        middle,
        Align2::RIGHT_CENTER,
        &at,
        regular(11.5),
        accent,
    );
    let tip = format!("{} Click to see it.", meaning(worst.kind));
    response.on_hover_text(tip).clicked()
}

fn what(worst: Worst) -> String {
    let long = Nanos(worst.badness_ns());
    match worst.kind {
        WorstKind::Pin => format!("pinned {long}"),
        WorstKind::Wait => format!("waited {long}"),
        WorstKind::Mount => format!("mounted {long}"),
        WorstKind::Idle { .. } => format!("idle {long}"),
    }
}

/// Of an idle carrier the task is the one that was ready.
fn place(worst: Worst) -> String {
    let task = format!("task {}", grouped(u64::from(worst.task)));
    match worst.track {
        Track::Carrier(carrier) => format!("carrier {carrier} · {task}"),
        Track::Threads => task,
    }
}

const fn meaning(kind: WorstKind) -> &'static str {
    match kind {
        WorstKind::Pin => {
            "The task blocked its carrier so long: no other task could be mounted there."
        }
        WorstKind::Wait => "The task was ready so long before a carrier mounted it.",
        WorstKind::Mount => "The task held its carrier so long.",
        WorstKind::Idle { .. } => {
            "The carrier had nothing mounted while this one task was ready: so long the work waited for no lack of carriers."
        }
    }
}
