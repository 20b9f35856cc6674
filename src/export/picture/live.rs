//! The curves of a picture. Knows nothing of title and small print.

use egui::Ui;

use super::PictureRequest;
use crate::charts::{
    ChartSlot, ChartStyle, TimeLabels, memory_ui, plot_columns, states_ui, throughput_ui,
};
use crate::recording::Recording;
use crate::scene::{CurveRun, memory_scene, states_scene, throughput_scene};

/// Memory over throughput over the states of a single run, on one time axis.
pub(super) fn live_ui(
    ui: &mut Ui,
    recordings: &[&Recording],
    (request, style): (&PictureRequest, &ChartStyle),
) {
    let runs: Vec<CurveRun<'_>> = recordings
        .iter()
        .map(|recording| CurveRun::current(recording))
        .collect();
    let window = request.window(&runs);
    let columns = plot_columns(ui.available_width(), ui.pixels_per_point(), style);
    let single = match recordings {
        [only] => Some(states_scene(only, window, columns)),
        _several => None,
    };
    let shares: &[f32] = if single.is_some() {
        &[0.38, 0.31, 0.31]
    } else {
        &[0.56, 0.44]
    };
    let mut slots = Slots::new(ui.available_height(), style, shares);
    memory_ui(
        ui,
        &memory_scene(&runs, window, columns),
        style,
        slots.next(),
    );
    ui.add_space(slots.gap);
    let throughput = throughput_scene(&runs, window, columns);
    throughput_ui(ui, &throughput, style, slots.next());
    if let Some(states) = single {
        ui.add_space(slots.gap);
        states_ui(ui, &states, style, slots.next());
    }
}

/// Heights of charts that stand on each other.
struct Slots<'a> {
    room: f32,
    gap: f32,
    below: [f32; 2],
    shares: &'a [f32],
}

impl<'a> Slots<'a> {
    #[expect(clippy::cast_precision_loss, reason = "two or three charts")]
    fn new(height: f32, style: &ChartStyle, shares: &'a [f32]) -> Self {
        let gap = style.text.axis * 0.3;
        let gaps = gap * shares.len().saturating_sub(1) as f32;
        let feet = style.foot_height() * shares.len().saturating_sub(1) as f32;
        Self {
            room: height - style.ticks_height() - feet - gaps,
            gap,
            below: [style.foot_height(), style.ticks_height()],
            shares,
        }
    }

    fn next(&mut self) -> ChartSlot {
        let (share, rest) = self.shares.split_first().unwrap_or((&0.0, &[]));
        self.shares = rest;
        let is_last = rest.is_empty();
        ChartSlot {
            height: self.room * share + self.below[usize::from(is_last)],
            time_labels: if is_last {
                TimeLabels::Shown
            } else {
                TimeLabels::Hidden
            },
            cursor_ns: None,
            selected_ns: None,
        }
    }
}
