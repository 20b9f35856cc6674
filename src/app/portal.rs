//! Whether this system can show a file dialog. Looked up before, because a missing service looks like a press of Cancel.

use crate::state::DialogService;

/// Desktop systems without their own dialogs have a portal on the session bus, or the program zenity.
#[cfg(all(unix, not(target_os = "macos")))]
pub(super) fn find_dialogs() -> DialogService {
    if (has_session_bus() && has_portal()) || has_zenity() {
        DialogService::Present
    } else {
        DialogService::Missing(
            "This system has no file dialog: neither a desktop portal nor zenity was found. Type the path instead."
                .to_owned(),
        )
    }
}

/// macOS and Windows have dialogs of their own.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub(super) fn find_dialogs() -> DialogService {
    DialogService::Present
}

#[cfg(all(unix, not(target_os = "macos")))]
fn has_session_bus() -> bool {
    let named = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|bus| !bus.is_empty());
    let usual = std::env::var_os("XDG_RUNTIME_DIR")
        .is_some_and(|folder| std::path::Path::new(&folder).join("bus").exists());
    named || usual
}

#[cfg(all(unix, not(target_os = "macos")))]
fn has_portal() -> bool {
    const SERVICE: &str = "dbus-1/services/org.freedesktop.portal.Desktop.service";
    let data = std::env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let data = data.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    std::env::split_paths(&data).any(|folder| folder.join(SERVICE).exists())
}

#[cfg(all(unix, not(target_os = "macos")))]
fn has_zenity() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file())
}
