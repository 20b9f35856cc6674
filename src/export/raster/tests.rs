//! Coverage, blending and clipping of the rasteriser, by counting pixels.

use egui::{Color32, Mesh, Pos2, Rect, TextureId, TexturesDelta, epaint, pos2};
use epaint::{ClippedPrimitive, ColorImage, ImageDelta, Primitive, textures::TextureOptions};

use super::*;

const WHITE: [u8; 4] = [255; 4];

fn white_rasterizer() -> Rasterizer {
    let image = ColorImage::filled([2, 2], Color32::WHITE);
    let mut delta = TexturesDelta::default();
    delta.push(
        TextureId::default(),
        ImageDelta::full(image, TextureOptions::LINEAR),
    );
    let mut rasterizer = Rasterizer::default();
    rasterizer.take_textures(&mut delta);
    assert!(delta.is_empty());
    rasterizer
}

fn paint(points: &[Pos2], color: Color32, clip: Rect) -> Canvas {
    let mut mesh = Mesh::default();
    for (i, point) in (0..).zip(points) {
        mesh.colored_vertex(*point, color);
        mesh.indices.push(i);
    }
    let mut canvas = Canvas::filled([40, 40], Color32::BLACK);
    let primitive = ClippedPrimitive {
        clip_rect: clip,
        primitive: Primitive::Mesh(mesh),
    };
    white_rasterizer().paint(&mut canvas, &[primitive], 1.0);
    canvas
}

fn count(canvas: &Canvas, color: [u8; 4]) -> usize {
    canvas.rgba.iter().filter(|pixel| **pixel == color).count()
}

#[test]
fn triangles_that_share_edges_cover_each_pixel_once() {
    // A fan around a point off the grid, half transparent: a pixel painted twice or never would have another colour.
    let center = pos2(17.3, 21.7);
    let rim = [
        pos2(3.0, 3.0),
        pos2(31.0, 3.0),
        pos2(36.0, 20.0),
        pos2(31.0, 37.0),
        pos2(3.0, 37.0),
        pos2(3.0, 3.0),
    ];
    let fan: Vec<Pos2> = rim
        .windows(2)
        .flat_map(|pair| [center, pair[0], pair[1]])
        .collect();
    let half = Color32::from_white_alpha(128);
    let canvas = paint(&fan, half, Rect::EVERYTHING);
    let once = half.to_array();
    let once = [once[0], once[1], once[2], 255];
    let untouched = count(&canvas, [0, 0, 0, 255]);
    assert_eq!(count(&canvas, once) + untouched, 40 * 40);
    assert!(count(&canvas, once) > 28 * 34);
    assert_eq!(canvas.rgba[20 * 40 + 20], once);
}

#[test]
fn a_rectangle_on_the_grid_covers_exactly_its_pixels_in_any_winding() {
    let [a, b, c, d] = [
        pos2(4.0, 5.0),
        pos2(14.0, 5.0),
        pos2(14.0, 9.0),
        pos2(4.0, 9.0),
    ];
    for points in [[a, b, c, a, c, d], [a, c, b, d, c, a]] {
        let canvas = paint(&points, Color32::WHITE, Rect::EVERYTHING);
        assert_eq!(count(&canvas, WHITE), 10 * 4);
        assert_eq!(canvas.rgba[5 * 40 + 4], WHITE);
        assert_ne!(canvas.rgba[9 * 40 + 4], WHITE);
        assert_ne!(canvas.rgba[5 * 40 + 14], WHITE);
    }
}

#[test]
fn nothing_is_painted_outside_the_clip() {
    let clip = Rect::from_min_max(pos2(10.0, 10.0), pos2(12.0, 13.0));
    let points = [pos2(-900.0, -900.0), pos2(900.0, -900.0), pos2(0.0, 900.0)];
    let canvas = paint(&points, Color32::WHITE, clip);
    assert_eq!(count(&canvas, WHITE), 2 * 3);
}

#[test]
fn a_part_of_a_texture_is_replaced_and_sampled_between_texels() {
    let mut texture = Texture::default();
    let image = ColorImage::filled([4, 4], Color32::BLACK);
    texture.apply(&ImageDelta::full(image, TextureOptions::LINEAR));
    let patch = ColorImage::filled([2, 4], Color32::WHITE);
    texture.apply(&ImageDelta::partial([2, 0], patch, TextureOptions::LINEAR));
    let red_at = |u: f32| texture.sample(pos2(u, 0.5))[0];
    assert!(red_at(0.25) < 0.5 && red_at(0.75) > 254.5);
    assert!((red_at(0.5) - 127.5).abs() < 0.5);
}
