//! The way out: frames on stdout, written whole and at once. Knows nothing of what is in them.

use std::{
    fs::File,
    io::{self, Write},
    process,
};

use serde::Serialize;

use crate::wire::{FrameKind, encode_events, encode_json};

/// Exit code of a worker whose lab no longer reads.
const STDOUT_BROKEN: i32 = 3;
/// Room for a full events frame and its header.
const BUFFER_BYTES: usize = 64 * 1024 + 64;

/// The only writer of stdout. A lab that no longer reads ends the process: nobody is left to run for.
pub(crate) struct Outlet {
    out: File,
    buffer: Vec<u8>,
}

impl Outlet {
    /// Takes stdout without the line buffer that the standard library keeps in front of it.
    ///
    /// # Errors
    /// If stdout is closed.
    pub(crate) fn stdout() -> io::Result<Self> {
        Ok(Self {
            out: unbuffered_stdout()?,
            buffer: Vec::with_capacity(BUFFER_BYTES),
        })
    }

    /// Sends a control frame.
    pub(crate) fn send(&mut self, kind: FrameKind, message: &impl Serialize) {
        self.buffer.clear();
        if let Err(error) = encode_json(kind, message, &mut self.buffer) {
            end_broken(&format!("a {kind:?} frame could not be written: {error}"));
        }
        self.write_out();
    }

    /// Sends packed records; nothing for none.
    pub(crate) fn send_events(&mut self, records: &[u8]) {
        self.buffer.clear();
        encode_events(records, &mut self.buffer);
        self.write_out();
    }

    fn write_out(&mut self) {
        if let Err(error) = self.out.write_all(&self.buffer) {
            end_broken(&format!("stdout is closed: {error}"));
        }
    }
}

fn end_broken(why: &str) -> ! {
    writeln!(io::stderr(), "worker: {why}").ok();
    process::exit(STDOUT_BROKEN);
}

#[cfg(unix)]
fn unbuffered_stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

#[cfg(windows)]
fn unbuffered_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    io::stdout()
        .as_handle()
        .try_clone_to_owned()
        .map(File::from)
}
