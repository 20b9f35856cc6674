//! Runs egui without a window: a fresh context per picture, painted by the rasteriser. Knows nothing of what is drawn.

use egui::{Rect, Ui, Vec2, ViewportId, ViewportInfo, pos2};

use super::raster::{Canvas, Rasterizer};
use crate::charts::{Palette, Theme, install_fonts, install_system_fonts};

/// Passes before the picture is taken: fonts, sizes and found glyphs settle in the first ones.
const PASSES: usize = 4;
/// No limit of a GPU applies; large glyphs of four pixels per point need a large atlas.
const ATLAS_SIDE: usize = 8_192;

/// What is painted on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Surface {
    /// Layout size.
    pub size_points: [u16; 2],
    /// Pixels per point.
    pub scale: u8,
    /// Which look.
    pub theme: Theme,
}

impl Surface {
    /// Width and height in pixels.
    pub(super) fn size_px(self) -> [usize; 2] {
        self.size_points
            .map(|points| usize::from(points) * usize::from(self.scale))
    }
}

/// Paints what `add` adds. Called with the same arguments it returns the same bytes.
pub(super) fn paint(surface: Surface, mut add: impl FnMut(&mut Ui)) -> Canvas {
    let ctx = context(surface);
    let mut rasterizer = Rasterizer::default();
    let mut canvas = Canvas::filled(surface.size_px(), Palette::of(surface.theme).ground);
    for pass in 1..=PASSES {
        let mut output = ctx.run_ui(input(surface), &mut add);
        rasterizer.take_textures(&mut output.textures_delta);
        if pass == PASSES {
            let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
            rasterizer.paint(&mut canvas, &primitives, output.pixels_per_point);
        }
    }
    canvas
}

fn context(surface: Surface) -> egui::Context {
    let ctx = egui::Context::default();
    install_fonts(&ctx);
    install_system_fonts(&ctx);
    ctx.set_theme(match surface.theme {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    });
    ctx.all_styles_mut(|style| style.animation_time = 0.0);
    ctx
}

fn input(surface: Surface) -> egui::RawInput {
    let size = Vec2::from(surface.size_points.map(f32::from));
    let viewport = ViewportInfo {
        native_pixels_per_point: Some(f32::from(surface.scale)),
        ..ViewportInfo::default()
    };
    egui::RawInput {
        viewports: std::iter::once((ViewportId::ROOT, viewport)).collect(),
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), size)),
        max_texture_side: Some(ATLAS_SIDE),
        time: Some(0.0),
        focused: false,
        ..egui::RawInput::default()
    }
}
