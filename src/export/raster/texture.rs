//! One texture in memory and how it is sampled.

use egui::{
    Color32, ImageData,
    epaint::{ImageDelta, Pos2, textures::TextureFilter},
};

/// Premultiplied texels, clamped at the edges; other wrap modes are treated alike.
#[derive(Default)]
pub(super) struct Texture {
    size: [usize; 2],
    texels: Vec<Color32>,
    nearest: bool,
}

impl Texture {
    /// Takes a whole new image or a changed part of it.
    pub(super) fn apply(&mut self, delta: &ImageDelta) {
        let ImageData::Color(image) = &delta.image;
        self.nearest = delta.options.magnification == TextureFilter::Nearest;
        let Some([left, top]) = delta.pos else {
            self.size = image.size;
            self.texels.clone_from(&image.pixels);
            return;
        };
        let width = image.size[0];
        for (row, texels) in image.pixels.chunks_exact(width.max(1)).enumerate() {
            let start = (top + row) * self.size[0] + left;
            if let Some(target) = self.texels.get_mut(start..start + width) {
                target.copy_from_slice(texels);
            }
        }
    }

    /// The colour at `uv`, each channel 0…255.
    pub(super) fn sample(&self, uv: Pos2) -> [f32; 4] {
        let [u, v] = [self.axis(uv.x, 0), self.axis(uv.y, 1)];
        if self.nearest {
            return self.texel(u.nearest(), v.nearest());
        }
        let top = lerp(self.texel(u.low, v.low), self.texel(u.high, v.low), u.share);
        let bottom = lerp(
            self.texel(u.low, v.high),
            self.texel(u.high, v.high),
            u.share,
        );
        lerp(top, bottom, v.share)
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the size of a texture, at most a few thousand texels"
    )]
    fn axis(&self, at: f32, axis: usize) -> Between {
        let last = self.size[axis].saturating_sub(1);
        let texel = (at * self.size[axis] as f32 - 0.5).clamp(0.0, last as f32);
        let low = texel as usize;
        Between {
            low,
            high: (low + 1).min(last),
            share: texel - low as f32,
        }
    }

    fn texel(&self, x: usize, y: usize) -> [f32; 4] {
        self.texels
            .get(y * self.size[0] + x)
            .map_or([0.0; 4], |texel| texel.to_array().map(f32::from))
    }
}

/// A place between two neighbouring texels.
struct Between {
    low: usize,
    high: usize,
    share: f32,
}

impl Between {
    fn nearest(&self) -> usize {
        if self.share < 0.5 {
            self.low
        } else {
            self.high
        }
    }
}

fn lerp(a: [f32; 4], b: [f32; 4], share: f32) -> [f32; 4] {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * share)
}
