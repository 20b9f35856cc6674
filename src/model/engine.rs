//! Which ways to execute tasks there are, by name. What each can show is in [`super::Ability`].

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A way to execute tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum EngineKind {
    /// One OS thread per task.
    OsThread,
    /// A fixed pool of OS threads with one queue in front.
    Pool,
    /// Stackful coroutines on the scheduler of the crate `may`.
    May,
    /// Stackful coroutines of the crate `corosensei` on the lab's own scheduler.
    Fiber,
    /// Stackless async tasks on tokio's multi-thread runtime.
    Tokio,
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no engine \"{0}\"; the engines are os-thread, pool, may, fiber and tokio")]
pub struct UnknownEngine(pub String);

impl EngineKind {
    /// Every engine, in the order they are run and drawn.
    pub const ALL: [Self; 5] = [
        Self::OsThread,
        Self::Pool,
        Self::May,
        Self::Fiber,
        Self::Tokio,
    ];

    /// Every name, for messages: `os-thread, pool, may, fiber, tokio`.
    #[must_use]
    pub fn list() -> String {
        Self::ALL.map(Self::id).join(", ")
    }

    /// The name in presets, on the command line and on charts.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::OsThread => "os-thread",
            Self::Pool => "pool",
            Self::May => "may",
            Self::Fiber => "fiber",
            Self::Tokio => "tokio",
        }
    }

    /// One sentence for the window.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::OsThread => "One OS thread per task; a waiting task keeps its thread.",
            Self::Pool => {
                "A fixed pool of OS threads with one queue in front; a waiting task keeps its thread."
            }
            Self::May => {
                "Stackful coroutines on the may scheduler; a waiting task leaves its carrier and keeps its stack."
            }
            Self::Fiber => {
                "Stackful coroutines on the lab's own scheduler, the nearest to virtual threads: exact mounts, a page of memory each, a million of them."
            }
            Self::Tokio => {
                "Stackless async tasks on tokio; a waiting task leaves its carrier and keeps its future."
            }
        }
    }

    /// Whether the number of carriers can be chosen.
    #[must_use]
    pub const fn has_carriers(self) -> bool {
        match self {
            Self::OsThread => false,
            Self::Pool | Self::May | Self::Fiber | Self::Tokio => true,
        }
    }

    /// Whether a waiting task can be cancelled from outside.
    #[must_use]
    pub const fn cancels(self) -> bool {
        match self {
            Self::OsThread | Self::Pool => false,
            Self::May | Self::Fiber | Self::Tokio => true,
        }
    }

    /// Whether a waiting task leaves its carrier to others.
    #[must_use]
    pub const fn suspends(self) -> bool {
        match self {
            Self::OsThread | Self::Pool => false,
            Self::May | Self::Fiber | Self::Tokio => true,
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for EngineKind {
    type Err = UnknownEngine;

    fn from_str(text: &str) -> Result<Self, UnknownEngine> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.id() == text)
            .ok_or_else(|| UnknownEngine(text.to_owned()))
    }
}

impl TryFrom<String> for EngineKind {
    type Error = UnknownEngine;

    fn try_from(text: String) -> Result<Self, UnknownEngine> {
        text.parse()
    }
}

impl From<EngineKind> for &'static str {
    fn from(kind: EngineKind) -> Self {
        kind.id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_match_serde() -> Result<(), Box<dyn std::error::Error>> {
        for kind in EngineKind::ALL {
            assert_eq!(kind.id().parse(), Ok(kind));
            assert_eq!(serde_json::to_string(&kind)?, format!("\"{kind}\""));
        }
        assert!("green-thread".parse::<EngineKind>().is_err());
        Ok(())
    }
}
