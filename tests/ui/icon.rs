//! The icon in `assets/` is what the program draws. `UPDATE_ICON=1 cargo test --test ui icon` writes it anew.

use carrier_lab::charts::{Palette, Theme};
use carrier_lab::export::raster::{Canvas, Rasterizer};
use carrier_lab::ui::logo;
use egui::{Color32, Pos2, RawInput, Rect, vec2};

use crate::picture;

const SIDE: usize = 256;

fn drawn() -> Canvas {
    let palette = Palette::of(Theme::Light);
    let ctx = egui::Context::default();
    let mut rasterizer = Rasterizer::default();
    let mut canvas = Canvas::filled([SIDE, SIDE], Color32::TRANSPARENT);
    let whole = Rect::from_min_size(Pos2::ZERO, vec2(SIDE as f32, SIDE as f32));
    for _ in 0..2 {
        let input = RawInput {
            screen_rect: Some(whole),
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| {
            let colors = [palette.accent, palette.on_accent];
            logo(ui.painter(), whole.shrink(8.0), colors);
        });
        rasterizer.take_textures(&mut output.textures_delta);
        canvas = Canvas::filled([SIDE, SIDE], Color32::TRANSPARENT);
        let primitives = ctx.tessellate(output.shapes, 1.0);
        rasterizer.paint(&mut canvas, &primitives, 1.0);
    }
    straight(canvas)
}

/// PNG wants colours that are not multiplied by their alpha.
fn straight(mut canvas: Canvas) -> Canvas {
    for [r, g, b, a] in &mut canvas.rgba {
        for channel in [r, g, b] {
            if *a > 0 {
                *channel = (u16::from(*channel) * 255 / u16::from(*a)).min(255) as u8;
            }
        }
    }
    canvas
}

#[test]
fn the_icon_is_the_drawn_logo() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/icon.png");
    let canvas = drawn();
    if std::env::var_os("UPDATE_ICON").is_some() {
        picture::write(&canvas, path.as_ref());
    }
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    assert!(
        bytes == canvas.as_bytes(),
        "run with UPDATE_ICON=1 and look at the icon"
    );
}
