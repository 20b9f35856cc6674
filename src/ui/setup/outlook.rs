//! What stands under the knobs: how long it should take, how often it is repeated, how much is recorded.

use egui::{Align, Align2, Layout, Sense, Ui, UiBuilder, vec2};

use crate::charts::regular;
use crate::model::{Nanos, ProbeMode, Repeat, SampleRate, expected};
use crate::state::{Actions, AppState, SetupAction};
use crate::ui::controls::{fact_ui, menu_item_ui, menu_ui};
use crate::ui::theme;

pub(super) fn outlook_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let runs = state.draft.preset.engines.len() * usize::from(state.draft.preset.repeat.get());
    let plural = if runs == 1 { "run" } else { "runs" };
    let expected = match plan_time(state) {
        Some(time) => format!("≈ {time} for {runs} {plural}"),
        None => format!("{runs} {plural}"),
    };
    let tip = "Time by arithmetic alone: creating tasks and switching are taken as free. Rest the cursor on an engine for its formula.";
    fact_ui(ui, "Expected", &expected).on_hover_text(tip);
    row_ui(ui, "Repeat", |ui| {
        repeat_ui(ui, state.draft.preset.repeat, actions);
    });
    row_ui(ui, "Probe", |ui| {
        probe_ui(ui, state.draft.preset.probe, actions);
    });
}

/// The whole plan's time by arithmetic; `None` where one of its runs has none.
fn plan_time(state: &AppState) -> Option<Nanos> {
    let preset = &state.draft.preset;
    let cores = state.facts.as_ref().map_or(1, |facts| facts.cores);
    let task_time = state.runs.task_time(preset.experiment.work);
    let round: Option<u64> = preset
        .engines
        .iter()
        .map(|engine| {
            expected(*engine, &preset.experiment, cores, task_time).map(|found| found.time.0)
        })
        .sum();
    Some(Nanos(round?.saturating_mul(u64::from(preset.repeat.get()))))
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
    let mut value = u64::from(repeat.get());
    let field = egui::DragValue::new(&mut value)
        .range(Repeat::MIN.get()..=Repeat::MAX.get())
        .speed(0.05)
        .suffix(" ×");
    let response = ui.add_sized([72.0, 26.0], field);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(egui::Role::SpinButton, true, "Repeat");
        info.value = Some(f64::from(repeat.get()));
        info
    });
    if value != u64::from(repeat.get()) {
        actions.push(SetupAction::SetRepeat(Repeat::clamped(value)).into());
    }
    response.on_hover_text("How often every engine runs. Engines take turns, so that a slow drift of the machine touches all alike.");
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
