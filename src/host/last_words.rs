//! The last lines a worker wrote to stderr, however much it writes.

use std::{
    collections::VecDeque,
    io::{self, BufReader, Read},
    thread,
    time::Duration,
};

use crossbeam_channel::Receiver;

/// Lines kept.
const LINES: usize = 40;
/// Bytes kept of one line.
const LINE_BYTES: usize = 512;

/// The last lines of a worker's stderr, once that has ended.
pub(super) struct LastWords {
    tail: Receiver<String>,
}

impl LastWords {
    /// Drains `stderr` to its end, so that a talkative worker is never held up.
    pub(super) fn listen(stderr: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, tail) = crossbeam_channel::bounded(1);
        thread::Builder::new()
            .name("lab-stderr".to_owned())
            .spawn(move || {
                // The run may be over already.
                sender.send(read_tail(stderr)).ok();
            })?;
        Ok(Self { tail })
    }

    /// The last lines; empty where the stream stays open, because a child of the worker still holds it.
    pub(super) fn into_text(self, patience: Duration) -> String {
        self.tail.recv_timeout(patience).unwrap_or_default()
    }
}

fn read_tail(stderr: impl Read) -> String {
    let mut lines = VecDeque::new();
    let mut line = Vec::new();
    // A stream that breaks has ended as far as its last words go.
    for byte in BufReader::new(stderr).bytes().map_while(Result::ok) {
        match byte {
            b'\n' => keep(&mut lines, &mut line),
            _ if line.len() < LINE_BYTES => line.push(byte),
            _ => {}
        }
    }
    keep(&mut lines, &mut line);
    Vec::from(lines).join("\n")
}

fn keep(lines: &mut VecDeque<String>, line: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(line)
        .trim_end()
        .replace(char::is_control, " ");
    line.clear();
    if text.is_empty() {
        return;
    }
    if lines.len() == LINES {
        lines.pop_front();
    }
    lines.push_back(text);
}

/// What the tail says in one line: the last one, with the one before where that only announces it. `None` where it says nothing.
pub(super) fn gist(tail: &str) -> Option<String> {
    let mut lines = tail
        .lines()
        .rev()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("note: "));
    let last = lines.next()?;
    Some(match lines.next().filter(|before| before.ends_with(':')) {
        Some(before) => format!("{before} {last}"),
        None => last.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_bounded_both_ways() {
        let flood: String = (0..1_000).map(|i| format!("line {i}\n")).collect();
        let tail = read_tail(flood.as_bytes());
        assert_eq!(tail.lines().count(), LINES);
        assert!(tail.starts_with("line 960\n") && tail.ends_with("line 999"));
        let endless = vec![b'x'; 100_000];
        assert_eq!(read_tail(&endless[..]).len(), LINE_BYTES);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_hurt() {
        assert_eq!(read_tail(&b"a\x1b[31m\xff\n\n"[..]), "a [31m\u{fffd}");
    }

    #[test]
    fn the_gist_is_the_message_of_a_panic() {
        let tail = "thread 'x' panicked at a.rs:1:2:\nno more\nnote: run with `RUST_BACKTRACE=1`";
        assert_eq!(
            gist(tail).as_deref(),
            Some("thread 'x' panicked at a.rs:1:2: no more")
        );
        assert_eq!(gist("\n  \n"), None);
    }
}
