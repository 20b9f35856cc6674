//! Where the columns of the table stand.

use egui::{Align2, Rect, Sense, Stroke, Ui, pos2, vec2};

use crate::charts::semibold;
use crate::ui::theme;

/// A column with figures, between the engine and the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Tasks,
    Wall,
    Expected,
    PeakRss,
    BytesPerTask,
    P50,
    P95,
    P99,
    P999,
    Throughput,
}

impl Figure {
    pub(super) const ALL: [Self; 10] = [
        Self::Tasks,
        Self::Wall,
        Self::Expected,
        Self::PeakRss,
        Self::BytesPerTask,
        Self::P50,
        Self::P95,
        Self::P99,
        Self::P999,
        Self::Throughput,
    ];

    const fn heading(self) -> (&'static str, &'static str) {
        match self {
            Self::Tasks => ("tasks", "How many tasks the run starts"),
            Self::Wall => ("wall", "From Go to the end of the last task"),
            Self::Expected => (
                "expected",
                "The time by arithmetic alone: creating tasks and switching are taken as free",
            ),
            Self::PeakRss => (
                "peak RSS",
                "The most resident memory of the worker, as the system recorded it",
            ),
            Self::BytesPerTask => ("B / task", "(Peak − baseline) ÷ most tasks alive at once"),
            Self::P50 => (
                "p50",
                "Half of the tasks took no longer than this, from first to last instruction",
            ),
            Self::P95 => ("p95", "95 % of the tasks took no longer than this"),
            Self::P99 => ("p99", "99 % of the tasks took no longer than this"),
            Self::P999 => ("p99.9", "99.9 % of the tasks took no longer than this"),
            Self::Throughput => ("tasks/s", "Finished tasks per second over the whole run"),
        }
    }

    const fn width(self) -> f32 {
        match self {
            Self::Tasks | Self::BytesPerTask => 70.0,
            Self::Wall | Self::Expected | Self::PeakRss => 78.0,
            Self::P50 | Self::P95 | Self::P99 | Self::P999 => 68.0,
            Self::Throughput => 72.0,
        }
    }
}

/// Room for the four small buttons at the end of a row.
const BUTTONS_PX: f32 = 104.0;
const ENGINE_PX: f32 = 118.0;

/// Widths of the columns for a table of some width.
pub(super) struct Columns {
    pub(super) width: f32,
    stretch: f32,
}

impl Columns {
    /// Spreads the figures over three quarters of a wide table; a narrow one takes the room from the outcome.
    pub(super) fn over(width: f32) -> Self {
        let figures: f32 = Figure::ALL.into_iter().map(Figure::width).sum();
        let room = (width * 0.72 - ENGINE_PX - BUTTONS_PX).max(figures * 0.86);
        Self {
            width,
            stretch: (room / figures).min(1.25),
        }
    }

    /// Right edge of each figure, from the left edge of the table.
    pub(super) fn figures(&self) -> impl Iterator<Item = (Figure, f32)> {
        let stretch = self.stretch;
        Figure::ALL
            .into_iter()
            .scan(ENGINE_PX, move |right, figure| {
                *right += figure.width() * stretch;
                Some((figure, *right))
            })
    }

    /// Left and right edge of the outcome.
    pub(super) fn outcome(&self) -> (f32, f32) {
        let figures: f32 = Figure::ALL.into_iter().map(Figure::width).sum();
        let left = ENGINE_PX + figures * self.stretch + 28.0;
        (left, (self.width - BUTTONS_PX).max(left))
    }

    pub(super) fn heading_ui(&self, ui: &mut Ui) {
        let palette = theme::palette(ui);
        let (rect, _response) = ui.allocate_exact_size(vec2(self.width, 24.0), Sense::hover());
        let write = |x: f32, align: Align2, text: &str| {
            let at = pos2(rect.left() + x, rect.center().y);
            ui.painter()
                .text(at, align, text, semibold(11.5), palette.muted)
        };
        write(0.0, Align2::LEFT_CENTER, "engine");
        write(self.outcome().0, Align2::LEFT_CENTER, "outcome");
        for (figure, right) in self.figures() {
            let (name, tip) = figure.heading();
            let place = write(right, Align2::RIGHT_CENTER, name);
            tip_ui(ui, place, (name, tip));
        }
        let line = Stroke::new(1.0, palette.line);
        ui.painter().hline(rect.x_range(), rect.bottom(), line);
    }
}

fn tip_ui(ui: &Ui, place: Rect, (name, tip): (&str, &str)) {
    let id = ui.scope_id().with(("column", name));
    ui.interact(place.expand(3.0), id, Sense::hover())
        .on_hover_text(tip);
}
