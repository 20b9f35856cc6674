//! The sliders of the experiment.

use egui::Ui;

use crate::model::units::THIN_SPACE;
use crate::model::{CarrierCount, Depth, Iterations, Knob, MAX_WAIT, Nanos, Percent, TaskCount};
use crate::state::{Actions, Draft, SetupAction, WorkKind};
use crate::ui::controls::{KnobRow, KnobTurn, Scale, knob_row_ui};

/// The shortest wait on the slider; shorter ones can be typed.
const SHORTEST_WAIT: Nanos = Nanos(100_000);

pub(super) fn knobs_ui(ui: &mut Ui, draft: &Draft, actions: &mut Actions) {
    let work = draft.preset.experiment.work;
    let duty = if work.iterations().is_some() {
        Knob::Iterations
    } else {
        Knob::Wait
    };
    for knob in [
        Knob::Tasks,
        duty,
        Knob::Carriers,
        Knob::PinnedShare,
        Knob::Depth,
    ] {
        one_knob_ui(ui, draft, knob, actions);
        ui.add_space(3.0);
    }
}

fn one_knob_ui(ui: &mut Ui, draft: &Draft, knob: Knob, actions: &mut Actions) {
    let (name, tip) = words(draft, knob);
    let (value, shown, typed) = value(draft, knob);
    let rejected = draft
        .rejected
        .as_ref()
        .filter(|rejected| rejected.knob == knob);
    let ignored = draft.ignored(knob);
    let row = KnobRow {
        name,
        tip,
        value,
        shown: &shown,
        typed: &typed,
        scale: scale(knob),
        ignored: ignored.as_deref(),
        rejected: rejected.map(|rejected| (rejected.text.as_str(), rejected.message.as_str())),
    };
    match knob_row_ui(ui, &row) {
        Some(KnobTurn::To(value)) => actions.extend(set(knob, value).map(Into::into)),
        Some(KnobTurn::Typed(text)) => actions.push(SetupAction::TypeKnob(knob, text).into()),
        None => {}
    }
}

fn words(draft: &Draft, knob: Knob) -> (&'static str, &'static str) {
    match (knob, WorkKind::of(draft.preset.experiment.work)) {
        (Knob::Tasks, _) => ("Tasks", "How many tasks are started at once"),
        (Knob::Depth, _) => ("Depth", "Recursion depth below each task"),
        (Knob::Wait, WorkKind::Block) => ("Block", "How long each blocking call takes"),
        (Knob::Wait, _) => ("Sleep", "How long each task sleeps"),
        (Knob::Iterations, _) => ("Iterations", "Rounds of the loop in each task"),
        (Knob::Carriers, _) => (
            "Carriers",
            "How many OS threads carry the tasks of pool, may and tokio",
        ),
        (Knob::PinnedShare, _) => (
            "Pinned share",
            "Share of the tasks that block their carrier instead of suspending",
        ),
    }
}

/// Plain number, as it is read, as it is typed.
fn value(draft: &Draft, knob: Knob) -> (u64, String, String) {
    let experiment = &draft.preset.experiment;
    let counted = |value: u64| {
        (
            value,
            crate::model::units::grouped(value),
            value.to_string(),
        )
    };
    match knob {
        Knob::Tasks => counted(experiment.tasks.into()),
        Knob::Depth => counted(experiment.depth.into()),
        Knob::Carriers => counted(experiment.carriers.into()),
        Knob::PinnedShare => {
            let share = experiment.pinned_share;
            (
                share.into(),
                format!("{share}{THIN_SPACE}%"),
                share.to_string(),
            )
        }
        Knob::Wait => {
            let wait = experiment.work.wait().unwrap_or_default();
            (wait.0, wait.to_label(), wait.to_text())
        }
        Knob::Iterations => counted(experiment.work.iterations().map_or(1, Iterations::get)),
    }
}

fn scale(knob: Knob) -> Scale {
    match knob {
        Knob::Tasks => Scale::Log {
            min: TaskCount::MIN.into(),
            max: TaskCount::MAX.into(),
        },
        Knob::Wait => Scale::Log {
            min: SHORTEST_WAIT.0,
            max: MAX_WAIT.0,
        },
        Knob::Iterations => Scale::Log {
            min: Iterations::MIN.into(),
            max: Iterations::MAX.into(),
        },
        Knob::Carriers => Scale::Log {
            min: CarrierCount::MIN.into(),
            max: CarrierCount::MAX.into(),
        },
        Knob::PinnedShare => Scale::Linear {
            min: Percent::MIN.into(),
            max: Percent::MAX.into(),
        },
        Knob::Depth => Scale::Linear {
            min: Depth::MIN.into(),
            max: Depth::MAX.into(),
        },
    }
}

/// `None` for depth: no work uses it yet, and the knob says so.
fn set(knob: Knob, value: u64) -> Option<SetupAction> {
    Some(match knob {
        Knob::Tasks => SetupAction::SetTasks(TaskCount::clamped(value)),
        Knob::Wait => SetupAction::SetWait(Nanos(value)),
        Knob::Iterations => SetupAction::SetIterations(Iterations::clamped(value)),
        Knob::Carriers => SetupAction::SetCarriers(CarrierCount::clamped(value)),
        Knob::PinnedShare => SetupAction::SetPinnedShare(Percent::clamped(value)),
        Knob::Depth => return None,
    })
}
