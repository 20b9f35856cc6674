//! The engines: in or out, and what is foretold of each.

use egui::Ui;

use crate::model::memory_forecast;
use crate::model::units::grouped;
use crate::model::{EngineKind, expected};
use crate::state::{Actions, AppState, SetupAction};
use crate::ui::controls::{CheckRow, CheckState, check_row_ui, note_ui};
use crate::ui::theme;

pub(super) fn engines_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let palette = theme::palette(ui);
    let running = state.draft.engines();
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for engine in EngineKind::ALL {
            let chosen = running.contains(&engine);
            let outlook = outlook(state, engine);
            let unable = state.draft.unable(engine);
            let row = CheckRow {
                name: engine.id(),
                color: palette.engine(engine),
                state: match (&unable, chosen) {
                    (Some(_), _) => CheckState::Disabled,
                    (None, true) => CheckState::Checked,
                    (None, false) => CheckState::Open,
                },
                remark: &outlook.remark,
                warns: outlook.warns,
            };
            let response = check_row_ui(ui, &row);
            if response.clicked() && unable.is_none() {
                actions.push(SetupAction::ToggleEngine(engine).into());
            }
            response.on_hover_text(outlook.sentence);
        }
    });
    if let Some(reason) = state.draft.not_runnable() {
        note_ui(ui, reason, palette.readable(palette.warning));
    }
}

/// What is foretold of an engine.
struct Outlook {
    remark: String,
    warns: bool,
    sentence: String,
}

fn outlook(state: &AppState, engine: EngineKind) -> Outlook {
    let experiment = &state.draft.largest(engine);
    let about = engine.about();
    if let Some(reason) = state.draft.unable(engine) {
        return Outlook {
            remark: "cannot do this".to_owned(),
            warns: false,
            sentence: format!("{about}\n\nDisabled: {reason}."),
        };
    }
    let failure = state
        .facts
        .as_ref()
        .and_then(|facts| state.draft.foretold_failure(engine, facts));
    if let Some(failure) = failure {
        return Outlook {
            remark: if failure.at > 1 {
                format!("fails near {}", grouped(failure.at))
            } else {
                "will fail".to_owned()
            },
            warns: true,
            sentence: format!("{about}\n\n{}", failure.reason),
        };
    }
    let memory = memory_forecast(engine, experiment, state.draft.preset.probe);
    let cores = state.facts.as_ref().map_or(1, |facts| facts.cores);
    let task_time = state.runs.task_time(experiment.work);
    let time = expected(engine, experiment, cores, task_time);
    let (time, formula) = match time {
        Some(time) => (
            format!("{} · ", time.time),
            format!("Time by arithmetic: {} = {}.", time.formula, time.time),
        ),
        None => (
            String::new(),
            "Time by arithmetic: known once a run has measured one task alone.".to_owned(),
        ),
    };
    Outlook {
        remark: format!("{time}{}", memory.peak),
        warns: false,
        sentence: format!(
            "{about}\n\n{formula}\nMemory by rule of thumb: {}.",
            memory.source
        ),
    }
}
