//! How the picture is to look.

use egui::Ui;

use crate::state::{Actions, ExportChart, ExportChoice, ExportSize, FileAction};
use crate::ui::controls::{caps_ui, choice_ui};

pub(super) fn export_ui(ui: &mut Ui, choice: ExportChoice, actions: &mut Actions) {
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
