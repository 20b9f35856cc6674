//! How much CPU the lab itself used beside the worker: the disturbance. Knows nothing of what it used it for.

use super::{Recording, Sample};

/// The share that is shown while a run is on is that of the last second.
const SHOWN_NS: u64 = 1_000_000_000;

impl Recording {
    /// CPU time of the lab over the last second of what is known, 1 for one core; `None` with less than two samples.
    #[must_use]
    pub fn lab_cpu_share(&self) -> Option<f64> {
        let last = self.samples.last()?;
        let from_ns = last.t_ns.saturating_sub(SHOWN_NS);
        let first = self.samples.partition_point(|sample| sample.t_ns < from_ns);
        share(self.samples.get(first)?, last)
    }

    /// The same over the whole run.
    #[must_use]
    pub fn mean_lab_cpu_share(&self) -> Option<f64> {
        share(self.samples.first()?, self.samples.last()?)
    }
}

#[expect(clippy::cast_precision_loss, reason = "two digits are shown")]
fn share(from: &Sample, to: &Sample) -> Option<f64> {
    let time_ns = to.t_ns.saturating_sub(from.t_ns);
    let cpu_ns = to.lab_cpu_ns.saturating_sub(from.lab_cpu_ns);
    (time_ns > 0).then(|| cpu_ns as f64 / time_ns as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Bytes;

    #[test]
    fn the_share_is_that_of_a_core_between_two_samples() {
        let sample = |t_ns, lab_cpu_ns| Sample {
            t_ns,
            rss: Bytes(0),
            cpu_ns: 0,
            lab_cpu_ns,
        };
        assert_eq!(share(&sample(10, 5), &sample(30, 15)), Some(0.5));
        assert_eq!(share(&sample(10, 5), &sample(10, 15)), None);
        assert_eq!(share(&sample(30, 15), &sample(10, 5)), None);
    }
}
