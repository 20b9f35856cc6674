//! What ended a run, and all that is known then. What it means is for [`super::verdict`].

use std::{io, path::PathBuf, time::Duration};

use super::ingest::IngestReport;
use super::reap::Exit;
use crate::model::{Bytes, EngineKind};
use crate::wire::{Done, Fault, Progress, WireError};

/// What ended a run.
#[derive(Debug)]
pub(super) enum Ending {
    /// The worker said that it is done.
    Done(Box<Done>),
    /// The worker said that it failed.
    Fault(Fault),
    /// It wrote what is not the contract.
    Broken(WireError),
    /// Its event records mean nothing.
    BadRecords(String),
    /// It built another engine than it was asked for.
    OtherEngine(EngineKind),
    /// Its stdout ended too early.
    Closed,
    /// It lived and said nothing.
    Silent {
        /// For how long.
        quiet: Duration,
    },
    /// A person stopped it.
    Stopped,
    /// The worker, or a thread to watch it, could not be started.
    NoStart {
        /// Why.
        error: io::Error,
        /// The program that should be the worker.
        program: PathBuf,
    },
}

/// All that is known when a run is over.
#[derive(Debug)]
pub(super) struct Evidence {
    pub(super) ending: Ending,
    /// `None` where there was no process, or where it could not be reaped.
    pub(super) exit: Option<Exit>,
    pub(super) report: IngestReport,
    /// From Go to the end; `None` before Go.
    pub(super) wall: Option<Duration>,
    /// `None` where the OS does not tell.
    pub(super) os_peak: Option<Bytes>,
    pub(super) stderr_tail: String,
}

impl Ending {
    /// Whether the worker ended its run as the contract says.
    pub(super) const fn is_last_frame(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Fault(_))
    }

    /// Whether the worker gets time to end by itself: not where nothing that it could still say would be believed.
    pub(super) const fn deserves_grace(&self) -> bool {
        match self {
            Self::Done(_)
            | Self::Fault(_)
            | Self::Closed
            | Self::Stopped
            | Self::Broken(WireError::Truncated { .. }) => true,
            Self::Broken(_)
            | Self::BadRecords(_)
            | Self::OtherEngine(_)
            | Self::Silent { .. }
            | Self::NoStart { .. } => false,
        }
    }
}

impl Evidence {
    /// No worker was started.
    pub(super) fn before_start(ending: Ending) -> Self {
        Self {
            ending,
            exit: None,
            report: IngestReport::default(),
            wall: None,
            os_peak: None,
            stderr_tail: String::new(),
        }
    }

    /// The counters as they were last told.
    pub(super) const fn progress(&self) -> Progress {
        if let Ending::Done(done) = &self.ending {
            done.progress
        } else if let Ending::Fault(fault) = &self.ending {
            fault.progress
        } else {
            self.report.progress
        }
    }
}
