//! Writing a file as a whole or not at all. Knows nothing of what is in it.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::Path,
};

/// Writes a file so that, whatever happens, `path` holds either what it held before or all of the new content: writes beside it
/// in the same folder, waits for the disk, and renames. A link is followed, so that its target is what changes.
///
/// # Errors
/// What `write` returned or the system said; `path` is then untouched and nothing is left beside it.
pub fn write_atomic(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // What does not exist yet can't be resolved, and then there is no link to follow.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    let mut beside = readable_by_others(&mut tempfile::Builder::new())
        .tempfile_in(folder)
        .map_err(|error| of_the_folder(&error))?;
    let mut buffered = BufWriter::with_capacity(1 << 16, beside.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    beside.as_file().sync_all()?;
    beside.persist(&target)?;
    // The content is safe by now. Where a folder can't be synced, only the rename may be forgotten in a power cut.
    if let Ok(folder) = File::open(folder) {
        drop(folder.sync_all());
    }
    Ok(())
}

/// Why nothing can be written into a folder, without the name of the file beside, which nobody has asked for.
fn of_the_folder(error: &io::Error) -> io::Error {
    let kind = error.kind();
    let words = if kind == io::ErrorKind::NotFound {
        "the folder does not exist"
    } else if kind == io::ErrorKind::PermissionDenied {
        "the folder may not be written to"
    } else {
        return kind.into();
    };
    io::Error::new(kind, words)
}

/// Temporary files are private by default; what is saved should be as readable as any other file of this user.
#[cfg(unix)]
fn readable_by_others<'a, 'b>(
    builder: &'a mut tempfile::Builder<'b, 'b>,
) -> &'a mut tempfile::Builder<'b, 'b> {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn readable_by_others<'a, 'b>(
    builder: &'a mut tempfile::Builder<'b, 'b>,
) -> &'a mut tempfile::Builder<'b, 'b> {
    builder
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn content_is_replaced_as_a_whole() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("lab.txt");
        write_atomic(&path, |out| out.write_all(b"one"))?;
        write_atomic(&path, |out| out.write_all(b"two"))?;
        assert_eq!(fs::read(&path)?, b"two");
        assert_eq!(fs::read_dir(folder.path())?.count(), 1);
        Ok(())
    }

    #[test]
    fn a_failure_leaves_the_old_content_and_nothing_else() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("lab.txt");
        write_atomic(&path, |out| out.write_all(b"old"))?;
        let failed = write_atomic(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("disk full"))
        });
        assert_eq!(
            failed.map_err(|error| error.to_string()),
            Err("disk full".to_owned())
        );
        assert_eq!(fs::read(&path)?, b"old");
        assert_eq!(fs::read_dir(folder.path())?.count(), 1);
        Ok(())
    }

    #[test]
    fn a_missing_folder_is_an_error() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("missing").join("lab.txt");
        let failed = write_atomic(&path, |out| out.write_all(b"new"));
        assert_eq!(
            failed.map_err(|error| (error.kind(), error.to_string())),
            Err((
                io::ErrorKind::NotFound,
                "the folder does not exist".to_owned()
            ))
        );
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, b"old")?;
        std::os::unix::fs::symlink(&real, &link)?;
        write_atomic(&link, |out| out.write_all(b"new"))?;
        assert_eq!(fs::read(&real)?, b"new");
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        Ok(())
    }
}
