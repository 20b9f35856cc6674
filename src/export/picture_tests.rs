//! Real pictures from invented recordings. With `CARRIER_LAB_PICTURES=DIR` they are kept there to be looked at.

use super::{
    Chart, PictureRequest, chart_png, fixtures,
    offscreen::{self, Surface},
};
use crate::charts::{
    ChartSlot, ChartStyle, Palette, Theme, TimeLabels, lanes_height, lanes_ui, memory_ui,
    minimap_ui, plot_columns, throughput_ui,
};
use crate::model::{EngineKind, Nanos, ProbeMode};
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

/// Half as large as a slide, for speed.
fn request(chart: Chart, theme: Theme) -> PictureRequest {
    PictureRequest {
        chart,
        theme,
        size: (960, 540),
        ..PictureRequest::default()
    }
}

fn all(chart: Chart, theme: Theme) -> Vec<u8> {
    let name = format!("{chart:?}-{theme:?}").to_lowercase();
    draw(&name, &fixtures::every_engine(), &request(chart, theme))
}

pub(super) fn pixels(png: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes
        .chunks_exact(3)
        .map(|rgb| [rgb[0], rgb[1], rgb[2]])
        .collect();
    (usize::try_from(info.width).unwrap(), pixels)
}

pub(super) fn count(pixels: &[[u8; 3]], color: egui::Color32) -> usize {
    let [r, g, b, _] = color.to_array();
    pixels.iter().filter(|pixel| **pixel == [r, g, b]).count()
}

#[test]
fn pictures_are_the_same_every_time() {
    for chart in [Chart::Live, Chart::Timeline] {
        assert_eq!(all(chart, Theme::Dark), all(chart, Theme::Dark));
    }
}

#[test]
fn every_engine_is_seen_in_its_colour_in_both_looks() {
    for theme in [Theme::Dark, Theme::Light] {
        let palette = Palette::of(theme);
        let (width, live) = pixels(&all(Chart::Live, theme));
        let (_, timeline) = pixels(&all(Chart::Timeline, theme));
        assert_eq!((width, live.len()), (960, 960 * 540));
        for engine in EngineKind::ALL {
            let color = palette.engine(engine);
            assert!(count(&live, color) > 150, "{engine} live {theme:?}");
            assert!(count(&timeline, color) > 150, "{engine} lanes {theme:?}");
        }
        assert!(count(&timeline, palette.pinned) > 2_500);
        assert!(count(&timeline, palette.pinned_stripe) > 1_000);
        assert!(count(&live, palette.ground) > live.len() / 2);
    }
}

#[test]
fn the_failure_stands_where_the_run_ended() {
    let (width, live) = pixels(&all(Chart::Live, Theme::Dark));
    let color = Palette::of(Theme::Dark).engine(EngineKind::OsThread);
    let [r, g, b, _] = color.to_array();
    // The plotting area begins right of margin and gutter; 5.4 of 15.2 seconds are a good third of it.
    let rightmost_thick = (0..540)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .filter(|(x, y)| live[y * width + x] == [r, g, b])
        .filter(|(x, _)| *x < 390)
        .map(|(x, _)| x)
        .max()
        .unwrap();
    assert!((365..390).contains(&rightmost_thick), "{rightmost_thick}");
}

/// Five quick runs that end almost together, their names close at the right edge; on paper of another shape.
#[test]
fn short_runs_keep_their_names_apart() {
    let shape = |engine, peak_mib, secs, rate| {
        fixtures::recording(&fixtures::Shape {
            engine,
            peak_mib,
            secs,
            rate,
            fails: false,
        })
    };
    let recordings = [
        shape(EngineKind::OsThread, 96.0, 0.55, 90_000.0),
        shape(EngineKind::Pool, 7.0, 0.6, 83_000.0),
        shape(EngineKind::May, 92.0, 0.6, 80_000.0),
        shape(EngineKind::Fiber, 48.0, 0.58, 87_000.0),
        shape(EngineKind::Tokio, 10.5, 0.6, 85_000.0),
    ];
    let request = PictureRequest {
        size: (1_440, 1_080),
        subtitle: Some("10 000 tasks, each asleep for 50 ms".to_owned()),
        ..request(Chart::Live, Theme::Light)
    };
    let (_, pixels) = pixels(&draw("short", &recordings, &request));
    let palette = Palette::of(Theme::Light);
    for engine in EngineKind::ALL {
        assert!(count(&pixels, palette.engine_text(engine)) > 50, "{engine}");
    }
}

/// The first half second of runs that take 5 to 15: all are named at the edge, none has ended.
#[test]
fn a_cut_picture_names_its_curves_at_the_edge() {
    let request = PictureRequest {
        until: Some(Nanos::from_millis(500)),
        ..request(Chart::Live, Theme::Dark)
    };
    let (width, pixels) = pixels(&draw("until", &fixtures::every_engine(), &request));
    let palette = Palette::of(Theme::Dark);
    // The plotting area ends 75 points before the margin of 8.
    let right_of_the_edge: Vec<[u8; 3]> = pixels
        .chunks(width)
        .flat_map(|row| row[960 - 8 - 75 + 4..].to_vec())
        .collect();
    for engine in EngineKind::ALL {
        let color = palette.engine(engine);
        assert!(count(&right_of_the_edge, color) > 20, "{engine}");
    }
}

#[test]
fn a_timeline_without_mounts_says_why_in_one_sentence() {
    let mut recordings = fixtures::recordings();
    for recording in &mut recordings {
        recording.spec.probe = ProbeMode::Off;
    }
    let request = request(Chart::Timeline, Theme::Light);
    let (_, pixels) = pixels(&draw("probe-off", &recordings, &request));
    let palette = Palette::of(Theme::Light);
    assert_eq!(count(&pixels, palette.pinned), 0);
    assert_eq!(count(&pixels, palette.grid), 0, "no empty lanes");
    assert!(count(&pixels, palette.muted) > 100);
}

#[test]
fn scale_changes_the_pixels_and_not_the_layout() {
    let request = |scale| PictureRequest {
        scale,
        ..request(Chart::Live, Theme::Light)
    };
    let recordings = fixtures::recordings();
    let (small, _) = pixels(&draw("scale-1", &recordings, &request(1)));
    let (large, _) = pixels(&draw("scale-2", &recordings, &request(2)));
    assert_eq!((small, large), (960, 1_920));
}

#[test]
fn one_run_shows_its_task_states_and_its_lanes_large() {
    let recordings = fixtures::recordings();
    for chart in [Chart::Live, Chart::Timeline] {
        let alone = draw(
            &format!("{chart:?}-one").to_lowercase(),
            &recordings[3..],
            &request(chart, Theme::Dark),
        );
        let (_, pixels) = pixels(&alone);
        let palette = Palette::of(Theme::Dark);
        assert_eq!(count(&pixels, palette.engine(EngineKind::May)), 0);
        assert!(count(&pixels, palette.engine(EngineKind::Tokio)) > 200);
    }
}

#[test]
fn a_large_timeline_shows_what_the_kernel_saw() {
    let recording = fixtures::recordings().remove(2);
    assert!(!recording.kernel.is_empty());
    for theme in [Theme::Dark, Theme::Light] {
        let palette = Palette::of(theme);
        let name = format!("kernel-{theme:?}").to_lowercase();
        let runs = std::slice::from_ref(&recording);
        let (_, seen) = pixels(&draw(&name, runs, &request(Chart::Timeline, theme)));
        assert!(count(&seen, palette.kernel_running) > 500);
        assert!(count(&seen, palette.kernel_runnable) > 50);
        assert!(count(&seen, palette.kernel_held) > 500);
    }
}

#[test]
fn hangul_is_written_where_a_font_is_installed_and_named_where_not() {
    let recordings = fixtures::recordings();
    let shown: Vec<&Recording> = recordings.iter().collect();
    let titled = |title: &str| PictureRequest {
        title: Some(title.to_owned()),
        ..request(Chart::Live, Theme::Dark)
    };
    let picture = chart_png(&shown, &titled("코루틴은 언제 가벼운가")).unwrap();
    keep("hangul", &picture.png);
    if picture.missing_glyphs.is_empty() {
        let other = chart_png(&shown, &titled("코루틴은 언제 무거운가")).unwrap();
        assert_ne!(picture.png, other.png, "boxes instead of letters");
    } else {
        println!("SKIPPED: no installed font has Hangul; install one, for example fonts-nanum");
        assert!(picture.missing_glyphs.contains(&'코'));
    }
}

#[test]
fn what_no_font_can_write_is_named_once() {
    let recordings = fixtures::recordings();
    let request = PictureRequest {
        title: Some("tofu \u{10ffff}\u{10ffff} here".to_owned()),
        ..request(Chart::Live, Theme::Dark)
    };
    let picture = chart_png(&[&recordings[3]], &request).unwrap();
    assert_eq!(picture.missing_glyphs, ['\u{10ffff}']);
}

#[test]
fn nothing_to_draw_is_an_error_in_words() {
    let error = chart_png(&[], &PictureRequest::default()).unwrap_err();
    assert!(error.to_string().contains("no recording"));
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
        selected_ns: None,
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
fn window_charts_show_ghosts_and_paths() {
    let near = TimeWindow::new(9_000_000_000, 10_400_000_000);
    for (name, theme) in [("window-dark", Theme::Dark), ("window-light", Theme::Light)] {
        let png = window_like(theme, near);
        keep(name, &png);
        let palette = Palette::of(theme);
        let (_, pixels) = pixels(&png);
        let may = palette.engine(EngineKind::May);
        assert!(count(&pixels, palette.ghost(may)) > 500, "{theme:?}");
        assert!(count(&pixels, palette.accent) > 500, "{theme:?}");
    }
}
