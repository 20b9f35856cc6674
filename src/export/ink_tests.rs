//! How much paint a row gets for how busy it was, by counting pixels.

use egui::Color32;

use super::offscreen::{self, Surface};
use crate::charts::{ChartSlot, ChartStyle, Palette, Theme, TimeLabels, lanes_height, lanes_ui};
use crate::model::EngineKind;
use crate::scene::{BoxKind, Lane, LaneBox, LaneOf, LaneScene, TimeWindow};

const ENGINE: EngineKind = EngineKind::May;
/// Points between the gutters of the window's style on a surface of 356 points.
const WIDTH: f32 = 200.0;

/// One row, filled with one box of this kind, `row_height` points high; its pixels.
fn row(kind: BoxKind, row_height: f32, theme: Theme) -> Vec<[u8; 4]> {
    let filled = LaneBox {
        left: 0.0,
        right: WIDTH,
        kind,
        task: None,
    };
    let lane = Lane::new(LaneOf::Carrier(0), vec![filled]);
    let scene = LaneScene {
        engine: ENGINE,
        window: TimeWindow::new(0, 1_000),
        lanes: vec![lane],
        has_strip: false,
        rows: 1,
        heat: Vec::new(),
        note: String::new(),
        known_until_ns: 1_000,
        failed: None,
        unrecorded: None,
    };
    let style = ChartStyle::window(theme);
    let labels = TimeLabels::Hidden;
    let height = lanes_height(&scene, row_height, labels, &style);
    let surface = Surface {
        size_points: [356, 200],
        scale: 1,
        theme,
    };
    let canvas = offscreen::paint(surface, |ui| {
        let slot = ChartSlot {
            height,
            time_labels: labels,
            cursor_ns: None,
            selected_ns: None,
        };
        lanes_ui(ui, &scene, &style, slot, &[]);
    });
    // Below the heading with its legend, between the gutters.
    let (size, top) = (canvas.size_px, 26);
    let rows = canvas.rgba.chunks(size[0]).skip(top);
    rows.flat_map(|row| row[72..272].to_vec()).collect()
}

fn count(pixels: &[[u8; 4]], color: Color32) -> usize {
    let wanted = color.to_array();
    pixels.iter().filter(|pixel| **pixel == wanted).count()
}

#[test]
fn a_tall_row_is_filled_to_the_share_that_was_busy() {
    for theme in [Theme::Dark, Theme::Light] {
        let engine = Palette::of(theme).engine(ENGINE);
        let full = count(&row(BoxKind::Busy { share: 1.0 }, 50.0, theme), engine);
        assert!(full >= 40 * 200, "{full}");
        for percent in [10_u8, 25, 50, 75] {
            let share = f32::from(percent) / 100.0;
            let filled = count(&row(BoxKind::Busy { share }, 50.0, theme), engine);
            let wanted = full * usize::from(percent) / 100;
            assert!(
                filled.abs_diff(wanted) <= 200,
                "{percent} %: {filled} of {full}"
            );
        }
        let trace = count(&row(BoxKind::Busy { share: 0.001 }, 50.0, theme), engine);
        assert_eq!(trace, 200, "one pixel high");
    }
}

#[test]
fn a_low_row_is_as_strong_as_the_share_that_was_busy() {
    let strongest = |share| {
        let pixels = row(BoxKind::Busy { share }, 6.0, Theme::Dark);
        let blues = pixels.iter().map(|pixel| pixel[2]);
        blues.max().unwrap()
    };
    let empty = Palette::of(Theme::Dark).grid.to_array()[2];
    let steps = [0.001, 0.25, 0.5, 0.75, 1.0].map(strongest);
    assert!(steps[0] > empty + 20, "a trace is seen: {steps:?}");
    assert!(
        steps.windows(2).all(|pair| pair[0] + 20 < pair[1]),
        "{steps:?}"
    );
    assert_eq!(
        steps[4],
        Palette::of(Theme::Dark).engine(ENGINE).to_array()[2]
    );
}

#[test]
fn a_busy_trace_is_seen_in_rows_of_any_height() {
    for theme in [Theme::Dark, Theme::Light] {
        let empty = Palette::of(theme).grid.to_array();
        let farness = |pixel: &[u8; 4]| -> i32 {
            let channels = pixel.iter().zip(empty);
            channels
                .map(|(a, b)| (i32::from(*a) - i32::from(b)).abs())
                .sum()
        };
        for height in [3.0, 6.0, 20.0, 60.0] {
            let pixels = row(BoxKind::Busy { share: 0.001 }, height, theme);
            // The row's own pixels come first; the middle of its first line is empty where it is not painted.
            let seen = farness(&pixels[100]);
            assert!(seen > 60, "{theme:?} {height}: {seen}");
        }
    }
}

#[test]
fn a_pinned_trace_is_seen_in_rows_of_any_height() {
    for theme in [Theme::Dark, Theme::Light] {
        let pinned = Palette::of(theme).pinned.to_array();
        let nearness = |pixel: &[u8; 4]| -> i32 {
            let channels = pixel.iter().zip(pinned);
            channels
                .map(|(a, b)| (i32::from(*a) - i32::from(b)).abs())
                .sum()
        };
        for height in [3.0, 6.0, 20.0, 60.0] {
            let nearest = |kind| row(kind, height, theme).iter().map(nearness).min().unwrap();
            let with = nearest(BoxKind::Pinned { share: 0.001 });
            let without = nearest(BoxKind::Busy { share: 0.001 });
            assert!(with + 100 < without, "{theme:?} {height}: {with} {without}");
        }
    }
}
