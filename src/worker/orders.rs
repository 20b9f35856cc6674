//! What the lab says on stdin. A closed stdin ends the process at once, whatever it does. Knows nothing of runs.

use std::{
    io::{self, BufRead, Read},
    process, thread,
};

use crossbeam_channel::{Receiver, bounded};

/// Longest line that is read; a run takes a few hundred bytes.
const LONGEST_LINE_BYTES: u64 = 64 * 1024;

/// Lines from the lab, in order.
pub(crate) struct Orders {
    lines: Receiver<Result<String, String>>,
}

impl Orders {
    /// Starts the thread that reads stdin, and with it the promise that a closed stdin ends the process.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub(crate) fn listen() -> io::Result<Self> {
        let (lines, received) = bounded(4);
        thread::Builder::new()
            .name("stdin".to_owned())
            .spawn(move || {
                let mut stdin = io::stdin().lock();
                while let Some(line) = next_line(&mut stdin) {
                    // The session stops listening after `go`; later lines have no meaning.
                    lines.try_send(line).ok();
                }
                process::exit(0);
            })?;
        Ok(Self { lines: received })
    }

    /// The next line without its end, or why it cannot be one.
    pub(crate) fn next(&self) -> Result<String, String> {
        self.lines
            .recv()
            .map_err(|_closed| "stdin is closed".to_owned())?
    }

    /// Waits until stdin closes, which ends the process.
    pub(crate) fn wait_for_end(&self) {
        while self.lines.recv().is_ok() {}
    }
}

/// `None` where stdin ends or breaks; half a line before its end counts as the end.
fn next_line(input: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut line = Vec::new();
    let read = input
        .by_ref()
        .take(LONGEST_LINE_BYTES)
        .read_until(b'\n', &mut line)
        .ok()?;
    match line.pop() {
        Some(b'\n') => {
            Some(String::from_utf8(line).map_err(|_bytes| "the line is not UTF-8".to_owned()))
        }
        Some(_) if read as u64 == LONGEST_LINE_BYTES => Some(Err(format!(
            "the line is longer than {LONGEST_LINE_BYTES} bytes"
        ))),
        Some(_) | None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_their_newline_and_stdin_with_half_a_line() {
        let mut input: &[u8] = b"one\ntwo\nhal";
        assert_eq!(next_line(&mut input), Some(Ok("one".to_owned())));
        assert_eq!(next_line(&mut input), Some(Ok("two".to_owned())));
        assert_eq!(next_line(&mut input), None);
    }

    #[test]
    fn endless_and_broken_lines_are_refused() {
        let endless = vec![b'x'; 100_000];
        assert!(matches!(next_line(&mut endless.as_slice()), Some(Err(_))));
        let mut broken: &[u8] = b"\xff\xfe\n";
        assert!(matches!(next_line(&mut broken), Some(Err(_))));
    }
}
