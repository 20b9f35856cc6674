//! One OS thread per task, with the stack size the standard library gives it. Never suspends: a waiting task holds its thread.

use std::{cell::RefCell, io, thread, time::Duration};

use super::{
    super::{
        flight::Failure,
        job::Job,
        local_value::LocalValue,
        report::Refusal,
        unjoined::spawn_unjoined,
        work::{
            Blocking, carry_out, hold_carrier, hold_while, stack_needed, with_thread_lock,
            with_thread_permit,
        },
    },
    Engine,
};
use crate::{
    model::{Bytes, Experiment, Owner, units::grouped},
    wire::Reason,
};

/// What can be raised, in the order in which a stock Linux runs into it.
const ADVICE: &str = "use fewer tasks, or raise what limits threads here: vm.max_map_count (four maps per thread), \
kernel.pid_max, kernel.threads-max, ulimit -u, or the control group's pids.max";

/// What the standard library gives a thread unless it is told otherwise, less what a thread needs itself.
const USUAL_STACK: usize = (2 * 1024 - 64) * 1024;

thread_local! {
    /// What the task on this thread keeps.
    static KEPT: RefCell<Option<LocalValue>> = const { RefCell::new(None) };
}

pub(super) struct OsThreads {
    job: &'static Job,
    /// Bytes, where a recursion needs more than a thread has anyway.
    stack: Option<usize>,
}

/// A task on a thread that it does not leave.
pub(super) struct Held {
    pub(super) job: &'static Job,
    pub(super) task: u32,
}

impl OsThreads {
    pub(super) fn new(job: &'static Job) -> Self {
        Self {
            job,
            stack: larger_stack(&job.experiment),
        }
    }

    fn builder(&self) -> thread::Builder {
        let builder = thread::Builder::new();
        match self.stack {
            Some(bytes) => builder.stack_size(bytes),
            None => builder,
        }
    }
}

impl Engine for OsThreads {
    fn carriers(&self) -> u16 {
        0
    }

    fn stated(&self) -> Vec<(&'static str, String)> {
        let stack = self.stack.map(|bytes| Bytes(bytes as u64).to_string());
        stack
            .map(|stack| ("stack of a thread", stack))
            .into_iter()
            .collect()
    }

    /// The thread gets no name: one per task would be memory that a plain program does not spend.
    fn spawn(&mut self, task: u32) -> Result<(), Refusal> {
        let job = self.job;
        let held = Held { job, task };
        spawn_unjoined(self.builder(), move || carry_out(job, task, &held))
            .map_err(|error| refusal(job.index(task), &error))
    }
}

/// The stack a thread needs for this experiment's recursion, where the usual one is too small.
pub(super) fn larger_stack(experiment: &Experiment) -> Option<usize> {
    stack_needed(experiment).filter(|needed| *needed > USUAL_STACK)
}

fn refusal(running: u32, error: &io::Error) -> Refusal {
    Refusal {
        reason: format!(
            "the operating system refused another thread after {}: {error}",
            grouped(u64::from(running))
        ),
        advice: ADVICE.to_owned(),
    }
}

impl Blocking for Held {
    fn sleep(&self, span: Duration) {
        hold_carrier(self.job.probe, self.task, Reason::Sleep, span);
    }

    fn hold(&self, reason: Reason, wait: &mut dyn FnMut()) {
        hold_while(self.job.probe, self.task, reason, wait);
    }

    /// A thread has no way to wait but to hold itself, so it might as well make the call; the model refuses to run this.
    fn hand_over(&self, span: Duration) -> Result<(), Failure> {
        self.block(span);
        Ok(())
    }

    /// The task stays on its thread, and nobody tells whether the thread left its core: nothing is noted.
    fn yield_now(&self) {
        thread::yield_now();
    }

    fn with_lock(&self, lock: Owner, inside: &mut dyn FnMut()) {
        let hold = |wait: &mut dyn FnMut()| self.hold(Reason::Lock, wait);
        with_thread_lock(self.job, lock, &hold, inside);
    }

    fn keep(&self, value: LocalValue) {
        KEPT.set(Some(value));
    }

    fn take_kept(&self) -> Option<LocalValue> {
        KEPT.take()
    }

    fn with_permit(&self, inside: &mut dyn FnMut()) {
        let hold = |wait: &mut dyn FnMut()| self.hold(Reason::Permit, wait);
        with_thread_permit(self.job, &hold, inside);
    }
}
