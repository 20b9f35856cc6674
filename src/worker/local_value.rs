//! A value that a task keeps while it sleeps, of its own or shared. Knows nothing of where an engine keeps it.

use std::sync::Arc;

use super::job::Job;
use crate::model::{LocalBytes, Owner, Work};

/// What every byte of a shared value is.
const SHARED_BYTE: u8 = 0x5a;

/// Bytes of a task's own, or a share in those of all.
pub(crate) enum LocalValue {
    Own(Box<[u8]>),
    Shared(Arc<[u8]>),
}

impl LocalValue {
    /// The value of task number `task`, written all over, so that its pages are really there.
    pub(crate) fn of(job: &Job, task: u32, (bytes, owner): (LocalBytes, Owner)) -> Self {
        match owner {
            Owner::Own => Self::Own(filled(bytes, own_byte(task)).into_boxed_slice()),
            Owner::Shared => Self::Shared(Arc::clone(&job.shared.value)),
        }
    }

    /// Whether every byte still is what was written.
    pub(crate) fn is_whole(&self, task: u32) -> bool {
        let (bytes, right): (&[u8], u8) = match self {
            Self::Own(bytes) => (bytes, own_byte(task)),
            Self::Shared(bytes) => (bytes, SHARED_BYTE),
        };
        !bytes.is_empty() && bytes.iter().all(|byte| *byte == right)
    }
}

/// What the tasks of a run share; empty where they share nothing.
pub(crate) fn shared_value(work: Work) -> Arc<[u8]> {
    if let Work::TaskLocal {
        bytes,
        value: Owner::Shared,
        ..
    } = work
    {
        filled(bytes, SHARED_BYTE).into()
    } else {
        Arc::default()
    }
}

fn filled(bytes: LocalBytes, byte: u8) -> Vec<u8> {
    vec![byte; usize::try_from(bytes.get()).unwrap_or(0)]
}

/// Never zero: untouched memory is.
fn own_byte(task: u32) -> u8 {
    u8::try_from(task % 255 + 1).unwrap_or(1)
}
