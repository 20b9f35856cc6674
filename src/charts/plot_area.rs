//! The plotting area of a stacked chart: `egui_plot` without its axes, grid and gestures, which all charts of the lab share instead.

use egui::{Sense, Ui, UiBuilder};
use egui_plot::{Plot, PlotBounds, PlotUi};

use super::frame::ChartFrame;
use crate::scene::TimeWindow;

/// Shows plot items in `frame`. x is nanoseconds since the start of the window, y goes from 0 to `top`.
pub(super) fn plot_area<'a>(
    ui: &mut Ui,
    frame: &ChartFrame,
    (window, top): (TimeWindow, f64),
    add: impl FnOnce(&mut PlotUi<'a>) + 'a,
) {
    let bounds = PlotBounds::from_min_max([0.0, 0.0], [window.span_f64(), top]);
    let area = frame.plot;
    let id = frame.response.id.with("plot area");
    // A child of its own, not a part of the layout: the room is already taken.
    let mut child = ui.new_child(UiBuilder::new().max_rect(area));
    child.set_clip_rect(area.intersect(child.clip_rect()));
    Plot::new("plot area")
        .id(id)
        .width(area.width())
        .height(area.height())
        .show_axes(false)
        .show_grid(false)
        .show_background(false)
        .show_crosshair(false)
        .show_x(false)
        .show_y(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .auto_bounds(false)
        .sense(Sense::hover())
        .show(&mut child, move |plot| {
            plot.set_plot_bounds(bounds);
            add(plot);
        });
}
