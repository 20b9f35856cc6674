//! Resident memory over time. Knows nothing of who read it.

use super::{
    Baseline, CurveRun, CurveScene, Emphasis, TimeWindow, byte_axis,
    curve::{Wording, curves, highest},
    fold,
};
use crate::model::Bytes;
use crate::recording::Recording;

/// The worker's RSS in MiB, from the baseline at Go to the last sample before the end.
#[must_use]
pub fn memory_scene(runs: &[CurveRun<'_>], window: TimeWindow, columns: usize) -> CurveScene {
    let curves = curves(runs, (Wording::NameAndEnd, window), |recording| {
        fold(rss_points(recording), window, columns)
    });
    let axis = byte_axis(highest(&curves), 5);
    let baselines = baselines(runs, axis.top);
    CurveScene {
        title: "Memory (RSS of the worker)".to_owned(),
        note: String::new(),
        window,
        axis,
        curves,
        baselines,
        expected: Vec::new(),
        warning: String::new(),
    }
}

/// Samples taken after the last task are left out, unless there are no others.
fn rss_points(recording: &Recording) -> impl Iterator<Item = (u64, f64)> {
    let end_ns = recording.end.as_ref().map_or(u64::MAX, |end| end.wall_ns);
    let inside = recording
        .samples
        .iter()
        .take_while(move |sample| sample.t_ns <= end_ns)
        .count()
        .max(1);
    let at_go = recording.baseline().map(|bytes| (0, mib(bytes)));
    let samples = recording
        .samples
        .iter()
        .take(inside)
        .map(|sample| (sample.t_ns, mib(sample.rss)));
    let began = !recording.samples.is_empty();
    at_go.filter(|_| began).into_iter().chain(samples)
}

/// Baselines that lie within a twentieth of the axis share one line in their middle.
fn baselines(runs: &[CurveRun<'_>], top_mib: f64) -> Vec<Baseline> {
    let mut levels: Vec<Bytes> = runs
        .iter()
        .filter(|run| run.emphasis == Emphasis::Current)
        .filter_map(|run| run.recording.baseline())
        .collect();
    levels.sort_unstable();
    let mut groups: Vec<(Bytes, Bytes)> = Vec::new();
    for level in levels {
        match groups.last_mut() {
            Some((low, high)) if mib(level) - mib(*low) <= top_mib / 20.0 => *high = level,
            _far => groups.push((level, level)),
        }
    }
    let groups = groups.into_iter().map(|(low, high)| Baseline {
        at: f64::midpoint(mib(low), mib(high)),
        label: label(low, high),
    });
    groups.collect()
}

fn label(low: Bytes, high: Bytes) -> String {
    let written = |bytes: Bytes| {
        let value = mib(bytes);
        if value < 10.0 {
            format!("{value:.1}")
        } else {
            format!("{value:.0}")
        }
    };
    let unit = format!("{}MiB", crate::model::units::THIN_SPACE);
    if written(low) == written(high) {
        format!("baseline {}{unit}", written(low))
    } else {
        format!("baselines {}–{}{unit}", written(low), written(high))
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "memory below 8 PiB is exact enough to draw"
)]
fn mib(bytes: Bytes) -> f64 {
    bytes.0 as f64 / 1_048_576.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::EngineKind;
    use crate::scene::lane_tests;
    use crate::wire::{Hello, WIRE_VERSION};

    fn with_baseline(mib: u64) -> Recording {
        let mut recording = lane_tests::recording(EngineKind::Pool, &[]);
        recording.hello = Some(Hello {
            version: WIRE_VERSION,
            pid: 1,
            engine: EngineKind::Pool,
            carriers: 2,
            versions: std::collections::BTreeMap::new(),
            baseline_rss_bytes: mib << 20,
            probe_bytes: 0,
            task_ns: None,
        });
        recording
    }

    #[test]
    fn near_baselines_are_one_line_and_no_chain_of_them_reaches_far() {
        let recordings = [54, 19, 56, 54, 57, 60].map(with_baseline);
        let runs: Vec<CurveRun<'_>> = recordings.iter().map(CurveRun::current).collect();
        let labels: Vec<String> = baselines(&runs, 80.0)
            .into_iter()
            .map(|baseline| baseline.label.replace(crate::model::units::THIN_SPACE, " "))
            .collect();
        assert_eq!(
            labels,
            ["baseline 19 MiB", "baselines 54–57 MiB", "baseline 60 MiB"]
        );
    }
}
