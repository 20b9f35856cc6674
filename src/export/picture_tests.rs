//! Real pictures from invented recordings. With `CARRIER_LAB_PICTURES=DIR` they are kept there to be looked at.

use super::{Chart, PictureRequest, chart_png, fixtures};
use crate::charts::Theme;
use crate::recording::Recording;

fn draw(name: &str, recordings: &[Recording], request: &PictureRequest) -> Vec<u8> {
    let recordings: Vec<&Recording> = recordings.iter().collect();
    let picture = chart_png(&recordings, request).unwrap();
    if let Ok(folder) = std::env::var("CARRIER_LAB_PICTURES") {
        std::fs::write(format!("{folder}/charts-{name}.png"), &picture.png).unwrap();
    }
    picture.png
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
