//! What is exported: a picture and how it is to look, or a trace for other viewers.

use egui::Ui;

use crate::model::Nanos;
use crate::state::{
    Actions, AppState, ExportChart, ExportChoice, ExportSize, FileAction, FileKind, Sheet, Tab,
};
use crate::ui::controls::{caps_ui, choice_ui, note_ui};
use crate::ui::theme;

pub(super) fn export_ui(ui: &mut Ui, (kind, state): (FileKind, &AppState), actions: &mut Actions) {
    let mut wanted = kind;
    group_ui(ui, "Format", &FORMATS, &mut wanted);
    ui.add_space(6.0);
    if wanted != kind {
        actions.push(FileAction::ShowSheet(Sheet::Save(wanted)).into());
    }
    match kind {
        FileKind::Trace => trace_ui(ui),
        FileKind::Chart | FileKind::Preset | FileKind::Recording | FileKind::WindowPicture => {
            picture_ui(ui, state, actions);
        }
    }
}

fn trace_ui(ui: &mut Ui) {
    let muted = theme::palette(ui).muted;
    let text = "Every span, pin, wait and counter of the selected run as trace-event JSON, which opens in Perfetto and Chrome's viewer.";
    note_ui(ui, text, muted);
    ui.add_space(6.0);
}

fn picture_ui(ui: &mut Ui, state: &AppState, actions: &mut Actions) {
    let choice = ExportChoice {
        chart: state.export_chart(),
        ..state.export
    };
    let mut next = choice;
    ui.horizontal(|ui| {
        group_ui(ui, "Chart", &charts(state), &mut next.chart);
        ui.add_space(14.0);
        group_ui(ui, "Ground", &GROUNDS, &mut next.dark);
    });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        group_ui(ui, "Shape", &SIZES, &mut next.size);
        ui.add_space(14.0);
        group_ui(ui, "Scale", &SCALES, &mut next.scale);
    });
    ui.add_space(6.0);
    time_ui(ui, state, choice.chart);
    if next != choice {
        actions.push(FileAction::SetExport(next).into());
    }
}

/// The charts there are, in the order of their tabs.
fn charts(state: &AppState) -> Vec<Named<ExportChart>> {
    let chart = |tab| match tab {
        Tab::Live => Some((
            "Live",
            "Memory, throughput and task states of all runs that are shown",
            ExportChart::Live,
        )),
        Tab::Timeline => Some((
            "Timeline",
            "The lanes of the selected run",
            ExportChart::Timeline,
        )),
        Tab::Sweep => Some((
            "Sweep",
            "Peak memory and wall time over the knob that the last plan sweeps",
            ExportChart::Sweep,
        )),
        Tab::Rounds => Some((
            "Rounds",
            "Wall time and latency of every round of the last plan",
            ExportChart::Rounds,
        )),
        Tab::Compare => None,
    };
    state.tabs().filter_map(chart).collect()
}

/// Which stretch of time the picture shows, where that is not everything.
fn time_ui(ui: &mut Ui, state: &AppState, chart: ExportChart) {
    let (ExportChart::Live | ExportChart::Timeline, Some(range)) = (chart, state.view.range) else {
        return;
    };
    let text = format!(
        "Shows {} to {}, as the window does; press 0 there for the whole run.",
        Nanos(range.start_ns()),
        Nanos(range.end_ns())
    );
    note_ui(ui, &text, theme::palette(ui).muted);
    ui.add_space(6.0);
}

type Named<T> = (&'static str, &'static str, T);

const FORMATS: [Named<FileKind>; 2] = [
    ("Picture", "A PNG for a slide", FileKind::Chart),
    (
        "Trace",
        "Trace-event JSON of the selected run, for Perfetto",
        FileKind::Trace,
    ),
];
const GROUNDS: [Named<bool>; 2] = [
    (
        "On light",
        "Dark on light, for bright rooms and print",
        false,
    ),
    ("On dark", "Light on dark", true),
];
const SIZES: [Named<ExportSize>; 2] = [
    ("16:9", "1920 × 1080 points", ExportSize::Wide),
    ("4:3", "1440 × 1080 points", ExportSize::Classic),
];
const SCALES: [Named<u8>; 3] = [
    ("1×", "One pixel a point", 1),
    ("2×", "Two pixels a point: sharp on most screens", 2),
    ("4×", "Four pixels a point: for print", 4),
];

fn group_ui<T: PartialEq + Copy>(ui: &mut Ui, name: &str, values: &[Named<T>], chosen: &mut T) {
    ui.vertical(|ui| {
        caps_ui(ui, name);
        choice_ui(ui, values, chosen);
    });
}
