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

    #[expect(
        clippy::manual_async_fn,
        reason = "an async fn keeps its argument twice, and this measures what a frame keeps"
    )]
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

#[expect(
    clippy::manual_async_fn,
    reason = "an async fn keeps its argument twice, and this measures what a task keeps"
)]
fn future<L: Level, const WORDS: usize>(mut flight: Flight) -> impl Future<Output = ()> + Send {
    async move {
        flight.start();
        let sum = L::descend::<WORDS>(flight.job().span).await;
        let number = number(flight.index());
        flight.land(number.wrapping_add(sum));
    }
}

/// Launches the future of the run's depth and payload. The model refuses others than these before a run; such a task counts as failed.
pub(super) fn launch(flight: Flight, payload: Payload, on: impl Launch) {
    match payload.get() {
        0 => launch_with::<0>(flight, on),
        4 => launch_with::<4>(flight, on),
        16 => launch_with::<16>(flight, on),
        _ => drop(flight),
    }
}

fn launch_with<const WORDS: usize>(flight: Flight, on: impl Launch) {
    match flight.job().experiment.depth.get() {
        0 => on.launch(future::<Bottom, WORDS>(flight)),
        1 => on.launch(future::<Above<Bottom>, WORDS>(flight)),
        2 => on.launch(future::<Above<Above<Bottom>>, WORDS>(flight)),
        5 => on.launch(future::<Above5<Bottom>, WORDS>(flight)),
        10 => on.launch(future::<Above10<Bottom>, WORDS>(flight)),
        20 => on.launch(future::<Above10<Above10<Bottom>>, WORDS>(flight)),
        50 => on.launch(future::<Above50<Bottom>, WORDS>(flight)),
        100 => on.launch(future::<Above50<Above50<Bottom>>, WORDS>(flight)),
        _ => drop(flight),
    }
}
