//! What can be wrong with the records of a worker. Knows nothing of how spans are kept.

use crate::wire::{EVENT_BYTES, EventKind};

/// A record that breaks the contract of [`crate::wire`]. What came before it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpanError {
    /// The bytes end inside a record.
    #[error(
        "{rest} bytes are left over after the last whole record of {EVENT_BYTES} bytes; the worker must send whole records"
    )]
    Partial {
        /// Bytes after the last whole record.
        rest: usize,
    },
    /// A kind of event this version does not know.
    #[error("a record at {t_ns} ns has the unknown kind {kind}; this is no worker of this version")]
    UnknownKind {
        /// The number that was sent.
        kind: u8,
        /// Time in the record.
        t_ns: u64,
    },
    /// A reason this version does not know.
    #[error(
        "a record at {t_ns} ns has the unknown reason {reason}; this is no worker of this version"
    )]
    UnknownReason {
        /// The number that was sent.
        reason: u8,
        /// Time in the record.
        t_ns: u64,
    },
    /// A task number beyond what a run can have.
    #[error("a record at {t_ns} ns names task {task}; tasks are counted from 0 to 999 999")]
    TaskNumber {
        /// The number that was sent.
        task: u32,
        /// Time in the record.
        t_ns: u64,
    },
    /// A record that only a carrier can write, from a thread that is none.
    #[error("a {kind:?} record of task {task} at {t_ns} ns comes from a thread that is no carrier")]
    NoCarrier {
        /// What was recorded.
        kind: EventKind,
        /// Task number.
        task: u32,
        /// Time in the record.
        t_ns: u64,
    },
    /// A record older than the one before it on the same carrier (or of the same thread).
    #[error("time runs backwards on carrier {carrier}: {t_ns} ns after {last_ns} ns")]
    Backwards {
        /// Carrier number.
        carrier: u16,
        /// Time in the record.
        t_ns: u64,
        /// Time in the record before.
        last_ns: u64,
    },
    /// A mount where a task is mounted already.
    #[error(
        "task {task} is mounted on carrier {carrier} at {t_ns} ns while task {mounted} is still mounted"
    )]
    MountedTwice {
        /// Carrier number.
        carrier: u16,
        /// Who is mounted.
        mounted: u32,
        /// Who should be mounted.
        task: u32,
        /// Time in the record.
        t_ns: u64,
    },
    /// An unmount of a task that is not the mounted one.
    #[error(
        "task {task} is unmounted from carrier {carrier} at {t_ns} ns, but it is not mounted there"
    )]
    NotMounted {
        /// Carrier number.
        carrier: u16,
        /// Who should be unmounted.
        task: u32,
        /// Time in the record.
        t_ns: u64,
    },
    /// The beginning or end of a pin of a task that is not the mounted one.
    #[error("task {task} pins carrier {carrier} at {t_ns} ns, but it is not mounted there")]
    PinOutsideMount {
        /// Carrier number.
        carrier: u16,
        /// Who should be pinned.
        task: u32,
        /// Time in the record.
        t_ns: u64,
    },
    /// A pin that begins inside a pin.
    #[error(
        "task {task} pins carrier {carrier} at {t_ns} ns while it is pinned already; pins do not nest"
    )]
    NestedPin {
        /// Carrier number.
        carrier: u16,
        /// Who is pinned.
        task: u32,
        /// Time in the record.
        t_ns: u64,
    },
    /// The end of a pin that has not begun.
    #[error("a pin of task {task} ends on carrier {carrier} at {t_ns} ns, but none has begun")]
    PinNotBegun {
        /// Carrier number.
        carrier: u16,
        /// Who should be pinned.
        task: u32,
        /// Time in the record.
        t_ns: u64,
    },
    /// Dropped records that are no pair of begin and end.
    #[error("the dropped records of carrier {carrier} are no pairs of begin and end, at {t_ns} ns")]
    UnpairedGap {
        /// Carrier number.
        carrier: u16,
        /// Time in the record.
        t_ns: u64,
    },
}
