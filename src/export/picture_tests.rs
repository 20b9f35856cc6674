//! Real pictures from invented recordings. With `CARRIER_LAB_PICTURES=DIR` they are kept there to be looked at.

use super::{
    Chart, PictureRequest, chart_png, fixtures,
    offscreen::{self, Surface},
};
use crate::charts::{
    ChartSlot, ChartStyle, Theme, TimeLabels, lanes_height, lanes_ui, memory_ui, minimap_ui,
    plot_columns, throughput_ui,
};
use crate::recording::Recording;
use crate::scene::{
    CurveRun, Emphasis, LaneView, RowRange, TimeWindow, fit_window, lane_scene, memory_scene,
    minimap_scene, path, throughput_scene,
};

fn draw(name: &str, recordings: &[Recording], request: &PictureRequest) -> Vec<u8> {
    let recordings: Vec<&Recording> = recordings.iter().collect();
    let picture = chart_png(&recordings, request).unwrap();
    keep(name, &picture.png);
    picture.png
}

fn keep(name: &str, png: &[u8]) {
    if let Ok(folder) = std::env::var("CARRIER_LAB_PICTURES") {
        std::fs::write(format!("{folder}/charts-{name}.png"), png).unwrap();
    }
}

fn request(chart: Chart, theme: Theme) -> PictureRequest {
    PictureRequest {
        chart,
        theme,
        ..PictureRequest::default()
    }
}

#[test]
fn live_pictures_are_the_same_every_time() {
    let recordings = fixtures::recordings();
    for (name, theme) in [("live-dark", Theme::Dark), ("live-light", Theme::Light)] {
        let request = request(Chart::Live, theme);
        let first = draw(name, &recordings, &request);
        assert_eq!(first, draw(name, &recordings, &request));
    }
}

#[test]
fn one_run_shows_its_task_states() {
    let recordings = fixtures::recordings();
    let request = request(Chart::Live, Theme::Dark);
    let alone = draw("live-one", &recordings[3..], &request);
    assert_ne!(alone, draw("live-all", &recordings, &request));
}

#[test]
fn timeline_pictures_are_the_same_every_time() {
    let recordings = fixtures::recordings();
    for (name, theme) in [
        ("timeline-dark", Theme::Dark),
        ("timeline-light", Theme::Light),
    ] {
        let request = request(Chart::Timeline, theme);
        let first = draw(name, &recordings, &request);
        assert_eq!(first, draw(name, &recordings, &request));
    }
    draw(
        "timeline-one",
        &recordings[3..],
        &request(Chart::Timeline, Theme::Dark),
    );
}

/// The charts as the window stacks them, with a linked cursor, a ghost, a path over carriers and the minimap.
fn window_like(theme: Theme, visible: TimeWindow) -> Vec<u8> {
    let recordings = fixtures::recordings();
    let before = fixtures::recording(&fixtures::Shape {
        peak_mib: 190.0,
        ..fixtures::shapes()[2]
    });
    let mut runs: Vec<CurveRun<'_>> = recordings.iter().map(CurveRun::current).collect();
    runs.push(CurveRun {
        recording: &before,
        emphasis: Emphasis::Ghost,
    });
    let style = ChartStyle::window(theme);
    let surface = Surface {
        size_points: [900, 860],
        scale: 2,
        theme,
    };
    let canvas = offscreen::paint(surface, |ui| window_charts(ui, &runs, visible, &style));
    super::picture::encode(&canvas, 2).unwrap()
}

fn window_charts(
    ui: &mut egui::Ui,
    runs: &[CurveRun<'_>],
    visible: TimeWindow,
    style: &ChartStyle,
) {
    let whole = fit_window(runs);
    let columns = plot_columns(ui.available_width(), ui.pixels_per_point(), style);
    let slot = |height, time_labels| ChartSlot {
        height,
        time_labels,
        cursor_ns: Some(9_920_000_000),
    };
    let memory = memory_scene(runs, whole, columns);
    memory_ui(ui, &memory, style, slot(200.0, TimeLabels::Hidden));
    let throughput = throughput_scene(runs, whole, columns);
    throughput_ui(ui, &throughput, style, slot(160.0, TimeLabels::Shown));
    let recording = runs[2].recording;
    minimap_ui(
        ui,
        &minimap_scene(recording, whole, visible, columns),
        style,
        40.0,
    );
    let view = LaneView {
        window: visible,
        width: ui.available_width() - style.left_gutter - style.right_gutter,
        columns,
    };
    let lanes = lane_scene(recording, view, RowRange::ALL);
    let way: Vec<_> = [475, 580, 598].map(|task| path(recording, task)).concat();
    let height = lanes_height(&lanes, 28.0, TimeLabels::Above, style);
    lanes_ui(ui, &lanes, style, slot(height, TimeLabels::Above), &way);
}

#[test]
fn window_charts_are_the_same_every_time() {
    let near = TimeWindow::new(9_000_000_000, 10_400_000_000);
    for (name, theme) in [("window-dark", Theme::Dark), ("window-light", Theme::Light)] {
        let first = window_like(theme, near);
        keep(name, &first);
        assert_eq!(first, window_like(theme, near));
    }
}
