//! Lanes, minimap and hits from events through the real span builder.

use std::sync::Arc;

use super::*;
use crate::model::{
    Bytes, CarrierCount, Depth, EngineKind, Experiment, FiberKnobs, Limits, MachineFacts, Nanos,
    Percent, ProbeMode, Rounds, RunRole, RunSpec, TaskCount, WarmupRounds, Work,
};
use crate::recording::{Recording, RunUpdate, SpanBuilder};
use crate::wire::{Event, EventKind, OWN_THREAD, Progress, Reason};

pub(super) const MS: u64 = 1_000_000;

pub(super) fn recording(
    engine: EngineKind,
    events: &[(u64, u32, u16, EventKind, Reason)],
) -> Recording {
    let facts = MachineFacts {
        cpu: String::new(),
        cores: 1,
        memory: Bytes(0),
        memory_available: Bytes(0),
        os: String::new(),
        kernel: String::new(),
        governor: None,
        power: None,
        load: 0.0,
        limits: Limits::default(),
        lab: String::new(),
        build: String::new(),
    };
    let spec = RunSpec {
        engine,
        experiment: Experiment {
            work: Work::Sleep { sleep: Nanos(1) },
            tasks: TaskCount::clamped(1_000),
            depth: Depth::MIN,
            carriers: CarrierCount::clamped(2),
            pinned_share: Percent::MIN,
            fiber: FiberKnobs::USUAL,
        },
        probe: ProbeMode::Full,
        repetition: 0,
        case: String::new(),
        point: None,
        role: RunRole::Measured,
        order_seed: None,
        rounds: Rounds::MIN,
        warmup_rounds: WarmupRounds::MIN,
    };
    let mut builder = SpanBuilder::new();
    for &(t_ns, task, carrier, kind, reason) in events {
        let event = Event {
            t_ns,
            task,
            carrier,
            kind,
            reason,
        };
        builder.push_records(&event.to_bytes()).unwrap();
    }
    let mut recording = Recording::new(spec, String::new(), Arc::new(facts), 0);
    recording.absorb(RunUpdate::Chunks(builder.take_chunks()));
    recording.absorb(RunUpdate::Progress(vec![Progress {
        t_ns: 1_000 * MS,
        spawned: 1_000,
        ..Progress::default()
    }]));
    recording
}

pub(super) fn mount(t: u64, task: u32, carrier: u16) -> (u64, u32, u16, EventKind, Reason) {
    (t, task, carrier, EventKind::Mount, Reason::None)
}

pub(super) fn unmount(t: u64, task: u32, carrier: u16) -> (u64, u32, u16, EventKind, Reason) {
    (t, task, carrier, EventKind::Unmount, Reason::Sleep)
}

pub(super) fn pin(
    from: u64,
    to: u64,
    task: u32,
    carrier: u16,
) -> [(u64, u32, u16, EventKind, Reason); 2] {
    [
        (from, task, carrier, EventKind::PinBegin, Reason::Blocking),
        (to, task, carrier, EventKind::PinEnd, Reason::None),
    ]
}

pub(super) fn view(start_ns: u64, end_ns: u64) -> LaneView {
    LaneView {
        window: TimeWindow::new(start_ns, end_ns),
        width: 500.0,
        columns: 1_000,
    }
}

/// Carrier 0: 10 000 mounts of 50 µs, every 100 µs, and a single microsecond pinned in the middle.
fn busy_with_one_pin() -> Recording {
    let mut events = Vec::new();
    for i in 0..10_000_u64 {
        let task = u32::try_from(i).unwrap();
        events.push(mount(i * 100_000, task, 0));
        if i == 5_000 {
            events.extend(pin(i * 100_000 + 10_000, i * 100_000 + 11_000, task, 0));
        }
        events.push(unmount(i * 100_000 + 50_000, task, 0));
    }
    recording(EngineKind::Tokio, &events)
}

fn pinned(scene: &LaneScene) -> Vec<LaneBox> {
    let boxes = scene.lanes.iter().flat_map(|lane| &lane.boxes);
    boxes
        .filter(|found| matches!(found.kind, BoxKind::Pinned { .. }))
        .copied()
        .collect()
}

#[test]
fn a_pinned_microsecond_is_a_pixel_wide_from_any_distance() {
    let recording = busy_with_one_pin();
    let at = 500_010_000;
    for span in [1_000 * MS, 100 * MS, 5 * MS, MS, 20_000] {
        let start = at - span / 2;
        let scene = lane_scene(&recording, view(start, start + span), RowRange::ALL);
        let pinned = pinned(&scene);
        assert_eq!(pinned.len(), 1, "{span}");
        assert!(pinned[0].right - pinned[0].left >= 0.499, "{span}");
        let middle = scene.window.x_of(at + 500, 500.0);
        assert!(pinned[0].left - 0.51 <= middle && middle <= pinned[0].right + 0.51);
    }
}

#[test]
fn far_away_boxes_are_few_and_near_ones_name_their_task() {
    let recording = busy_with_one_pin();
    let far = lane_scene(&recording, view(0, 1_000 * MS), RowRange::ALL);
    assert!(far.lanes[0].boxes.len() < 20);
    assert!(far.note.starts_with("occupancy 50"));
    let near = lane_scene(&recording, view(10 * MS, 11 * MS), RowRange::ALL);
    let tasks: Vec<Option<u32>> = near.lanes[0].boxes.iter().map(|found| found.task).collect();
    assert_eq!(tasks, (100..110).map(Some).collect::<Vec<_>>());
}

/// 64 sleeps end at once every 10 ms, each a microsecond of work: a box drawn over them all would say the opposite of the truth.
#[test]
fn many_short_mounts_are_not_a_busy_carrier() {
    let mut events = Vec::new();
    for i in 0..640_u32 {
        let at = u64::from(i / 64) * 10 * MS + u64::from(i % 64) * 20_000;
        events.push(mount(at, i, 0));
        events.push(unmount(at + 1_000, i, 0));
    }
    let recording = recording(EngineKind::May, &events);
    for span in [1_000 * MS, 100 * MS, 20 * MS, 2 * MS] {
        let scene = lane_scene(&recording, view(0, span), RowRange::ALL);
        let painted: f32 = scene.lanes[0]
            .boxes
            .iter()
            .map(|found| match found.kind {
                BoxKind::Busy { share } => share * (found.right - found.left),
                BoxKind::Pinned { .. } | BoxKind::Gap => panic!("{found:?}"),
            })
            .sum();
        let busy_us = u32::try_from((span / (10 * MS)).clamp(1, 10) * 64).unwrap();
        let span_us = u32::try_from(span / 1_000).unwrap();
        let busy_px = f64::from(busy_us) / f64::from(span_us) * 500.0;
        let most = busy_px * 1.5 + 2.0;
        assert!(f64::from(painted) <= most, "{span}: {painted} of {busy_px}");
        assert!(painted > 0.0);
    }
}

#[test]
fn boxes_stay_inside_and_are_never_thinner_than_a_pixel() {
    let recording = busy_with_one_pin();
    for span in [3, 997, 33_333, 7 * MS, 456 * MS] {
        let scene = lane_scene(&recording, view(1_234_567, 1_234_567 + span), RowRange::ALL);
        for found in scene.lanes.iter().flat_map(|lane| &lane.boxes) {
            assert!(0.0 <= found.left && found.right <= 500.001, "{found:?}");
            assert!(found.right - found.left >= 0.499, "{found:?}");
        }
    }
}

#[test]
fn what_is_still_mounted_grows_to_the_last_that_is_known() {
    let open = recording(EngineKind::May, &[mount(100 * MS, 7, 1)]);
    let scene = lane_scene(&open, view(0, 2_000 * MS), RowRange::ALL);
    assert_eq!(scene.rows, 2);
    let found = scene.lanes[1].boxes[0];
    assert!((found.left - 25.0).abs() < 0.6 && (found.right - 250.0).abs() < 0.6);
    assert_eq!(scene.known_until_ns, 1_000 * MS);
}

#[test]
fn threads_have_a_row_each_and_only_those_in_sight() {
    let mut events = Vec::new();
    for task in 0..600_u32 {
        events.push(mount(u64::from(task) * MS, task, OWN_THREAD));
    }
    for task in 0..600_u32 {
        events.push(unmount(700 * MS + u64::from(task), task, OWN_THREAD));
    }
    let recording = recording(EngineKind::OsThread, &events);
    let shown = RowRange {
        first: 40,
        count: 3,
    };
    let scene = lane_scene(&recording, view(0, 1_000 * MS), shown);
    let rows: Vec<LaneOf> = scene.lanes.iter().map(|lane| lane.of).collect();
    assert_eq!(rows, [40, 41, 42].map(LaneOf::Task));
    assert!(scene.lanes.iter().all(|lane| lane.boxes.len() == 1));
    assert_eq!(scene.rows, 1_000);
    let most = scene
        .heat
        .iter()
        .map(|column| column.busy)
        .fold(0.0, f32::max);
    assert!((most - 600.0).abs() < 1.0);
}

#[test]
fn a_hit_tells_span_pin_and_path() {
    let mut events = vec![mount(10 * MS, 7, 0)];
    events.extend(pin(12 * MS, 13 * MS, 7, 0));
    events.extend([
        unmount(20 * MS, 7, 0),
        mount(30 * MS, 7, 1),
        unmount(31 * MS, 7, 1),
    ]);
    let recording = recording(EngineKind::Tokio, &events);
    let at = |at_ns, within_ns| {
        hit(
            &recording,
            LanePoint {
                of: LaneOf::Carrier(0),
                at_ns,
                within_ns,
            },
        )
    };
    let span = at(15 * MS, 0).unwrap();
    assert_eq!((span.task, span.kind), (Some(7), HitKind::Span));
    assert_eq!((span.duration_ns(), span.reason), (10 * MS, Reason::Sleep));
    let pinned = at(13 * MS + 100_000, 200_000).unwrap();
    assert!(matches!(pinned.kind, HitKind::Pinned { since_ns, .. } if since_ns == 12 * MS));
    assert_eq!(at(25 * MS, 1_000), None);
    let rows: Vec<LaneOf> = path(&recording, 7).into_iter().map(|(of, _)| of).collect();
    assert_eq!(rows, [LaneOf::Carrier(0), LaneOf::Carrier(1)]);
}

#[test]
fn missing_records_are_a_gap_and_no_idle_time() {
    let events = [
        mount(10 * MS, 1, 0),
        (20 * MS, 99, 0, EventKind::Dropped, Reason::None),
        (40 * MS, 99, 0, EventKind::Dropped, Reason::Sleep),
        mount(50 * MS, 2, 0),
        unmount(60 * MS, 2, 0),
    ];
    let recording = recording(EngineKind::Tokio, &events);
    let scene = lane_scene(&recording, view(0, 100 * MS), RowRange::ALL);
    let gaps: Vec<LaneBox> = scene.lanes[0]
        .boxes
        .iter()
        .filter(|found| found.kind == BoxKind::Gap)
        .copied()
        .collect();
    assert_eq!(gaps.len(), 1);
    assert!((gaps[0].left - 100.0).abs() < 0.6 && (gaps[0].right - 200.0).abs() < 0.6);
    let strip = minimap_scene(&recording, scene.window, scene.window, 100);
    assert!(strip.columns[30].has_gap && !strip.columns[60].has_gap);
}

#[test]
fn rows_say_when_only_some_tasks_or_none_were_recorded() {
    let mut recording = busy_with_one_pin();
    let note = |recording: &Recording| {
        let scene = lane_scene(recording, view(0, 1_000 * MS), RowRange::ALL);
        (scene.note, scene.unrecorded, scene.lanes.len())
    };
    recording.spec.probe = "1/100".parse().unwrap();
    let (sampled, unrecorded, _) = note(&recording);
    assert!(
        sampled.starts_with("1 task in 100 recorded · occupancy 50"),
        "{sampled}"
    );
    assert_eq!(unrecorded, None);
    recording.spec.probe = ProbeMode::Off;
    let (off, unrecorded, lanes) = note(&recording);
    assert!(off.is_empty() && lanes == 0);
    assert!(unrecorded.unwrap().contains("probe full"));
}
