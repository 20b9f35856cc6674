//! The result sheet for a terminal. Knows nothing of how it was computed.

use super::aligned::{Figure, aligned};
use super::sheet::sections;
use crate::recording::ResultSheet;

/// The sections of a sheet, each under its heading; empty where there is nothing beyond the single runs.
#[must_use]
pub fn sheet_text(sheet: &ResultSheet<'_>) -> String {
    let mut text = String::new();
    for section in sections(sheet) {
        text.push('\n');
        text += section.title;
        text.push('\n');
        if !section.note.is_empty() {
            text += &section.note;
            text.push('\n');
        }
        text += &aligned(&section.rows, Figure::Left);
    }
    text
}
