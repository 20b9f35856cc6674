//! The whole run in one strip with the visible part framed; a press or drag moves that part. Knows nothing of lanes.

use egui::{Mesh, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use super::{
    ChartStyle, TimelineGesture,
    gesture::hovered_ns,
    hatch::{add_rect, shape},
    lane_paint::skyline,
    palette::mix,
};
use crate::scene::MinimapScene;

/// A strip of `height` points across the plotting area of the charts; returns where the person wants to look.
pub fn minimap_ui(
    ui: &mut Ui,
    scene: &MinimapScene,
    style: &ChartStyle,
    height: f32,
) -> Option<TimelineGesture> {
    let (outer, _response) =
        ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let strip = Rect::from_min_max(
        pos2(outer.left() + style.left_gutter, outer.top()),
        pos2(
            (outer.right() - style.right_gutter).max(outer.left() + style.left_gutter + 1.0),
            outer.bottom(),
        ),
    );
    let response = ui.interact(
        strip,
        ui.scope_id().with("minimap"),
        Sense::click_and_drag(),
    );
    paint(ui, scene, style, strip);
    (response.clicked() || response.dragged())
        .then(|| hovered_ns(&response, scene.whole))
        .flatten()
        .map(|at_ns| TimelineGesture::Center { at_ns })
}

fn paint(ui: &Ui, scene: &MinimapScene, style: &ChartStyle, strip: Rect) {
    let palette = &style.palette;
    let mut mesh = Mesh::default();
    add_rect(&mut mesh, strip, palette.grid);
    let values = |of: fn(&crate::scene::MinimapColumn) -> f32| -> Vec<f32> {
        scene.columns.iter().map(of).collect()
    };
    let engine = mix(palette.grid, palette.engine(scene.engine), 0.62);
    skyline(&mut mesh, strip, engine, &values(|column| column.busy));
    // A single pin on one of many carriers must still be seen.
    let least = style.scaled(3.0) / strip.height().max(1.0);
    let pinned: Vec<f32> = values(|column| column.pinned)
        .into_iter()
        .map(|share| if share > 0.0 { share.max(least) } else { 0.0 })
        .collect();
    skyline(&mut mesh, strip, palette.pinned, &pinned);
    let head = strip.with_max_y(strip.top() + strip.height() * 0.12);
    let lost = values(|column| if column.has_gap { 1.0 } else { 0.0 });
    skyline(&mut mesh, head, palette.muted, &lost);
    ui.painter().add(shape(mesh));
    let x_of = |ns| strip.left() + scene.whole.x_of(ns, strip.width());
    let visible = Rect::from_x_y_ranges(
        x_of(scene.visible.start_ns())
            ..=x_of(scene.visible.end_ns()).max(x_of(scene.visible.start_ns()) + 2.0),
        strip.y_range(),
    )
    .intersect(strip);
    ui.painter().rect(
        visible,
        style.scaled(2.0),
        palette.accent.gamma_multiply(0.25),
        Stroke::new(style.hairline_px, palette.accent),
        StrokeKind::Inside,
    );
}
