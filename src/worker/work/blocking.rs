//! The calls that blocking-style work is written over, and the life of a task that makes them. Knows no engine.

use std::{thread, time::Duration};

use super::super::{
    flight::{Failure, Flight, Outcome},
    job::Job,
    local_value::LocalValue,
    probe::{Note, Probe},
};
use crate::{model::Owner, wire::Reason};

/// What a task that is written as plain sequential code may ask of its engine.
pub(crate) trait Blocking: 'static {
    /// Waits in the engine's own way: leaves the carrier, if the engine can.
    fn sleep(&self, span: Duration);

    /// Waits on the thread itself, whatever the engine can: the task stays mounted, and its carrier waits with it.
    fn hold(&self, reason: Reason, wait: &mut dyn FnMut());

    /// Makes a call that blocks the thread.
    fn block(&self, span: Duration) {
        self.hold(Reason::Blocking, &mut || thread::sleep(span));
    }

    /// Has a blocking call made by another thread, and waits for it in the engine's own way.
    ///
    /// # Errors
    /// If there is no thread to make it.
    fn hand_over(&self, span: Duration) -> Result<(), Failure>;

    /// Lets others go first.
    fn yield_now(&self);

    /// Does `inside` with the engine's own lock in its hand, and waits for it in the engine's own way.
    fn with_lock(&self, lock: Owner, inside: &mut dyn FnMut());

    /// Does `inside` with one of the run's permits in its hand, and waits for it in the engine's own way.
    fn with_permit(&self, inside: &mut dyn FnMut());

    /// Keeps a value where only this task finds it, in the engine's own way.
    fn keep(&self, value: LocalValue);

    /// Takes the kept value back.
    fn take_kept(&self) -> Option<LocalValue>;
}

/// One task from its first mount to its end, on a thread that is its carrier.
pub(crate) fn carry_out(job: &'static Job, task: u32, on: &impl Blocking) -> Outcome {
    job.probe.note(task, Note::Mount);
    let mut flight = Flight::new(job, task);
    flight.start();
    flight.end_with(super::run(job, task, on))
}

/// Waits on the thread itself, whose carrier the probe knows: see [`Blocking::hold`].
pub(crate) fn hold_while(probe: &'static Probe, task: u32, reason: Reason, wait: &mut dyn FnMut()) {
    probe.note(task, Note::Pin(reason));
    wait();
    probe.note(task, Note::Unpin(reason));
}

/// Sleeps on the thread itself: the task stays mounted, and its carrier waits with it.
pub(crate) fn hold_carrier(probe: &'static Probe, task: u32, reason: Reason, span: Duration) {
    hold_while(probe, task, reason, &mut || thread::sleep(span));
}
