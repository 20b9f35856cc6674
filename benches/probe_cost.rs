//! What one recorded mount and unmount cost, with each clock: nine looks, interleaved. Prints what it measured; nothing passes or
//! fails here.
//!
//! `cargo bench --bench probe_cost`

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench prints what it measured, and stops where it cannot"
)]

use carrier_lab::worker::{ClockKind, ProbeCost, probe_cost};

const LOOKS: usize = 9;

fn main() {
    let looks: Vec<[ProbeCost; 2]> = (0..LOOKS)
        .map(|_| ClockKind::ALL.map(|clock| probe_cost(clock).unwrap()))
        .collect();
    println!("| clock | pair of mount and unmount | one reading of the clock |\n|---|---|---|");
    for (place, clock) in ClockKind::ALL.into_iter().enumerate() {
        let column =
            |what: fn(&ProbeCost) -> f64| told(looks.iter().map(|look| what(&look[place])));
        let (pair, reading) = (column(|cost| cost.pair_ns), column(|cost| cost.reading_ns));
        println!("| {} | {pair} | {reading} |", clock.id());
    }
}

/// Median and range of these nanoseconds.
fn told(values: impl Iterator<Item = f64>) -> String {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let (least, most) = (values[0], values[LOOKS - 1]);
    format!("{:.1} ns ({least:.1} to {most:.1})", values[LOOKS / 2])
}
