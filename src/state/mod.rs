//! What the user chose: `Action`, `reduce`, `Effect`, all pure. Knows nothing of egui, files and threads.
//!
//! [`AppState`] is everything the window shows that is not geometry. Panels read it and push [`Action`]s; after painting, the
//! shell hands each to [`reduce`], in order, and performs the [`Effect`]s that come back. News from the host and from files
//! comes in as actions too, so that one function explains every change.

mod action;
mod actions;
mod compare;
mod draft;
mod effect;
mod export_choice;
mod files;
mod finding;
mod memory_forecast;
mod messages;
mod outline;
mod plan_progress;
mod runs;
mod session;
mod span_steps;
#[cfg(test)]
mod tests;
mod view;
mod zooms;

pub use action::{Action, Actions, reduce};
pub use actions::{FileAction, PlanAction, SetupAction, TableAction, ViewAction};
pub use compare::{
    ClaimLine, CompareCell, CompareGroup, CompareRow, CompareTable, PublishedValue, RanPlan,
};
pub use draft::{Draft, Rejected, WorkKind};
pub use effect::{ChartExport, Content, Effect};
pub use export_choice::{ExportChart, ExportChoice, ExportSize};
pub use files::{DialogService, FileKind, Files, Replace, Sheet};
pub use finding::{Place, PlaceError};
pub use messages::{Message, MessageId, Messages, Tone};
pub use outline::Outline;
pub use plan_progress::PlanProgress;
pub use runs::{Numbering, RunEntry, RunId, Runs, Showing, outcome_text};
pub use session::Session;
pub use view::{
    Amount, HelpPage, Inspected, LaneScale, Pointed, Tab, ThemeChoice, TimeRange, View,
};
pub use zooms::ZoomHistory;

use std::sync::Arc;

use self::zooms::Change;
use crate::model::MachineFacts;

/// Everything the window shows that is not geometry.
#[derive(Clone, Debug, Default)]
pub struct AppState {
    /// The preset that is being edited.
    pub draft: Draft,
    /// All runs since the window was opened, and those that were opened from files.
    pub runs: Runs,
    /// The plan that is being carried out; `None` while nothing runs.
    pub plan: Option<PlanProgress>,
    /// The plan that was begun last, for the result sheet.
    pub ran: Option<RanPlan>,
    /// What is looked at and how.
    pub view: View,
    /// The stretches that were looked at before.
    pub zooms: ZoomHistory,
    /// Paths: typed, recent, and how files can be chosen.
    pub files: Files,
    /// How the next picture is exported.
    pub export: ExportChoice,
    /// What the window has to say.
    pub messages: Messages,
    /// This machine; `None` until it has been read.
    pub facts: Option<Arc<MachineFacts>>,
    /// Why a plan waits for a person's word before it runs.
    pub doubt: Option<String>,
}

impl AppState {
    /// Everything there is to see: the selected run on the timeline, else every visible run.
    #[must_use]
    pub fn whole_range(&self) -> TimeRange {
        let selected = self.runs.selected();
        let last_ns = match self.view.tab {
            Tab::Live | Tab::Compare | Tab::Sweep | Tab::Rounds => self.runs.last_ns(),
            Tab::Timeline => selected.map_or(0, |entry| entry.recording.last_ns()),
        };
        TimeRange::all_until(last_ns)
    }

    /// The stretch of time that the charts show.
    #[must_use]
    pub fn visible_range(&self) -> TimeRange {
        self.view.range.unwrap_or_else(|| self.whole_range())
    }

    /// The stretch of time that figures are told of: the selected one, else what is visible.
    #[must_use]
    pub fn told_range(&self) -> TimeRange {
        self.view.selection.unwrap_or_else(|| self.visible_range())
    }

    /// Shows another stretch of time and remembers the one before; one does not zoom or drag past the end of what is known.
    fn show_range(&mut self, range: Option<TimeRange>, change: Change) {
        let last_ns = self.runs.last_ns();
        let range = match change {
            Change::Jump => range,
            Change::Zoom | Change::Drag => range.map(|range| range.kept_before(last_ns)),
        };
        if range != self.view.range {
            self.zooms.leave(self.view.range, change);
            self.view.range = range;
        }
    }
}
