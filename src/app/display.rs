//! Whether there is a display to open a window on, and what to say where there is none.

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Neither X11 nor Wayland is there.
    #[error(
        "there is no display to open a window on (neither WAYLAND_DISPLAY nor DISPLAY is set); without one, run `carrier-lab run presets/tour.ron`"
    )]
    NoDisplay,
    /// The window system refused.
    #[error(
        "the window could not be opened: {0}; without a window, run `carrier-lab run presets/tour.ron`"
    )]
    Window(String),
}

/// Says early and in words what would otherwise be a library's message.
pub(super) fn check_display() -> Result<(), AppError> {
    if has_display() {
        Ok(())
    } else {
        Err(AppError::NoDisplay)
    }
}

/// X11 and Wayland are found by environment variables.
#[cfg(all(unix, not(target_os = "macos")))]
fn has_display() -> bool {
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .into_iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// macOS and Windows tell when the window is opened.
#[cfg(not(all(unix, not(target_os = "macos"))))]
const fn has_display() -> bool {
    true
}
