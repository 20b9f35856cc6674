//! What an engine can show. What it can't is said in words, never guessed.

use super::EngineKind;

/// Something a recording may tell about an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ability {
    /// When a task starts and stops occupying its carrier.
    Mounts,
    /// When a task was woken and began to wait for a carrier.
    Ready,
    /// When a mounted task blocks its carrier.
    Pins,
}

impl Ability {
    /// `None` where the engine can show it, else the sentence for the person who misses it.
    ///
    /// Sources: `may` 0.3 has no hook for resume or wake-up; a plain thread is scheduled by the OS, which tells no one.
    #[must_use]
    pub const fn missing_in(self, engine: EngineKind) -> Option<&'static str> {
        match (self, engine) {
            (Self::Ready, EngineKind::May) => Some(
                "may does not tell when a task became ready; waits for a carrier are not shown",
            ),
            (Self::Ready, EngineKind::OsThread) => Some(
                "the OS does not tell when a thread became ready; waits for a core are not shown",
            ),
            (Self::Ready, EngineKind::Pool | EngineKind::Fiber | EngineKind::Tokio)
            | (Self::Mounts | Self::Pins, _) => None,
        }
    }
}
