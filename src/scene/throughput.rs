//! Finished tasks per second over time. Knows nothing of memory.

use super::{
    CurveRun, CurveScene, TimeWindow, count_axis,
    curve::{Wording, curves, highest},
    fit_window, fold,
};
use crate::model::Nanos;
use crate::recording::Recording;

/// Finished tasks per second, each point the mean over the time before it that the note states.
#[must_use]
pub fn throughput_scene(runs: &[CurveRun<'_>], window: TimeWindow, columns: usize) -> CurveScene {
    let over_ns = smoothing_ns(fit_window(runs).span_ns());
    let curves = curves(runs, Wording::Name, |recording| {
        fold(rates(&finished(recording), over_ns), window, columns)
    });
    let axis = count_axis(highest(&curves), 3, "/s");
    CurveScene {
        title: "Throughput (tasks finished)".to_owned(),
        note: format!("mean over {}", Nanos(over_ns).to_label()),
        window,
        axis,
        curves,
        baselines: Vec::new(),
    }
}

/// The time that one point averages over: about a thirtieth of the longest run, in steps of 1, 2, 5, between 5 ms and 1 s. Less
/// would show the beat of the counters rather than that of the tasks.
#[must_use]
pub fn smoothing_ns(longest_ns: u64) -> u64 {
    const STEPS_MS: [u64; 8] = [5, 10, 20, 50, 100, 200, 500, 1_000];
    let wanted = longest_ns / 30;
    STEPS_MS
        .into_iter()
        .map(|ms| ms * 1_000_000)
        .find(|step| *step >= wanted)
        .unwrap_or(1_000_000_000)
}

/// How many tasks had finished at each moment that is known, from (0, 0) to the end.
fn finished(recording: &Recording) -> Vec<(u64, u64)> {
    let counted = recording.progress.iter();
    let mut points = vec![(0, 0)];
    points.extend(counted.map(|progress| (progress.t_ns, progress.completed)));
    if let Some(end) = &recording.end {
        points.retain(|point| point.0 < end.wall_ns);
        points.push((end.wall_ns, end.progress.completed));
    }
    points.dedup_by_key(|point| point.0);
    if points.len() > 1 { points } else { Vec::new() }
}

fn rates(finished: &[(u64, u64)], over_ns: u64) -> Vec<(u64, f64)> {
    let mut tail = 0;
    finished
        .iter()
        .map(|&(t_ns, count)| {
            let since = t_ns.saturating_sub(over_ns);
            while finished.get(tail + 1).is_some_and(|next| next.0 <= since) {
                tail += 1;
            }
            let before = between(finished[tail], finished.get(tail + 1), since);
            (t_ns, per_sec(count, before, over_ns))
        })
        .collect()
}

/// The count at `at_ns` on the straight line between two known counts.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of at most a million tasks"
)]
fn between(low: (u64, u64), high: Option<&(u64, u64)>, at_ns: u64) -> f64 {
    let Some(high) = high.filter(|high| high.0 > low.0 && at_ns > low.0) else {
        return low.1 as f64;
    };
    let share = (at_ns - low.0) as f64 / (high.0 - low.0) as f64;
    low.1 as f64 + share * (high.1.saturating_sub(low.1)) as f64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of at most a million tasks"
)]
fn per_sec(count: u64, before: f64, over_ns: u64) -> f64 {
    ((count as f64 - before) / (over_ns as f64 / 1e9)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_pace_is_flat_after_the_first_window() {
        let finished: Vec<(u64, u64)> = (0..=100).map(|i| (i * 10_000_000, i * 50)).collect();
        let rates = rates(&finished, 100_000_000);
        for (t_ns, rate) in &rates {
            let expected = 5_000.0 * (Nanos(*t_ns).as_secs_f64() / 0.1).min(1.0);
            assert!((rate - expected).abs() < 1e-6, "{t_ns}: {rate}");
        }
    }

    #[test]
    fn the_area_under_the_rates_is_the_number_of_tasks() {
        let finished = [(0, 0), (7_000_000, 10), (13_000_000, 10), (60_000_000, 400)];
        let rates = rates(&finished, 5_000_000);
        assert!(rates.iter().all(|(_, rate)| *rate >= 0.0));
        assert!((rates[3].1 - 390.0 / 0.047).abs() < 1.0);
    }

    #[test]
    fn smoothing_follows_the_length_of_the_run() {
        assert_eq!(smoothing_ns(60_000_000), 5_000_000);
        assert_eq!(smoothing_ns(3_000_000_000), 100_000_000);
        assert_eq!(smoothing_ns(u64::MAX), 1_000_000_000);
    }
}
