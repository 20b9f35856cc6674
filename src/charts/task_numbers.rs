//! The numbers of the tasks in their boxes, where there is room. Knows nothing of how boxes are painted.

use egui::{Rect, pos2, vec2};

use super::{ChartStyle, frame::ChartFrame, lane_paint::place, semibold};
use crate::model::{EngineKind, units::grouped};
use crate::scene::{BoxKind, Lane, LaneBox};

/// Writes task numbers into boxes that are wide and high enough.
pub(super) fn task_numbers(
    frame: &ChartFrame,
    bar: Rect,
    lane: &Lane,
    (engine, style): (EngineKind, &ChartStyle),
) {
    if bar.height() < number_size(style) * 1.25 {
        return;
    }
    let pins: Vec<&LaneBox> = lane.boxes.iter().filter(|found| is_pin(found)).collect();
    let under_pin = |found: &LaneBox| {
        pins.iter()
            .any(|pin| pin.left < found.right && pin.right > found.left)
    };
    for found in &lane.boxes {
        let Some(task) = found.task else { continue };
        if is_pin(found) || !under_pin(found) {
            let rect = place(found, bar, style);
            task_number(frame, (rect, is_pin(found)), task, (engine, style));
        }
    }
}

const fn is_pin(found: &LaneBox) -> bool {
    matches!(found.kind, BoxKind::Pinned { .. })
}

fn number_size(style: &ChartStyle) -> f32 {
    style.text.axis * 0.95
}

/// Writes one number if it fits; on stripes it stands on a plate.
fn task_number(
    frame: &ChartFrame,
    (rect, is_pinned): (Rect, bool),
    task: u32,
    (engine, style): (EngineKind, &ChartStyle),
) {
    let size = number_size(style);
    if rect.width() < size * 2.0 {
        return;
    }
    let color = if is_pinned {
        style.palette.on_pinned
    } else {
        style.palette.on(style.palette.engine(engine))
    };
    let number = grouped(u64::from(task));
    let galley = frame.painter.layout_no_wrap(number, semibold(size), color);
    let air = size * 0.45;
    if galley.size().x + air * 2.0 > rect.width() {
        return;
    }
    let min = pos2(rect.left() + air, rect.center().y - galley.size().y / 2.0);
    if is_pinned {
        let plate =
            Rect::from_min_size(min, galley.size()).expand2(vec2(size * 0.25, -size * 0.08));
        frame
            .painter
            .rect_filled(plate, style.scaled(2.0), style.palette.pinned_plate);
    }
    frame.painter.galley(min, galley, color);
}
