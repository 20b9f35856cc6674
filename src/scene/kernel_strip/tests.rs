//! Strips against the shares of the scheduler itself, at any zoom; and what two witnesses say together.

use proptest::prelude::*;

use super::super::lane_tests::recording;
use super::super::{LaneScene, RowRange, lane_scene};
use super::*;
use crate::model::EngineKind;
use crate::recording::{KernelSample, RunUpdate, ThreadState};
use crate::wire::{EventKind, Reason};

const MS: u64 = 1_000_000;

/// Carrier 0 with one task mounted in `mounted`, pinned from its beginning to its end; its thread is looked at every 20 ms for a
/// second, and runs and waits for these shares of each.
fn watched(mounted: (u64, u64), stretches: impl Fn(u64) -> (f64, f64)) -> Recording {
    let (from, to) = mounted;
    let mut recording = recording(
        EngineKind::Tokio,
        &[
            (from, 1, 0, EventKind::Mount, Reason::None),
            (from, 1, 0, EventKind::PinBegin, Reason::Blocking),
            (to, 1, 0, EventKind::PinEnd, Reason::Blocking),
            (to, 1, 0, EventKind::Unmount, Reason::Sleep),
        ],
    );
    let (mut run_ns, mut wait_ns) = (0, 0);
    let samples = (0..=50).map(|look| {
        if look > 0 {
            let (run, wait) = stretches(look - 1);
            run_ns += (run * 20e6) as u64;
            wait_ns += (wait * 20e6) as u64;
        }
        KernelSample {
            t_ns: look * 20 * MS,
            carrier: 0,
            run_ns,
            wait_ns,
            state: ThreadState::Sleeping,
        }
    });
    recording.absorb(RunUpdate::Kernel(samples.collect()));
    recording
}

fn scene(recording: &Recording, (from, to): (u64, u64), columns: usize) -> LaneScene {
    let view = LaneView {
        window: TimeWindow::new(from, to),
        width: 500.0,
        columns,
    };
    lane_scene(recording, view, RowRange::ALL)
}

proptest! {
    #[test]
    fn a_strip_adds_up_to_what_the_scheduler_said(
        shares in prop::collection::vec((0.0_f64..1.0, 0.0_f64..1.0), 50),
        from in 0_u64..1_100_000_000,
        span in 10_000_u64..2_000_000_000,
        columns in 10_usize..1_500,
    ) {
        let of = |stretch: u64| {
            let (run, wait) = shares[stretch as usize];
            (run, wait * (1.0 - run))
        };
        let recording = watched((0, 1), of);
        let scene = scene(&recording, (from, from + span), columns);
        let boxes = &scene.lanes[0].kernel;
        prop_assert!(boxes.windows(2).all(|pair| pair[0].right <= pair[1].left + 0.01));
        prop_assert!(boxes.iter().all(|found| found.left >= 0.0 && found.right <= 500.01));
        let track = recording.kernel.track(0).unwrap();
        let Some(all) = track.shares(from, from + span) else {
            prop_assert!(boxes.is_empty());
            return Ok(());
        };
        let per_point = span as f32 / 500.0;
        let known = (from + span).min(1_000 * MS).saturating_sub(from) as f32;
        let sum = |pick: fn(&KernelBox) -> f32| {
            boxes.iter().map(|found| pick(found) * (found.right - found.left) * per_point).sum::<f32>()
        };
        // Half a step of each box, and a column at the end that is known in part.
        let tolerance = known * 0.014 + span as f32 / columns as f32;
        prop_assert!((sum(|found| found.running) - all.running * known).abs() <= tolerance);
        prop_assert!((sum(|found| found.runnable) - all.runnable * known).abs() <= tolerance);
    }

    /// A microsecond in the queue is still there when a day is in sight.
    #[test]
    fn a_short_wait_is_seen_at_any_zoom(at in 0_u64..50, span in 1_000_u64..86_400_000, columns in 1_usize..2_000) {
        let recording = watched((0, 1), |stretch| (0.0, if stretch == at { 5e-5 } else { 0.0 }));
        let scene = scene(&recording, (0, span * MS), columns);
        prop_assert!(scene.lanes[0].kernel.iter().any(|found| found.runnable > 0.0));
    }
}

#[test]
fn a_pinned_span_is_seen_to_sleep_while_mounted() {
    let recording = watched((200 * MS, 600 * MS), |_| (0.0, 0.0));
    for (window, columns) in [((0, 1_000 * MS), 1_000), ((0, 100_000 * MS), 40)] {
        let scene = scene(&recording, window, columns);
        let held: f32 = scene.lanes[0]
            .kernel
            .iter()
            .map(|found| found.held * (found.right - found.left) / 500.0 * (window.1 / MS) as f32)
            .sum();
        assert!((held - 400.0).abs() < 35.0, "{held} ms of {window:?}");
    }
}

#[test]
fn what_ran_is_not_said_to_have_slept_however_near_one_looks() {
    // Mounted for a quarter of the stretch, and the thread ran for a quarter of it.
    let recording = watched((105 * MS, 110 * MS), |_| (0.25, 0.0));
    for window in [(104 * MS, 112 * MS), (106 * MS, 107 * MS), (0, 1_000 * MS)] {
        let scene = scene(&recording, window, 800);
        assert!(!scene.lanes[0].kernel.is_empty());
        assert!(
            scene.lanes[0].kernel.iter().all(|found| found.held == 0.0),
            "{window:?}"
        );
    }
}

#[test]
fn silence_is_a_sentence() {
    let mut told = watched((0, 1), |_| (0.5, 0.0));
    assert_eq!(kernel_silence(&told), None);
    told.kernel = crate::recording::Kernel::default();
    let elsewhere = kernel_silence(&told).unwrap();
    assert!(elsewhere.contains("does not tell"), "{elsewhere}");
    let threads = recording(EngineKind::OsThread, &[]);
    assert!(kernel_silence(&threads).unwrap().contains("own thread"));
}
