//! What is exported: a picture and how it is to look, or a trace for other viewers.

use egui::Ui;

use crate::state::{Actions, ExportChart, ExportChoice, ExportSize, FileAction, FileKind, Sheet};
use crate::ui::controls::{caps_ui, choice_ui, note_ui};
use crate::ui::theme;

pub(super) fn export_ui(
    ui: &mut Ui,
    (kind, choice): (FileKind, ExportChoice),
    actions: &mut Actions,
) {
    let mut wanted = kind;
    group_ui(ui, "Format", &FORMATS, &mut wanted);
    ui.add_space(6.0);
    if wanted != kind {
        actions.push(FileAction::ShowSheet(Sheet::Save(wanted)).into());
    }
    match kind {
        FileKind::Trace => trace_ui(ui),
        FileKind::Chart | FileKind::Preset | FileKind::Recording | FileKind::WindowPicture => {
            picture_ui(ui, choice, actions);
        }
    }
}

fn trace_ui(ui: &mut Ui) {
    let muted = theme::palette(ui).muted;
    let text = "Every span, pin, wait and counter of the selected run as trace-event JSON, which opens in Perfetto and Chrome's viewer.";
    note_ui(ui, text, muted);
    ui.add_space(6.0);
}

fn picture_ui(ui: &mut Ui, choice: ExportChoice, actions: &mut Actions) {
    let mut next = choice;
    ui.horizontal(|ui| {
        group_ui(ui, "Chart", &CHARTS, &mut next.chart);
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
    if next != choice {
        actions.push(FileAction::SetExport(next).into());
    }
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
const CHARTS: [Named<ExportChart>; 2] = [
    (
        "Live",
        "Memory, throughput and task states of all runs that are shown",
        ExportChart::Live,
    ),
    (
        "Timeline",
        "The lanes of the selected run",
        ExportChart::Timeline,
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
