//! How a command ends badly: one clear message, and an exit code that tells whose turn it is.

use std::process::ExitCode;

/// Why a command could not do its work. A model that fails inside a run is a result, not a failure.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    /// The person's input is wrong; exit code 2.
    #[error("{0}")]
    Input(String),
    /// The machine or a file got in the way; exit code 1.
    #[error("{0}")]
    Work(String),
    /// Nobody reads the output any more; nothing to say, exit code 0.
    #[error("the reader of the output has gone")]
    ReaderGone,
}

impl Failure {
    /// Wrong input, in the words of its own error.
    pub(super) fn input(error: impl std::fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Work that did not succeed, in the words of its own error.
    pub(super) fn work(error: impl std::fmt::Display) -> Self {
        Self::Work(error.to_string())
    }

    pub(super) fn code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Work(_) => ExitCode::FAILURE,
            Self::ReaderGone => ExitCode::SUCCESS,
        }
    }
}
