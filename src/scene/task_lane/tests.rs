//! Rows of a task from events through the real span builder.

use super::*;
use crate::model::EngineKind;
use crate::scene::lane_tests::{MS, mount, pin, recording, unmount, view};
use crate::scene::path;
use crate::wire::{EventKind, SHARED};

/// What the row of task 7 shows from 0 to 100 ms: left and right in ms, and what it did.
fn shown(recording: &Recording) -> Vec<(f32, f32, TaskDoing)> {
    let lane = task_lane(recording, (7, &path(recording, 7)), view(0, 100 * MS));
    let ms = |points: f32| (points / 5.0 * 10.0).round() / 10.0;
    let boxes = lane.boxes.iter();
    boxes
        .map(|found| (ms(found.left), ms(found.right), found.doing))
        .collect()
}

const fn ready(t: u64, task: u32) -> (u64, u32, u16, EventKind, Reason) {
    (t, task, SHARED, EventKind::Ready, Reason::None)
}

#[test]
fn a_task_is_mounted_pinned_away_and_waits() {
    let mut events = vec![mount(10 * MS, 7, 0)];
    events.extend(pin(12 * MS, 14 * MS, 7, 0));
    events.extend([
        unmount(20 * MS, 7, 0),
        ready(60 * MS, 7),
        mount(70 * MS, 7, 1),
        unmount(80 * MS, 7, 1),
    ]);
    let recording = recording(EngineKind::Tokio, &events);
    let on = |carrier| TaskDoing::Mounted(Some(LaneOf::Carrier(carrier)));
    assert_eq!(
        shown(&recording),
        [
            (20.0, 60.0, TaskDoing::Away(Reason::Sleep)),
            (10.0, 20.0, on(0)),
            (70.0, 80.0, on(1)),
            (60.0, 70.0, TaskDoing::Waiting),
            (12.0, 14.0, TaskDoing::Pinned),
        ]
    );
    let lane = task_lane(&recording, (7, &path(&recording, 7)), view(0, 1));
    assert_eq!(
        lane.note,
        "2 mounts on 2 carriers · mounted 20.0\u{202f}ms · ready and waiting 10.0\u{202f}ms"
    );
}

#[test]
fn a_window_inside_what_goes_on_shows_it() {
    let events = [
        mount(10 * MS, 7, 0),
        unmount(20 * MS, 7, 0),
        ready(80 * MS, 7),
        mount(90 * MS, 7, 0),
    ];
    let recording = recording(EngineKind::Tokio, &events);
    let way = path(&recording, 7);
    let doing = |from, to| {
        let lane = task_lane(&recording, (7, &way), view(from, to));
        let boxes = lane.boxes.iter();
        boxes.map(|found| found.doing).collect::<Vec<_>>()
    };
    assert_eq!(doing(30 * MS, 40 * MS), [TaskDoing::Away(Reason::Sleep)]);
    assert_eq!(doing(82 * MS, 84 * MS), [TaskDoing::Waiting]);
    let mounted = TaskDoing::Mounted(Some(LaneOf::Carrier(0)));
    assert_eq!(doing(12 * MS, 14 * MS), [mounted]);
    assert_eq!(doing(500 * MS, 600 * MS), [mounted], "it still is");
    assert_eq!(doing(0, 5 * MS), []);
}

#[test]
fn across_missing_records_nothing_is_said() {
    let events = [
        mount(10 * MS, 7, 0),
        unmount(20 * MS, 7, 0),
        (30 * MS, 5, 0, EventKind::Dropped, Reason::None),
        (40 * MS, 5, 0, EventKind::Dropped, Reason::Sleep),
        mount(50 * MS, 7, 0),
        unmount(60 * MS, 7, 0),
    ];
    let found = shown(&recording(EngineKind::Tokio, &events));
    assert!(
        found.contains(&(20.0, 50.0, TaskDoing::Untold)),
        "{found:?}"
    );
    assert!(
        !found
            .iter()
            .any(|(.., doing)| matches!(doing, TaskDoing::Away(_)))
    );
}

#[test]
fn boxes_are_never_more_than_pixels_and_never_thinner() {
    let mut events = Vec::new();
    for at in 0..20_000 {
        events.push(mount(at * 4_000, 7, 0));
        events.push(unmount(at * 4_000 + 1_000, 7, 0));
    }
    let recording = recording(EngineKind::Tokio, &events);
    let lane = task_lane(&recording, (7, &path(&recording, 7)), view(0, 80 * MS));
    assert!(lane.boxes.len() <= 2_000, "{}", lane.boxes.len());
    for found in &lane.boxes {
        assert!(found.right - found.left > 0.499 && found.right <= 500.01);
    }
}
