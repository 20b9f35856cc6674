//! A progress bar on standard error; silent where that is no terminal.

use indicatif::{ProgressBar, ProgressStyle};

use crate::host::PlanUpdate;
use crate::model::{Plan, RunRole, Who};
use crate::recording::RunUpdate;

/// The bar of a whole plan: one run at a time.
pub(super) struct Progress {
    bar: ProgressBar,
    runs: usize,
}

impl Progress {
    pub(super) fn new(plan: &Plan) -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template(
            "{prefix:<24} {wide_bar} {human_pos} of {human_len} finished  {elapsed}",
        ) {
            bar.set_style(style);
        }
        Self {
            bar,
            runs: plan.runs.len(),
        }
    }

    pub(super) fn show(&self, update: &PlanUpdate) {
        match update {
            PlanUpdate::RunStarted { run, spec, .. } => {
                let who = Who::of(spec.engine, &spec.case, spec.point.as_ref());
                let warmup = match spec.role {
                    RunRole::Measured => "",
                    RunRole::Warmup => " · warm-up",
                };
                let (run, runs) = (run + 1, self.runs);
                self.bar
                    .set_prefix(format!("run {run} of {runs} · {who}{warmup}"));
                self.bar.set_length(spec.all_tasks());
                self.bar.set_position(0);
                self.bar.reset_elapsed();
            }
            PlanUpdate::Run {
                update: RunUpdate::Progress(news),
                ..
            } => {
                if let Some(last) = news.last() {
                    self.bar.set_position(last.completed + last.failed);
                }
            }
            PlanUpdate::Run {
                update:
                    RunUpdate::Hello(_)
                    | RunUpdate::Samples(_)
                    | RunUpdate::Rounds(_)
                    | RunUpdate::Kernel(_)
                    | RunUpdate::Chunks(_)
                    | RunUpdate::End(_),
                ..
            }
            | PlanUpdate::Finished => {}
        }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
