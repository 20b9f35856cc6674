//! The result sheet as a view: figures beside each other, every run as a dot, and the published shape.

use std::sync::Arc;

use egui::{
    Frame, Id, Label, Margin, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

use crate::charts::{regular, semibold};
use crate::recording::ShapeVerdict;
use crate::state::{AppState, ClaimLine, CompareTable};
use crate::ui::controls::{caps_ui, note_ui};
use crate::ui::theme::{self, TYPE};

mod row;
mod strip;

pub(super) fn compare_ui(ui: &mut Ui, state: &AppState) {
    let table = cached(ui, state);
    ScrollArea::vertical()
        .id_salt("compare")
        .auto_shrink(false)
        .show(ui, |ui| {
            Frame::new()
                .inner_margin(Margin::symmetric(22, 14))
                .show(ui, |ui| table_ui(ui, &table));
        });
}

/// The table of the runs as they are now; made anew only when a run has ended or gone.
fn cached(ui: &Ui, state: &AppState) -> Arc<CompareTable> {
    let (id, key) = (Id::unique("compare table"), state.compare_key());
    let known: Option<(u64, Arc<CompareTable>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, table)) = known.filter(|(of, _)| *of == key) {
        return table;
    }
    let table = Arc::new(state.compare_table());
    ui.data_mut(|data| data.insert_temp(id, (key, Arc::clone(&table))));
    table
}

fn table_ui(ui: &mut Ui, table: &CompareTable) {
    let palette = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.label(
        RichText::new(&table.title)
            .font(semibold(17.0))
            .color(palette.text),
    );
    if !table.note.is_empty() {
        note_ui(ui, &table.note, palette.muted);
    }
    note_ui(
        ui,
        "A dot is a run, a pale ring a warm-up run that is not counted, the bar the 95 % interval of the median, a diamond the published figure. Scales are logarithmic.",
        palette.muted,
    );
    ui.add_space(6.0);
    let columns = row::Columns::over(ui.available_width(), table.measures.len());
    columns.heading_ui(ui, &table.measures);
    for group in &table.groups {
        if !group.heading.is_empty() {
            ui.add_space(8.0);
            ui.label(
                RichText::new(&group.heading)
                    .font(semibold(TYPE.body))
                    .color(palette.text),
            );
        }
        for (place, row) in group.rows.iter().enumerate() {
            row::row_ui(ui, &columns, group, place);
            ui.add_space(if row.timer.is_some() { 4.0 } else { 0.0 });
        }
    }
    claims_ui(ui, table);
    if !table.slopes.is_empty() {
        ui.add_space(14.0);
        caps_ui(ui, "Memory per task: slope of peak RSS over tasks");
        for slope in &table.slopes {
            ui.label(
                RichText::new(slope)
                    .font(regular(TYPE.body))
                    .color(palette.text),
            );
        }
    }
}

fn claims_ui(ui: &mut Ui, table: &CompareTable) {
    if table.claims.is_empty() {
        return;
    }
    ui.add_space(14.0);
    caps_ui(ui, "The published shape");
    for claim in &table.claims {
        claim_ui(ui, claim);
    }
}

fn claim_ui(ui: &mut Ui, line: &ClaimLine) {
    let palette = theme::palette(ui);
    let color = match line.verdict {
        ShapeVerdict::Same | ShapeVerdict::FailedAsTheirs => palette.good,
        ShapeVerdict::Flipped | ShapeVerdict::Differs => palette.pinned,
        ShapeVerdict::OtherSize | ShapeVerdict::DidNotFail | ShapeVerdict::FailedHere(_) => {
            palette.warning
        }
        ShapeVerdict::NoDifferenceSeen | ShapeVerdict::NotComparable(_) => palette.muted,
    };
    let verdict = line.verdict.label();
    ui.horizontal_top(|ui| {
        let (room, response) = ui.allocate_exact_size(vec2(230.0, 20.0), Sense::hover());
        let name = format!("{}: {verdict}", line.claim);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &name));
        let dot = pos2(room.left() + 5.0, room.center().y);
        ui.painter().circle_filled(dot, 4.0, color);
        let font = semibold(TYPE.body);
        let truncate = Some(egui::TextWrapMode::Truncate);
        let galley = egui::WidgetText::from(&verdict).into_galley(ui, truncate, 210.0, font);
        let at = egui::Align2::LEFT_CENTER
            .anchor_size(pos2(room.left() + 16.0, room.center().y), galley.size());
        ui.painter().galley(at.min, galley, palette.readable(color));
        response.on_hover_text(&verdict);
        let mut text = line.claim.clone();
        if !line.measured.is_empty() {
            text += "  —  here ";
            text += &line.measured;
        }
        let text = RichText::new(text)
            .font(regular(TYPE.body))
            .color(palette.muted);
        ui.add(Label::new(text).wrap());
    });
}
