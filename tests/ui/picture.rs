//! The whole window as a picture, without window and GPU.

use std::path::Path;

use carrier_lab::charts;
use carrier_lab::export::raster::{Canvas, Rasterizer};
use carrier_lab::state::AppState;
use carrier_lab::ui::{theme, window_ui};
use egui::{Event, Modifiers, PointerButton, Pos2, RawInput, Rect, vec2};

/// Paints the window as it is once it has settled.
pub(crate) fn window_picture(state: &AppState, look: egui::Theme, size: [f32; 2]) -> Canvas {
    pressed_picture(state, look, size, None)
}

/// Paints the window after a press of the mouse on one place.
pub(crate) fn pressed_picture(
    state: &AppState,
    look: egui::Theme,
    size: [f32; 2],
    press: Option<Pos2>,
) -> Canvas {
    let ctx = egui::Context::default();
    charts::install_fonts(&ctx);
    theme::install(&ctx);
    ctx.set_theme(look);
    let mut rasterizer = Rasterizer::default();
    let pixels = [size[0] as usize, size[1] as usize];
    let mut canvas = Canvas::filled(pixels, ctx.style_of(look).visuals.panel_fill);
    for pass in 0..6_u32 {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(size[0], size[1]))),
            time: Some(f64::from(pass)),
            events: press.map_or_else(Vec::new, |at| events(pass, at)),
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| {
            let mut actions = Vec::new();
            window_ui(ui, state, &mut actions);
        });
        rasterizer.take_textures(&mut output.textures_delta);
        if pass == 5 {
            let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
            rasterizer.paint(&mut canvas, &primitives, output.pixels_per_point);
        }
    }
    canvas
}

/// The mouse comes, then presses and lets go in one pass: passes are too far apart for a click.
fn events(pass: u32, at: Pos2) -> Vec<Event> {
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    match pass {
        0 => vec![Event::PointerMoved(at)],
        1 => vec![button(true), button(false)],
        _later => Vec::new(),
    }
}

/// Writes a picture where a person can look at it.
pub(crate) fn write(canvas: &Canvas, path: &Path) {
    let file = std::fs::File::create(path).unwrap();
    let [width, height] = canvas.size_px.map(|side| u32::try_from(side).unwrap());
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(canvas.as_bytes()).unwrap();
}
