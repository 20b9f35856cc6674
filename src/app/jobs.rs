//! Work that may wait for a disk or a person, on threads of its own; what comes of it comes back as actions.

use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::state::{Action, Tone};

/// Jobs that are not read yet; more than these wait.
const WAITING: usize = 32;

/// Runs jobs and collects their actions.
pub(super) struct Jobs {
    ctx: egui::Context,
    sender: Sender<Action>,
    results: Receiver<Action>,
    running: Vec<JoinHandle<()>>,
}

impl Jobs {
    /// Jobs that wake the window of `ctx` when they are done.
    pub(super) fn new(ctx: egui::Context) -> Self {
        let (sender, results) = bounded(WAITING);
        Self {
            ctx,
            sender,
            results,
            running: Vec::new(),
        }
    }

    /// Runs `job` on a thread of its own. Where no thread can be had, that is said.
    pub(super) fn start(
        &mut self,
        name: &str,
        job: impl FnOnce() -> Option<Action> + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), self.ctx.clone());
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || {
            if let Some(action) = job() {
                // Nobody is left to miss it when the window is gone.
                sender.send(action).ok();
                ctx.request_repaint_after(std::time::Duration::from_millis(1));
            }
        });
        self.running.retain(|job| !job.is_finished());
        match thread {
            Ok(thread) => self.running.push(thread),
            Err(error) => {
                let text = format!("No thread could be started to do this: {error}");
                self.sender.try_send(Action::Say(Tone::Problem, text)).ok();
            }
        }
    }

    /// What has come of the jobs.
    pub(super) fn results(&self) -> impl Iterator<Item = Action> {
        self.results.try_iter()
    }

    /// Waits for the jobs that write files, so that closing the window loses none. A dialog that is still open is not waited for.
    pub(super) fn finish(&mut self) {
        for job in self.running.drain(..) {
            let writes = job.thread().name().is_some_and(|name| name == WRITING);
            if writes && job.join().is_err() {
                break;
            }
        }
    }
}

/// Name of the threads that write files.
pub(super) const WRITING: &str = "lab-write";
/// Name of the threads that read files.
pub(super) const READING: &str = "lab-read";
/// Name of the threads that wait for a person's choice.
pub(super) const CHOOSING: &str = "lab-choose";
