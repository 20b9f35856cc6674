//! Pictures of the whole window in both looks. They lie in the build's `tmp` folder, for a person to look at; what can be told
//! by counting pixels is tested.

use std::path::Path;

use carrier_lab::charts::{Palette, Theme, palette::mix};
use carrier_lab::export::raster::Canvas;
use carrier_lab::model::EngineKind;
use carrier_lab::recording::Track;
use carrier_lab::state::{
    Action, AppState, FileAction, FileKind, HelpPage, Place, PlanAction, SetupAction, Sheet,
    TimeRange, Tone, ViewAction,
};
use egui::Color32;

use crate::{comparing, fixture, picture, rounds};

const SIZE: [f32; 2] = [1440.0, 900.0];

/// Paints a state in both looks and keeps the pictures.
fn pictures(name: &str, state: &AppState) -> [(Palette, Canvas); 2] {
    [Theme::Dark, Theme::Light].map(|theme| {
        let (look, word) = match theme {
            Theme::Dark => (egui::Theme::Dark, "dark"),
            Theme::Light => (egui::Theme::Light, "light"),
        };
        let canvas = picture::window_picture(state, look, SIZE);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        picture::write(&canvas, &folder.join(format!("ui-{name}-{word}.png")));
        (Palette::of(theme), canvas)
    })
}

fn pixels_of(canvas: &Canvas, color: Color32) -> usize {
    let wanted = color.to_array();
    canvas.rgba.iter().filter(|pixel| **pixel == wanted).count()
}

#[test]
fn an_empty_window_teaches_in_the_colours_of_its_look() {
    for (palette, canvas) in pictures("empty", &AppState::default()) {
        assert!(pixels_of(&canvas, palette.ground) > 300_000);
        assert!(pixels_of(&canvas, palette.panel) > 300_000);
        assert!(pixels_of(&canvas, palette.accent) > 2_000, "the Run button");
        assert_eq!(pixels_of(&canvas, palette.pinned), 0);
    }
}

#[test]
fn a_running_plan_shows_every_engine_and_what_is_pinned() {
    for (palette, canvas) in pictures("running", &fixture::running_state()) {
        for engine in EngineKind::ALL {
            let found = pixels_of(&canvas, palette.engine(engine));
            assert!(found > 300, "{engine}: {found}");
        }
        assert!(pixels_of(&canvas, palette.pinned) > 300);
        assert!(
            pixels_of(&canvas, palette.pinned_stripe) > 100,
            "not by colour alone"
        );
    }
}

#[test]
fn the_timeline_is_mostly_lanes_and_the_same_every_time() {
    let state = fixture::timeline_state();
    let first = pictures("timeline", &state);
    for (palette, canvas) in &first {
        assert!(pixels_of(canvas, palette.engine(EngineKind::Tokio)) > 50_000);
        assert!(pixels_of(canvas, palette.pinned) > 10_000);
        // What the kernel saw: carriers that run, wait for a CPU and, under a pin, sleep.
        assert!(pixels_of(canvas, palette.kernel_running) > 3_000);
        assert!(pixels_of(canvas, palette.kernel_runnable) > 100);
        assert!(pixels_of(canvas, palette.kernel_runnable_stripe) > 100);
        assert!(pixels_of(canvas, palette.kernel_held) > 4_000);
    }
    assert!(first[1].1 == picture::window_picture(&state, egui::Theme::Light, SIZE));
}

#[test]
fn an_inspected_task_has_a_lane_and_a_selected_stretch_stands_out() {
    let mut state = fixture::timeline_state();
    let place = Place::Task(fixture::PINNED_TASK);
    fixture::apply(&mut state, ViewAction::GoTo(place).into());
    let range = TimeRange::new(4_800_000_000, 4_960_000_000);
    fixture::apply(&mut state, ViewAction::SetRange(range).into());
    for (palette, canvas) in pictures("task-lane", &state) {
        assert!(pixels_of(&canvas, palette.pinned) > 10_000);
    }
    let selection = TimeRange::new(4_880_000_000, 4_930_000_000);
    fixture::apply(&mut state, ViewAction::Select(Some(selection)).into());
    let lane = Track::Carrier(2);
    fixture::apply(&mut state, ViewAction::ChooseLane(Some(lane)).into());
    for (palette, canvas) in pictures("selection", &state) {
        let engine = pixels_of(&canvas, palette.engine(EngineKind::Tokio));
        assert!(engine > 5_000, "inside: {engine}");
        assert!(engine < 50_000, "outside it is veiled: {engine}");
    }
}

#[test]
fn a_sheet_and_its_warnings_lie_over_the_charts() {
    let mut state = fixture::finished_state();
    let sheet = Sheet::Save(FileKind::Chart);
    fixture::apply(&mut state, FileAction::ShowSheet(sheet).into());
    let path = state.files.typed_path().unwrap();
    fixture::apply(&mut state, FileAction::Occupied(path).into());
    let text = "The preset could not be read: check its permissions\n  at presets/mine.ron";
    fixture::apply(&mut state, Action::Say(Tone::Problem, text.to_owned()));
    for (palette, canvas) in pictures("sheet", &state) {
        let chosen = mix(palette.panel, palette.accent, 0.16);
        assert!(pixels_of(&canvas, chosen) > 1_000, "the chosen segments");
    }
}

#[test]
fn the_sheet_of_a_trace_says_what_it_is_for() {
    let mut state = fixture::finished_state();
    let sheet = Sheet::Save(FileKind::Trace);
    fixture::apply(&mut state, FileAction::ShowSheet(sheet).into());
    for (palette, canvas) in pictures("sheet-trace", &state) {
        let chosen = mix(palette.panel, palette.accent, 0.16);
        assert!(pixels_of(&canvas, chosen) > 500, "the chosen format");
    }
}

#[test]
fn a_plan_too_large_asks_and_a_typing_error_is_red() {
    let mut state = AppState::default();
    fixture::apply(&mut state, Action::FactsRead(fixture::small_machine()));
    let typed = [("tasks", "1000000"), ("carriers", "8")];
    for (key, value) in typed {
        state.draft.preset.set(key, value).unwrap();
    }
    fixture::apply(&mut state, PlanAction::Run.into());
    assert!(state.doubt.is_some() && state.plan.is_none());
    let wrong = SetupAction::SetField("sleep", "5 lightyears".to_owned());
    fixture::apply(&mut state, wrong.into());
    for (palette, canvas) in pictures("doubt", &state) {
        let red = palette.readable(palette.pinned);
        assert!(pixels_of(&canvas, red) > 20);
        let bar = pixels_of(&canvas, mix(palette.panel, palette.warning, 0.12));
        assert!((20_000..80_000).contains(&bar), "a bar and no more: {bar}");
    }
}

#[test]
fn the_result_sheet_shows_runs_in_the_colour_of_their_engine() {
    for (palette, canvas) in pictures("compare", &comparing::compared_state()) {
        for engine in [EngineKind::May, EngineKind::Tokio] {
            assert!(pixels_of(&canvas, palette.engine(engine)) > 200);
        }
        assert!(pixels_of(&canvas, palette.good) > 20, "a claim that holds");
    }
}

#[test]
fn a_sweep_is_drawn_as_curves() {
    for (palette, canvas) in pictures("sweep", &comparing::swept_state()) {
        for engine in [EngineKind::May, EngineKind::Tokio] {
            assert!(pixels_of(&canvas, palette.engine(engine)) > 200);
        }
    }
}

#[test]
fn rounds_are_drawn_over_their_number() {
    for (palette, canvas) in pictures("rounds", &rounds::rounds_state()) {
        for engine in [EngineKind::OsThread, EngineKind::May, EngineKind::Tokio] {
            assert!(pixels_of(&canvas, palette.engine(engine)) > 200);
        }
    }
}

#[test]
fn the_page_of_figures_is_readable() {
    let mut state = fixture::finished_state();
    let page = ViewAction::ShowHelp(Some(HelpPage::Methodology));
    fixture::apply(&mut state, page.into());
    for (palette, canvas) in pictures("methodology", &state) {
        assert!(pixels_of(&canvas, palette.panel) > 300_000);
    }
}

#[test]
fn the_menu_of_presets_fits_the_window() {
    let state = AppState::default();
    let closed = picture::window_picture(&state, egui::Theme::Dark, SIZE);
    let place = Some(egui::pos2(250.0, 26.0));
    let open = picture::pressed_picture(&state, egui::Theme::Dark, SIZE, place);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    picture::write(&open, &folder.join("ui-menu-dark.png"));
    let ground = Palette::of(Theme::Dark).ground;
    assert!(pixels_of(&open, ground) + 100_000 < pixels_of(&closed, ground));
}

#[test]
fn work_with_many_parameters_fits_its_panel() {
    let mut state = AppState::default();
    let mixed = SetupAction::ChooseWork(carrier_lab::model::WorkKind::Mixed);
    fixture::apply(&mut state, mixed.into());
    fixture::apply(&mut state, Action::FactsRead(fixture::facts()));
    for (palette, canvas) in pictures("mixed", &state) {
        assert!(pixels_of(&canvas, palette.accent) > 1_000);
    }
}

#[test]
fn help_covers_the_window() {
    let mut state = fixture::finished_state();
    fixture::apply(&mut state, ViewAction::ToggleHelp.into());
    let plain = pixels_of(
        &pictures("finished", &fixture::finished_state())[0].1,
        Palette::of(Theme::Dark).ground,
    );
    let covered = pixels_of(
        &pictures("help", &state)[0].1,
        Palette::of(Theme::Dark).ground,
    );
    assert!(covered < plain / 2);
}
