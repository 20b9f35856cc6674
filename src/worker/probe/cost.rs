//! What the probe costs on this machine: a recorded pair of mount and unmount, as an engine on a thread of its own notes it.
//! Knows nothing of engines.

use std::{hint::black_box, thread, time::Instant};

use super::{ClockKind, Home, Note, Probe, ReadyEvents};
use crate::{model::ProbeMode, wire::Reason};

/// Pairs between two readings of the stopwatch; all fit into a ring of one carrier, so none is lost.
const PAIRS: u32 = 1 << 15;
/// Such stretches; the median counts.
const STRETCHES: usize = 15;

/// Costs of recording, nanoseconds; medians of fifteen stretches of 32 768 each, on one thread that does nothing else.
#[derive(Clone, Copy, Debug)]
pub struct ProbeCost {
    /// A mount and an unmount with their records and counters, without taking the records out of the ring and sending them.
    pub pair_ns: f64,
    /// One reading of the clock; a pair needs two.
    pub reading_ns: f64,
}

/// Measures with the given clock, in about 50 ms. Keeps 16 MiB until the process ends, and one thread while it lasts.
///
/// `None` where the probe cannot be made, or where there is no thread left.
#[must_use]
pub fn probe_cost(kind: ClockKind) -> Option<ProbeCost> {
    // A carrier's seat belongs to its thread, so this is one that ends.
    thread::Builder::new()
        .name("probe cost".to_owned())
        .spawn(move || measured(kind))
        .ok()?
        .join()
        .ok()?
}

fn measured(kind: ClockKind) -> Option<ProbeCost> {
    let home = Home::Carriers {
        count: 1,
        index: || Some(0),
    };
    let reserved = Probe::with_clock(kind, ProbeMode::Full, home, ReadyEvents::Told);
    let (probe, mut outflows) = reserved.ok()?;
    let pairs = || {
        for task in 0..PAIRS {
            probe.note(task, Note::Mount);
            probe.note(task, Note::Unmount(Reason::Yield));
        }
    };
    let readings = || {
        for _ in 0..PAIRS {
            black_box(probe.now());
        }
    };
    let empty_rings = || {
        for outflow in &mut outflows {
            outflow.reader.drain(|record| {
                black_box(record);
            });
        }
    };
    Some(ProbeCost {
        pair_ns: median_ns(pairs, empty_rings),
        reading_ns: median_ns(readings, || ()),
    })
}

/// The median of the stretches, for one of its [`PAIRS`] steps; what happens between them is not in it.
fn median_ns(stretch: impl Fn(), mut between: impl FnMut()) -> f64 {
    let mut stretches = [0.0; STRETCHES];
    for ns in &mut stretches {
        let start = Instant::now();
        stretch();
        *ns = start.elapsed().as_secs_f64() * 1e9 / f64::from(PAIRS);
        between();
    }
    stretches.sort_by(f64::total_cmp);
    stretches[STRETCHES / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clock_has_its_price() {
        for kind in ClockKind::ALL {
            let cost = probe_cost(kind).unwrap();
            assert!(cost.reading_ns > 0.0, "{cost:?}");
            assert!(cost.pair_ns.is_finite() && cost.pair_ns > 0.0, "{cost:?}");
        }
    }

    #[test]
    fn stretches_fit_into_a_ring() {
        let home = Home::Carriers {
            count: 1,
            index: || Some(0),
        };
        let (_probe, outflows) = Probe::reserve(ProbeMode::Full, home, ReadyEvents::Told).unwrap();
        assert!(outflows[0].reader.capacity() >= 2 * PAIRS as usize);
    }
}
