//! Exported traces: the rules of the trace-event format on recordings of real workers and on made-up ones, and what the importer
//! behind Perfetto makes of them.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that cannot go on has failed, and one that is skipped says so"
)]

mod importer;
mod made_up;
mod real;
mod rules;

use carrier_lab::export::{TraceCounts, trace_events};
use carrier_lab::recording::{Pin, Recording, Span};
use proptest::prelude::*;

use rules::Trace;

/// What was written of these runs, checked by every rule and against what the runs hold.
fn checked(recordings: &[&Recording]) -> (String, TraceCounts, Trace) {
    let mut bytes = Vec::new();
    let counts = trace_events(recordings, &mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let trace = Trace::read(&text);
    trace.check();
    assert_eq!(trace.counts, counts, "what was said to be written");
    assert_eq!(trace.processes.len(), recordings.len());
    let (mut mounts, mut pins): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
    for recording in recordings {
        let timeline = &recording.timeline;
        for track in timeline.tracks() {
            let spans = timeline.spans_between(track, 0, u64::MAX);
            mounts.extend(spans.map(
                |Span {
                     start_ns,
                     end_ns,
                     task,
                     ..
                 }| (start_ns, end_ns, task),
            ));
            let pinned = timeline.pins_between(track, 0, u64::MAX);
            pins.extend(pinned.map(
                |Pin {
                     start_ns,
                     end_ns,
                     task,
                     ..
                 }| (start_ns, end_ns, task),
            ));
        }
    }
    mounts.sort_unstable();
    pins.sort_unstable();
    assert_eq!(trace.slices_of("mount"), mounts, "to the nanosecond");
    assert_eq!(trace.slices_of("pin"), pins);
    (text, counts, trace)
}

/// Checks a trace and has the importer read it, where that is installed.
fn imported(name: &str, recordings: &[&Recording]) -> Trace {
    let (text, counts, trace) = checked(recordings);
    importer::check(name, &text, (counts, &trace));
    trace
}

#[test]
fn runs_of_real_workers_make_good_traces() {
    for (engine, recording) in real::every_engine() {
        let trace = imported(engine, &[&recording]);
        assert!(!trace.slices_of("mount").is_empty(), "{engine}");
        let waits: Vec<&str> = trace.asyncs.keys().map(String::as_str).collect();
        let expected: &[&str] = match engine {
            "may" => &["parked or ready", "ready"],
            "tokio" => &["parked", "ready"],
            // Nothing is suspended: a task is ready from its spawn to its only mount.
            _ => &["ready"],
        };
        assert_eq!(waits, expected, "{engine}");
        let tells_ready = matches!(engine, "pool" | "tokio");
        assert_eq!(trace.counters.contains("ready tasks"), tells_ready);
        assert!(trace.counters.contains("RSS bytes") && trace.counters.contains("live tasks"));
    }
}

#[test]
fn the_command_writes_the_same_trace_and_refuses_what_it_cannot_do() {
    let (folder, path, recording) = real::saved_run();
    let target = folder.path().join("out.json");
    let (ok, said) = real::lab(&["export", &path, "--trace", target.to_str().unwrap()]);
    assert!(
        ok && said.contains("slices") && said.contains("out.json"),
        "{said}"
    );
    let (text, ..) = checked(&[&recording]);
    assert_eq!(std::fs::read_to_string(&target).unwrap(), text);
    let nowhere = folder.path().join("missing/out.json");
    let (ok, said) = real::lab(&["export", &path, "--trace", nowhere.to_str().unwrap()]);
    assert!(!ok && said.contains("the folder does not exist"), "{said}");
    let (ok, said) = real::lab(&["export", &path]);
    assert!(!ok && said.contains("--png"), "{said}");
}

#[test]
fn a_run_that_left_nothing_is_a_good_trace() {
    let trace = imported("empty", &[&made_up::empty()]);
    assert_eq!(trace.counts, TraceCounts::default());
    let trace = imported("no run", &[]);
    assert!(trace.processes.is_empty());
}

#[test]
fn gaps_are_slices_and_nothing_is_told_across_them() {
    let recording = made_up::with_gap();
    let trace = imported("gap", &[&recording]);
    assert_eq!(trace.slices_named("records missing"), [(5_000, 9_000)]);
    // Task 1 left before the gap and was seen again after it: it may have been mounted inside.
    let parked = trace.asyncs.get("parked").cloned().unwrap_or_default();
    assert!(parked.iter().all(|(id, _)| id != "0x1"), "{parked:?}");
    assert_eq!(parked, [("0x2".to_owned(), (400, 700))]);
}

#[test]
fn thousands_of_threads_are_tracks_of_their_own_and_their_gaps_are_across() {
    let recording = made_up::threads(5_000);
    let trace = imported("threads", &[&recording]);
    assert_eq!(trace.thread_names().count(), 5_000);
    assert!(trace.thread_names().any(|name| name == "task 4999"));
    assert_eq!(trace.asyncs["gap"].len(), 1);
}

#[test]
fn what_goes_on_at_the_end_is_drawn_to_the_end() {
    let recording = made_up::stopped_in_the_middle();
    let trace = imported("open", &[&recording]);
    assert_eq!(
        trace.slices_of("mount"),
        [(1_000, 2_000, 0), (3_000, 10_000, 1)]
    );
    assert_eq!(trace.slices_of("pin"), [(4_000, 10_000, 1)]);
    assert_eq!(
        trace.asyncs["parked or ready"],
        [("0x0".to_owned(), (2_000, 10_000))]
    );
    assert_eq!(trace.instants, ["stopped at 0"]);
}

#[test]
fn runs_side_by_side_keep_apart_and_any_title_can_be_written() {
    let mut one = made_up::with_gap();
    "\"quoted\" \\ back\nslash \u{7} 만 개의 낮잠 </script>".clone_into(&mut one.title);
    let other = made_up::with_gap();
    let trace = imported("two", &[&one, &other]);
    let names: Vec<_> = trace.processes.values().collect();
    assert!(
        names.iter().any(|name| name.contains(&one.title)),
        "{names:?}"
    );
}

#[test]
fn without_a_probe_only_counters_are_left() {
    let recording = real::one_run("tokio", &["probe=off"]);
    let trace = imported("off", &[&recording]);
    assert_eq!(trace.counts.slices, 0);
    assert!(trace.counts.counters > 0);
}

proptest! {
    #[test]
    fn any_legal_run_makes_a_good_trace(run in made_up::any_run()) {
        checked(&[&run]);
    }
}
