//! A rail beside rows of which only a part is in sight: where that part lies, and a handle to move it. Knows nothing of what rows
//! show.

use egui::{CursorIcon, Id, Rect, Sense, Ui, WidgetInfo, pos2, vec2};

use super::{ChartStyle, TimelineGesture, frame::ChartFrame, palette::mix};
use crate::model::units::grouped;
use crate::scene::{LaneOf, LaneScene};

/// Width of the rail, and air left of it.
const RAIL_PX: f32 = 8.0;
const AIR_PX: f32 = 8.0;
/// The handle is never shorter than this, however many rows there are.
const LEAST_HANDLE_PX: f32 = 28.0;

/// The part of the rows that is in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    first: usize,
    shown: usize,
    all: usize,
}

impl Part {
    /// `None` where all rows are in sight.
    fn of(scene: &LaneScene) -> Option<Self> {
        let first = match scene.lanes.first()?.of {
            LaneOf::Carrier(carrier) => usize::from(carrier),
            LaneOf::Task(task) => usize::try_from(task).ok()?,
        };
        let (shown, all) = (scene.lanes.len(), scene.rows);
        (shown < all).then_some(Self { first, shown, all })
    }

    /// The last row that may be the first in sight.
    const fn last_first(self) -> usize {
        self.all - self.shown
    }

    fn words(self) -> String {
        let number = |row: usize| grouped(row as u64);
        format!(
            "Rows {} to {} of {}. Drag, or turn the wheel over the names.",
            number(self.first),
            number(self.first + self.shown - 1),
            number(self.all)
        )
    }
}

/// The rail, and the wheel over the rows' names; the wish to move, if there is one.
pub(super) fn row_rail_ui(
    ui: &Ui,
    frame: &ChartFrame,
    (scene, top): (&LaneScene, f32),
    style: &ChartStyle,
) -> Option<TimelineGesture> {
    let part = Part::of(scene)?;
    let rail = Rect::from_min_max(
        pos2(frame.plot.right() + style.scaled(AIR_PX), top),
        pos2(
            frame.plot.right() + style.scaled(AIR_PX + RAIL_PX),
            frame.plot.bottom(),
        ),
    );
    let handle = handle(rail, part);
    let id = frame.response.id.with("rows in sight");
    let response = ui.interact(rail.expand2(vec2(3.0, 0.0)), id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, as_f64(part.first), "Rows in sight"));
    let strength = if response.hovered() || response.dragged() {
        0.8
    } else {
        0.45
    };
    let palette = &style.palette;
    let corner = style.scaled(RAIL_PX / 2.0);
    frame.painter.rect_filled(rail, corner, palette.grid);
    let color = mix(palette.grid, palette.muted, strength);
    frame.painter.rect_filled(handle, corner, color);
    let response = response
        .on_hover_cursor(CursorIcon::PointingHand)
        .on_hover_text(part.words());
    let pressed = response.is_pointer_button_down_on() && !response.dragged();
    let wanted = if response.dragged() {
        let grip = grip(ui, id);
        response
            .interact_pointer_pos()
            .map(|pointer| row_at(rail, part, pointer.y - grip))
    } else if pressed {
        let pointer = response.interact_pointer_pos()?;
        let on_handle = handle.y_range().contains(pointer.y);
        let grip = if on_handle {
            pointer.y - handle.top()
        } else {
            handle.height() / 2.0
        };
        ui.data_mut(|data| data.insert_temp(id, grip));
        (!on_handle).then(|| row_at(rail, part, pointer.y - grip))
    } else {
        wheel(ui, frame, part, top)
    };
    moved(part, wanted?)
}

/// How far below the top of the handle it was taken.
fn grip(ui: &Ui, id: Id) -> f32 {
    ui.data(|data| data.get_temp(id)).unwrap_or(0.0)
}

/// Over the names of the rows the wheel moves rows, a third of those in sight at a notch.
fn wheel(ui: &Ui, frame: &ChartFrame, part: Part, top: f32) -> Option<usize> {
    let names = Rect::from_min_max(
        pos2(frame.outer.left(), top),
        pos2(frame.plot.left(), frame.plot.bottom()),
    );
    let pointer = ui.input(|input| input.pointer.hover_pos())?;
    let turned = ui.input(|input| input.smooth_scroll_delta().y);
    if !names.contains(pointer) || turned == 0.0 {
        return None;
    }
    let rows = (turned / 120.0 * as_f32(part.shown)).abs().ceil().max(1.0);
    let rows = super::frame::whole(rows);
    Some(if turned > 0.0 {
        part.first.saturating_sub(rows)
    } else {
        part.first + rows
    })
}

fn moved(part: Part, wanted: usize) -> Option<TimelineGesture> {
    let first = i64::try_from(wanted.min(part.last_first())).ok()?;
    let rows = i32::try_from(first - i64::try_from(part.first).ok()?).ok()?;
    (rows != 0).then_some(TimelineGesture::ScrollRows { rows })
}

fn handle(rail: Rect, part: Part) -> Rect {
    let share = as_f32(part.shown) / as_f32(part.all);
    let height = (rail.height() * share)
        .max(LEAST_HANDLE_PX)
        .min(rail.height());
    let passed = as_f32(part.first) / as_f32(part.last_first());
    let top = rail.top() + (rail.height() - height) * passed.min(1.0);
    Rect::from_x_y_ranges(rail.x_range(), top..=top + height)
}

/// The first row in sight with the top of the handle at `y`.
fn row_at(rail: Rect, part: Part, y: f32) -> usize {
    let free = (rail.height() - handle(rail, part).height()).max(1.0);
    let passed = ((y - rail.top()) / free).clamp(0.0, 1.0);
    super::frame::whole((passed * as_f32(part.last_first())).round())
}

#[expect(clippy::cast_precision_loss, reason = "at most a million rows")]
fn as_f32(rows: usize) -> f32 {
    rows as f32
}

fn as_f64(rows: usize) -> f64 {
    f64::from(as_f32(rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_handle_lies_on_its_rail_and_leads_back_to_its_row(
            all in 2_usize..1_000_000, shown in 1_usize..500, at in 0.0_f32..=1.0, height in 60.0_f32..900.0
        ) {
            let shown = shown.min(all - 1);
            let part = Part { first: super::super::frame::whole(at * as_f32(all - shown)).min(all - shown), shown, all };
            let rail = Rect::from_min_size(pos2(5.0, 40.0), vec2(8.0, height));
            let handle = handle(rail, part);
            prop_assert!(rail.expand(0.01).contains_rect(handle));
            let back = row_at(rail, part, handle.top());
            prop_assert!(back <= part.last_first());
            // A million rows are finer than floats and pixels: a thousandth of the way is near enough.
            prop_assert!(back.abs_diff(part.first) <= 1 + all / 1_000, "{back} {part:?}");
        }
    }

    #[test]
    fn a_move_never_leaves_the_rows() {
        let part = Part {
            first: 90,
            shown: 10,
            all: 100,
        };
        assert_eq!(moved(part, 500), None, "it is at the end");
        let gesture = moved(part, 0);
        assert_eq!(gesture, Some(TimelineGesture::ScrollRows { rows: -90 }));
    }
}
