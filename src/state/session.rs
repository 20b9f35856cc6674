//! What the window remembers from one time to the next: theme, last preset, recent files.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{AppState, Draft, ExportChoice, ThemeChoice};
use crate::model::{parse_preset, write_preset};

/// What is remembered. Unknown or missing fields are no error: a window must open with what an older one left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Session {
    theme: ThemeChoice,
    export: ExportChoice,
    recent: Vec<PathBuf>,
    name: String,
    path: Option<PathBuf>,
    preset: String,
}

impl Session {
    /// What is worth remembering of a state.
    #[must_use]
    pub fn of(state: &AppState) -> Self {
        Self {
            theme: state.view.theme,
            export: state.export,
            recent: state.files.recent.clone(),
            name: state.draft.name.clone(),
            path: state.draft.path.clone(),
            preset: write_preset(&state.draft.preset).unwrap_or_default(),
        }
    }

    /// Puts what was remembered into a new state. A preset that no longer reads is left out.
    pub fn restore(self, state: &mut AppState) {
        state.view.theme = self.theme;
        state.export = self.export;
        state.files.recent = self.recent;
        if let Ok(preset) = parse_preset("the last session", self.preset.as_bytes()) {
            state.draft = Draft::of(preset, self.name, self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_comes_back_as_it_was() {
        let mut state = AppState::default();
        state.view.theme = ThemeChoice::Light;
        state.files.recent = vec![PathBuf::from("a.ron")];
        state.draft.preset.set("tasks", "77").unwrap();
        let session = Session::of(&state);
        let text = serde_json::to_string(&session).unwrap();
        let mut restored = AppState::default();
        serde_json::from_str::<Session>(&text)
            .unwrap()
            .restore(&mut restored);
        assert_eq!(Session::of(&restored), session);
        assert_eq!(restored.draft.preset.experiment.tasks.get(), 77);
    }

    #[test]
    fn an_older_or_broken_session_is_no_error() {
        let session: Session = serde_json::from_str(r#"{"theme":"Dark","preset":"(("}"#).unwrap();
        let mut state = AppState::default();
        session.restore(&mut state);
        assert_eq!(state.view.theme, ThemeChoice::Dark);
        assert_eq!(state.draft.name, "tour");
    }
}
