//! All runs of the window: which are shown, which is selected. What a run left behind is the recording's.

use std::{path::PathBuf, sync::Arc};

use crate::model::{EngineKind, MachineFacts, Nanos, Outcome, Work};
use crate::recording::Recording;

/// Names a run for as long as the window is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(pub u64);

/// Whether a run stands in the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Showing {
    /// Its curves are hidden.
    Hidden,
    /// Its curves are shown until the next plan begins.
    Shown,
    /// Its curves are shown, and stay when the next plan begins.
    Kept,
}

/// Whether a run's repetition is worth a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Nothing of its press of Run was repeated.
    Plain,
    /// Its press of Run has repetitions.
    Numbered,
}

/// One run and how it is shown.
#[derive(Clone, Debug)]
pub struct RunEntry {
    /// Its name.
    pub id: RunId,
    /// What it left so far.
    pub recording: Recording,
    /// Whether it stands in the charts.
    pub showing: Showing,
    /// The file it was opened from or saved to.
    pub path: Option<PathBuf>,
    /// Which press of Run it came from; those of the last one stand out.
    batch: u64,
    /// Whether its repetition is told.
    pub numbering: Numbering,
}

impl RunEntry {
    /// Whether its curves are shown.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.showing != Showing::Hidden
    }

    /// Whether it goes on.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.recording.end.is_none()
    }

    /// The engine.
    #[must_use]
    pub const fn engine(&self) -> EngineKind {
        self.recording.spec.engine
    }

    /// The time it should take by arithmetic, one round of it where it has several; for computing work only once the worker has measured one task.
    #[must_use]
    pub fn expected(&self) -> Option<Nanos> {
        self.recording.expected().map(|found| found.time)
    }
}

impl RunEntry {
    /// The time all its rounds should take together by arithmetic.
    #[must_use]
    pub fn expected_in_all(&self) -> Option<Nanos> {
        let rounds = u64::from(self.recording.spec.series().total());
        let of_one = self.expected()?;
        Some(Nanos(of_one.0.saturating_mul(rounds)))
    }
}

/// All runs, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Runs {
    entries: Vec<RunEntry>,
    chosen: Option<RunId>,
    named: u64,
    batch: u64,
}

impl Runs {
    /// Every run, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[RunEntry] {
        &self.entries
    }

    /// A run by name.
    #[must_use]
    pub fn get(&self, id: RunId) -> Option<&RunEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    pub(super) fn get_mut(&mut self, id: RunId) -> Option<&mut RunEntry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    /// The run whose lanes and facts are shown: the chosen one, else the running one, else the newest.
    #[must_use]
    pub fn selected(&self) -> Option<&RunEntry> {
        self.chosen
            .and_then(|id| self.get(id))
            .or_else(|| self.running())
            .or_else(|| self.entries.last())
    }

    /// The run that goes on.
    #[must_use]
    pub fn running(&self) -> Option<&RunEntry> {
        self.entries.iter().rev().find(|entry| entry.is_running())
    }

    pub(super) fn running_mut(&mut self) -> Option<&mut RunEntry> {
        self.entries
            .iter_mut()
            .rev()
            .find(|entry| entry.is_running())
    }

    /// The runs whose curves are shown, oldest first.
    pub fn visible(&self) -> impl Iterator<Item = &RunEntry> {
        self.entries.iter().filter(|entry| entry.is_visible())
    }

    /// Whether a run is of a press of Run before the last one, and not the selected one: drawn pale.
    #[must_use]
    pub fn is_past(&self, entry: &RunEntry) -> bool {
        let selected = self.selected().map(|selected| selected.id);
        entry.batch != self.batch && selected != Some(entry.id)
    }

    /// The last moment of any visible run or the selected one, nanoseconds since Go.
    #[must_use]
    pub fn last_ns(&self) -> u64 {
        self.visible()
            .chain(self.selected())
            .map(|entry| entry.recording.last_ns())
            .max()
            .unwrap_or(0)
    }

    /// How long one task of this work takes alone, as the newest run with the same work measured it.
    #[must_use]
    pub fn task_time(&self, work: Work) -> Option<Nanos> {
        self.entries.iter().rev().find_map(|entry| {
            let same = entry.recording.spec.experiment.work == work;
            same.then(|| entry.recording.hello.as_ref()?.task_ns.map(Nanos))?
        })
    }

    /// The facts the newest run was measured with.
    #[must_use]
    pub fn newest_facts(&self) -> Option<&Arc<MachineFacts>> {
        self.entries.last().map(|entry| &entry.recording.facts)
    }

    pub(super) fn add(&mut self, recording: Recording, path: Option<PathBuf>) -> RunId {
        let id = RunId(self.named);
        self.named += 1;
        let numbering = self.number(&recording);
        self.entries.push(RunEntry {
            id,
            recording,
            showing: Showing::Shown,
            path,
            batch: self.batch,
            numbering,
        });
        id
    }

    /// With its second repetition a press of Run has numbers, the first one included.
    fn number(&mut self, next: &Recording) -> Numbering {
        if next.spec.repetition == 0 {
            return Numbering::Plain;
        }
        let batch = self.batch;
        let siblings = self.entries.iter_mut().filter(|entry| entry.batch == batch);
        siblings.for_each(|entry| entry.numbering = Numbering::Numbered);
        Numbering::Numbered
    }

    pub(super) fn choose(&mut self, id: Option<RunId>) {
        self.chosen = id.filter(|id| self.get(*id).is_some());
    }

    /// Selects so many rows further down; the table has the newest run on top.
    pub(super) fn step(&mut self, rows: i32) {
        let Some(now) = self.selected().map(|entry| entry.id) else {
            return;
        };
        let place = self.entries.iter().rev().position(|entry| entry.id == now);
        let last = self.entries.len() - 1;
        let moved = place
            .unwrap_or(0)
            .saturating_add_signed(isize::try_from(rows).unwrap_or(0))
            .min(last);
        self.chosen = self.entries.get(last - moved).map(|entry| entry.id);
    }

    /// Forgets runs; the one that goes on stays.
    pub(super) fn retain(&mut self, keep: impl Fn(&RunEntry) -> bool) {
        self.entries
            .retain(|entry| entry.is_running() || keep(entry));
        self.choose(self.chosen);
    }

    /// A new plan begins: what is not kept leaves the charts, and the running run is the selected one.
    pub(super) fn make_room(&mut self) {
        for entry in &mut self.entries {
            if entry.showing == Showing::Shown {
                entry.showing = Showing::Hidden;
            }
        }
        self.chosen = None;
        self.batch += 1;
    }
}

/// The words of the outcome column; the reason of a failure in full.
#[must_use]
pub fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Completed => "completed".to_owned(),
        Outcome::Failed { reason, .. } => format!("{}: {reason}", outcome.place()),
        Outcome::Stopped { .. } => outcome.place(),
    }
}
