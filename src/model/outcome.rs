//! How a run ended. What a model cannot do is a result like any other.

use serde::{Deserialize, Serialize};

use super::units::grouped;

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

    /// The word with the number of tasks and what that number counts: started ones where the run failed, completed ones where a
    /// person stopped it.
    #[must_use]
    pub fn place(&self) -> String {
        match self {
            Self::Completed => self.kind().to_owned(),
            Self::Failed { at, .. } => failed_at(*at),
            Self::Stopped { at } => format!("stopped at {}", counted(*at, "completed")),
        }
    }
}

/// `failed at 16 338 started tasks`: how far a run had come when it gave up.
#[must_use]
pub fn failed_at(at: u64) -> String {
    format!("failed at {}", counted(at, "started"))
}

fn counted(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what} task{plural}", grouped(count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_says_what_it_counts() {
        let failed = Outcome::Failed {
            at: 4_068,
            reason: String::new(),
            advice: String::new(),
        };
        assert_eq!(failed.place(), "failed at 4\u{202f}068 started tasks");
        let stopped = Outcome::Stopped { at: 1 };
        assert_eq!(stopped.place(), "stopped at 1 completed task");
        assert_eq!(Outcome::Completed.place(), "completed");
    }
}
