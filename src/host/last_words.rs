//! The last lines a worker wrote to stderr, however much it writes.

use std::{
    collections::VecDeque,
    io::{self, BufReader, Read},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender};

/// Lines kept.
const LINES: usize = 40;
/// Bytes kept of one line.
const LINE_BYTES: usize = 512;

/// The last lines of a worker's stderr.
pub(super) struct LastWords {
    tail: Arc<Mutex<Tail>>,
    ended: Receiver<()>,
}

/// Lines of bounded length and number.
type Tail = VecDeque<String>;

impl LastWords {
    /// Drains `stderr` to its end, so that a talkative worker is never held up.
    pub(super) fn listen(stderr: impl Read + Send + 'static) -> io::Result<Self> {
        let (still_open, ended) = crossbeam_channel::bounded(0);
        let tail = Arc::new(Mutex::new(Tail::new()));
        let kept = Arc::clone(&tail);
        thread::Builder::new()
            .name("lab-stderr".to_owned())
            .spawn(move || {
                keep_tail(stderr, &kept);
                drop::<Sender<()>>(still_open);
            })?;
        Ok(Self { tail, ended })
    }

    /// The last lines. Waits so long for the end of the stream, which a child of the worker may hold open.
    pub(super) fn into_text(self, patience: Duration) -> String {
        // Closed at the end; a timeout means that there may be more, from someone who is not the worker.
        self.ended.recv_timeout(patience).ok();
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.make_contiguous().join("\n")
    }
}

fn keep_tail(stderr: impl Read, tail: &Mutex<Tail>) {
    let mut line = Vec::new();
    // A stream that breaks has ended as far as its last words go.
    for byte in BufReader::new(stderr).bytes().map_while(Result::ok) {
        match byte {
            b'\n' => keep(tail, &mut line),
            _ if line.len() < LINE_BYTES => line.push(byte),
            _ => {}
        }
    }
    keep(tail, &mut line);
}

fn keep(tail: &Mutex<Tail>, line: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(line)
        .trim_end()
        .replace(char::is_control, " ");
    line.clear();
    if text.is_empty() {
        return;
    }
    let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
    if tail.len() == LINES {
        tail.pop_front();
    }
    tail.push_back(text);
}

/// What the tail says in one line: the message of the last panic, else the last line. `None` where it says nothing.
pub(super) fn gist(tail: &str) -> Option<&str> {
    let said = |line: &&str| !line.trim().is_empty() && !line.starts_with("note: ");
    let is_panic = |line: &str| line.contains("panicked at ") && line.ends_with(':');
    let lines: Vec<&str> = tail.lines().filter(said).collect();
    let panic = lines.iter().rposition(|line| is_panic(line));
    panic
        .and_then(|at| lines.get(at + 1))
        .or(lines.last())
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_tail(stderr: impl Read + Send + 'static) -> String {
        let words = LastWords::listen(stderr).unwrap();
        words.into_text(Duration::from_mins(1))
    }

    #[test]
    fn the_tail_is_bounded_both_ways() {
        let flood = (0..1_000).map(|i| format!("line {i}")).collect::<Vec<_>>();
        let flood = flood.join("\n");
        let tail = read_tail(io::Cursor::new(flood));
        assert_eq!(tail.lines().count(), LINES);
        assert!(tail.starts_with("line 960\n") && tail.ends_with("line 999"));
        let endless = vec![b'x'; 100_000];
        assert_eq!(read_tail(io::Cursor::new(endless)).len(), LINE_BYTES);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_hurt() {
        assert_eq!(read_tail(&b"a\x1b[31m\xff\n\n"[..]), "a [31m\u{fffd}");
    }

    #[test]
    fn the_gist_is_the_message_of_a_panic_or_the_last_line() {
        let panic = "up\nthread 'x' panicked at a.rs:1:2:\nno more\nnote: run with `RUST_BACKTRACE=1`\nabort";
        assert_eq!(gist(panic), Some("no more"));
        assert_eq!(gist("one\ntwo\n"), Some("two"));
        let torn = "thread 'x' panicked at a.rs:1:2:";
        assert_eq!(gist(torn), Some(torn));
        assert_eq!(gist("\n  \n"), None);
    }
}
