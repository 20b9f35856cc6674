//! A line through many points, as wide on a steep slope as on a flat one. Knows nothing of what it stands for.

use egui::{Painter, Pos2, Shape, Stroke};

/// Turns sharper than this (the cosine of 25°) get a round joint. A mitred one thins the stroke on both sides of it, and where points
/// lie closer together than the stroke is wide, as in a curve of one point per pixel, nothing of its width is left.
const SHARP: f32 = 0.906;

/// Paints a line with round joints and ends; `stroke` must be opaque, for its pieces overlap.
pub(super) fn polyline(painter: &Painter, points: &[Pos2], stroke: Stroke) {
    let points = apart(points, 0.25 / painter.pixels_per_point());
    let joint = |at: Pos2| Shape::circle_filled(at, stroke.width / 2.0, stroke.color);
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return;
    };
    painter.add(joint(first));
    for piece in smooth_pieces(&points) {
        painter.add(joint(piece[piece.len() - 1]));
        painter.add(Shape::line(piece.to_vec(), stroke));
    }
    painter.add(joint(last));
}

/// The points without those that lie where the one before lies.
fn apart(points: &[Pos2], least: f32) -> Vec<Pos2> {
    let mut kept: Vec<Pos2> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last().is_none_or(|last| last.distance(*point) > least) {
            kept.push(*point);
        }
    }
    kept
}

/// Cuts a line at its sharp turns; each piece begins where the one before ends.
fn smooth_pieces(points: &[Pos2]) -> Vec<&[Pos2]> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (index, three) in points.windows(3).enumerate() {
        let (come, go) = (three[1] - three[0], three[2] - three[1]);
        if come.normalized().dot(go.normalized()) < SHARP {
            pieces.push(&points[start..=index + 1]);
            start = index + 1;
        }
    }
    if points.len() > start + 1 {
        pieces.push(&points[start..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn pieces_meet_at_sharp_turns_and_leave_nothing_out() {
        let line =
            [(0.0, 0.0), (1.0, 0.1), (2.0, 0.3), (2.2, 9.0), (2.4, 0.0)].map(|(x, y)| pos2(x, y));
        let pieces = smooth_pieces(&line);
        assert_eq!(pieces, [&line[..3], &line[2..4], &line[3..]]);
    }

    #[test]
    fn a_point_alone_and_points_on_each_other_make_no_piece() {
        let points = [pos2(1.0, 1.0); 3];
        assert_eq!(apart(&points, 0.1).len(), 1);
        assert!(smooth_pieces(&points[..1]).is_empty());
    }
}
