//! Diagonal stripes: what is pinned or missing is told by pattern as well as by colour. Knows nothing of time.

use egui::{Color32, Mesh, Rect, Shape, pos2};

/// Stripes of one picture; lines up across rectangles, because it is fixed to the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hatch {
    /// Colour of the stripes.
    pub color: Color32,
    /// From stripe to stripe, horizontally.
    pub period: f32,
    /// Horizontal width of a stripe.
    pub width: f32,
}

/// Half the width of the faint rim of a stripe, in points.
const RIM: f32 = 0.35;
const LEAST_WIDTH_IN_PERIODS: f32 = 0.6;

impl Hatch {
    /// Whether stripes can be told in a rectangle that stands alone; in narrower ones they would only look dirty.
    pub(super) fn fits(self, rect: Rect) -> bool {
        rect.width() >= self.period * LEAST_WIDTH_IN_PERIODS
    }

    /// The same stripes at most `period` points apart, though at least 4, so that more than one fits into a low rectangle.
    pub(super) fn closer(self, period: f32) -> Self {
        let period = self.period.min(period.max(4.0));
        Self {
            period,
            width: self.width.min(period * 0.34),
            ..self
        }
    }

    /// The same stripes with this share of their strength.
    pub(super) fn faded(self, strength: f32) -> Self {
        Self {
            color: self.color.gamma_multiply(strength),
            ..self
        }
    }

    /// Adds stripes that rise to the right within `rect`.
    pub(super) fn add(self, mesh: &mut Mesh, rect: Rect) {
        if !rect.is_positive() {
            return;
        }
        // A stripe is where x + y, modulo the period, is below the width.
        let first = ((rect.left() + rect.top()) / self.period).floor() - 1.0;
        let soft = self.color.gamma_multiply(0.5);
        let mut start = first * self.period;
        while start < rect.right() + rect.bottom() {
            let end = start + self.width;
            // A faint rim stands in for smoothing, which plain triangles do not have.
            add_stripe(mesh, rect, [start - RIM, end + RIM], soft);
            add_stripe(mesh, rect, [start + RIM, end - RIM], self.color);
            start += self.period;
        }
    }
}

/// The part of the band low ≤ x + y ≤ high inside `rect`, as a fan of at most six corners.
fn add_stripe(mesh: &mut Mesh, rect: Rect, [low, high]: [f32; 2], color: Color32) {
    let corners = [
        rect.left_top(),
        rect.right_top(),
        rect.right_bottom(),
        rect.left_bottom(),
    ]
    .to_vec();
    let above = clip(&corners, |point| point[0] + point[1] - low);
    let band = clip_points(&above, |point| high - point[0] - point[1]);
    let base = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
    for point in &band {
        mesh.colored_vertex(pos2(point[0], point[1]), color);
    }
    for i in 2..u32::try_from(band.len()).unwrap_or(0) {
        mesh.add_triangle(base, base + i - 1, base + i);
    }
}

fn clip(corners: &[egui::Pos2], inside: impl Fn([f32; 2]) -> f32) -> Vec<[f32; 2]> {
    let points: Vec<[f32; 2]> = corners.iter().map(|corner| (*corner).into()).collect();
    clip_points(&points, inside)
}

/// Keeps the part of a convex polygon where `inside` is at least 0 (Sutherland and Hodgman).
fn clip_points(points: &[[f32; 2]], inside: impl Fn([f32; 2]) -> f32) -> Vec<[f32; 2]> {
    let mut kept = Vec::with_capacity(points.len() + 1);
    for (i, &point) in points.iter().enumerate() {
        let next = points[(i + 1) % points.len()];
        let (here, there) = (inside(point), inside(next));
        if here >= 0.0 {
            kept.push(point);
        }
        if (here >= 0.0) != (there >= 0.0) {
            let share = here / (here - there);
            kept.push(std::array::from_fn(|axis| {
                point[axis] + (next[axis] - point[axis]) * share
            }));
        }
    }
    kept
}

/// A filled rectangle as two triangles, without feathered edges: neighbours must meet exactly.
pub(super) fn add_rect(mesh: &mut Mesh, rect: Rect, color: Color32) {
    mesh.add_colored_rect(rect, color);
}

/// The mesh as a shape; nothing where it is empty.
pub(super) fn shape(mesh: Mesh) -> Shape {
    if mesh.is_empty() {
        Shape::Noop
    } else {
        Shape::mesh(mesh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(mesh: &Mesh) -> f32 {
        mesh.indices
            .chunks_exact(3)
            .map(|corners| {
                let [a, b, c] = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize].pos);
                ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / 2.0
            })
            .sum()
    }

    #[test]
    fn stripes_stay_inside_and_cover_their_share() {
        let hatch = Hatch {
            color: Color32::WHITE,
            period: 8.0,
            width: 2.0,
        };
        let rect = Rect::from_min_max(pos2(13.0, 101.0), pos2(413.0, 121.0));
        let mut mesh = Mesh::default();
        hatch.add(&mut mesh, rect);
        assert!(
            mesh.vertices
                .iter()
                .all(|vertex| rect.expand(0.01).contains(vertex.pos))
        );
        // Every stripe is drawn twice, once a little wider and once a little narrower.
        let share = area(&mesh) / rect.area();
        assert!((share - 0.5).abs() < 0.03, "{share}");
    }

    #[test]
    fn a_sliver_stays_plain() {
        let hatch = Hatch {
            color: Color32::WHITE,
            period: 8.0,
            width: 2.0,
        };
        let wide = |width| Rect::from_min_max(pos2(0.0, 0.0), pos2(width, 20.0));
        assert!(!hatch.fits(wide(1.0)) && hatch.fits(wide(8.0)));
        let mut mesh = Mesh::default();
        hatch.add(&mut mesh, wide(0.0));
        assert!(mesh.is_empty());
    }
}
