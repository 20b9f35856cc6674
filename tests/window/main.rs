//! The real window under a virtual display, driven by mouse and keys as a person would.
//!
//! Needs a display and xdotool; run it as `.ci/run` does:
//! `xvfb-run -a -s "-screen 0 1600x1000x24" cargo test --test window -- --ignored --nocapture`.
//! What the window does is seen from outside: by the pictures it saves of itself, the presets it writes, and its worker processes.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by a panic, also in the functions that tests share"
)]

mod desk;
mod picture;
mod processes;

use std::time::Duration;

use carrier_lab::charts::{Palette, Theme};
use carrier_lab::host::load_preset;
use carrier_lab::model::EngineKind;
use desk::Desk;
use picture::Picture;

/// tokio is done in 300 ms; the pool holds two threads for each sleep and needs a minute for 400 tasks.
const PRESET: &str = r#"Preset(
    version: 1,
    title: "A window under test",
    work: Sleep(sleep: "300ms"),
    tasks: 400,
    carriers: 2,
    engines: ["tokio", "pool"],
)"#;

const PATIENCE: Duration = Duration::from_secs(20);

/// The table of runs begins below this row.
const TABLE_TOP: usize = 755;

/// Whether the engine's square stands in the table.
fn has_row(picture: &Picture, engine: EngineKind) -> bool {
    picture.count_below(Palette::of(Theme::Dark).engine(engine), TABLE_TOP) > 50
}

#[test]
#[ignore = "needs a display and xdotool; .ci/run runs it under Xvfb"]
fn a_person_drags_runs_stops_saves_and_reopens() {
    let mut desk = Desk::open(PRESET);
    desk.choose_dark();

    let before = desk.picture();
    let slider = before.first_slider();
    desk.drag(slider.handle, slider.at(50));

    desk.click(before.run_button());
    desk.wait_until("a worker is started", PATIENCE, |desk| {
        !desk.workers().is_empty()
    });
    desk.wait_until("a run is over and the next one is on", PATIENCE, |desk| {
        let picture = desk.picture();
        has_row(&picture, EngineKind::Tokio) && has_row(&picture, EngineKind::Pool)
    });
    desk.keep_picture("window-live-dark");
    desk.key("2");
    desk.keep_picture("window-timeline-dark");
    desk.key("1");

    desk.click(before.stop_button());
    desk.wait_until("the worker is gone", PATIENCE, |desk| {
        desk.workers().is_empty()
    });

    desk.save_preset("kept.ron");
    let kept = load_preset(&desk.path("kept.ron")).unwrap();
    assert_eq!(
        kept.experiment.tasks.get(),
        1_000,
        "the middle of the slider"
    );
    assert_eq!(kept.title, "A window under test");

    desk.drag(slider.at(50), slider.at(0));
    desk.save_preset("other.ron");
    assert_eq!(
        load_preset(&desk.path("other.ron"))
            .unwrap()
            .experiment
            .tasks
            .get(),
        1
    );
    desk.open_preset("kept.ron");
    desk.save_preset("again.ron");
    assert_eq!(load_preset(&desk.path("again.ron")).unwrap(), kept);

    let used = desk.cpu_used_over(Duration::from_secs(10));
    println!("an idle window used {used:?} of CPU in 10 s");
    assert!(
        used < Duration::from_millis(200),
        "something keeps it painting: {used:?}"
    );

    desk.keys_to_light();
    desk.keep_picture("window-live-light");
    let repaints = desk.quit_with_repaints();
    assert!(
        repaints.iter().any(|repaint| repaint.is_running),
        "a run was painted while it lasted"
    );
    assert!(repaints.is_sorted_by_key(|repaint| repaint.at_ms));
}

#[test]
#[ignore = "needs a display and xdotool; .ci/run runs it under Xvfb"]
fn a_killed_worker_is_a_row_in_red_and_the_window_lives() {
    let mut desk = Desk::open(PRESET);
    desk.choose_dark();
    let before = desk.picture();
    desk.click(before.run_button());
    desk.wait_until("the pool runs", PATIENCE, |desk| {
        has_row(&desk.picture(), EngineKind::Pool)
    });
    for worker in desk.workers() {
        processes::kill(worker);
    }
    let palette = Palette::of(Theme::Dark);
    let red = palette.readable(palette.pinned);
    desk.wait_until("the failure stands in the table", PATIENCE, |desk| {
        desk.picture().count_below(red, TABLE_TOP) > before.count_below(red, TABLE_TOP) + 20
    });
    desk.keep_picture("window-worker-killed");
    assert_eq!(desk.quit(), Some(0));
}

#[test]
#[ignore = "needs a display and xdotool; .ci/run runs it under Xvfb"]
fn a_killed_or_closed_window_leaves_no_worker() {
    for end in [Desk::kill, Desk::close] {
        let mut desk = Desk::open(PRESET);
        let run = desk.picture().run_button();
        desk.click(run);
        desk.wait_until("a worker is started", PATIENCE, |desk| {
            !desk.workers().is_empty()
        });
        let workers = desk.workers();
        end(&mut desk);
        desk.wait_until("the workers are gone", PATIENCE, |_| {
            workers.iter().all(|worker| !processes::lives(*worker))
        });
    }
}

/// Light tasks among a few that pin their carriers: every curve and lane has something to show.
const SHOWPIECE: &str = r#"Preset(
    version: 1,
    title: "One task in twenty pins its carrier",
    work: Sleep(sleep: "50ms"),
    tasks: 4_000,
    carriers: 8,
    pinned_share: 5,
    engines: ["os-thread", "may", "tokio"],
)"#;

#[test]
#[ignore = "needs a display and xdotool; .ci/screenshots runs it to make the pictures of the README"]
fn the_pictures_of_the_readme() {
    let mut desk = Desk::open(SHOWPIECE);
    desk.choose_dark();
    let run = desk.picture().run_button();
    desk.click(run);
    desk.wait_until("all engines stand in the table", PATIENCE, |desk| {
        let picture = desk.picture();
        [EngineKind::OsThread, EngineKind::May, EngineKind::Tokio]
            .into_iter()
            .all(|engine| has_row(&picture, engine))
    });
    desk.wait_until("the last run is over", PATIENCE, |desk| {
        desk.workers().is_empty()
    });
    desk.keep_picture("window-dark");
    desk.key("2");
    desk.keep_picture("window-timeline");
    desk.key("1");
    desk.keys_to_light();
    desk.keep_picture("window-light");
    assert_eq!(desk.quit(), Some(0));
}
