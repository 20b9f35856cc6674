//! A recording as one `.clab` file. Knows nothing of what is drawn from it.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `CLAB`, carriage return, newline, 0x1A, newline: broken by whoever takes it for text |
//! | 4 | `u32` version of the format |
//! | 4 | CRC-32 of the 12 bytes before |
//! | … | sections: `u8` kind, `u32` length, so many bytes, CRC-32 of all these |
//!
//! Sections: 1 header (JSON, first), 2 samples, 3 counters, 4 a chunk of spans (any number), 5 the end (empty, last), 6 rounds
//! (only where there are any), 16 what the scheduler did with the carriers (at most one; left out where nothing is known). All
//! numbers are little-endian; the columns are laid out in [`super::codec`] and [`super::kernel_codec`].

use std::{
    fs::File,
    io::{self, BufReader, Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{Recording, RunEnd, RunUpdate, codec, crc32::crc32, kernel_codec, write_atomic};
use crate::model::{MachineFacts, RunSpec};
use crate::wire::Hello;

/// Version of the format this program writes, and the newest it reads.
pub const STORE_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"CLAB\r\n\x1a\n";

const HEADER: u8 = 1;
const SAMPLES: u8 = 2;
const PROGRESS: u8 = 3;
const CHUNK: u8 = 4;
const END: u8 = 5;
const ROUNDS: u8 = 6;
const KERNEL: u8 = 16;

/// Why a recording could not be saved or opened.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file could not be read.
    #[error("the recording could not be read ({source}); check the name and who may read it: {}", path.display())]
    Read {
        /// What the system said.
        source: io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file could not be written.
    #[error("the recording could not be saved ({source}); check the folder and the free space: {}", path.display())]
    Write {
        /// What the system said.
        source: io::Error,
        /// The file.
        path: PathBuf,
    },
    /// Some other file.
    #[error("this is no recording of Carrier Lab; choose a .clab file: {}", path.display())]
    NoRecording {
        /// The file.
        path: PathBuf,
    },
    /// Written by a later program.
    #[error("this recording has format {found} and this program reads up to {STORE_VERSION}; open it with a newer Carrier Lab: {}", path.display())]
    Newer {
        /// Version in the file.
        found: u32,
        /// The file.
        path: PathBuf,
    },
    /// The file ends too early.
    #[error("this recording ends too early; copy it again from where it came, or run again: {}", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
    },
    /// The content contradicts its checksums or itself.
    #[error("this recording is damaged ({what}); copy it again from where it came, or run again: {}", path.display())]
    Damaged {
        /// What was found.
        what: String,
        /// The file.
        path: PathBuf,
    },
}

/// What stands in the header section.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    spec: RunSpec,
    title: String,
    facts: MachineFacts,
    started_unix_ms: u64,
    hello: Option<Hello>,
    end: Option<RunEnd>,
}

impl Recording {
    /// Saves to one file, as a whole or not at all.
    ///
    /// # Errors
    /// [`StoreError::Write`]; what was at `path` is then still there.
    pub fn save(&self, path: &Path) -> Result<(), StoreError> {
        write_atomic(path, |out| self.write_to(out)).map_err(|source| StoreError::Write {
            source,
            path: path.to_owned(),
        })
    }

    /// Opens a file that [`Recording::save`] has written.
    ///
    /// # Errors
    /// Says what is wrong with the file and what to do. Any bytes are safe to open.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let read = || {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            Ok((file, length))
        };
        let (file, length) = read().map_err(|source| StoreError::Read {
            source,
            path: path.to_owned(),
        })?;
        Self::read_from(BufReader::new(file), length).map_err(|fault| fault.at(path))
    }

    fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut start = MAGIC.to_vec();
        start.extend_from_slice(&STORE_VERSION.to_le_bytes());
        out.write_all(&start)?;
        out.write_all(&crc32(&[&start]).to_le_bytes())?;
        let header = serde_json::to_vec(&Header {
            spec: self.spec.clone(),
            title: self.title.clone(),
            facts: MachineFacts::clone(&self.facts),
            started_unix_ms: self.started_unix_ms,
            hello: self.hello.clone(),
            end: self.end.clone(),
        })?;
        put_section(HEADER, &header, out)?;
        let mut bytes = Vec::new();
        codec::put_samples(&self.samples, &mut bytes);
        put_section(SAMPLES, &bytes, out)?;
        bytes.clear();
        codec::put_progress(&self.progress, &mut bytes);
        put_section(PROGRESS, &bytes, out)?;
        if !self.rounds.is_empty() {
            bytes.clear();
            codec::put_rounds(&self.rounds, &mut bytes);
            put_section(ROUNDS, &bytes, out)?;
        }
        if !self.kernel.is_empty() {
            bytes.clear();
            kernel_codec::put_kernel(&self.kernel, &mut bytes);
            put_section(KERNEL, &bytes, out)?;
        }
        for track in self.timeline.tracks() {
            for chunk in self.timeline.chunks(track) {
                bytes.clear();
                codec::put_chunk(chunk, &mut bytes);
                put_section(CHUNK, &bytes, out)?;
            }
        }
        put_section(END, &[], out)
    }

    /// Reads a file of `length` bytes.
    fn read_from(input: impl Read, length: u64) -> Result<Self, Fault> {
        let mut sections = Sections::start(input, length)?;
        let (HEADER, header) = sections.next()? else {
            return Err(Fault::damaged("it does not begin with its header"));
        };
        let header: Header =
            serde_json::from_slice(&header).map_err(|error| Fault::Damaged(error.to_string()))?;
        let facts = Arc::new(header.facts);
        let mut recording = Self::new(header.spec, header.title, facts, header.started_unix_ms);
        loop {
            let (kind, bytes) = sections.next()?;
            let update = match kind {
                SAMPLES => codec::samples(&bytes).map(RunUpdate::Samples),
                PROGRESS => codec::progress(&bytes).map(RunUpdate::Progress),
                ROUNDS => codec::rounds(&bytes).map(RunUpdate::Rounds),
                KERNEL => {
                    recording.kernel = kernel_codec::kernel(&bytes).map_err(Fault::damaged)?;
                    continue;
                }
                CHUNK => codec::chunk(&bytes).map(|chunk| RunUpdate::Chunks(vec![Arc::new(chunk)])),
                END => break,
                HEADER => Err("it has two headers"),
                _ => Err("a section is of an unknown kind"),
            };
            recording.absorb(update.map_err(Fault::damaged)?);
        }
        if sections.remaining > 0 {
            return Err(Fault::damaged("something follows its end"));
        }
        let news = header.hello.map(|hello| RunUpdate::Hello(Box::new(hello)));
        let end = header.end.map(|end| RunUpdate::End(Box::new(end)));
        news.into_iter()
            .chain(end)
            .for_each(|update| recording.absorb(update));
        Ok(recording)
    }
}

fn put_section(kind: u8, bytes: &[u8], out: &mut dyn Write) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    let [a, b, c, d] = length.to_le_bytes();
    let start = [kind, a, b, c, d];
    out.write_all(&start)?;
    out.write_all(bytes)?;
    out.write_all(&crc32(&[&start, bytes]).to_le_bytes())
}

/// A [`StoreError`] that does not know its file yet.
#[derive(Debug)]
enum Fault {
    Io(io::Error),
    NoRecording,
    Newer(u32),
    Truncated,
    Damaged(String),
}

impl Fault {
    fn damaged(what: &str) -> Self {
        Self::Damaged(what.to_owned())
    }

    fn at(self, path: &Path) -> StoreError {
        let path = path.to_owned();
        match self {
            Self::Io(source) => StoreError::Read { source, path },
            Self::NoRecording => StoreError::NoRecording { path },
            Self::Newer(found) => StoreError::Newer { found, path },
            Self::Truncated => StoreError::Truncated { path },
            Self::Damaged(what) => StoreError::Damaged { what, path },
        }
    }
}

/// The sections of a file, checked one after the other.
struct Sections<R> {
    input: R,
    /// Bytes the file still has; no section is believed to be longer.
    remaining: u64,
}

impl<R: Read> Sections<R> {
    /// Reads up to the first section.
    fn start(input: R, length: u64) -> Result<Self, Fault> {
        let mut sections = Self {
            input,
            remaining: length,
        };
        let magic: [u8; 8] = sections.array().map_err(|fault| match fault {
            Fault::Truncated => Fault::NoRecording,
            Fault::Io(_) | Fault::NoRecording | Fault::Newer(_) | Fault::Damaged(_) => fault,
        })?;
        if magic != MAGIC {
            return Err(Fault::NoRecording);
        }
        let version: [u8; 4] = sections.array()?;
        if crc32(&[&magic, &version]).to_le_bytes() != sections.array()? {
            return Err(Fault::damaged("its version is unreadable"));
        }
        match u32::from_le_bytes(version) {
            STORE_VERSION => Ok(sections),
            0 => Err(Fault::damaged("its version is 0")),
            found => Err(Fault::Newer(found)),
        }
    }

    fn next(&mut self) -> Result<(u8, Vec<u8>), Fault> {
        let start: [u8; 5] = self.array()?;
        let [kind, a, b, c, d] = start;
        let length = u32::from_le_bytes([a, b, c, d]);
        if u64::from(length) > self.remaining {
            return Err(Fault::Truncated);
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|_beyond| Fault::Truncated)?];
        self.fill(&mut bytes)?;
        if crc32(&[&start, &bytes]).to_le_bytes() == self.array()? {
            Ok((kind, bytes))
        } else {
            Err(Fault::damaged("a checksum is wrong"))
        }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        let rest = self.remaining.checked_sub(bytes.len() as u64);
        self.remaining = rest.ok_or(Fault::Truncated)?;
        self.input.read_exact(bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                Fault::Truncated
            } else {
                Fault::Io(error)
            }
        })
    }
}
