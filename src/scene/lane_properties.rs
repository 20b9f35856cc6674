//! Properties of the lanes at every zoom: what is rare is never folded away, and nothing is drawn where nothing is known.

use proptest::prelude::*;

use super::lane_tests::{MS, mount, pin, recording, unmount, view};
use super::{BoxKind, LaneBox, RowRange, lane_scene};
use crate::model::EngineKind;
use crate::wire::{EventKind, Reason};

/// One mount in each slot of 100 µs, half as long, over a second.
const SLOTS: u64 = 10_000;
const SLOT_NS: u64 = 100_000;
/// Points in the window of `view`.
const WIDTH: f32 = 500.0;

/// All boxes of the only lane, `of` a kind, in a window of `span_ns` around a moment.
fn boxes(
    recording: &crate::recording::Recording,
    (at_ns, span_ns): (u64, u64),
    of: fn(BoxKind) -> bool,
) -> (Vec<LaneBox>, f32) {
    let start = at_ns.saturating_sub(span_ns / 2);
    let scene = lane_scene(recording, view(start, start + span_ns), RowRange::ALL);
    let all = scene.lanes[0].boxes.iter().copied();
    let x = scene.window.x_of(at_ns, WIDTH);
    (all.filter(|found| of(found.kind)).collect(), x)
}

fn covers(boxes: &[LaneBox], x: f32) -> bool {
    let at = |found: &LaneBox| found.left - 0.51 <= x && x <= found.right + 0.51;
    boxes
        .iter()
        .any(|found| at(found) && found.right - found.left >= 0.499)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_pinned_microsecond_anywhere_is_seen_at_every_zoom(slot in 0..SLOTS, inside in 0_u64..48_000) {
        let pinned_at = slot * SLOT_NS + inside;
        let mut events = Vec::new();
        for other in 0..SLOTS {
            let task = u32::try_from(other)?;
            events.push(mount(other * SLOT_NS, task, 0));
            if other == slot {
                events.extend(pin(pinned_at, pinned_at + 1_000, task, 0));
            }
            events.push(unmount(other * SLOT_NS + SLOT_NS / 2, task, 0));
        }
        let recording = recording(EngineKind::Tokio, &events);
        for shift in 14..41 {
            let (pinned, x) = boxes(&recording, (pinned_at, 1 << shift), |kind| matches!(kind, BoxKind::Pinned { .. }));
            prop_assert!(covers(&pinned, x), "zoom 2^{shift} ns: {pinned:?} beside {x}");
        }
    }

    #[test]
    fn a_gap_is_seen_at_every_zoom_and_nothing_is_drawn_inside(slot in 1..SLOTS - 60, slots in 1_u64..50) {
        let (from, to) = (slot * SLOT_NS - SLOT_NS / 4, (slot + slots) * SLOT_NS - SLOT_NS / 4);
        let mut events = Vec::new();
        for other in 0..SLOTS {
            if other == slot {
                events.push((from, 9, 0, EventKind::Dropped, Reason::None));
            }
            if other == slot + slots {
                events.push((to, 9, 0, EventKind::Dropped, Reason::Sleep));
            }
            if (slot..slot + slots).contains(&other) {
                continue;
            }
            events.push(mount(other * SLOT_NS, u32::try_from(other)?, 0));
            events.push(unmount(other * SLOT_NS + SLOT_NS / 2, u32::try_from(other)?, 0));
        }
        let recording = recording(EngineKind::Tokio, &events);
        let middle = from.midpoint(to);
        for shift in 14..41 {
            let (gaps, x) = boxes(&recording, (middle, 1 << shift), |kind| kind == BoxKind::Gap);
            prop_assert!(covers(&gaps, x), "zoom 2^{shift} ns: {gaps:?} beside {x}");
            let pixel_ns = (1_u64 << shift) / 500;
            if to - from > 4 * pixel_ns {
                let (drawn, x) = boxes(&recording, (middle, 1 << shift), |kind| kind != BoxKind::Gap);
                let over = drawn.iter().find(|found| found.left < x && x < found.right);
                prop_assert!(over.is_none(), "zoom 2^{shift} ns: {over:?} in a gap of {} ms", (to - from) / MS);
            }
        }
    }
}
