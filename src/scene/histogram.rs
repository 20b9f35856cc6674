//! Counted durations → bars on a logarithmic axis. Knows nothing of what took so long.

use crate::recording::{Durations, Octave};

/// All durations from one power of two up to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistogramBar {
    /// The shortest of them, nanoseconds.
    pub from_ns: u64,
    /// All are shorter than this, nanoseconds.
    pub to_ns: u64,
    /// How many.
    pub count: u64,
    /// 0…1 by the logarithm of the count, so that one of a million is still seen; 0 for none.
    pub height: f32,
}

/// What a histogram shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HistogramScene {
    /// From the shortest to the longest, empty ones between them included.
    pub bars: Vec<HistogramBar>,
    /// How many durations there are.
    pub count: u64,
    /// Half of all are at most so long, nanoseconds.
    pub p50_ns: u64,
    /// All but one of a hundred are at most so long, nanoseconds.
    pub p99_ns: u64,
}

/// The bars of durations; `None` where none was counted.
#[must_use]
pub fn histogram_scene(durations: &Durations) -> Option<HistogramScene> {
    let octaves = durations.octaves();
    let most = octaves.iter().map(|octave| octave.count).max()?;
    let bars = octaves.into_iter().map(|octave| bar(octave, most));
    Some(HistogramScene {
        bars: bars.collect(),
        count: durations.count(),
        p50_ns: durations.quantile(0.5)?,
        p99_ns: durations.quantile(0.99)?,
    })
}

fn bar(octave: Octave, most: u64) -> HistogramBar {
    HistogramBar {
        from_ns: octave.from_ns,
        to_ns: octave.from_ns.saturating_mul(2).max(8),
        count: octave.count,
        height: height(octave.count, most),
    }
}

/// A single one among the most there can be is a twentieth high.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "a height on a screen"
)]
fn height(count: u64, most: u64) -> f32 {
    const LEAST: f64 = 0.05;
    if count == 0 {
        return 0.0;
    }
    let share = (count as f64).ln_1p() / (most as f64).ln_1p();
    (LEAST + (1.0 - LEAST) * share) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(durations: &[u64]) -> Durations {
        let mut counted = Durations::default();
        for duration in durations {
            counted.add(*duration);
        }
        counted
    }

    #[test]
    fn nothing_has_no_bars() {
        assert_eq!(histogram_scene(&Durations::default()), None);
    }

    #[test]
    fn bars_are_octaves_and_one_of_many_is_seen() {
        let mut all = vec![1_000; 100_000];
        all.push(9_000);
        let scene = histogram_scene(&of(&all)).unwrap_or_default();
        let shown: Vec<_> = scene
            .bars
            .iter()
            .map(|bar| (bar.from_ns, bar.to_ns, bar.count))
            .collect();
        assert_eq!(
            shown,
            [
                (512, 1_024, 100_000),
                (1_024, 2_048, 0),
                (2_048, 4_096, 0),
                (4_096, 8_192, 0),
                (8_192, 16_384, 1),
            ]
        );
        let heights: Vec<f32> = scene.bars.iter().map(|bar| bar.height).collect();
        assert!((heights[0] - 1.0).abs() < 1e-6);
        assert!(heights[1].abs() < 1e-6);
        assert!(heights[4] > 0.1 && heights[4] < 0.2, "{}", heights[4]);
        assert!(scene.p50_ns.abs_diff(1_000) < 64 && scene.p99_ns == scene.p50_ns);
        assert_eq!(scene.count, 100_001);
    }
}
