//! What every chart has around its plotting area: heading, gutters, gridlines, ticks, cursor. Knows nothing of what is plotted.

use std::sync::Arc;

use egui::{
    Align2, Color32, Galley, Id, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, pos2,
    text::LayoutJob, vec2,
};

use super::{ChartStyle, regular, semibold};
use crate::scene::{TimeTick, TimeWindow, ValueAxis, time_ticks};

/// Whether the time axis is written under a chart; of charts that stand on each other only the last one needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeLabels {
    /// Under the plotting area.
    Shown,
    /// Between the heading and the plotting area.
    Above,
    /// Nowhere.
    Hidden,
}

/// Where a chart goes and what it shares with its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct ChartSlot {
    /// Whole height, heading and ticks included.
    pub height: f32,
    /// The time axis under it.
    pub time_labels: TimeLabels,
    /// The moment of the linked cursor, wherever the pointer is.
    pub cursor_ns: Option<u64>,
    /// The selected stretch, from and to in nanoseconds since Go; what lies outside is veiled.
    pub selected_ns: Option<(u64, u64)>,
}

/// A chart's room on the screen.
pub(super) struct ChartFrame {
    /// With gutters.
    pub outer: Rect,
    /// Where data goes.
    pub plot: Rect,
    /// The pointer over the plotting area.
    pub response: Response,
    pub painter: Painter,
}

impl ChartFrame {
    /// Takes the room for a chart from `ui` across its whole width.
    pub(super) fn allocate(ui: &mut Ui, slot: ChartSlot, style: &ChartStyle, id: Id) -> Self {
        let (outer, _response) =
            ui.allocate_exact_size(vec2(ui.available_width(), slot.height), Sense::hover());
        let (above, below) = match slot.time_labels {
            TimeLabels::Shown => (0.0, style.ticks_height()),
            TimeLabels::Above => (style.ticks_height(), 0.0),
            TimeLabels::Hidden => (0.0, style.foot_height()),
        };
        let top = outer.top() + style.heading_height() + above;
        let plot = Rect::from_min_max(
            pos2(outer.left() + style.left_gutter, top),
            pos2(
                (outer.right() - style.right_gutter).max(outer.left() + style.left_gutter + 1.0),
                (outer.bottom() - below).max(top + 1.0),
            ),
        );
        Self {
            outer,
            plot,
            response: ui.interact(plot, id, Sense::click_and_drag()),
            painter: ui.painter().clone(),
        }
    }

    /// The name of the chart at the left, `note` muted at the right.
    pub(super) fn heading(&self, style: &ChartStyle, title: &str, note: &str) {
        let end = self.title(style, title);
        self.note(style, note, end);
    }

    /// The name of the chart at the left. Returns where it ends.
    pub(super) fn title(&self, style: &ChartStyle, title: &str) -> f32 {
        let title = self.painter.text(
            pos2(self.plot.left(), self.heading_bottom(style)),
            Align2::LEFT_BOTTOM,
            title,
            semibold(style.text.heading),
            style.palette.text,
        );
        title.right()
    }

    /// A remark that must be seen, right of the title; cut with … where the room ends. Returns where it ends.
    pub(super) fn warning(&self, style: &ChartStyle, words: &str, taken: f32) -> f32 {
        if words.is_empty() {
            return taken;
        }
        let color = style.palette.readable(style.palette.warning);
        let left = taken + style.scaled(12.0);
        let room = (self.outer.right() - left).max(1.0);
        let mut job = LayoutJob::simple(words.to_owned(), semibold(style.text.axis), color, room);
        job.wrap.max_rows = 1;
        let galley = self.painter.layout_job(job);
        let at = pos2(left, self.heading_bottom(style) - galley.size().y);
        let end = left + galley.size().x;
        self.painter.galley(at, galley, color);
        end
    }

    /// A muted remark at the right of the heading; left out where it would run into what ends at `taken`.
    pub(super) fn note(&self, style: &ChartStyle, note: &str, taken: f32) {
        let note = self.painter.layout_no_wrap(
            note.to_owned(),
            regular(style.text.axis),
            style.palette.muted,
        );
        let left = self.plot.right() - note.size().x;
        if left > taken + style.scaled(10.0) {
            let at = pos2(left, self.heading_bottom(style) - note.size().y);
            self.painter.galley(at, note, style.palette.muted);
        }
    }

    /// Why nothing is plotted, where it would be.
    pub(super) fn sentence(&self, style: &ChartStyle, words: &str) {
        let font = regular(style.text.body);
        let muted = style.palette.muted;
        let width = self.plot.width();
        let galley = self.painter.layout(words.to_owned(), font, muted, width);
        self.painter.galley(self.plot.min, galley, muted);
    }

    /// Where the words of the heading stand.
    pub(super) fn heading_bottom(&self, style: &ChartStyle) -> f32 {
        self.outer.top() + style.heading_height() - style.scaled(9.0)
    }

    /// Horizontal gridlines with their values in the left gutter.
    pub(super) fn value_axis(&self, style: &ChartStyle, axis: &ValueAxis) {
        let last = axis.ticks.len().saturating_sub(1);
        #[expect(clippy::cast_precision_loss, reason = "a handful of ticks")]
        let apart = self.plot.height() / last.max(1) as f32;
        let one_in = readable_ticks(last, apart, style.text.axis);
        for (index, tick) in axis.ticks.iter().enumerate() {
            let y = self.y_of(tick.at, axis.top);
            self.hline(y, Stroke::new(style.hairline_px, style.palette.grid));
            // The topmost carries the unit.
            if !(last - index).is_multiple_of(one_in) {
                continue;
            }
            self.painter.text(
                pos2(self.plot.left() - style.scaled(8.0), y),
                Align2::RIGHT_CENTER,
                &tick.label,
                regular(style.text.axis),
                style.palette.muted,
            );
        }
    }

    /// Times under the plotting area.
    pub(super) fn time_axis(&self, style: &ChartStyle, window: TimeWindow, labels: TimeLabels) {
        match labels {
            TimeLabels::Hidden => {}
            TimeLabels::Above => {
                let y = self.plot.top() - style.scaled(5.0);
                self.write_ticks(
                    style,
                    &self.ticks(style, window),
                    (y, Align2::CENTER_BOTTOM),
                    window,
                );
            }
            TimeLabels::Shown => {
                let y = self.plot.bottom() + style.scaled(6.0);
                self.write_ticks(
                    style,
                    &self.ticks(style, window),
                    (y, Align2::CENTER_TOP),
                    window,
                );
            }
        }
    }

    /// The ticks that fit this width.
    pub(super) fn ticks(&self, style: &ChartStyle, window: TimeWindow) -> Vec<TimeTick> {
        let room = style.text.axis * 7.0;
        time_ticks(window, whole(self.plot.width() / room).max(2))
    }

    /// Writes times centred on their ticks, at height `y`.
    pub(super) fn write_ticks(
        &self,
        style: &ChartStyle,
        ticks: &[TimeTick],
        (y, align): (f32, Align2),
        window: TimeWindow,
    ) {
        for tick in ticks {
            self.painter.text(
                pos2(self.x_of(tick.at_ns, window), y),
                align,
                &tick.label,
                regular(style.text.axis),
                style.palette.muted,
            );
        }
    }

    /// What all charts share and is drawn over the data: the veil over what is not selected, and the linked cursor.
    pub(super) fn marks(&self, style: &ChartStyle, window: TimeWindow, slot: ChartSlot) {
        if let Some(selected) = slot.selected_ns {
            self.veil(style, window, selected);
        }
        if let Some(at) = slot.cursor_ns.filter(|at| window.contains(*at)) {
            self.moment(style, window, at);
        }
    }

    fn veil(&self, style: &ChartStyle, window: TimeWindow, (start_ns, end_ns): (u64, u64)) {
        let inside = |at| self.plot.x_range().clamp(self.x_of(at, window));
        let veil = style.palette.ground.gamma_multiply(0.72);
        for side in [
            self.plot.left()..=inside(start_ns),
            inside(end_ns)..=self.plot.right(),
        ] {
            let rect = Rect::from_x_y_ranges(side, self.plot.y_range());
            self.painter.rect_filled(rect, 0.0, veil);
        }
        for at in [start_ns, end_ns] {
            if window.contains(at) {
                self.moment(style, window, at);
            }
        }
    }

    fn moment(&self, style: &ChartStyle, window: TimeWindow, at_ns: u64) {
        let stroke = Stroke::new(style.hairline_px, style.palette.accent);
        let x = self.painter.round_to_pixel_center(self.x_of(at_ns, window));
        self.painter.vline(x, self.plot.y_range(), stroke);
    }

    /// Text on a plate of ground, which keeps gridlines and dashes out of the letters.
    pub(super) fn plated(&self, min: Pos2, galley: Arc<Galley>, style: &ChartStyle) {
        let rect = Rect::from_min_size(min, galley.size());
        let plate = rect.shrink2(vec2(0.0, rect.height() * 0.16));
        self.painter.rect_filled(plate, 0.0, style.palette.ground);
        self.painter.galley(min, galley, style.palette.text);
    }

    pub(super) fn hline(&self, y: f32, stroke: Stroke) {
        let y = self.painter.round_to_pixel_center(y);
        self.painter.hline(self.plot.x_range(), y, stroke);
    }

    pub(super) fn x_of(&self, t_ns: u64, window: TimeWindow) -> f32 {
        self.plot.left() + window.x_of(t_ns, self.plot.width())
    }

    pub(super) fn y_of(&self, value: f64, top: f64) -> f32 {
        self.plot.bottom() - as_f32(value / top) * self.plot.height()
    }

    /// A point of a curve: nanoseconds since the start of the window, and a value.
    pub(super) fn point(&self, point: [f64; 2], window: TimeWindow, top: f64) -> Pos2 {
        let x = as_f32(point[0] / window.span_f64()) * self.plot.width();
        pos2(self.plot.left() + x, self.y_of(point[1], top))
    }
}

/// One label in so many can be read, counted from the top, where `steps` steps are `apart` points high; only the top one where not
/// even two fit.
fn readable_ticks(steps: usize, apart: f32, text: f32) -> usize {
    (1..=steps)
        .find(|one_in| {
            #[expect(clippy::cast_precision_loss, reason = "a handful of ticks")]
            let between = apart * *one_in as f32;
            steps.is_multiple_of(*one_in) && between >= text * 1.15
        })
        .unwrap_or(steps + 1)
}

/// How many pixel columns a chart of this width has between its gutters: what scenes are folded to.
#[must_use]
pub fn plot_columns(available_width: f32, pixels_per_point: f32, style: &ChartStyle) -> usize {
    whole((available_width - style.left_gutter - style.right_gutter) * pixels_per_point).max(1)
}

/// A circle with a cross, drawn and not written, so that no font can lack it.
pub(super) fn failure_mark(painter: &Painter, at: Pos2, style: &ChartStyle, color: Color32) {
    let radius = style.scaled(5.0);
    let stroke = Stroke::new(style.scaled(1.6), color);
    painter.circle(at, radius, style.palette.ground, stroke);
    let arm = radius * 0.52;
    for arm in [vec2(arm, arm), vec2(arm, -arm)] {
        painter.line_segment([at - arm, at + arm], stroke);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "screen positions")]
pub(super) fn as_f32(value: f64) -> f32 {
    value as f32
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "screen lengths; negative ones saturate at 0"
)]
pub(super) fn whole(value: f32) -> usize {
    value as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_would_touch_are_left_out_evenly() {
        assert_eq!(readable_ticks(4, 20.0, 11.0), 1);
        assert_eq!(readable_ticks(4, 8.0, 11.0), 2, "0, 2 and 4");
        assert_eq!(readable_ticks(5, 8.0, 11.0), 5, "both ends, not 1, 3 and 5");
        assert_eq!(readable_ticks(3, 3.0, 11.0), 4, "the top alone");
        assert_eq!(readable_ticks(0, 3.0, 11.0), 1);
    }
}
