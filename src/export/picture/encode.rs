//! Pixels → PNG. Knows nothing of what they show.

use crate::export::raster::Canvas;

use super::ExportError;

/// Pixels per metre at 96 pixels per inch, the size of a point.
const PIXELS_PER_METRE: u32 = 3_780;

/// Encodes an opaque canvas as 24-bit RGB; no time stamp, so that the same picture has the same bytes.
pub(in crate::export) fn png(canvas: &Canvas, scale: u32) -> Result<Vec<u8>, ExportError> {
    let rgb: Vec<u8> = canvas
        .rgba
        .iter()
        .flat_map(|[red, green, blue, _alpha]| [*red, *green, *blue])
        .collect();
    let [width, height] = canvas
        .size_px
        .map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: PIXELS_PER_METRE * scale,
        yppu: PIXELS_PER_METRE * scale,
        unit: png::Unit::Meter,
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}
