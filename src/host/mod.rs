//! The parent side of a run: process life, frames, OS sampling, limits and machine facts, plans. Knows nothing of egui.
//!
//! [`start`] carries a plan out on threads of its own, one run after the other, and sends [`PlanUpdate`]s over a bounded channel.

mod plan;

pub use plan::{HostError, HostSettings, PlanHandle, PlanUpdate, Wake, start};
