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

pub use action::{Action, Actions, reduce};
pub use actions::{FileAction, PlanAction, SetupAction, TableAction, ViewAction};
pub use compare::{
    ClaimLine, CompareCell, CompareGroup, CompareRow, CompareTable, PublishedValue, RanPlan,
};
pub use draft::{Draft, Rejected, WorkKind};
pub use effect::{ChartExport, Content, Effect};
pub use export_choice::{ExportChart, ExportChoice, ExportSize};
pub use files::{DialogService, FileKind, Files, Replace, Sheet};
pub use messages::{Message, MessageId, Messages, Tone};
pub use outline::Outline;
pub use plan_progress::PlanProgress;
pub use runs::{RunEntry, RunId, Runs, Showing, outcome_text};
pub use session::Session;
pub use view::{HelpPage, Inspected, LaneScale, Pointed, Tab, ThemeChoice, TimeRange, View};

use std::sync::Arc;

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
            Tab::Live | Tab::Compare | Tab::Sweep => self.runs.last_ns(),
            Tab::Timeline => selected.map_or(0, |entry| entry.recording.last_ns()),
        };
        TimeRange::all_until(last_ns)
    }

    /// The stretch of time that the charts show.
    #[must_use]
    pub fn visible_range(&self) -> TimeRange {
        self.view.range.unwrap_or_else(|| self.whole_range())
    }
}
