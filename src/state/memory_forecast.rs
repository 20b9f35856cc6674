//! Whether a plan waits for a person's word, because it may need more memory than is free.

use crate::model::{MachineFacts, Plan, Preset, memory_doubt};

/// Why a plan should wait for a person's word; `None` where the memory that is free is enough.
pub(super) fn too_large(preset: &Preset, facts: &MachineFacts) -> Option<String> {
    memory_doubt(&Plan::of(preset), facts).map(|doubt| doubt.sentence())
}
