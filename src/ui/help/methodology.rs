//! `docs/methodology.md` as a page of the window. Reads as much Markdown as that text uses: headings, lists, tables, strong words.

use egui::{Color32, Grid, Label, RichText, Ui, text::LayoutJob};

use crate::charts::{regular, semibold};
use crate::ui::theme::{self, TYPE};

const TEXT: &str = include_str!("../../../docs/methodology.md");

/// A piece of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    Heading(String),
    Item(String),
    Paragraph(String),
    Table(Vec<Vec<String>>),
}

pub(super) fn methodology_ui(ui: &mut Ui) {
    let palette = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 8.0;
    for (place, block) in blocks(TEXT).iter().enumerate() {
        match block {
            Block::Heading(text) => {
                ui.add_space(if place == 0 { 0.0 } else { 8.0 });
                ui.label(RichText::new(text).font(semibold(15.0)).color(palette.text));
            }
            Block::Paragraph(text) => {
                ui.add(Label::new(styled(text, palette.text)).wrap());
            }
            Block::Item(text) => {
                ui.horizontal_top(|ui| {
                    ui.label(RichText::new("•").color(palette.muted));
                    ui.add(Label::new(styled(text, palette.text)).wrap());
                });
            }
            Block::Table(rows) => table_ui(ui, place, rows),
        }
    }
}

fn table_ui(ui: &mut Ui, place: usize, rows: &[Vec<String>]) {
    let palette = theme::palette(ui);
    let columns = rows.first().map_or(1, Vec::len);
    // The first column names something; the others share the rest.
    let first = 120.0;
    #[expect(clippy::cast_precision_loss, reason = "a few columns")]
    let rest = (ui.available_width() - first - 40.0) / (columns.max(2) - 1) as f32;
    Grid::new(("methodology", place))
        .num_columns(columns)
        .spacing([14.0, 8.0])
        .show(ui, |ui| {
            for (line, row) in rows.iter().enumerate() {
                for (column, cell) in row.iter().enumerate() {
                    let width = if column == 0 { first } else { rest };
                    let is_name = line == 0 || column == 0;
                    let text = if is_name {
                        let font = semibold(TYPE.label);
                        let color = if line == 0 {
                            palette.muted
                        } else {
                            palette.text
                        };
                        LayoutJob::simple(plain(cell), font, color, width)
                    } else {
                        styled(cell, palette.text)
                    };
                    ui.vertical(|ui| {
                        ui.set_width(width);
                        ui.add(Label::new(text).wrap());
                    });
                }
                ui.end_row();
            }
        });
}

/// Strong words stand out, code and slanted words are only freed of their marks.
fn styled(text: &str, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (place, part) in text.split("**").enumerate() {
        let font = if place % 2 == 1 {
            semibold(TYPE.body)
        } else {
            regular(TYPE.body)
        };
        job.append(&plain(part), 0.0, egui::TextFormat::simple(font, color));
    }
    job
}

/// Without the marks of code and slanted words; a link leaves its words.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out += before;
        if let Some((words, after)) = link.split_once("](") {
            out += words;
            rest = after.split_once(')').map_or("", |(_, after)| after);
        } else {
            out.push('[');
            rest = link;
        }
    }
    out += rest;
    out.replace(['`', '*'], "")
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let words = line.trim();
        if words.is_empty() {
            is_open = false;
        } else if let Some(heading) = words.strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim();
            blocks.push(Block::Heading(plain(heading)));
            is_open = false;
        } else if words.starts_with('|') {
            table_line(&mut blocks, words);
            is_open = false;
        } else if let Some(item) = words.strip_prefix("* ").or(words.strip_prefix("- ")) {
            blocks.push(Block::Item(item.to_owned()));
            is_open = true;
        } else if let (true, Some(Block::Item(open) | Block::Paragraph(open))) =
            (is_open, blocks.last_mut())
        {
            open.push(' ');
            open.push_str(words);
        } else {
            blocks.push(Block::Paragraph(words.to_owned()));
            is_open = true;
        }
    }
    blocks
}

/// A line of cells goes to the table before it, or begins one; the line under the head is left out.
fn table_line(blocks: &mut Vec<Block>, line: &str) {
    if line.chars().all(|c| matches!(c, '|' | '-' | ' ' | ':')) {
        return;
    }
    let cells = line.trim_matches('|').split('|');
    let row: Vec<String> = cells.map(|cell| cell.trim().to_owned()).collect();
    match blocks.last_mut() {
        Some(Block::Table(rows)) => rows.push(row),
        Some(Block::Heading(_) | Block::Item(_) | Block::Paragraph(_)) | None => {
            blocks.push(Block::Table(vec![row]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_falls_into_its_blocks() {
        let text =
            "# A *b*\n\none `two`\nthree\n\n* x\n  y\n* z\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
        let own = str::to_owned;
        assert_eq!(
            blocks(text),
            [
                Block::Heading(own("A b")),
                Block::Paragraph(own("one `two` three")),
                Block::Item(own("x y")),
                Block::Item(own("z")),
                Block::Table(vec![vec![own("a"), own("b")], vec![own("1"), own("2")]]),
            ]
        );
        assert_eq!(plain("see [the page](x.md), `code`"), "see the page, code");
    }

    #[test]
    fn every_table_of_the_page_has_as_many_cells_in_each_row() {
        let all = blocks(TEXT);
        let tables = all.iter().filter_map(|block| match block {
            Block::Table(rows) => Some(rows),
            Block::Heading(_) | Block::Item(_) | Block::Paragraph(_) => None,
        });
        for rows in tables {
            assert!(
                rows.iter().all(|row| row.len() == rows[0].len()),
                "{rows:?}"
            );
        }
        assert!(all.len() > 10);
    }
}
