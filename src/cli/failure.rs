//! How a command ends badly: one clear message, and an exit code that tells whose turn it is.

use std::path::Path;
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

    /// Refuses a file name that does not tell what will be in the file, before anything is computed for it.
    pub(super) fn unless_named(path: &Path, (option, ending): (&str, &str)) -> Result<(), Self> {
        let found = path.extension().map(|found| found.to_string_lossy());
        if found
            .as_ref()
            .is_some_and(|found| found.eq_ignore_ascii_case(ending))
        {
            return Ok(());
        }
        let instead = found.map_or_else(
            || "it has no ending".to_owned(),
            |found| format!("this one ends in .{found}"),
        );
        Err(Self::Input(format!(
            "{option} writes a .{ending} file, and {instead}; name it like {}\n  at {}",
            path.with_extension(ending).display(),
            path.display()
        )))
    }

    pub(super) fn code(&self) -> ExitCode {
        match self {
            Self::Input(_) => ExitCode::from(2),
            Self::Work(_) => ExitCode::FAILURE,
            Self::ReaderGone => ExitCode::SUCCESS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_is_in_the_file() {
        let named = |path: &str| Failure::unless_named(Path::new(path), ("--png", "png"));
        for path in ["a.png", "A.PNG", "b/c.d.png"] {
            assert!(named(path).is_ok(), "{path}");
        }
        let message = named("slides/x.txt").unwrap_err().to_string();
        assert_eq!(
            message,
            "--png writes a .png file, and this one ends in .txt; name it like slides/x.png\n  at slides/x.txt"
        );
        let message = named("slides/x").unwrap_err().to_string();
        assert!(message.contains("has no ending"), "{message}");
    }
}
