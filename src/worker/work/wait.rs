//! Work that waits. `Sleep` and `Block` on the carriers differ only in how many of their tasks are pinned. Knows no engine.

use super::{
    super::{flight::Flight, job::Job},
    Blocking, hold_carrier, tell_reason,
};
use crate::wire::Reason;

pub(super) fn run(job: &Job, task: u32, on: &impl Blocking) -> u64 {
    let span = job.span;
    if job.experiment.pins(task) {
        on.block(span);
    } else {
        on.sleep(span);
    }
    job.experiment.checksum(task)
}

/// One level deep, and everything used where it was captured: an `async fn` would keep its arguments twice.
#[expect(
    clippy::manual_async_fn,
    reason = "an async fn keeps its argument twice, 24 bytes in every task"
)]
pub(super) fn future(mut flight: Flight) -> impl Future<Output = ()> + Send {
    async move {
        flight.start();
        let (job, task) = (flight.job(), flight.task());
        let span = job.span;
        if job.experiment.pins(flight.index()) {
            hold_carrier(job.probe, task, Reason::Blocking, span);
        } else {
            tell_reason(Reason::Sleep);
            tokio::time::sleep(span).await;
        }
        let checksum = flight.job().experiment.checksum(flight.index());
        flight.land(checksum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{
            CarrierCount, Depth, Experiment, FiberKnobs, Nanos, Percent, ProbeMode, TaskCount, Work,
        },
        worker::probe::{Home, Probe, ReadyEvents},
    };

    /// tokio keeps a future of up to 152 bytes in a task of 384, and the next larger one in 512. Its own sleep takes 112.
    #[test]
    fn a_sleeping_task_fits_the_smallest_place_with_its_tracing() {
        let (probe, _) =
            Probe::reserve(ProbeMode::Off, Home::OwnThreads, ReadyEvents::Told).unwrap();
        let experiment = Experiment {
            work: Work::Sleep { sleep: Nanos(1) },
            tasks: TaskCount::MIN,
            depth: Depth::MIN,
            carriers: CarrierCount::MIN,
            pinned_share: Percent::MIN,
            fiber: FiberKnobs::USUAL,
        };
        let job = Job::new(experiment, probe).keep();
        assert!(size_of_val(&future(Flight::new(job, 0))) <= 152 - size_of::<usize>());
    }
}
