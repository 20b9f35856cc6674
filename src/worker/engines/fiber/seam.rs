//! What the protocols between threads are built of. The engine builds them of the standard library; `tests/fiber_model` builds the
//! same files of `loom`, which tries every order in which the threads can meet. Knows nothing of fibers.

pub(super) use std::sync::{
    Mutex,
    atomic::{AtomicU8, AtomicU64, Ordering, fence},
};
