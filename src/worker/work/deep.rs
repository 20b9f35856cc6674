//! A recursion with a sleep at its bottom. Knows no engine but tokio, whose sleep it takes.
//!
//! On a stack every shape keeps a frame per level. Async frames are: none at all (`Tail`), a box each (`NonTail`), or parts of one
//! future (`Flat`).

use std::{pin::Pin, time::Duration};

use super::{
    super::{flight::Flight, job::Job},
    Blocking,
    frames::{Stacked, filled, for_each_payload, spoilt},
    number, tell_reason,
};
use crate::{
    model::{Payload, Shape, Work},
    wire::Reason,
};

pub(super) fn run<B: Blocking>(
    job: &Job,
    task: u32,
    (shape, payload): (Shape, Payload),
    on: &B,
) -> u64 {
    let recursion = Stacked::<B>::recursion(shape, payload.get());
    let depth = u64::from(job.experiment.depth.get());
    number(task).wrapping_add(recursion(depth, 0, job.span, on))
}

type Boxed = Pin<Box<dyn Future<Output = u64> + Send>>;
type Recursion = fn(depth: u64, span: Duration) -> Boxed;

/// One function for each number of words, since a frame has its size from the compiler.
struct Frames;

/// The life of a task whose levels are boxed, or not there at all.
#[expect(
    clippy::manual_async_fn,
    reason = "an async fn keeps its arguments twice, and this measures what a task keeps"
)]
pub(super) fn future(mut flight: Flight) -> impl Future<Output = ()> + Send {
    async move {
        flight.start();
        let sum = start(flight.job()).await;
        let number = number(flight.index());
        flight.land(number.wrapping_add(sum));
    }
}

/// Nothing for other work, which never comes here.
fn start(job: &Job) -> Boxed {
    let depth = u64::from(job.experiment.depth.get());
    if let Work::Deep { shape, payload, .. } = job.experiment.work {
        Frames::recursion(shape, payload)(depth, job.span)
    } else {
        Box::pin(bottom(0, job.span))
    }
}

impl Frames {
    const TAIL: &'static [Recursion; 65] = for_each_payload!(start_tail);
    const NON_TAIL: &'static [Recursion; 65] = for_each_payload!(start_non_tail);

    fn recursion(shape: Shape, payload: Payload) -> Recursion {
        let all = match shape {
            Shape::Tail => Self::TAIL,
            Shape::NonTail | Shape::Flat => Self::NON_TAIL,
        };
        all.get(usize::from(payload.get()))
            .copied()
            .unwrap_or(Self::start_non_tail::<0>)
    }

    fn start_tail<const WORDS: usize>(depth: u64, span: Duration) -> Boxed {
        Self::tail::<WORDS>(depth, 0, span)
    }

    /// A plain function that returns the innermost future: nothing is left of the levels by the time the task sleeps.
    fn tail<const WORDS: usize>(depth: u64, sum: u64, span: Duration) -> Boxed {
        if depth == 0 {
            return Box::pin(bottom(sum, span));
        }
        let words = filled::<WORDS>(depth);
        let sum = sum.wrapping_add(depth + spoilt(&words, depth));
        Self::tail::<WORDS>(depth - 1, sum, span)
    }

    fn start_non_tail<const WORDS: usize>(depth: u64, span: Duration) -> Boxed {
        Box::pin(Self::non_tail::<WORDS>(depth, span))
    }

    /// As a person writes a recursion in async code: every level may be the one that sleeps, so every box has room for it.
    async fn non_tail<const WORDS: usize>(depth: u64, span: Duration) -> u64 {
        if depth == 0 {
            tell_reason(Reason::Sleep);
            tokio::time::sleep(span).await;
            return 0;
        }
        let words = filled::<WORDS>(depth);
        let below = Box::pin(Self::non_tail::<WORDS>(depth - 1, span)).await;
        below
            .wrapping_add(depth)
            .wrapping_add(spoilt(&words, depth))
    }
}

pub(super) async fn bottom(sum: u64, span: Duration) -> u64 {
    tell_reason(Reason::Sleep);
    tokio::time::sleep(span).await;
    sum
}
