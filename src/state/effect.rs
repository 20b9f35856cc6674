//! Work that follows from an action and that `reduce` itself must not do.

use std::path::PathBuf;

use super::{ExportChoice, FileKind, RunId, TimeRange};
use crate::model::{Plan, Preset};

/// What the shell performs after an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Hands a plan to the host.
    StartPlan(Plan),
    /// Stops the plan that is being carried out.
    StopPlan,
    /// Shows the system's dialog to open a file.
    AskOpen,
    /// Shows the system's dialog to save a file.
    AskSave {
        /// What will be saved there.
        kind: FileKind,
        /// The name that stands in the dialog at first.
        suggested: String,
    },
    /// Reads a preset or recording and reports it.
    Load(PathBuf),
    /// Writes a preset.
    SavePreset {
        /// Where to.
        path: PathBuf,
        /// What.
        preset: Preset,
    },
    /// Writes a run's recording.
    SaveRecording {
        /// Where to.
        path: PathBuf,
        /// Which run.
        run: RunId,
    },
    /// Draws a chart into a picture.
    ExportPng(ChartExport),
    /// Writes what the window shows.
    SaveWindowPicture(PathBuf),
    /// Closes the window.
    Quit,
}

/// A picture to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartExport {
    /// Where to.
    pub path: PathBuf,
    /// Which runs, in the order of the table.
    pub runs: Vec<RunId>,
    /// How it is to look.
    pub choice: ExportChoice,
    /// The stretch of time; `None` for everything.
    pub range: Option<TimeRange>,
}
