//! The knobs of the experiment: the parameters that the chosen work has, and those that every work has.

use egui::Ui;

use crate::model::units::{THIN_SPACE, grouped};
use crate::model::{
    CarrierCount, Depth, EngineKind, FieldValue, MAX_WAIT, Nanos, Percent, TaskCount, WorkField,
};
use crate::state::{Actions, Draft, SetupAction};
use crate::ui::controls::{KnobRow, KnobTurn, Scale, knob_row_ui, menu_item_ui, menu_ui};

/// The shortest time on a slider; shorter ones can be typed.
const SHORTEST_TIME: Nanos = Nanos(100_000);
/// Counts that may differ by more than this factor are spread by decades.
const WIDE: u64 = 200;

pub(super) fn knobs_ui(ui: &mut Ui, draft: &Draft, actions: &mut Actions) {
    let experiment = &draft.preset.experiment;
    knob_ui(ui, draft, &tasks(experiment.tasks), actions);
    for field in experiment.work.fields() {
        field_ui(ui, draft, &field, actions);
    }
    for knob in [
        carriers(experiment.carriers),
        pinned_share(experiment.pinned_share),
        depth(experiment.depth),
    ] {
        knob_ui(ui, draft, &knob, actions);
    }
    if draft.engines().contains(&EngineKind::Fiber) {
        for field in experiment.fiber.fields() {
            field_ui(ui, draft, &field, actions);
        }
    }
}

/// A knob that turns a number.
struct Number {
    key: &'static str,
    name: &'static str,
    tip: &'static str,
    value: u64,
    shown: String,
    typed: String,
    scale: Scale,
    set: fn(&'static str, u64) -> SetupAction,
}

fn knob_ui(ui: &mut Ui, draft: &Draft, knob: &Number, actions: &mut Actions) {
    let rejected = draft.rejected.as_ref();
    let rejected = rejected.filter(|rejected| rejected.key == knob.key);
    let ignored = draft.ignored(knob.key);
    let row = KnobRow {
        name: knob.name,
        tip: knob.tip,
        value: knob.value,
        shown: &knob.shown,
        typed: &knob.typed,
        scale: knob.scale,
        ignored: ignored.as_deref(),
        rejected: rejected.map(|rejected| (rejected.text.as_str(), rejected.message.as_str())),
    };
    match knob_row_ui(ui, &row) {
        Some(KnobTurn::To(value)) => actions.push((knob.set)(knob.key, value).into()),
        Some(KnobTurn::Typed(text)) => actions.push(SetupAction::SetField(knob.key, text).into()),
        None => {}
    }
    ui.add_space(3.0);
}

/// A parameter of the work: a slider for times and counts, a list for words.
fn field_ui(ui: &mut Ui, draft: &Draft, field: &WorkField, actions: &mut Actions) {
    let number = |value, shown, scale, set| Number {
        key: field.key,
        name: field.label,
        tip: field.hint,
        value,
        shown,
        typed: field.value.to_text(),
        scale,
        set,
    };
    match field.value {
        FieldValue::Time(time) => {
            let scale = Scale::Log {
                min: SHORTEST_TIME.0,
                max: MAX_WAIT.0,
            };
            let set = |key, value| SetupAction::SetField(key, Nanos(value).to_text());
            let knob = number(time.0, time.to_label(), scale, set);
            knob_ui(ui, draft, &knob, actions);
        }
        FieldValue::Count {
            value,
            min,
            max,
            unit,
        } => {
            let scale = if min > 0 && max / min > WIDE {
                Scale::Log { min, max }
            } else {
                Scale::Linear { min, max }
            };
            let set = |key, value: u64| SetupAction::SetField(key, value.to_string());
            let knob = number(value, with_unit(value, unit), scale, set);
            knob_ui(ui, draft, &knob, actions);
        }
        FieldValue::Choice { chosen, words } => choice_ui(ui, field, (chosen, words), actions),
    }
}

fn with_unit(value: u64, unit: &str) -> String {
    let number = grouped(value);
    if unit.is_empty() {
        number
    } else {
        format!("{number}{THIN_SPACE}{unit}")
    }
}

fn choice_ui(
    ui: &mut Ui,
    field: &WorkField,
    (chosen, words): (&str, &[&'static str]),
    actions: &mut Actions,
) {
    let width = ui.available_width();
    let value = format!("{}: {}", field.label, spaced(chosen).to_lowercase());
    menu_ui(ui, [field.label, &value, field.hint], width, |ui| {
        for word in words {
            let item = menu_item_ui(ui, [&spaced(word), field.hint], *word == chosen);
            if item.clicked() {
                actions.push(SetupAction::SetField(field.key, (*word).to_owned()).into());
            }
        }
    });
    ui.add_space(3.0);
}

/// `SumOfSquares` as people write it: `Sum of squares`.
fn spaced(word: &str) -> String {
    let mut text = String::with_capacity(word.len() + 4);
    for (place, letter) in word.chars().enumerate() {
        if letter.is_uppercase() && place > 0 {
            text.push(' ');
            text.extend(letter.to_lowercase());
        } else {
            text.push(letter);
        }
    }
    text
}

fn tasks(tasks: TaskCount) -> Number {
    Number {
        key: "tasks",
        name: "Tasks",
        tip: "How many tasks are started at once",
        value: tasks.into(),
        shown: tasks.to_string(),
        typed: tasks.get().to_string(),
        scale: Scale::Log {
            min: TaskCount::MIN.into(),
            max: TaskCount::MAX.into(),
        },
        set: |_, value| SetupAction::SetTasks(TaskCount::clamped(value)),
    }
}

fn carriers(carriers: CarrierCount) -> Number {
    Number {
        key: "carriers",
        name: "Carriers",
        tip: "How many OS threads carry the tasks of pool, may, fiber and tokio",
        value: carriers.into(),
        shown: carriers.to_string(),
        typed: carriers.get().to_string(),
        scale: Scale::Log {
            min: CarrierCount::MIN.into(),
            max: CarrierCount::MAX.into(),
        },
        set: |_, value| SetupAction::SetCarriers(CarrierCount::clamped(value)),
    }
}

fn pinned_share(share: Percent) -> Number {
    Number {
        key: "pinned_share",
        name: "Pinned share",
        tip: "Share of the tasks that block their carrier instead of suspending",
        value: share.into(),
        shown: format!("{share}{THIN_SPACE}%"),
        typed: share.to_string(),
        scale: Scale::Linear {
            min: Percent::MIN.into(),
            max: Percent::MAX.into(),
        },
        set: |_, value| SetupAction::SetPinnedShare(Percent::clamped(value)),
    }
}

fn depth(depth: Depth) -> Number {
    Number {
        key: "depth",
        name: "Depth",
        tip: "Recursion depth below each task",
        value: depth.into(),
        shown: depth.to_string(),
        typed: depth.get().to_string(),
        scale: Scale::Linear {
            min: Depth::MIN.into(),
            max: Depth::MAX.into(),
        },
        set: |_, value| SetupAction::SetDepth(Depth::clamped(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::spaced;

    #[test]
    fn words_of_presets_are_read_as_words() {
        assert_eq!(spaced("SumOfSquares"), "Sum of squares");
        assert_eq!(spaced("Xorshift"), "Xorshift");
    }
}
