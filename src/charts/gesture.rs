//! What a person did with the time axis, as data. Knows nothing of how the window of time is kept.

use egui::{Rect, Response, Ui};

use crate::scene::TimeWindow;

/// A wish to see another stretch of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimelineGesture {
    /// Multiply the visible length by `factor` (below 1: closer), `at_ns` staying in place.
    Zoom {
        /// Under the cursor.
        at_ns: u64,
        /// Above 0.
        factor: f64,
    },
    /// Move what is visible.
    Pan {
        /// Positive towards later.
        delta_ns: i64,
    },
    /// Tell figures of this stretch alone.
    Select {
        /// Where dragging began, nanoseconds since Go.
        from_ns: u64,
        /// Where the pointer is, nanoseconds since Go.
        to_ns: u64,
    },
    /// Keep the visible length and put this moment into its middle.
    Center {
        /// Nanoseconds since Go.
        at_ns: u64,
    },
    /// Show everything.
    FitAll,
    /// Multiply the height of the lanes.
    ScaleLanes {
        /// Above 0.
        factor: f32,
    },
    /// Move the first visible row of a long list of rows.
    ScrollRows {
        /// Positive towards later rows.
        rows: i32,
    },
}

/// What a chart tells back.
#[derive(Clone, Debug, Default)]
pub struct ChartResponse {
    /// The plotting area, without gutters, heading and ticks.
    pub plot: Option<Rect>,
    /// The moment under the pointer.
    pub hovered_ns: Option<u64>,
    /// What the person did.
    pub gesture: Option<TimelineGesture>,
}

/// Wheel → zoom at the pointer, drag or sideways wheel → pan, drag with Shift → select, double click → everything.
pub(super) fn gesture_of(
    ui: &Ui,
    response: &Response,
    window: TimeWindow,
) -> Option<TimelineGesture> {
    let width = response.rect.width();
    if response.double_clicked() {
        return Some(TimelineGesture::FitAll);
    }
    if response.dragged() {
        if ui.input(|input| input.modifiers.shift) {
            return select(ui, response, window);
        }
        return pan(-response.drag_delta().x, width, window);
    }
    let pointer = response.hover_pos()?;
    let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    if (zoom - 1.0).abs() > 1e-3 {
        return Some(TimelineGesture::ScaleLanes { factor: zoom });
    }
    if scroll.x.abs() > scroll.y.abs() {
        return pan(-scroll.x, width, window);
    }
    (scroll.y.abs() > 0.0).then(|| TimelineGesture::Zoom {
        at_ns: window.ns_at(pointer.x - response.rect.left(), width),
        factor: (-f64::from(scroll.y) / 240.0).exp(),
    })
}

/// From where the button went down to where the pointer is.
fn select(ui: &Ui, response: &Response, window: TimeWindow) -> Option<TimelineGesture> {
    let at_ns = |x: f32| window.ns_at(x - response.rect.left(), response.rect.width());
    let from = ui.input(|input| input.pointer.press_origin())?;
    let to = response.interact_pointer_pos()?;
    Some(TimelineGesture::Select {
        from_ns: at_ns(from.x),
        to_ns: at_ns(to.x),
    })
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a part of the visible span"
)]
fn pan(delta_px: f32, width_px: f32, window: TimeWindow) -> Option<TimelineGesture> {
    let delta = f64::from(delta_px) / f64::from(width_px.max(1.0)) * window.span_f64();
    (delta.abs() >= 1.0).then_some(TimelineGesture::Pan {
        delta_ns: delta as i64,
    })
}

/// The moment under the pointer, if it is over `response`.
pub(super) fn hovered_ns(response: &Response, window: TimeWindow) -> Option<u64> {
    let pointer = response.hover_pos()?;
    Some(window.ns_at(pointer.x - response.rect.left(), response.rect.width()))
}
