//! Frames out of a byte stream, with a named error for everything that is not one.

use std::io::{self, Read};

use super::{EVENT_BYTES, FRAME_HEADER_BYTES, Frame, FrameKind, MAX_PAYLOAD_BYTES};

/// What was wrong with the bytes of a worker. `at` is the offset of the frame in the stream.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// The stream ended inside a frame.
    #[error("the worker's stream ends inside a frame ({got} of {want} bytes, at byte {at})")]
    Truncated {
        /// Bytes that came.
        got: usize,
        /// Bytes that were announced.
        want: usize,
        /// Offset of the frame.
        at: u64,
    },
    /// A payload longer than allowed.
    #[error(
        "the worker announced a frame of {length} bytes, more than the {MAX_PAYLOAD_BYTES} allowed (at byte {at})"
    )]
    Oversized {
        /// The announced length.
        length: u32,
        /// Offset of the frame.
        at: u64,
    },
    /// A kind of frame this version does not know.
    #[error(
        "the worker sent a frame of unknown kind {kind} (at byte {at}); this is no worker of this version, or its output is mixed with other text"
    )]
    UnknownKind {
        /// The number that was sent.
        kind: u8,
        /// Offset of the frame.
        at: u64,
    },
    /// The payload is not what its kind demands.
    #[error("the worker sent a broken {kind:?} frame: {reason} (at byte {at})")]
    Payload {
        /// The announced kind.
        kind: FrameKind,
        /// What is wrong.
        reason: String,
        /// Offset of the frame.
        at: u64,
    },
    /// A frame where it may not come.
    #[error("the worker sent a {kind:?} frame {when}")]
    OutOfOrder {
        /// The kind that came.
        kind: FrameKind,
        /// Where it came.
        when: &'static str,
    },
    /// The worker speaks another version of the contract.
    #[error(
        "the worker speaks version {found} of the protocol, this lab version {expected}; use the worker of the same build"
    )]
    Version {
        /// The worker's version.
        found: u32,
        /// This lab's version.
        expected: u32,
    },
    /// The pipe itself failed.
    #[error("the worker's pipe could not be read: {0}")]
    Io(#[from] io::Error),
}

/// Reads frames from a worker's stdout.
pub struct FrameReader<R> {
    input: R,
    at: u64,
}

impl<R: Read> FrameReader<R> {
    /// A reader at the start of a stream. Give it a buffered input: it reads a header and a payload at a time.
    pub const fn new(input: R) -> Self {
        Self { input, at: 0 }
    }

    /// The next frame, or `None` where the stream ends between frames.
    ///
    /// # Errors
    /// Names what was wrong and where; nothing after it can be trusted.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, WireError> {
        let mut header = [0; FRAME_HEADER_BYTES];
        let got = fill(&mut self.input, &mut header)?;
        if got == 0 {
            return Ok(None);
        }
        if got < FRAME_HEADER_BYTES {
            return Err(WireError::Truncated {
                got,
                want: FRAME_HEADER_BYTES,
                at: self.at,
            });
        }
        let [a, b, c, d, kind] = header;
        let (length, kind) = self.checked_header(u32::from_le_bytes([a, b, c, d]), kind)?;
        let mut payload = vec![0; length];
        let got = fill(&mut self.input, &mut payload)?;
        if got < length {
            return Err(WireError::Truncated {
                got: got + FRAME_HEADER_BYTES,
                want: length + FRAME_HEADER_BYTES,
                at: self.at,
            });
        }
        let frame = understand(kind, payload).map_err(|reason| WireError::Payload {
            kind,
            reason,
            at: self.at,
        })?;
        self.at += (FRAME_HEADER_BYTES + length) as u64;
        Ok(Some(frame))
    }

    /// Kind before length: text on stdout shows as an unknown kind, which says more than an absurd length.
    fn checked_header(&self, length: u32, kind: u8) -> Result<(usize, FrameKind), WireError> {
        let known =
            FrameKind::from_byte(kind).ok_or(WireError::UnknownKind { kind, at: self.at })?;
        match usize::try_from(length) {
            Ok(bytes) if bytes <= MAX_PAYLOAD_BYTES => Ok((bytes, known)),
            Ok(_) | Err(_) => Err(WireError::Oversized {
                length,
                at: self.at,
            }),
        }
    }
}

fn understand(kind: FrameKind, payload: Vec<u8>) -> Result<Frame, String> {
    let broken = |error: serde_json::Error| error.to_string();
    match kind {
        FrameKind::Hello => serde_json::from_slice(&payload)
            .map(Frame::Hello)
            .map_err(broken),
        FrameKind::Progress => serde_json::from_slice(&payload)
            .map(Frame::Progress)
            .map_err(broken),
        FrameKind::Done => serde_json::from_slice(&payload)
            .map(Frame::Done)
            .map_err(broken),
        FrameKind::Fault => serde_json::from_slice(&payload)
            .map(Frame::Fault)
            .map_err(broken),
        FrameKind::Round => serde_json::from_slice(&payload)
            .map(Frame::Round)
            .map_err(broken),
        FrameKind::Threads => serde_json::from_slice(&payload)
            .map(Frame::Threads)
            .map_err(broken),
        FrameKind::Events if payload.is_empty() || !payload.len().is_multiple_of(EVENT_BYTES) => {
            Err(format!(
                "{} bytes are not whole records of {EVENT_BYTES}",
                payload.len()
            ))
        }
        FrameKind::Events => Ok(Frame::Events(payload)),
    }
}

/// Reads until `buffer` is full or the stream ends; the number of bytes that came.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while let Some(rest) = buffer.get_mut(got..).filter(|rest| !rest.is_empty()) {
        match input.read(rest) {
            Ok(0) => break,
            Ok(read) => got += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}
