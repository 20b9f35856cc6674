//! The results of a plan as a Markdown page. Every text that comes from a preset or a machine is escaped.

use super::sheet::{Section, sections};
use super::table::run_rows;
use crate::recording::{Recording, ResultSheet};

/// A page: title, what to look for, the sections of the sheet, every run, the machine.
#[must_use]
pub fn markdown(sheet: &ResultSheet<'_>, recordings: &[Recording]) -> String {
    let runs = Section {
        title: "Every run, in the order carried out",
        note: String::new(),
        rows: run_rows(recordings),
    };
    let mut parts = vec![
        format!("# {}", escaped(&sheet.title)),
        escaped(&sheet.about),
    ];
    for section in sections(sheet).iter().chain([&runs]) {
        parts.push(format!("## {}", escaped(section.title)));
        parts.push(escaped(&section.note));
        parts.push(table(&section.rows));
    }
    if let Some(recording) = recordings.first() {
        parts.push("## Machine".to_owned());
        parts.push(escaped(&recording.facts.small_print()));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

fn table(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    if let Some(head) = rows.first() {
        lines.insert(1, format!("|{}", "---|".repeat(head.len())));
    }
    lines.join("\n")
}

/// Text that Markdown shows as it is: marks lose their meaning, and a line break ends neither a row nor a heading.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '~' | '&' | '!' | '$' => {
                out.push('\\');
                out.push(c);
            }
            '\r' | '\n' | '\t' => out.push(' '),
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_line_breaks_lose_their_meaning() {
        assert_eq!(
            escaped("a|b\n<script> [x](y) \\ `c` *d*\u{7}"),
            "a\\|b \\<script\\> \\[x\\](y) \\\\ \\`c\\` \\*d\\*"
        );
    }

    #[test]
    fn a_table_has_as_many_cells_in_every_row_whatever_they_hold() {
        let rows = vec![
            vec!["a".to_owned(), "b|c".to_owned()],
            vec!["1\n2".to_owned(), "|".to_owned()],
        ];
        let text = table(&rows);
        assert_eq!(text, "| a | b\\|c |\n|---|---|\n| 1 2 | \\| |");
    }
}
