//! What stands under the knobs: how long it should take, how often it is repeated, how much is recorded.

use egui::{Align, Align2, Layout, Sense, Ui, UiBuilder, vec2};

use crate::charts::regular;
use crate::model::{ProbeMode, Repeat, Rounds, SampleRate, Warmup, WarmupRounds};
use crate::state::{Actions, AppState, Draft, SetupAction};
use crate::ui::controls::{ButtonKind, PushButton, fact_ui, menu_item_ui, menu_ui, note_ui};
use crate::ui::theme;

pub(super) fn outlook_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let cores = state.facts.as_ref().map_or(1, |facts| facts.cores);
    let time = state.draft.expected_time(&state.runs, cores);
    let expected = time.map_or_else(
        || "known after a run".to_owned(),
        |time| format!("≈ {time}"),
    );
    let tip = "Time of the whole plan by arithmetic alone: creating tasks and switching are taken as free. Rest the cursor on an engine for its formula.";
    fact_ui(ui, "Expected", &expected).on_hover_text(tip);
    memory_ui(ui, state);
    outline_ui(ui, state, actions);
    let preset = &state.draft.preset;
    row_ui(ui, "Repeat", |ui| repeat_ui(ui, preset.repeat, actions));
    row_ui(ui, "Warm-up", |ui| warmup_ui(ui, preset.warmup, actions));
    rounds_ui(ui, &state.draft, actions);
    row_ui(ui, "Probe", |ui| probe_ui(ui, preset.probe, actions));
}

/// The most that a run may need beside what is free.
fn memory_ui(ui: &mut Ui, state: &AppState) {
    let Some(facts) = &state.facts else {
        return;
    };
    let Some((engine, needed)) = state.draft.memory_needed(facts) else {
        return;
    };
    let free = facts.memory_free();
    let tip = format!(
        "By rule of thumb, {engine} needs most of all runs: {needed} at its peak. {free} are free on this machine. A plan that may need more asks before it runs."
    );
    fact_ui(ui, "Memory", &format!("≈ {needed} of {free} free")).on_hover_text(tip);
    if needed > free {
        let palette = theme::palette(ui);
        let text = "This may need more memory than is free: Run asks first.";
        note_ui(ui, text, palette.readable(palette.warning));
    }
}

/// What the plan comes down to, with the list on hover, and the way back to one plain experiment.
fn outline_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let palette = theme::palette(ui);
    match state.draft.outline() {
        Some(outline) => {
            note_ui(ui, &outline.line, palette.text).on_hover_text(outline.list);
        }
        None => {
            if let Err(error) = state.draft.preset.check() {
                note_ui(ui, &error.to_string(), palette.readable(palette.pinned));
            }
        }
    }
    let preset = &state.draft.preset;
    if !preset.cases.is_empty() || preset.sweep.is_some() {
        let tip = "Leaves one plain experiment with the knobs as they stand: no cases, no sweep, no published figures";
        let plain = PushButton::new("Drop cases and sweep", tip).kind(ButtonKind::Quiet);
        if plain.show(ui).clicked() {
            actions.push(SetupAction::DropCases.into());
        }
    }
}

fn row_ui(ui: &mut Ui, name: &str, control: impl FnOnce(&mut Ui)) {
    let muted = theme::palette(ui).muted;
    let size = vec2(ui.available_width(), 32.0);
    let (rect, _response) = ui.allocate_exact_size(size, Sense::hover());
    let font = regular(12.0);
    ui.painter()
        .text(rect.left_center(), Align2::LEFT_CENTER, name, font, muted);
    let builder = UiBuilder::new()
        .max_rect(rect)
        .layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, control);
}

fn repeat_ui(ui: &mut Ui, repeat: Repeat, actions: &mut Actions) {
    let times = Times {
        name: "Repeat",
        tip: "How often every engine runs. Engines take turns, so that a slow drift of the machine touches all alike.",
        now: repeat.into(),
        ends: [Repeat::MIN.into(), Repeat::MAX.into()],
        ignored: None,
    };
    if let Some(value) = times_ui(ui, &times) {
        actions.push(SetupAction::SetRepeat(Repeat::clamped(value)).into());
    }
}

fn warmup_ui(ui: &mut Ui, warmup: Warmup, actions: &mut Actions) {
    let times = Times {
        name: "Warm-up",
        tip: "How many runs of every engine come first. They are shown, paler, and stay out of every figure.",
        now: warmup.into(),
        ends: [Warmup::MIN.into(), Warmup::MAX.into()],
        ignored: None,
    };
    if let Some(value) = times_ui(ui, &times) {
        actions.push(SetupAction::SetWarmup(Warmup::clamped(value)).into());
    }
}

/// Rounds, and those of the warm-up before them.
fn rounds_ui(ui: &mut Ui, draft: &Draft, actions: &mut Actions) {
    let (rounds, warmup) = (draft.preset.rounds, draft.preset.warmup_rounds);
    let ignored = draft.ignored("rounds");
    let times = Times {
        name: "Rounds",
        tip: "How often a run does all its tasks over again in the same process, so that the warm-up of a runtime is seen. Statistics of a single run are then over its rounds.",
        now: rounds.into(),
        ends: [Rounds::MIN.into(), Rounds::MAX.into()],
        ignored: ignored.as_deref(),
    };
    row_ui(ui, times.name, |ui| {
        if let Some(value) = times_ui(ui, &times) {
            actions.push(SetupAction::SetRounds(Rounds::clamped(value)).into());
        }
    });
    let ignored = draft.ignored("warmup_rounds");
    let times = Times {
        name: "Warm-up rounds",
        tip: "How many rounds come before those that count, in the same process. They are shown, hollow, and stay out of every figure.",
        now: warmup.into(),
        ends: [WarmupRounds::MIN.into(), WarmupRounds::MAX.into()],
        ignored: ignored.as_deref(),
    };
    row_ui(ui, times.name, |ui| {
        if let Some(value) = times_ui(ui, &times) {
            actions.push(SetupAction::SetWarmupRounds(WarmupRounds::clamped(value)).into());
        }
    });
    if let Some(reason) = times.ignored {
        note_ui(ui, reason, theme::palette(ui).muted);
    }
}

/// A small count to drag or to type.
struct Times<'a> {
    name: &'a str,
    tip: &'a str,
    now: u64,
    ends: [u64; 2],
    /// Why it has nothing to set here.
    ignored: Option<&'a str>,
}

/// Gives the value where it was changed.
#[expect(clippy::cast_precision_loss, reason = "accessibility wants floats")]
fn times_ui(ui: &mut Ui, times: &Times<'_>) -> Option<u64> {
    let mut value = times.now;
    let [min, max] = times.ends;
    let field = egui::DragValue::new(&mut value)
        .range(min..=max)
        .speed(0.05)
        .suffix(" ×");
    let enabled = times.ignored.is_none();
    let response = ui
        .add_enabled_ui(enabled, |ui| ui.add_sized([72.0, 26.0], field))
        .inner;
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::SpinButton, enabled, times.name);
        info.value = Some(times.now as f64);
        info
    });
    match times.ignored {
        Some(reason) => response.on_disabled_hover_text(reason),
        None => response.on_hover_text(times.tip),
    };
    (value != times.now).then_some(value)
}

fn probe_ui(ui: &mut Ui, chosen: ProbeMode, actions: &mut Actions) {
    let sampled = |one_in| ProbeMode::Sampled {
        one_in: SampleRate::clamped(one_in),
    };
    let mut modes = vec![
        ProbeMode::Full,
        sampled(10),
        sampled(100),
        sampled(1_000),
        ProbeMode::Off,
    ];
    if !modes.contains(&chosen) {
        modes.insert(1, chosen);
    }
    let tip = "How much is recorded. For pure memory figures switch it off.";
    menu_ui(ui, ["Probe", &probe_label(chosen), tip], 150.0, |ui| {
        for mode in modes {
            let about = match mode {
                ProbeMode::Full => "Every mount, unmount and pin of every task",
                ProbeMode::Sampled { .. } => "Every event of some tasks; lanes show only those",
                ProbeMode::Off => "No events and no lanes, only counters, memory and times",
            };
            if menu_item_ui(ui, [&probe_label(mode), about], mode == chosen).clicked() {
                actions.push(SetupAction::SetProbe(mode).into());
            }
        }
    });
}

fn probe_label(mode: ProbeMode) -> String {
    match mode {
        ProbeMode::Full => "every task".to_owned(),
        ProbeMode::Sampled { one_in } => format!("one task in {one_in}"),
        ProbeMode::Off => "off".to_owned(),
    }
}
