//! Presets as files. What stands in them is for [`crate::model::parse_preset`].

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
};

use crate::model::{Preset, PresetError, parse_preset, write_preset};
use crate::recording::write_atomic;

/// The largest file that is read as a preset.
const MAX_PRESET_BYTES: u64 = 256 * 1024;

/// Why a preset could not be read from or written to a file. Messages say what to do and end with the path.
#[derive(Debug, thiserror::Error)]
pub enum PresetFileError {
    /// The path leads nowhere.
    #[error(
        "there is no such preset; check the path, or list the presets with `carrier-lab presets`\n  at {0}"
    )]
    Missing(PathBuf),
    /// The path names a directory, a pipe or a device.
    #[error("this is no file; name the preset inside it, for example tour.ron\n  at {0}")]
    NoFile(PathBuf),
    /// The file is too long for a preset.
    #[error(
        "the file has {bytes} bytes, and a preset at most {MAX_PRESET_BYTES}; is it another kind of file?\n  at {path}"
    )]
    TooLong {
        /// Its length.
        bytes: u64,
        /// The file.
        path: PathBuf,
    },
    /// The system refused to read it.
    #[error("the preset could not be read ({error}); check its permissions\n  at {path}")]
    Unreadable {
        /// What the system said.
        error: io::Error,
        /// The file.
        path: PathBuf,
    },
    /// The file was read and is no preset.
    #[error(transparent)]
    Preset(#[from] PresetError),
    /// The preset could not be put into words.
    #[error("the preset could not be written as text: {0}")]
    Unwritable(#[from] ron::Error),
    /// The system refused to write it; a file that was there before is untouched.
    #[error(
        "the preset could not be saved ({error}); check that the folder exists, may be written to and has room, or choose another\n  at {path}"
    )]
    Unsaved {
        /// What the system said.
        error: io::Error,
        /// The file.
        path: PathBuf,
    },
}

/// Reads a preset file. Never reads more than a preset may have, and never waits for a pipe.
///
/// # Errors
/// Says what to do; for a file that is no preset also line and column.
pub fn load_preset(path: &Path) -> Result<Preset, PresetFileError> {
    let unreadable = |error: io::Error| {
        let path = path.to_owned();
        if error.kind() == io::ErrorKind::NotFound {
            PresetFileError::Missing(path)
        } else {
            PresetFileError::Unreadable { error, path }
        }
    };
    let metadata = path.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err(PresetFileError::NoFile(path.to_owned()));
    }
    let mut bytes = Vec::new();
    // One byte more than allowed shows that a file has grown since its length was asked.
    File::open(path)
        .and_then(|file| file.take(MAX_PRESET_BYTES + 1).read_to_end(&mut bytes))
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_PRESET_BYTES {
        return Err(PresetFileError::TooLong {
            bytes: metadata.len().max(bytes.len() as u64),
            path: path.to_owned(),
        });
    }
    Ok(parse_preset(&path.display().to_string(), &bytes)?)
}

/// Writes a preset so that the file is either the old one or the whole new one, also if the machine stops meanwhile.
///
/// # Errors
/// If the system refuses; a file that was there before is untouched.
pub fn save_preset(path: &Path, preset: &Preset) -> Result<(), PresetFileError> {
    let text = write_preset(preset)?;
    write_atomic(path, |out| out.write_all(text.as_bytes())).map_err(|error| {
        PresetFileError::Unsaved {
            error,
            path: path.to_owned(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(path: &Path) -> String {
        load_preset(path).unwrap_err().to_string()
    }

    #[test]
    fn what_is_saved_loads_again_and_replaces_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.ron");
        save_preset(&path, &Preset::default()).unwrap();
        let changed = Preset {
            title: "Another".to_owned(),
            ..Preset::default()
        };
        save_preset(&path, &changed).unwrap();
        assert_eq!(load_preset(&path).unwrap(), changed);
        let files = folder.path().read_dir().unwrap().count();
        assert_eq!(files, 1, "nothing is left beside the preset");
    }

    #[test]
    fn what_is_no_preset_file_is_named_with_its_path_last() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("long.ron"), vec![b' '; 300_000]).unwrap();
        std::fs::write(at("broken.ron"), "Preset(\n  version: 1,\n  titel: 3)").unwrap();
        for (path, word) in [
            (at("none.ron"), "no such preset"),
            (folder.path().to_owned(), "no file"),
            (at("long.ron"), "300000 bytes"),
            (at("broken.ron"), "titel"),
        ] {
            let message = message(&path);
            assert!(message.contains(word), "{message}");
            let last = message.lines().last().unwrap();
            assert!(last.contains(&path.display().to_string()), "{message}");
        }
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_and_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing").join("mine.ron");
        let error = save_preset(&path, &Preset::default()).unwrap_err();
        assert!(matches!(error, PresetFileError::Unsaved { .. }));
        assert!(!folder.path().join("missing").exists());
    }
}
