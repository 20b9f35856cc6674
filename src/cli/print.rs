//! The one place that writes to standard output and standard error.

use std::io::{self, Write};

use super::failure::Failure;

/// Writes a result to standard output.
pub(super) fn result(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| {
            if error.kind() == io::ErrorKind::BrokenPipe {
                Failure::ReaderGone
            } else {
                Failure::Work(format!(
                    "the results could not be written to standard output: {error}"
                ))
            }
        })
}

/// Writes a remark to standard error; a closed standard error is no reason to stop.
pub(super) fn remark(text: &str) {
    drop(writeln!(io::stderr().lock(), "{text}"));
}
