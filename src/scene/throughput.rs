//! Finished tasks per second over time. Knows nothing of memory.

use super::{
    CurveRun, CurveScene, TimeWindow, count_axis,
    curve::{Wording, curves, highest},
    expected::{expected_ends, timer_warning},
    fold,
};
use crate::model::Nanos;
use crate::recording::Recording;

/// Finished tasks per second, each point the mean over the time before it that the note states.
#[must_use]
pub fn throughput_scene(runs: &[CurveRun<'_>], window: TimeWindow, columns: usize) -> CurveScene {
    let curves = curves(runs, (Wording::Name, window), |recording| {
        fold(pace(recording), window, columns)
    });
    let axis = count_axis(highest(&curves), 3, "/s");
    let expected = expected_ends(runs);
    let marks = if expected.is_empty() {
        ""
    } else {
        "triangles: end by arithmetic · "
    };
    CurveScene {
        title: "Throughput (tasks finished)".to_owned(),
        note: format!(
            "{marks}mean over {}\u{202f}% of each run, at least {}",
            100 / PARTS_OF_A_RUN,
            Nanos(SHORTEST_MEAN_NS).to_label()
        ),
        window,
        axis,
        curves,
        baselines: Vec::new(),
        expected,
        warning: timer_warning(runs),
    }
}

/// Each point averages over this part of its own run: of a plan the shortest run may be a hundredth of the longest.
const PARTS_OF_A_RUN: u64 = 20;
/// Less would show the beat of the counters, which come every 10 to 20 ms, rather than that of the tasks.
const SHORTEST_MEAN_NS: u64 = 30_000_000;
/// With fewer counters than this a run is so short that only its total means anything.
const FEWEST_COUNTERS: usize = 3;

/// The time that one point averages over in a run of this length.
fn smoothing_ns(run_ns: u64) -> u64 {
    (run_ns / PARTS_OF_A_RUN).max(SHORTEST_MEAN_NS)
}

/// The rate at each moment that is known; of a very short run its mean, from Go to the end.
fn pace(recording: &Recording) -> Vec<(u64, f64)> {
    let finished = finished(recording);
    let Some(&(end_ns, total)) = finished.last() else {
        return Vec::new();
    };
    let counters = recording
        .progress
        .iter()
        .filter(|progress| progress.t_ns < end_ns);
    if recording.end.is_some() && counters.count() < FEWEST_COUNTERS {
        let mean = per_sec(total, 0.0, end_ns);
        return vec![(0, mean), (end_ns, mean)];
    }
    rates(&finished, smoothing_ns(end_ns))
}

/// How many tasks had finished at each moment that is known, from (0, 0) to the end.
fn finished(recording: &Recording) -> Vec<(u64, u64)> {
    let counted = recording.progress.iter();
    let mut points = vec![(0, 0)];
    points.extend(counted.map(|progress| (progress.t_ns, progress.completed)));
    if let Some(end) = &recording.end {
        // The last tasks finish after the last counter was sent.
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
    ((count as f64 - before) / (over_ns.max(1) as f64 / 1e9)).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Bytes, EngineKind, Outcome};
    use crate::recording::{RunEnd, RunUpdate};
    use crate::scene::{fit_window, lane_tests};
    use crate::wire::{Findings, Progress};

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
        assert_eq!(smoothing_ns(80_000_000), 30_000_000);
        assert_eq!(smoothing_ns(8_000_000_000), 400_000_000);
    }

    /// A run of `wall_ms` whose tasks finish between 60 % and the end, with counters up to 90 % of it.
    fn run(wall_ms: u64, every_ms: u64) -> Recording {
        let mut recording = lane_tests::recording(EngineKind::Tokio, &[]);
        let finished = |ms: u64| (ms * 10).saturating_sub(wall_ms * 6) * 10_000 / (wall_ms * 4);
        let at = |ms: u64| Progress {
            t_ns: ms * 1_000_000,
            completed: finished(ms),
            ..Progress::default()
        };
        recording.progress = (1..=wall_ms)
            .map(|i| at(i * every_ms))
            .take_while(|progress| progress.t_ns <= wall_ms * 900_000)
            .collect();
        recording.absorb(RunUpdate::End(Box::new(RunEnd {
            findings: Findings::default(),
            outcome: Outcome::Completed,
            wall_ns: wall_ms * 1_000_000,
            spawn_ns: None,
            peak_live: 10_000,
            checksum_ok: Some(true),
            rss_peak: Bytes(0),
            progress: at(wall_ms),
            latency: None,
            histogram: String::new(),
            stderr_tail: String::new(),
        })));
        recording
    }

    #[test]
    fn a_quick_run_beside_a_long_one_keeps_its_peak() {
        let (quick, long) = (run(100, 10), run(8_000, 10));
        let runs = [CurveRun::current(&quick), CurveRun::current(&long)];
        let scene = throughput_scene(&runs, fit_window(&runs), 1_000);
        let peaks: Vec<f64> = scene
            .curves
            .iter()
            .map(|curve| highest(std::slice::from_ref(curve)))
            .collect();
        assert!((peaks[0] - 250_000.0).abs() < 5_000.0, "{peaks:?}");
        assert!((peaks[1] - 3_125.0).abs() < 50.0, "{peaks:?}");
    }

    #[test]
    fn a_run_with_hardly_a_counter_shows_its_total_from_start_to_end() {
        for counters in [5, 8, 100] {
            let short = run(10, counters);
            assert_eq!(pace(&short), [(0, 1_000_000.0), (10_000_000, 1_000_000.0)]);
        }
    }

    #[test]
    fn the_last_tasks_are_those_of_the_end() {
        let finished = finished(&run(100, 10));
        assert_eq!(finished.last(), Some(&(100_000_000, 10_000)));
        assert_eq!(finished[finished.len() - 2], (90_000_000, 7_500));
    }
}
