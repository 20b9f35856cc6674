//! JSON, CSV and table of invented recordings.

use super::{csv, fixtures, json, samples_csv, table};

/// Keys at the depth of `indent` spaces, in the order they are written.
fn keys(text: &str, indent: usize) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| {
        let (spaces, rest) = line.split_once('"')?;
        (spaces.len() == indent && spaces.trim().is_empty()).then_some(rest)
    });
    lines
        .filter_map(|rest| rest.split_once("\":").map(|(key, _)| key))
        .collect()
}

#[test]
fn json_has_the_promised_keys_first_in_the_promised_order() {
    let promised = [
        "engine",
        "work",
        "tasks",
        "carriers",
        "outcome",
        "wall_ns",
        "spawn_ns",
        "expected_ns",
        "rss_baseline_bytes",
        "rss_peak_bytes",
        "bytes_per_task",
        "throughput_per_sec",
        "latency_ns",
        "events",
        "peak_live",
        "checksum_ok",
        "versions",
    ];
    let later = [
        "case",
        "point",
        "repetition",
        "role",
        "order_seed",
        "expected_formula",
        "sleep_requested_ns",
        "sleep_achieved_ns",
        "timer_bound",
        "started_unix_ms",
        "probe",
        "cancelled",
        "counted",
        "lost_updates",
        "notes",
        "kernel",
        "run_wall_ns",
        "rounds",
    ];
    for recording in fixtures::recordings() {
        let text = json(&[recording]).unwrap();
        let written = keys(&text, 4);
        let (first, rest) = written.split_at(promised.len());
        assert_eq!(first, promised);
        assert_eq!(rest, later, "new keys stand after the promised ones");
    }
    let completed = json(&fixtures::recordings()[3..]).unwrap();
    let inner = keys(&completed, 6).join(" ");
    let promised = "kind at reason advice p50 p90 p95 p99 p999 max recorded dropped";
    assert!(inner.starts_with(promised), "{inner}");
}

#[test]
fn json_says_null_and_not_zero_where_nothing_is_known() {
    let recordings = fixtures::recordings();
    let read: Vec<serde_json::Value> = serde_json::from_str(&json(&recordings).unwrap()).unwrap();
    assert_eq!(read.len(), 4);
    let failed = &read[0];
    assert_eq!(failed["outcome"]["kind"], "failed");
    assert_eq!(failed["outcome"]["at"], 16_338);
    assert!(failed["latency_ns"].is_null() && failed["checksum_ok"].is_null());
    let completed = &read[3];
    assert_eq!(completed["work"], "sleep");
    assert_eq!(completed["outcome"]["kind"], "completed");
    assert!(completed["outcome"]["reason"].is_null());
    assert_eq!(completed["latency_ns"]["p999"], 611_000_000);
    assert_eq!(completed["versions"]["tokio"], "1.54.1");
}

#[test]
fn csv_lines_have_the_fields_of_the_first() {
    let recordings = fixtures::recordings();
    let text = csv(&recordings);
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 5);
    let count = |line: &str| {
        let outside_quotes = line.split('"').step_by(2);
        outside_quotes
            .map(|part| part.matches(',').count())
            .sum::<usize>()
    };
    assert!(lines.iter().all(|line| count(line) == count(lines[0])));
    assert!(lines[1].starts_with("os-thread,1,sleep,50000,0,failed,16338,"));
    let samples = samples_csv(&recordings[3]);
    assert_eq!(samples.lines().count(), recordings[3].samples.len() + 1);
}

#[test]
fn the_table_is_aligned_and_tells_why_a_run_failed() {
    let text = table(&fixtures::recordings());
    let lines: Vec<&str> = text.lines().collect();
    let ends = |line: &str, word: &str| {
        let at = line.find(word).unwrap();
        line[..at].chars().count() + word.chars().count()
    };
    assert_eq!(ends(lines[0], "tasks "), ends(lines[4], "50\u{202f}000 "));
    assert!(lines[1].contains("failed at 16\u{202f}338"));
    assert!(text.contains("os-thread: the worker was aborted"));
    assert!(text.contains("try: raise vm.max_map_count"));
    assert!(text.contains("records lost"));
}
