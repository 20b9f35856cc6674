//! Frames as bytes: header, limits, encoding. Reading them from a stream is in [`super::FrameReader`].

use serde::Serialize;

use super::{CarrierThreads, Done, EVENT_BYTES, Fault, Hello, Progress, Round};

/// Length and kind before every payload.
pub const FRAME_HEADER_BYTES: usize = 5;
/// The longest payload, 1 MiB.
pub const MAX_PAYLOAD_BYTES: usize = 1 << 20;

/// The number of a frame's kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FrameKind {
    /// The worker introduces itself.
    Hello = 1,
    /// Counters and heartbeat.
    Progress = 2,
    /// Packed records.
    Events = 3,
    /// The run completed.
    Done = 4,
    /// The run failed in words the worker could still say.
    Fault = 5,
    /// One round of several has ended.
    Round = 6,
    /// Which threads of the operating system the carriers are.
    Threads = 16,
}

/// One frame, understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// First frame.
    Hello(Box<Hello>),
    /// Counters and heartbeat.
    Progress(Progress),
    /// Packed records, a multiple of 16 bytes, kinds and reasons not yet checked.
    Events(Vec<u8>),
    /// Last frame of a run that completed.
    Done(Box<Done>),
    /// Last frame of a run that failed.
    Fault(Fault),
    /// One round of several has ended.
    Round(Round),
    /// Carriers whose threads became known.
    Threads(CarrierThreads),
}

impl FrameKind {
    /// The kind with this number on the wire.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            1 => Self::Hello,
            2 => Self::Progress,
            3 => Self::Events,
            4 => Self::Done,
            5 => Self::Fault,
            6 => Self::Round,
            16 => Self::Threads,
            _ => return None,
        })
    }
}

impl Frame {
    /// What kind of frame it is.
    #[must_use]
    pub const fn kind(&self) -> FrameKind {
        match self {
            Self::Hello(_) => FrameKind::Hello,
            Self::Progress(_) => FrameKind::Progress,
            Self::Events(_) => FrameKind::Events,
            Self::Done(_) => FrameKind::Done,
            Self::Fault(_) => FrameKind::Fault,
            Self::Round(_) => FrameKind::Round,
            Self::Threads(_) => FrameKind::Threads,
        }
    }
}

/// Appends a control frame to `out`.
///
/// # Errors
/// If the message cannot be written as JSON; `out` is then unchanged.
pub fn encode_json(
    kind: FrameKind,
    message: &impl Serialize,
    out: &mut Vec<u8>,
) -> Result<(), serde_json::Error> {
    let payload = serde_json::to_vec(message)?;
    put_header(kind, payload.len(), out);
    out.extend_from_slice(&payload);
    Ok(())
}

/// Appends frames with packed `records`, none larger than 64 KiB of payload; nothing for no records.
pub fn encode_events(records: &[u8], out: &mut Vec<u8>) {
    debug_assert!(
        records.len().is_multiple_of(EVENT_BYTES),
        "records are whole"
    );
    for part in records.chunks(64 * 1024) {
        put_header(FrameKind::Events, part.len(), out);
        out.extend_from_slice(part);
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "payloads are far below 4 GiB"
)]
fn put_header(kind: FrameKind, length: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&(length as u32).to_le_bytes());
    out.push(kind as u8);
}
