//! Saving and opening: what was saved comes back; truncated, damaged, newer and foreign files are named.

use std::{fs, io, path::PathBuf};

use proptest::prelude::*;
use tempfile::TempDir;

use super::super::codec;
use super::super::crc32::crc32;
use super::super::{Chunk, ChunkColumns, Gap, OpenSpan, Pin, Recording, StoreError, Track};
use super::legal_events::{LegalRun, legal_run};
use super::recordings::{assert_same, recording};
use crate::wire::Reason;

fn in_folder() -> io::Result<(TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("run.clab");
    Ok((folder, path))
}

fn opened(bytes: &[u8]) -> Result<Recording, StoreError> {
    let (_folder, path) = in_folder().unwrap();
    fs::write(&path, bytes).unwrap();
    Recording::open(&path)
}

fn saved(run: &LegalRun) -> Vec<u8> {
    let (_folder, path) = in_folder().unwrap();
    recording(run).save(&path).unwrap();
    fs::read(&path).unwrap()
}

/// Kind and content.
type Section<'a> = (u8, &'a [u8]);

/// A file with right checksums and any sections.
fn file(version: u32, sections: &[Section<'_>]) -> Vec<u8> {
    let mut bytes = b"CLAB\r\n\x1a\n".to_vec();
    bytes.extend_from_slice(&version.to_le_bytes());
    bytes.extend_from_slice(&crc32(&[&bytes]).to_le_bytes());
    for (kind, content) in sections {
        let mut section = vec![*kind];
        section.extend_from_slice(&u32::try_from(content.len()).unwrap().to_le_bytes());
        section.extend_from_slice(content);
        section.extend_from_slice(&crc32(&[&section]).to_le_bytes());
        bytes.extend_from_slice(&section);
    }
    bytes
}

/// The header section of a saved file.
fn header() -> Vec<u8> {
    let bytes = saved(&LegalRun::default());
    let length = u32::from_le_bytes(bytes[17..21].try_into().unwrap()) as usize;
    bytes[21..21 + length].to_vec()
}

#[test]
fn a_file_of_another_kind_is_named() {
    for bytes in [
        b"".as_slice(),
        b"CLAB",
        b"(version: 1, title: \"a preset\")",
        &[0; 100],
    ] {
        let error = opened(bytes).err().unwrap();
        assert!(matches!(error, StoreError::NoRecording { .. }), "{error}");
    }
    let error = opened(b"").err().unwrap().to_string();
    assert!(
        error.ends_with("run.clab") && error.contains("choose a .clab file"),
        "{error}"
    );
}

#[test]
fn a_missing_file_and_a_missing_folder_are_named() -> io::Result<()> {
    let (folder, _) = in_folder()?;
    let path = folder.path().join("none").join("run.clab");
    assert!(matches!(
        Recording::open(&path),
        Err(StoreError::Read { .. })
    ));
    let unsaved = recording(&LegalRun::default()).save(&path);
    assert!(matches!(unsaved, Err(StoreError::Write { .. })));
    Ok(())
}

#[test]
fn a_newer_version_is_refused_in_words() {
    let error = opened(&file(2, &[(9, b"who knows")])).err().unwrap();
    assert!(matches!(error, StoreError::Newer { found: 2, .. }));
    assert!(error.to_string().contains("newer Carrier Lab"), "{error}");
}

#[test]
fn sections_that_make_no_sense_are_named() {
    let header = header();
    let cases: [(&[Section<'_>], &str); 7] = [
        (&[(5, b"")], "does not begin with its header"),
        (&[(1, b"{}"), (5, b"")], "missing field"),
        (&[(1, &header), (1, &header), (5, b"")], "two headers"),
        (&[(1, &header), (77, b""), (5, b"")], "unknown kind"),
        (&[(1, &header), (5, b""), (5, b"")], "follows its end"),
        (&[(1, &header), (2, b"12345"), (5, b"")], "row is not whole"),
        (&[(1, &header), (4, &[0; 12]), (5, b"")], "too short"),
    ];
    for (sections, what) in cases {
        let error = opened(&file(1, sections)).err().unwrap();
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains(what), "{error}");
    }
    assert!(opened(&file(1, &[(1, &header), (5, b"")])).is_ok());
    assert!(matches!(
        opened(&file(1, &[(1, &header)])),
        Err(StoreError::Truncated { .. })
    ));
}

#[test]
fn announced_columns_take_no_memory_before_they_are_there() {
    let counts: Vec<u8> = [0_u32, 0]
        .into_iter()
        .chain([u32::MAX; 5])
        .flat_map(u32::to_le_bytes)
        .collect();
    assert_eq!(codec::chunk(&counts).err(), Some("a column is too short"));
}

fn any_columns() -> impl Strategy<Value = ChunkColumns> {
    let times = prop::collection::vec((any::<u64>(), any::<u64>(), any::<u32>(), 0_u8..9), 0..20);
    (times, any::<bool>()).prop_map(|(rows, has_waits)| {
        let mut columns = ChunkColumns::default();
        for (one, other, task, reason) in rows {
            let (start_ns, end_ns, reason) = (
                one.min(other),
                one.max(other),
                Reason::from_byte(reason).unwrap(),
            );
            columns.start_ns.push(start_ns);
            columns.end_ns.push(end_ns);
            columns.task.push(task);
            columns.reason.push(reason);
            columns.waited_ns.extend(has_waits.then_some(one));
            columns.pins.push(Pin {
                start_ns,
                end_ns,
                task,
                reason,
            });
            columns.gaps.push(Gap {
                start_ns,
                end_ns,
                count: task,
            });
            columns.open.push(OpenSpan {
                start_ns,
                task,
                pinned_since_ns: Some(end_ns >> 1),
                waited_ns: has_waits.then_some(other >> 1),
            });
        }
        columns
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_was_saved_comes_back(run in any::<bool>().prop_flat_map(legal_run)) {
        let (_folder, path) = in_folder()?;
        let before = recording(&run);
        before.save(&path)?;
        assert_same(&before, &Recording::open(&path)?);
    }

    #[test]
    fn any_columns_come_back(columns in any_columns()) {
        let chunk = Chunk::seal(Track::Threads, 9, columns);
        let mut bytes = Vec::new();
        codec::put_chunk(&chunk, &mut bytes);
        let back = codec::chunk(&bytes).map_err(TestCaseError::fail)?;
        prop_assert_eq!((back.track(), back.serial(), back.columns()), (Track::Threads, 9, chunk.columns()));
    }

    #[test]
    fn one_changed_byte_is_always_noticed(run in legal_run(false), at in any::<prop::sample::Index>(), flip in 1_u8..) {
        let mut bytes = saved(&run);
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(opened(&bytes).is_err(), "byte {at}");
    }

    #[test]
    fn a_cut_file_is_called_cut(run in legal_run(false), at in any::<prop::sample::Index>()) {
        let bytes = saved(&run);
        let at = at.index(bytes.len());
        let error = opened(&bytes[..at]).err();
        let is_named = match &error {
            Some(StoreError::Truncated { .. }) => at >= 8,
            Some(StoreError::NoRecording { .. }) => at < 8,
            _ => false,
        };
        prop_assert!(is_named, "{at}: {error:?}");
    }

    #[test]
    fn rubbish_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300), kind in 0_u8..7, counts in prop::collection::vec(0_u8..4, 7)) {
        prop_assert!(opened(&bytes).is_err());
        let mut chunk: Vec<u8> = counts.iter().flat_map(|count| u32::from(*count).to_le_bytes()).collect();
        chunk.extend_from_slice(&bytes);
        for length in 28..chunk.len() {
            drop(codec::chunk(&chunk[..length]));
        }
        let sections: [Section<'_>; 3] = [(1, &header()), (kind, &bytes), (5, b"")];
        if let Ok(recording) = opened(&file(1, &sections)) {
            for track in recording.timeline.tracks() {
                prop_assert_eq!(recording.timeline.occupancy(track, 0, u64::MAX, 10).len(), 10);
            }
        }
    }
}
