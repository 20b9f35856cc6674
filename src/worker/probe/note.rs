//! What an engine tells the probe about a task. Knows nothing of where it is written.

use crate::wire::{EventKind, Reason};

/// Something that happened to a task after it was spawned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// It was woken and waits for a carrier.
    Ready,
    /// It starts to occupy the carrier after a wait that was told: by its spawn, or by [`Note::Ready`].
    Mount,
    /// It starts to occupy a carrier again, and nobody told since when it waited.
    Remount,
    /// It leaves the carrier.
    Unmount(Reason),
    /// It blocks the carrier.
    Pin(Reason),
    /// It runs again.
    Unpin(Reason),
    /// It panicked; an unmount follows.
    Fail,
}

impl Note {
    pub(crate) const fn kind(self) -> EventKind {
        match self {
            Self::Ready => EventKind::Ready,
            Self::Mount | Self::Remount => EventKind::Mount,
            Self::Unmount(_) => EventKind::Unmount,
            Self::Pin(_) => EventKind::PinBegin,
            Self::Unpin(_) => EventKind::PinEnd,
            Self::Fail => EventKind::Fail,
        }
    }

    pub(crate) const fn reason(self) -> Reason {
        match self {
            Self::Unmount(reason) | Self::Pin(reason) | Self::Unpin(reason) => reason,
            Self::Ready | Self::Mount | Self::Remount | Self::Fail => Reason::None,
        }
    }

    /// Whether the thread that says so is a carrier, by that alone.
    pub(crate) const fn is_on_carrier(self) -> bool {
        match self {
            Self::Mount
            | Self::Remount
            | Self::Unmount(_)
            | Self::Pin(_)
            | Self::Unpin(_)
            | Self::Fail => true,
            Self::Ready => false,
        }
    }
}
