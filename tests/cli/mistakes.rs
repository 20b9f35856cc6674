//! Broken presets through the real binary: every kind of mistake is one message with its place, exit code 2, and no panic.

use std::fs;
use std::path::Path;

use super::lab;

/// What a mistake must say.
struct Said {
    /// Words of the message: the field, and what is wrong or what to do.
    words: &'static [&'static str],
    /// `:line:column` behind the path, or nothing where the file as a whole is meant.
    place: &'static str,
}

const GOOD: &str = r#"Preset(
    version: 1,
    title: "t",
    work: Sleep(sleep: "5ms"),
    tasks: 10,
    carriers: 4,
    engines: ["tokio"],
)"#;

/// The one message of `run`, without its prefix.
fn message_of(path: &Path) -> String {
    let output = lab().arg("run").arg(path).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(output.stdout.is_empty(), "nothing ran");
    assert_eq!(errors.matches("error").count(), 1, "one message: {errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    assert!(errors.len() < 1_000, "a message and no dump: {errors}");
    errors.strip_prefix("error: ").unwrap().trim().to_owned()
}

fn check(bytes: &[u8], said: &Said) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.ron");
    fs::write(&path, bytes).unwrap();
    let message = message_of(&path);
    for word in said.words {
        assert!(message.contains(word), "{word}: {message}");
    }
    let place = format!("\n  at {}{}", path.display(), said.place);
    assert!(message.ends_with(&place), "{place}: {message}");
}

#[test]
fn a_wrong_line_is_told_with_line_column_and_field() {
    let cases = [
        (
            "10,",
            "\"many\",",
            &["`tasks`", "Expected integer"],
            ":5:11",
        ),
        ("\"t\"", "7", &["`title`", "Expected string"], ":3:11"),
        (
            "5ms",
            "5 parsecs",
            &["`work.sleep`", "use ns, us, ms"],
            ":4:25",
        ),
        ("tasks:", "task:", &["`task`", "expected one of"], ":5:5"),
        ("    tasks: 10,\n", "", &["`tasks`", "missing"], ":7:1"),
        ("10,", "0,", &["tasks 0", "1 to 1000000"], ":5:12"),
        (
            "carriers: 4",
            "carriers: 65",
            &["carriers 65", "1 to 64"],
            ":6:15",
        ),
        (
            "version: 1",
            "version: 2",
            &["version 2", "update carrier-lab"],
            ":2:14",
        ),
        (
            "\"tokio\"",
            "\"loom\"",
            &["`engines`", "the engines are"],
            ":7:16",
        ),
    ];
    for (from, to, words, place) in cases {
        assert!(GOOD.contains(from), "{from}");
        let text = GOOD.replacen(from, to, 1);
        check(text.as_bytes(), &Said { words, place });
    }
}

#[test]
fn a_file_that_is_no_preset_at_all_is_told_at_once() {
    let mut not_text = GOOD.as_bytes().to_vec();
    not_text[40] = 0xff;
    let cases: [(&[u8], Said); 6] = [
        (
            &not_text,
            Said {
                words: &["not UTF-8", "save it as UTF-8"],
                place: ":4:1",
            },
        ),
        (
            b"",
            Said {
                words: &["empty", "presets/"],
                place: ":1:1",
            },
        ),
        (
            b" \n\n ",
            Said {
                words: &["empty", "presets/"],
                place: ":1:1",
            },
        ),
        (
            &vec![b'('; 10_000_000],
            Said {
                words: &["10000000 bytes", "at most 262144"],
                place: "",
            },
        ),
        (
            &vec![b'['; 200_000],
            Said {
                words: &["Expected"],
                place: ":1:1",
            },
        ),
        (
            &GOOD.as_bytes()[..60],
            Said {
                words: &["`slee`"],
                place: ":4:17",
            },
        ),
    ];
    for (bytes, said) in cases {
        check(bytes, &said);
    }
}
