//! A window on a virtual display, with a mouse and a keyboard.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::picture::{Picture, Place};
use crate::processes;

/// Between two steps of the mouse or two keys: what comes faster the window may take for one.
const STEP: Duration = Duration::from_millis(250);
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the window notes its repaints.
const FRAME_LOG: &str = "repaints.log";

/// There is one keyboard and one mouse: windows of different tests wait for each other.
static DISPLAY: Mutex<()> = Mutex::new(());

/// A line of the window's frame log.
pub(crate) struct Repaint {
    /// Milliseconds since the window was opened.
    pub(crate) at_ms: f64,
    pub(crate) is_running: bool,
}

/// A window and the folder it works in.
pub(crate) struct Desk {
    _alone: MutexGuard<'static, ()>,
    folder: tempfile::TempDir,
    child: Child,
    window: String,
    pictures: usize,
}

impl Desk {
    /// Opens the window with a preset, in a home of its own, where no file dialog is to be found.
    pub(crate) fn open(preset: &str) -> Self {
        let alone = DISPLAY.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("start.ron"), preset).unwrap();
        let home = folder.path().join("home");
        fs::create_dir(&home).unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_carrier-lab"))
            .arg("start.ron")
            .current_dir(folder.path())
            .env("HOME", &home)
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_DATA_DIRS", &home)
            .env("PATH", &home)
            .env("CARRIER_LAB_FRAME_LOG", folder.path().join(FRAME_LOG))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut desk = Self {
            _alone: alone,
            folder,
            child,
            window: String::new(),
            pictures: 0,
        };
        desk.wait_until("the window is there", PATIENCE, Self::find_window);
        xdotool(&["windowfocus", &desk.window]);
        thread::sleep(4 * STEP);
        desk
    }

    fn find_window(&mut self) -> bool {
        let pid = self.child.id().to_string();
        let found = Command::new("xdotool")
            .args(["search", "--onlyvisible", "--pid", &pid])
            .output()
            .unwrap_or_else(|error| panic!("xdotool is needed: {error}"));
        let found = String::from_utf8(found.stdout).unwrap();
        let last = found.lines().last().unwrap_or_default();
        last.clone_into(&mut self.window);
        !self.window.is_empty()
    }

    /// A file in the folder that the window works in.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Asks again and again until it holds.
    pub(crate) fn wait_until(
        &mut self,
        what: &str,
        patience: Duration,
        mut holds: impl FnMut(&mut Self) -> bool,
    ) {
        let began = Instant::now();
        while !holds(self) {
            assert!(began.elapsed() < patience, "waited in vain until {what}");
            thread::sleep(Duration::from_millis(100));
        }
    }

    pub(crate) fn key(&self, key: &str) {
        xdotool(&["windowfocus", &self.window]);
        xdotool(&["key", key]);
        thread::sleep(STEP);
    }

    fn type_line(&self, text: &str) {
        xdotool(&["type", "--delay", "30", text]);
        thread::sleep(STEP);
        self.key("Return");
    }

    fn move_to(&self, (x, y): Place) {
        let (x, y) = (x.to_string(), y.to_string());
        xdotool(&["mousemove", "--window", &self.window, &x, &y]);
        thread::sleep(STEP);
    }

    pub(crate) fn click(&self, place: Place) {
        self.move_to(place);
        xdotool(&["mousedown", "1"]);
        thread::sleep(STEP);
        xdotool(&["mouseup", "1"]);
        thread::sleep(STEP);
    }

    pub(crate) fn drag(&self, from: Place, to: Place) {
        self.move_to(from);
        xdotool(&["mousedown", "1"]);
        thread::sleep(STEP);
        self.move_to((usize::midpoint(from.0, to.0), to.1));
        self.move_to(to);
        xdotool(&["mouseup", "1"]);
        thread::sleep(STEP);
    }

    /// From the look of the system to the dark one.
    pub(crate) fn choose_dark(&self) {
        self.key("ctrl+l");
    }

    /// From the dark look to the light one.
    pub(crate) fn keys_to_light(&self) {
        self.key("ctrl+l");
    }

    /// Lets the window save a picture of itself and reads it.
    pub(crate) fn picture(&mut self) -> Picture {
        let path = self.save_picture();
        Picture::read(&path).unwrap()
    }

    /// The same, kept in the folder that `CARRIER_LAB_SCREENSHOTS` names, else in the build's `tmp` folder.
    pub(crate) fn keep_picture(&mut self, name: &str) {
        let path = self.save_picture();
        let folder = std::env::var_os("CARRIER_LAB_SCREENSHOTS")
            .map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
        fs::copy(path, folder.join(format!("{name}.png"))).unwrap();
    }

    fn save_picture(&mut self) -> PathBuf {
        self.pictures += 1;
        let name = format!("picture-{}.png", self.pictures);
        self.key("F12");
        self.key("ctrl+a");
        self.type_line(&name);
        let path = self.path(&name);
        self.wait_until("the picture is saved", PATIENCE, |_| {
            Picture::read(&path).is_some()
        });
        path
    }

    pub(crate) fn save_preset(&mut self, name: &str) {
        self.key("ctrl+s");
        self.key("ctrl+a");
        self.type_line(name);
        let path = self.path(name);
        self.wait_until("the preset is saved", PATIENCE, |_| path.exists());
        thread::sleep(STEP);
    }

    pub(crate) fn open_preset(&self, name: &str) {
        self.key("ctrl+o");
        self.type_line(name);
        thread::sleep(2 * STEP);
    }

    pub(crate) fn workers(&self) -> Vec<u32> {
        processes::workers_of(self.child.id())
    }

    /// CPU time the window uses while nobody touches it.
    pub(crate) fn cpu_used_over(&self, time: Duration) -> Duration {
        // Messages go away by themselves first, and the cursor rests where nothing moves.
        self.move_to((700, 70));
        thread::sleep(Duration::from_secs(8));
        let before = self.cpu_used();
        thread::sleep(time);
        self.cpu_used().saturating_sub(before)
    }

    /// CPU time the window has used so far.
    pub(crate) fn cpu_used(&self) -> Duration {
        processes::cpu_used(self.child.id())
    }

    /// Closes the window by its key; all repaints it made.
    pub(crate) fn quit_with_repaints(&mut self) -> Vec<Repaint> {
        assert_eq!(self.quit(), Some(0));
        let log = fs::read_to_string(self.path(FRAME_LOG)).unwrap();
        let repaint = |line: &str| {
            let fields: Vec<f64> = line
                .split(' ')
                .map(|field| field.parse().unwrap())
                .collect();
            Repaint {
                at_ms: fields[0],
                is_running: fields[2] > 0.0,
            }
        };
        log.lines().map(repaint).collect()
    }

    /// Closes the window by its key; its exit code.
    pub(crate) fn quit(&mut self) -> Option<i32> {
        self.key("ctrl+q");
        let mut status = None;
        self.wait_until("the window is closed", PATIENCE, |desk| {
            status = desk.child.try_wait().unwrap();
            status.is_some()
        });
        status.and_then(|status| status.code())
    }

    pub(crate) fn close(desk: &mut Self) {
        assert_eq!(desk.quit(), Some(0));
    }

    pub(crate) fn kill(desk: &mut Self) {
        desk.child.kill().unwrap();
        desk.child.wait().unwrap();
    }
}

impl Drop for Desk {
    /// A failed test must not leave a window behind, and shows what was seen last.
    fn drop(&mut self) {
        if thread::panicking() {
            let last = self.path(&format!("picture-{}.png", self.pictures));
            let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("window-failed.png");
            fs::copy(last, kept).ok();
        }
        if self.child.try_wait().is_ok_and(|status| status.is_none()) {
            self.child.kill().ok();
            self.child.wait().ok();
        }
    }
}

fn xdotool(arguments: &[&str]) {
    let done = Command::new("xdotool").args(arguments).status();
    assert!(
        done.is_ok_and(|status| status.success()),
        "xdotool {arguments:?}"
    );
}
