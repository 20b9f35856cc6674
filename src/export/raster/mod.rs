//! Paints what egui tessellated into memory, on the CPU: no window, no GPU, the same bytes every time. Knows nothing of charts.
//!
//! Blends premultiplied colours in gamma space, as egui's own painters do. Positions are snapped to 1/256 pixel and covered by
//! the top-left rule, so that neighbouring triangles neither overlap nor leave a seam. Paint callbacks are not carried out.

mod texture;
mod triangle;

use std::collections::HashMap;

use egui::{
    Color32, Mesh, Rect, TextureId, TexturesDelta,
    epaint::{ClippedPrimitive, Primitive},
};

use texture::Texture;
use triangle::{Corner, Triangle};

/// A picture of opaque pixels, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// Width and height in pixels.
    pub size_px: [usize; 2],
    /// Red, green, blue and alpha of every pixel; alpha is 255 where the canvas began opaque.
    pub rgba: Vec<[u8; 4]>,
}

/// Keeps textures between frames and paints primitives with them.
#[derive(Default)]
pub struct Rasterizer {
    textures: HashMap<TextureId, Texture>,
    freed: Vec<TextureId>,
}

impl Canvas {
    /// A canvas filled with one colour.
    #[must_use]
    pub fn filled(size_px: [usize; 2], color: Color32) -> Self {
        Self {
            size_px,
            rgba: vec![color.to_array(); size_px[0] * size_px[1]],
        }
    }

    /// The bytes in the order of a PNG.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.rgba.as_flattened()
    }
}

impl Rasterizer {
    /// Takes new and changed textures and leaves the delta empty. What is freed goes after the next frame, which may still use it.
    #[expect(
        clippy::iter_over_hash_type,
        reason = "textures do not depend on each other"
    )]
    pub fn take_textures(&mut self, delta: &mut TexturesDelta) {
        for id in self.freed.drain(..) {
            self.textures.remove(&id);
        }
        for (id, changes) in delta.set.drain() {
            for change in &changes {
                self.textures.entry(id).or_default().apply(change);
            }
        }
        self.freed.extend(delta.free.drain());
    }

    /// Paints primitives over the canvas in their order.
    pub fn paint(
        &self,
        canvas: &mut Canvas,
        primitives: &[ClippedPrimitive],
        pixels_per_point: f32,
    ) {
        for ClippedPrimitive {
            clip_rect,
            primitive,
        } in primitives
        {
            match primitive {
                Primitive::Mesh(mesh) => {
                    let clip = PixelRect::of(*clip_rect, pixels_per_point, canvas.size_px);
                    self.paint_mesh(canvas, mesh, (clip, pixels_per_point));
                }
                Primitive::Callback(_) => {}
            }
        }
    }

    fn paint_mesh(&self, canvas: &mut Canvas, mesh: &Mesh, (clip, scale): (PixelRect, f32)) {
        let Some(texture) = self.textures.get(&mesh.texture_id) else {
            return;
        };
        let corner = |index: &u32| {
            mesh.vertices
                .get(*index as usize)
                .map(|vertex| Corner::of(vertex, scale))
        };
        for corners in mesh.indices.as_chunks::<3>().0 {
            let [Some(a), Some(b), Some(c)] = corners.each_ref().map(corner) else {
                continue;
            };
            if let Some(triangle) = Triangle::new(a, b, c) {
                triangle.paint(canvas, clip, texture);
            }
        }
    }
}

/// Whole pixels, right and bottom exclusive.
#[derive(Clone, Copy, Debug)]
struct PixelRect {
    x: [i64; 2],
    y: [i64; 2],
}

impl PixelRect {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "rounded to pixels of a canvas; infinite rectangles saturate"
    )]
    fn of(rect: Rect, scale: f32, size_px: [usize; 2]) -> Self {
        let range = |min: f32, max: f32, size: usize| {
            let bound = |at: f32| ((at * scale).round() as i64).clamp(0, size as i64);
            [bound(min), bound(max)]
        };
        Self {
            x: range(rect.min.x, rect.max.x, size_px[0]),
            y: range(rect.min.y, rect.max.y, size_px[1]),
        }
    }
}

#[cfg(test)]
mod tests;
