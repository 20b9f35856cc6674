//! The 16-byte event record. The meaning of its numbers is on the page above.

/// Size of a record on the wire.
pub const EVENT_BYTES: usize = 16;
/// Carrier number of a task that runs on its own thread.
pub const OWN_THREAD: u16 = 0xFFFF;
/// Carrier number of a thread that is no carrier: a timer, the spawner.
pub const SHARED: u16 = 0xFFFE;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum EventKind {
    /// The task was handed to the engine.
    Spawn = 1,
    /// The task was woken and waits for a carrier.
    Ready = 2,
    /// The task starts to occupy the carrier.
    Mount = 3,
    /// The task leaves the carrier.
    Unmount = 4,
    /// The mounted task now blocks the carrier.
    PinBegin = 5,
    /// The mounted task runs again.
    PinEnd = 6,
    /// The mounted task failed.
    Fail = 7,
    /// Records of this carrier are missing.
    Dropped = 8,
}

/// Why a task left its carrier or blocks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Reason {
    /// No reason, or none that the engine could tell; also the beginning of a gap.
    None = 0,
    /// It sleeps; also the end of a gap.
    Sleep = 1,
    /// It waits for input or output.
    Io = 2,
    /// It waits for a lock.
    Lock = 3,
    /// It waits for a permit.
    Permit = 4,
    /// It waits for other tasks.
    Join = 5,
    /// It let others go first.
    Yield = 6,
    /// It finished.
    Done = 7,
    /// It makes a call that blocks the thread.
    Blocking = 8,
}

/// One record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Nanoseconds since `go`.
    pub t_ns: u64,
    /// Task number, or the count of a dropped record.
    pub task: u32,
    /// Carrier number, [`OWN_THREAD`] or [`SHARED`].
    pub carrier: u16,
    /// What happened.
    pub kind: EventKind,
    /// Why.
    pub reason: Reason,
}

impl EventKind {
    /// The kind with this number on the wire.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            1 => Self::Spawn,
            2 => Self::Ready,
            3 => Self::Mount,
            4 => Self::Unmount,
            5 => Self::PinBegin,
            6 => Self::PinEnd,
            7 => Self::Fail,
            8 => Self::Dropped,
            _ => return None,
        })
    }
}

impl Reason {
    /// The reason with this number on the wire.
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            0 => Self::None,
            1 => Self::Sleep,
            2 => Self::Io,
            3 => Self::Lock,
            4 => Self::Permit,
            5 => Self::Join,
            6 => Self::Yield,
            7 => Self::Done,
            8 => Self::Blocking,
            _ => return None,
        })
    }

    /// The word in a tooltip.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::None => "not told",
            Self::Sleep => "sleep",
            Self::Io => "input or output",
            Self::Lock => "lock",
            Self::Permit => "permit",
            Self::Join => "join",
            Self::Yield => "yield",
            Self::Done => "done",
            Self::Blocking => "blocking call",
        }
    }
}

impl Event {
    /// The record as it travels.
    #[must_use]
    pub fn to_bytes(self) -> [u8; EVENT_BYTES] {
        let low = u64::from(self.task)
            | u64::from(self.carrier) << 32
            | u64::from(self.kind as u8) << 48
            | u64::from(self.reason as u8) << 56;
        (u128::from(self.t_ns) | u128::from(low) << 64).to_le_bytes()
    }

    /// Reads a record; `None` where kind or reason is unknown.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "fields are cut out of one 128-bit word"
    )]
    pub const fn from_bytes(bytes: [u8; EVENT_BYTES]) -> Option<Self> {
        let word = u128::from_le_bytes(bytes);
        let (Some(kind), Some(reason)) = (
            EventKind::from_byte((word >> 112) as u8),
            Reason::from_byte((word >> 120) as u8),
        ) else {
            return None;
        };
        Some(Self {
            t_ns: word as u64,
            task: (word >> 64) as u32,
            carrier: (word >> 96) as u16,
            kind,
            reason,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_the_bytes_of_the_page_above() {
        let event = Event {
            t_ns: 0x0102_0304_0506_0708,
            task: 0x1112_1314,
            carrier: 0x2122,
            kind: EventKind::Unmount,
            reason: Reason::Done,
        };
        let bytes = [
            8, 7, 6, 5, 4, 3, 2, 1, 0x14, 0x13, 0x12, 0x11, 0x22, 0x21, 4, 7,
        ];
        assert_eq!(event.to_bytes(), bytes);
        assert_eq!(Event::from_bytes(bytes), Some(event));
    }

    #[test]
    fn unknown_numbers_are_no_record() {
        for (kind, reason) in [(0, 0), (9, 0), (3, 9), (255, 255)] {
            let mut bytes = [0; EVENT_BYTES];
            (bytes[14], bytes[15]) = (kind, reason);
            assert_eq!(Event::from_bytes(bytes), None);
        }
    }
}
