//! A fixed pool of OS threads with one queue in front. Never suspends: a waiting task holds its thread, and the queue waits.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use super::{
    super::{job::Job, report::Refusal, work::carry_out},
    Engine,
    os_thread::{Held, larger_stack},
};

pub(super) struct Pool {
    queue: Arc<Queue>,
    carriers: u16,
}

/// Task numbers in the order they came: four bytes per waiting task.
#[derive(Default)]
struct Queue {
    waiting: Mutex<VecDeque<u32>>,
    came: Condvar,
}

impl Pool {
    pub(super) fn start(job: &'static Job) -> Result<Self, Refusal> {
        let carriers = job.experiment.carriers.get();
        let queue = Arc::new(Queue::default());
        for carrier in 0..carriers {
            let queue = Arc::clone(&queue);
            let mut builder = thread::Builder::new().name(format!("carrier-{carrier}"));
            if let Some(bytes) = larger_stack(&job.experiment) {
                builder = builder.stack_size(bytes);
            }
            builder
                .spawn(move || serve(job, usize::from(carrier), &queue))
                .map_err(|error| Refusal {
                    reason: format!("the pool's thread {carrier} could not be started: {error}"),
                    advice: "use fewer carriers, or raise ulimit -u".to_owned(),
                })?;
        }
        Ok(Self { queue, carriers })
    }
}

impl Engine for Pool {
    fn carriers(&self) -> u16 {
        self.carriers
    }

    fn spawn(&mut self, task: u32) -> Result<(), Refusal> {
        self.queue.lock().push_back(task);
        self.queue.came.notify_one();
        Ok(())
    }
}

/// One carrier: takes tasks until the process ends.
fn serve(job: &'static Job, carrier: usize, queue: &Queue) {
    job.probe.sit(carrier);
    loop {
        let task = queue.next();
        let held = Held { job, task };
        // A task that panicked has counted itself as failed; its carrier goes on with the next one.
        let life = std::panic::AssertUnwindSafe(|| carry_out(job, task, &held));
        std::panic::catch_unwind(life).ok();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, VecDeque<u32>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> u32 {
        let mut waiting = self.lock();
        loop {
            if let Some(task) = waiting.pop_front() {
                return task;
            }
            waiting = self
                .came
                .wait(waiting)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}
