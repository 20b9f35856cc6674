//! Work that follows from an action and that `reduce` itself must not do.

use std::path::PathBuf;

use super::{ExportChoice, FileKind, Replace, RunId, TimeRange};
use crate::model::{Plan, Preset};

/// What the shell performs after an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Hands a plan to the host.
    StartPlan(Plan),
    /// Stops the plan that is being carried out.
    StopPlan,
    /// Shows the system's dialog to open a file.
    BrowseOpen,
    /// Shows the system's dialog to save a file.
    BrowseSave {
        /// What will be saved there.
        kind: FileKind,
        /// The path that stands in the dialog at first.
        suggested: PathBuf,
    },
    /// Reads a preset or recording and reports it.
    Load(PathBuf),
    /// Writes a file and reports it.
    Save {
        /// Where to.
        path: PathBuf,
        /// Whether a file that is there already may be replaced.
        replace: Replace,
        /// What.
        content: Content,
    },
    /// Closes the window.
    Quit,
}

/// What a file is to hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// A preset.
    Preset(Box<Preset>),
    /// A run's recording.
    Recording(RunId),
    /// A chart.
    Chart(ChartExport),
    /// A run's spans and counters as trace-event JSON.
    Trace(RunId),
    /// What the window shows.
    WindowPicture,
}

/// A picture to be drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartExport {
    /// Which runs, in the order of the table.
    pub runs: Vec<RunId>,
    /// How it is to look.
    pub choice: ExportChoice,
    /// The stretch of time; `None` for everything.
    pub range: Option<TimeRange>,
}
