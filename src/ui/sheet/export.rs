//! How the picture is to look.

use egui::Ui;

use crate::state::{Actions, ExportChart, ExportChoice, ExportSize, FileAction};
use crate::ui::controls::{caps_ui, choice_ui};

pub(super) fn export_ui(ui: &mut Ui, choice: ExportChoice, actions: &mut Actions) {
    let mut next = choice;
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            caps_ui(ui, "Chart");
            let charts = [
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
            choice_ui(ui, &charts, &mut next.chart);
        });
        ui.add_space(14.0);
        ui.vertical(|ui| {
            caps_ui(ui, "Ground");
            let grounds = [
                (
                    "On light",
                    "Dark on light, for bright rooms and print",
                    false,
                ),
                ("On dark", "Light on dark", true),
            ];
            choice_ui(ui, &grounds, &mut next.dark);
        });
    });
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            caps_ui(ui, "Shape");
            let sizes = [
                (
                    ExportSize::Wide.label(),
                    "1920 × 1080 points",
                    ExportSize::Wide,
                ),
                (
                    ExportSize::Classic.label(),
                    "1440 × 1080 points",
                    ExportSize::Classic,
                ),
            ];
            choice_ui(ui, &sizes, &mut next.size);
        });
        ui.add_space(14.0);
        ui.vertical(|ui| {
            caps_ui(ui, "Scale");
            let scales = [
                ("1×", "One pixel a point", 1),
                ("2×", "Two pixels a point: sharp on most screens", 2),
                ("4×", "Four pixels a point: for print", 4),
            ];
            choice_ui(ui, &scales, &mut next.scale);
        });
    });
    ui.add_space(6.0);
    if next != choice {
        actions.push(FileAction::SetExport(next).into());
    }
}
