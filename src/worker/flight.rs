//! One task's life from its first instruction to its last. Knows nothing of engines.

use std::{io::Write, thread};

use super::{
    job::Job,
    probe::{Ending, Note, Tick},
};
use crate::wire::Reason;

/// A task on its way: what it belongs to, its number, and when it began. 24 bytes, part of every task's memory.
///
/// Dropped without [`Flight::land`] it was cancelled, or failed: by a panic, or before it ever ran.
pub(crate) struct Flight {
    job: &'static Job,
    started: Option<Start>,
    task: u32,
}

/// The clock never reads zero in a started flight, so that a flight not started yet needs no byte of its own.
type Start = std::num::NonZeroU64;

/// Why a task's work has no result.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The work is about failing.
    #[error("as designed")]
    Designed,
    /// It could not go on, for this reason.
    #[error("{0}")]
    Unplanned(String),
}

impl Failure {
    /// How task number `task` of the run ended with it; the words of a failure that was not planned go to stderr, whose end the lab shows.
    pub(crate) fn ending(&self, job: &Job, task: u32) -> Ending {
        match self {
            Self::Designed => Ending::FailedAsDesigned(number(job.index(task))),
            Self::Unplanned(_) => {
                // A closed stderr is no reason to fail twice.
                writeln!(std::io::stderr(), "task {task} failed: {self}").ok();
                Ending::Failed
            }
        }
    }
}

/// What the task with this number in its round counts into the sum that has no result.
pub(crate) fn number(task: u32) -> u64 {
    u64::from(task) + 1
}

/// What the handle of a task that failed holds. Takes no room; why it failed was told when it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failed;

/// What a task's handle holds when it is over.
pub(crate) type Outcome = Result<(), Failed>;

impl Flight {
    /// Task number `task`, before its first instruction.
    pub(crate) const fn new(job: &'static Job, task: u32) -> Self {
        Self {
            job,
            started: None,
            task,
        }
    }

    /// The first instruction; the task is mounted already.
    pub(crate) fn start(&mut self) {
        self.started = Some(Start::new(self.job.probe.now().0).unwrap_or(Start::MIN));
    }

    pub(crate) const fn job(&self) -> &'static Job {
        self.job
    }

    /// Its number in the run, for whatever is noted of it.
    pub(crate) const fn task(&self) -> u32 {
        self.task
    }

    /// Its number in its round, which its work goes by.
    pub(crate) fn index(&self) -> u32 {
        self.job.index(self.task)
    }

    /// The last instruction: the task returns `checksum` and leaves its carrier.
    pub(crate) fn land(self, checksum: u64) {
        self.job.probe.note(self.task, Note::Unmount(Reason::Done));
        self.end(Ending::Completed(checksum));
        std::mem::forget(self);
    }

    /// The last instruction of any task: what its handle will hold.
    ///
    /// # Errors
    /// If the task failed.
    pub(crate) fn end_with(self, result: Result<u64, Failure>) -> Outcome {
        let failure = match result {
            Ok(checksum) => {
                self.land(checksum);
                return Ok(());
            }
            Err(failure) => failure,
        };
        self.job.probe.note(self.task, Note::Fail);
        self.job.probe.note(self.task, Note::Unmount(Reason::Done));
        self.end(failure.ending(self.job, self.task));
        std::mem::forget(self);
        Err(Failed)
    }

    /// What a task counts into the sum that has no result.
    fn number(&self) -> u64 {
        number(self.index())
    }

    fn end(&self, ending: Ending) {
        let probe = self.job.probe;
        let started = self
            .started
            .map_or_else(|| probe.now(), |at| Tick(at.get()));
        probe.end(self.task, started, ending);
    }

    /// How a flight ended that was dropped.
    fn ending(&self) -> Ending {
        if self.job.experiment.is_designed_to_fail(self.index()) && self.started.is_some() {
            Ending::FailedAsDesigned(self.number())
        } else if self.job.shared.cancellation.has_begun() {
            Ending::Cancelled(self.number())
        } else {
            Ending::Failed
        }
    }

    /// A task that unwinds is on its carrier. One that is dropped by its runtime while it waits comes there to be taken apart.
    fn note_end(&self, ending: Ending) {
        let probe = self.job.probe;
        if !thread::panicking() {
            probe.note(self.task, Note::Remount);
        }
        if !matches!(ending, Ending::Cancelled(_)) {
            probe.note(self.task, Note::Fail);
        }
        probe.note(self.task, Note::Unmount(Reason::Done));
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        let ending = self.ending();
        if self.started.is_some() {
            self.note_end(ending);
        }
        self.end(ending);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;
    use crate::{
        model::{
            CarrierCount, Depth, Experiment, FiberKnobs, Nanos, Percent, ProbeMode, TaskCount, Work,
        },
        wire::EventKind,
        worker::probe::{Home, Outflow, Probe, ReadyEvents},
    };

    fn job() -> (&'static Job, Vec<Outflow>) {
        let (probe, flows) =
            Probe::reserve(ProbeMode::Full, Home::OwnThreads, ReadyEvents::Untold).unwrap();
        let experiment = Experiment {
            work: Work::Sleep { sleep: Nanos(1) },
            tasks: TaskCount::clamped(8),
            depth: Depth::MIN,
            carriers: CarrierCount::MIN,
            pinned_share: Percent::MIN,
            fiber: FiberKnobs::USUAL,
        };
        (Job::new(experiment, probe).keep(), flows)
    }

    fn kinds(flows: &mut [Outflow]) -> Vec<EventKind> {
        let mut kinds = Vec::new();
        for flow in flows {
            flow.reader
                .drain(|record| kinds.extend(record.record().map(|record| record.kind)));
        }
        kinds
    }

    #[test]
    fn a_flight_is_small() {
        assert!(size_of::<Flight>() <= 24);
    }

    #[test]
    fn a_panic_is_a_failed_task_that_left_its_carrier() {
        let (job, mut flows) = job();
        let life = AssertUnwindSafe(|| {
            let mut flight = Flight::new(job, 4);
            flight.start();
            panic!("of the task");
        });
        assert!(catch_unwind(life).is_err());
        assert_eq!(kinds(&mut flows), [EventKind::Fail, EventKind::Unmount]);
        let totals = job.probe.totals();
        assert_eq!((totals.completed, totals.failed), (0, 1));
    }

    #[test]
    fn a_task_that_never_ran_fails_without_having_been_anywhere() {
        let (job, mut flows) = job();
        drop(Flight::new(job, 0));
        assert_eq!(kinds(&mut flows), []);
        assert_eq!(job.probe.finished(), 1);
    }

    #[test]
    fn a_landed_flight_is_completed_once() {
        let (job, mut flows) = job();
        let mut flight = Flight::new(job, 6);
        flight.start();
        flight.land(7);
        assert_eq!(kinds(&mut flows), [EventKind::Unmount]);
        let totals = job.probe.totals();
        assert_eq!(
            (totals.completed, totals.failed, totals.checksum),
            (1, 0, 7)
        );
    }
}
