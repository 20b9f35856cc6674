//! A recursion whose levels all lie in one future without a box. Its depth is its type, so only a few depths are there.
//! Knows no engine.

use std::{marker::PhantomData, time::Duration};

use super::{
    super::flight::Flight,
    Launch,
    deep::bottom,
    frames::{filled, spoilt},
    number,
};
use crate::model::Payload;

/// A level and all below it, as a type.
trait Level: 'static {
    const DEPTH: u64;

    fn descend<const WORDS: usize>(span: Duration) -> impl Future<Output = u64> + Send;
}

struct Bottom;

struct Above<L>(PhantomData<L>);

impl Level for Bottom {
    const DEPTH: u64 = 0;

    fn descend<const WORDS: usize>(span: Duration) -> impl Future<Output = u64> + Send {
        bottom(0, span)
    }
}

impl<L: Level> Level for Above<L> {
    const DEPTH: u64 = L::DEPTH + 1;

    fn descend<const WORDS: usize>(span: Duration) -> impl Future<Output = u64> + Send {
        async move {
            let words = filled::<WORDS>(Self::DEPTH);
            let below = L::descend::<WORDS>(span).await;
            below
                .wrapping_add(Self::DEPTH)
                .wrapping_add(spoilt(&words, Self::DEPTH))
        }
    }
}

type Above5<L> = Above<Above<Above<Above<Above<L>>>>>;
type Above10<L> = Above5<Above5<L>>;
type Above50<L> = Above10<Above10<Above10<Above10<Above10<L>>>>>;

async fn future<L: Level, const WORDS: usize>(mut flight: Flight, span: Duration) {
    flight.start();
    let sum = L::descend::<WORDS>(span).await;
    let number = number(flight.task());
    flight.land(number.wrapping_add(sum));
}

/// Launches the future of the run's depth and payload. The model refuses others than these before a run; such a task counts as failed.
pub(super) fn launch(flight: Flight, payload: Payload, span: Duration, on: impl Launch) {
    match payload.get() {
        0 => launch_with::<0>(flight, span, on),
        4 => launch_with::<4>(flight, span, on),
        16 => launch_with::<16>(flight, span, on),
        _ => drop(flight),
    }
}

fn launch_with<const WORDS: usize>(flight: Flight, span: Duration, on: impl Launch) {
    match flight.job().experiment.depth.get() {
        0 => on.launch(future::<Bottom, WORDS>(flight, span)),
        1 => on.launch(future::<Above<Bottom>, WORDS>(flight, span)),
        2 => on.launch(future::<Above<Above<Bottom>>, WORDS>(flight, span)),
        5 => on.launch(future::<Above5<Bottom>, WORDS>(flight, span)),
        10 => on.launch(future::<Above10<Bottom>, WORDS>(flight, span)),
        20 => on.launch(future::<Above10<Above10<Bottom>>, WORDS>(flight, span)),
        50 => on.launch(future::<Above50<Bottom>, WORDS>(flight, span)),
        100 => on.launch(future::<Above50<Above50<Bottom>>, WORDS>(flight, span)),
        _ => drop(flight),
    }
}
