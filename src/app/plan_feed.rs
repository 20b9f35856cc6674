//! The news of the running plan, read within a bounded time and turned into actions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::TryRecvError;

use super::pace::Pace;
use crate::host::{HostSettings, PlanHandle, PlanUpdate, Wake, start};
use crate::model::Plan;
use crate::state::{Action, PlanAction};

/// Reading news must not hold up a frame.
const READING_BUDGET: Duration = Duration::from_millis(4);

/// Between the window and the host.
pub(super) struct PlanFeed {
    handle: Option<PlanHandle>,
    settings: Option<HostSettings>,
    pace: Arc<Pace>,
    ctx: egui::Context,
}

impl PlanFeed {
    /// Without settings the program itself is the worker.
    pub(super) fn new(ctx: egui::Context, settings: Option<HostSettings>) -> Self {
        Self {
            handle: None,
            settings,
            pace: Arc::new(Pace::new()),
            ctx,
        }
    }

    /// Hands a plan to the host; an error comes back as the action that tells of it.
    pub(super) fn start(&mut self, plan: Plan) -> Option<Action> {
        let settings = match &self.settings {
            Some(settings) => Ok(settings.clone()),
            None => HostSettings::for_this_program(),
        };
        match settings.and_then(|settings| start(plan, settings, self.wake())) {
            Ok(handle) => {
                self.handle = Some(handle);
                None
            }
            Err(error) => Some(PlanAction::Broke(error.to_string()).into()),
        }
    }

    /// Asks the plan to stop; its last news still comes.
    pub(super) fn stop(&self) {
        if let Some(handle) = &self.handle {
            handle.stop();
        }
    }

    /// Ends the plan now: dropping the handle closes the worker's stdin.
    pub(super) fn drop_plan(&mut self) {
        self.handle = None;
    }

    /// A frame begins, and the one before took so long.
    pub(super) fn frame_begins(&self, cost: Option<Duration>) {
        self.pace.frame_begins(cost);
    }

    /// Whether a plan is being carried out.
    pub(super) const fn is_on(&self) -> bool {
        self.handle.is_some()
    }

    /// Reads news for a bounded time.
    pub(super) fn read(&mut self) -> Vec<Action> {
        let Some(handle) = &self.handle else {
            return Vec::new();
        };
        let mut actions = Vec::new();
        let began = Instant::now();
        while began.elapsed() < READING_BUDGET {
            match handle.updates.try_recv() {
                Ok(PlanUpdate::Finished) => {
                    self.handle = None;
                    actions.push(PlanAction::Finished.into());
                    return actions;
                }
                Ok(update) => actions.extend(action(update)),
                Err(TryRecvError::Empty) => return actions,
                Err(TryRecvError::Disconnected) => {
                    self.handle = None;
                    let reason =
                        "The thread that watched the runs is gone; what came before is kept.";
                    actions.push(PlanAction::Broke(reason.to_owned()).into());
                    return actions;
                }
            }
        }
        self.ctx.request_repaint_after(Duration::from_millis(16));
        actions
    }

    /// Asks for one frame soon, however often it is called in between.
    fn wake(&self) -> Wake {
        let (ctx, pace) = (self.ctx.clone(), Arc::clone(&self.pace));
        Arc::new(move || ctx.request_repaint_after(pace.wait()))
    }
}

fn action(update: PlanUpdate) -> Option<Action> {
    match update {
        PlanUpdate::RunStarted {
            spec,
            facts,
            started_unix_ms,
            ..
        } => Some(
            PlanAction::Started {
                spec,
                facts,
                started_unix_ms,
            }
            .into(),
        ),
        PlanUpdate::Run { update, .. } => Some(PlanAction::News(update).into()),
        PlanUpdate::Finished => None,
    }
}
