//! How a run ended. What a model cannot do is a result like any other.

use serde::{Deserialize, Serialize};

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Outcome {
    /// Every task finished.
    Completed,
    /// The engine, the worker or the machine gave up.
    Failed {
        /// How many tasks had been started by then.
        at: u64,
        /// The cause in words.
        reason: String,
        /// What a person can try.
        advice: String,
    },
    /// A person pressed Stop.
    Stopped {
        /// How many tasks had finished by then.
        at: u64,
    },
}

impl Outcome {
    /// The one word in tables and JSON.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Failed { .. } => "failed",
            Self::Stopped { .. } => "stopped",
        }
    }
}
