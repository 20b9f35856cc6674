//! Rows of text in aligned columns. Knows nothing of what they say.

/// Where the cells between the first and the last column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    /// Against the right edge of their column, as figures do.
    Right,
    /// Against the left edge, as words do.
    Left,
}

/// First and last column to the left, those between as told, two spaces between columns; no spaces at the end of a line.
pub(super) fn aligned(rows: &[Vec<String>], between: Figure) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, width))| match between {
                Figure::Right if column > 0 && column + 1 < columns => format!("{cell:>width$}"),
                Figure::Right | Figure::Left => format!("{cell:<width$}"),
            })
            .collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
