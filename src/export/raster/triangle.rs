//! Which pixels a triangle covers and what colour each gets.

use egui::epaint::{Pos2, Vertex};

use super::{Canvas, PixelRect, texture::Texture};

/// Positions are whole numbers of this fraction of a pixel.
const SUBPIXELS: i64 = 256;

/// A vertex in pixel space.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    x: i64,
    y: i64,
    uv: Pos2,
    color: [u8; 4],
}

/// Three corners in clockwise order on the screen (y grows downwards).
pub(super) struct Triangle {
    corners: [Corner; 3],
    area: i64,
}

/// One edge as a linear function of the pixel: zero on the edge, positive inside.
#[derive(Clone, Copy)]
struct Edge {
    per_x: i64,
    per_y: i64,
    at_origin: i64,
    /// 0 for a top or left edge, whose own pixels belong to the triangle, else 1.
    bias: i64,
}

impl Corner {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "screen positions within a million pixels, so that products of two fit 64 bits"
    )]
    pub(super) fn of(vertex: &Vertex, scale: f32) -> Self {
        let snap = |at: f32| {
            let limit = (1_i64 << 20) as f32;
            (at * scale)
                .clamp(-limit, limit)
                .mul_add(SUBPIXELS as f32, 0.5)
                .floor() as i64
        };
        Self {
            x: snap(vertex.pos.x),
            y: snap(vertex.pos.y),
            uv: vertex.uv,
            color: vertex.color.to_array(),
        }
    }
}

impl Edge {
    fn between(a: Corner, b: Corner) -> Self {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let owns_its_pixels = dy < 0 || (dy == 0 && dx > 0);
        let half = SUBPIXELS / 2;
        Self {
            per_x: -dy * SUBPIXELS,
            per_y: dx * SUBPIXELS,
            at_origin: dx * (half - a.y) - dy * (half - a.x),
            bias: i64::from(!owns_its_pixels),
        }
    }

    fn at(self, x: i64, y: i64) -> i64 {
        self.at_origin + x * self.per_x + y * self.per_y
    }

    /// The part of row `y` within `columns` (end exclusive) that lies inside this edge.
    fn narrow(self, [first, end]: [i64; 2], y: i64) -> [i64; 2] {
        let at_zero = self.at(0, y) - self.bias;
        match self.per_x {
            0 if at_zero < 0 => [first, first],
            0 => [first, end],
            step if step > 0 => [first.max(div_ceil(-at_zero, step)), end],
            step => [first, end.min(at_zero.div_euclid(-step) + 1)],
        }
    }
}

fn div_ceil(value: i64, by: i64) -> i64 {
    -(-value).div_euclid(by)
}

impl Triangle {
    /// `None` where the corners lie on one line.
    pub(super) fn new(a: Corner, b: Corner, c: Corner) -> Option<Self> {
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        match area {
            0 => None,
            1.. => Some(Self {
                corners: [a, b, c],
                area,
            }),
            ..0 => Some(Self {
                corners: [a, c, b],
                area: -area,
            }),
        }
    }

    pub(super) fn paint(&self, canvas: &mut Canvas, clip: PixelRect, texture: &Texture) {
        let [a, b, c] = self.corners;
        let edges = [
            Edge::between(b, c),
            Edge::between(c, a),
            Edge::between(a, b),
        ];
        let flat = self.flat_color(texture);
        let ys = self.corners.map(|corner| corner.y);
        let rows = clip.y[0].max(floor_px(ys.into_iter().min().unwrap_or(0)))
            ..clip.y[1].min(floor_px(ys.into_iter().max().unwrap_or(0)) + 1);
        for y in rows {
            let columns = edges
                .iter()
                .fold(clip.x, |columns, edge| edge.narrow(columns, y));
            let Some(row) = canvas.row_mut(y, columns) else {
                continue;
            };
            if let Some(color) = flat {
                cover(row, color);
            } else {
                let gradient = self.gradient((columns[0], y), edges);
                self.shade(row, &gradient, texture);
            }
        }
    }

    /// The one colour of the whole triangle, where it has one.
    fn flat_color(&self, texture: &Texture) -> Option<[u8; 4]> {
        let [a, b, c] = self.corners;
        let same = a.color == b.color && b.color == c.color && a.uv == b.uv && b.uv == c.uv;
        same.then(|| tint(a.color.map(f32::from), texture.sample(a.uv)))
    }

    /// What changes over the pixels of a row, as straight lines: colour times coverage, and the place in the texture.
    #[expect(
        clippy::cast_precision_loss,
        reason = "weights are shares of the area; 24 bits are finer than a colour step"
    )]
    fn gradient(&self, at: (i64, i64), edges: [Edge; 3]) -> Gradient {
        let area = self.area as f32;
        let start = edges.map(|edge| edge.at(at.0, at.1) as f32 / area);
        let step = edges.map(|edge| edge.per_x as f32 / area);
        let [a, b, c] = self.corners.map(|corner| {
            let [red, green, blue, alpha] = corner.color.map(f32::from);
            [red, green, blue, alpha, corner.uv.x, corner.uv.y]
        });
        let mix = |w: [f32; 3]| std::array::from_fn(|i| a[i] * w[0] + b[i] * w[1] + c[i] * w[2]);
        Gradient {
            start: mix(start),
            step: mix(step),
        }
    }

    fn shade(&self, row: &mut [[u8; 4]], gradient: &Gradient, texture: &Texture) {
        // Smoothed edges, which are most of what is shaded, lie on one white texel.
        let place = self.corners[0].uv;
        let is_one = self.corners.iter().all(|corner| corner.uv == place);
        let texel = is_one.then(|| texture.sample(place));
        let mut along = 0.0;
        for pixel in row {
            let (color, place) = gradient.at(along);
            let texel = texel.unwrap_or_else(|| texture.sample(place));
            blend(pixel, tint(color, texel));
            along += 1.0;
        }
    }
}

/// Red, green, blue, alpha, u and v along a row.
struct Gradient {
    start: [f32; 6],
    step: [f32; 6],
}

impl Gradient {
    fn at(&self, along: f32) -> ([f32; 4], Pos2) {
        let value = |i: usize| self.start[i] + self.step[i] * along;
        let color = [value(0), value(1), value(2), value(3)];
        (color, Pos2::new(value(4), value(5)))
    }
}

impl Canvas {
    /// The pixels of row `y` from the first to before the last of `columns`; `None` where there are none.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the caller clips to the canvas"
    )]
    fn row_mut(&mut self, y: i64, [first, end]: [i64; 2]) -> Option<&mut [[u8; 4]]> {
        let start = y as usize * self.size_px[0];
        (first < end)
            .then(|| {
                self.rgba
                    .get_mut(start + first as usize..start + end as usize)
            })
            .flatten()
    }
}

fn floor_px(at: i64) -> i64 {
    at.div_euclid(SUBPIXELS)
}

/// Vertex colour times texel, rounded.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "both factors lie in 0…255"
)]
fn tint(color: [f32; 4], texel: [f32; 4]) -> [u8; 4] {
    std::array::from_fn(|i| (color[i] * texel[i] / 255.0 + 0.5) as u8)
}

/// One colour over a whole row.
fn cover(row: &mut [[u8; 4]], color: [u8; 4]) {
    if color[3] == 255 {
        row.fill(color);
    } else {
        for pixel in row {
            blend(pixel, color);
        }
    }
}

/// Premultiplied source over destination.
fn blend(pixel: &mut [u8; 4], source: [u8; 4]) {
    if source[3] == 255 {
        *pixel = source;
        return;
    }
    if source == [0; 4] {
        return;
    }
    let kept = 255 - u32::from(source[3]);
    for (below, above) in pixel.iter_mut().zip(source) {
        let sum = u32::from(above) + (u32::from(*below) * kept + 127) / 255;
        *below = u8::try_from(sum).unwrap_or(u8::MAX);
    }
}
