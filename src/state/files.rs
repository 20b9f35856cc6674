//! Paths: the typed one, the recent ones, and how files can be chosen. Touches no file.

use std::path::{Path, PathBuf};

/// How many recent files are kept.
const RECENT: usize = 8;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A preset, `.ron`.
    Preset,
    /// The selected run's recording, `.clab`.
    Recording,
    /// A chart, `.png`.
    Chart,
    /// The selected run as a trace for other viewers, `.json`.
    Trace,
    /// The window as it is, `.png`.
    WindowPicture,
}

impl FileKind {
    /// The ending without its dot.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Preset => "ron",
            Self::Recording => "clab",
            Self::Trace => "json",
            Self::Chart | Self::WindowPicture => "png",
        }
    }

    /// The word in a message.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Preset => "preset",
            Self::Recording => "recording",
            Self::Chart => "chart",
            Self::Trace => "trace",
            Self::WindowPicture => "picture of the window",
        }
    }

    /// The sentence for a path whose ending says that something else is in the file; `None` where it fits.
    #[must_use]
    pub fn misnamed(self, path: &Path) -> Option<String> {
        let found = ending_of(path).filter(|found| found != self.extension())?;
        Some(format!(
            "A {} is written as .{}, and this name ends in .{found}. Change the ending: {}",
            self.label(),
            self.extension(),
            path.display()
        ))
    }

    /// The kind that is opened from this path; `None` where the ending says nothing known.
    #[must_use]
    pub fn opened_from(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_lowercase();
        [Self::Preset, Self::Recording]
            .into_iter()
            .find(|kind| kind.extension() == ending)
    }
}

/// Whether the system can show a dialog to choose a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DialogService {
    /// Not known yet.
    #[default]
    Unknown,
    /// It can.
    Present,
    /// It can't; the sentence for the person.
    Missing(String),
}

/// What the sheet with the path field is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sheet {
    /// To open a preset or recording.
    Open,
    /// To save something.
    Save(FileKind),
}

/// Whether a file that is there already may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Replace {
    /// Only after a second word.
    Ask,
    /// It is known and meant.
    Yes,
}

/// Paths and how they are chosen.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The sheet that is open.
    pub sheet: Option<Sheet>,
    /// What stands in the path field.
    pub typed: String,
    /// A file that is there already and waits for a second word.
    pub occupied: Option<PathBuf>,
    /// Opened and saved files, newest first.
    pub recent: Vec<PathBuf>,
    /// Whether the system can show a dialog.
    pub dialogs: DialogService,
    /// Where a new file goes if nobody says otherwise.
    pub folder: PathBuf,
}

impl Files {
    /// Puts a path in front, once.
    pub(super) fn remember(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }

    /// The typed path without quotes around it; `None` where nothing is typed.
    #[must_use]
    pub fn typed_path(&self) -> Option<PathBuf> {
        let typed = self.typed.trim().trim_matches('"');
        (!typed.is_empty()).then(|| PathBuf::from(typed))
    }
}

/// The ending of a name in small letters, where it is one: `notes.txt` has one, `ladder v1.2` has none.
pub(super) fn ending_of(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?;
    let begins = ending.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_short = ending.len() <= 5 && ending.chars().all(|c| c.is_ascii_alphanumeric());
    (begins && is_short).then(|| ending.to_ascii_lowercase())
}

/// A file's name without ending, for a title.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(
        || "preset".to_owned(),
        |stem| stem.to_string_lossy().into_owned(),
    )
}

/// A name that every file system takes: letters and digits in lower case, the rest as single dashes.
pub(super) fn slug(title: &str) -> String {
    let dashed: String = title
        .to_lowercase()
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let words: Vec<_> = dashed.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        "carrier-lab".to_owned()
    } else {
        words.join("-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_files_are_unique_and_few() {
        let mut files = Files::default();
        for n in 0..20 {
            files.remember(Path::new(&format!("{}.ron", n % 10)));
        }
        assert_eq!(files.recent.len(), RECENT);
        assert_eq!(files.recent[0], Path::new("9.ron"));
        files.remember(Path::new("5.ron"));
        assert_eq!(files.recent[0], Path::new("5.ron"));
        assert_eq!(files.recent.len(), RECENT);
    }

    #[test]
    fn names_are_safe() {
        assert_eq!(slug("Ten thousand naps!"), "ten-thousand-naps");
        assert_eq!(slug("만 개의 낮잠"), "만-개의-낮잠");
        assert_eq!(slug("../.."), "carrier-lab");
    }

    #[test]
    fn a_name_that_promises_something_else_is_told() {
        let told = |path: &str| FileKind::Chart.misnamed(Path::new(path));
        for fitting in ["a.png", "a.PNG", "a", "ladder v1.2", "a.b c"] {
            assert_eq!(told(fitting), None, "{fitting}");
        }
        let sentence = told("slides/a.txt").unwrap();
        assert!(
            sentence.contains("written as .png") && sentence.contains("slides/a.txt"),
            "{sentence}"
        );
        assert!(FileKind::Recording.misnamed(Path::new("a.ron")).is_some());
    }

    #[test]
    fn kinds_are_told_by_ending() {
        let kind = |path: &str| FileKind::opened_from(Path::new(path));
        assert_eq!(kind("a/b.RON"), Some(FileKind::Preset));
        assert_eq!(kind("b.clab"), Some(FileKind::Recording));
        assert_eq!(kind("b.png"), None);
        assert_eq!(kind("b"), None);
    }
}
