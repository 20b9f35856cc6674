//! The window without a window: panels clicked by label and role, and pictures of the whole.

mod fixture;
mod icon;
mod picture;

use egui::Theme;

const SIZE: [f32; 2] = [1440.0, 900.0];

#[test]
fn pictures_of_the_window() {
    let folder = std::env::temp_dir();
    let states = [
        ("empty", carrier_lab::state::AppState::default()),
        ("running", fixture::running_state()),
        ("finished", fixture::finished_state()),
    ];
    for (name, state) in states {
        for (look, word) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
            let canvas = picture::window_picture(&state, look, SIZE, Vec::new());
            picture::write(&canvas, &folder.join(format!("ui-{name}-{word}.png")));
        }
    }
}
