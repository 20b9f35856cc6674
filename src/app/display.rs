//! Whether a window can be opened with what was asked for, and what to say where it cannot.

use std::path::{Path, PathBuf};

use crate::state::FileKind;

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
    /// The file to open is not there.
    #[error(
        "there is no such file; check the path, or list the built-in presets with `carrier-lab presets`\n  at {}",
        .0.display()
    )]
    NoFile(PathBuf),
    /// The file to open is neither a preset nor a recording.
    #[error(
        "only presets (.ron) and recordings (.clab) can be opened, and this is neither; see `carrier-lab --help` for the commands\n  at {}",
        .0.display()
    )]
    OtherKind(PathBuf),
}

impl AppError {
    /// Whether the person's input is at fault, and not the machine.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        match self {
            Self::NoFile(_) | Self::OtherKind(_) => true,
            Self::NoDisplay | Self::Window(_) => false,
        }
    }
}

/// A mistyped path is told where it was typed; what is wrong inside a file is told in the window.
pub(super) fn check_file(path: &Path) -> Result<(), AppError> {
    if FileKind::opened_from(path).is_none() {
        return Err(AppError::OtherKind(path.to_owned()));
    }
    if path.exists() {
        Ok(())
    } else {
        Err(AppError::NoFile(path.to_owned()))
    }
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
