//! The composition root: the eframe shell performs effects and wakes the window. Knows nothing of painting details.
//!
//! [`run_window`] opens the window and returns when it is closed. Each frame drains the news of the running plan and the results
//! of the jobs within a bounded time, paints, reduces what was done, and performs the effects. Files and dialogs are handled on
//! threads of their own, so that the window never waits.

mod dialogs;
mod display;
mod frame_log;
mod jobs;
mod pace;
mod perform;
mod plan_feed;
mod portal;
mod shell;
mod window_picture;

pub use dialogs::{Dialogs, Picked, Wish};
pub use display::AppError;
pub use shell::{Lab, LabParts, run_window};
