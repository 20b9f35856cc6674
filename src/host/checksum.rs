//! The right sum of a run, computed after the worker is gone, so that it takes no core from what is measured.

use std::thread;

use crossbeam_channel::select;

use super::outlet::StopSignal;
use crate::model::Experiment;

/// Right sums known so far: all engines of a plan share one.
#[derive(Default)]
pub(super) struct Checksums {
    known: Option<(Experiment, u64)>,
}

impl Checksums {
    /// What the tasks of `experiment` must sum up to; `None` where a stop comes first (the kernels of long tasks take seconds), or
    /// where no thread can be had to compute it.
    pub(super) fn right_sum(
        &mut self,
        experiment: &Experiment,
        stop: &mut StopSignal,
    ) -> Option<u64> {
        if let Some((known, sum)) = self.known
            && known == *experiment
        {
            return Some(sum);
        }
        let sum = compute(*experiment, stop)?;
        self.known = Some((*experiment, sum));
        Some(sum)
    }
}

fn compute(experiment: Experiment, stop: &mut StopSignal) -> Option<u64> {
    let (sender, sum) = crossbeam_channel::bounded(1);
    thread::Builder::new()
        .name("lab-checksum".to_owned())
        .spawn(move || {
            // After a stop nobody waits for it.
            sender.send(experiment.checksum_sum()).ok();
        })
        .ok()?;
    select! {
        recv(sum) -> sum => sum.ok(),
        recv(stop.asked()) -> _ => {
            stop.note();
            None
        }
    }
}
