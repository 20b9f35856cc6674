//! The rules of the trace-event format that a viewer relies on. Knows nothing of how a trace is written.

use std::collections::{BTreeMap, BTreeSet};

use carrier_lab::export::TraceCounts;
use serde_json::Value;

/// Process and thread.
type Thread = (u64, u64);
/// Start and end, nanoseconds.
type Stretch = (u64, u64);

struct Complete {
    thread: Thread,
    name: String,
    category: String,
    time: Stretch,
    task: Option<u64>,
}

/// A trace as a viewer reads it.
#[derive(Default)]
pub(crate) struct Trace {
    pub(crate) counts: TraceCounts,
    pub(crate) processes: BTreeMap<u64, String>,
    /// By category, in the order of the file: id and time.
    pub(crate) asyncs: BTreeMap<String, Vec<(String, Stretch)>>,
    pub(crate) instants: Vec<String>,
    pub(crate) counters: BTreeSet<String>,
    threads: BTreeMap<Thread, String>,
    complete: Vec<Complete>,
    /// Category, process and id → when the open one began, and when the last one ended.
    begun: BTreeMap<(String, u64, String), (Option<u64>, u64)>,
}

impl Trace {
    /// Reads a whole file; a type that a viewer would stumble over fails.
    pub(crate) fn read(text: &str) -> Self {
        let file: Value = serde_json::from_str(text).unwrap();
        assert_eq!(file["displayTimeUnit"], "ns");
        let mut trace = Self::default();
        for event in file["traceEvents"].as_array().unwrap() {
            trace.add(event);
        }
        let runs = file["otherData"]["runs"].as_array().unwrap();
        let pids: Vec<u64> = runs
            .iter()
            .map(|run| run["pid"].as_u64().unwrap())
            .collect();
        assert_eq!(
            pids.len(),
            trace.processes.len(),
            "each run is a process of its own"
        );
        for run in runs {
            assert!(run["machine"]["cpu"].is_string() && run["figures"]["engine"].is_string());
        }
        trace
    }

    fn add(&mut self, event: &Value) {
        let pid = event["pid"].as_u64().unwrap();
        assert!(pid > 0, "{event}");
        let text = |key: &str| event[key].as_str().unwrap().to_owned();
        match event["ph"].as_str().unwrap() {
            "M" => self.add_metadata(pid, event),
            "X" => {
                let (start, length) = (nanos(&event["ts"]), nanos(&event["dur"]));
                self.complete.push(Complete {
                    thread: (pid, event["tid"].as_u64().unwrap()),
                    name: text("name"),
                    category: text("cat"),
                    time: (start, start + length),
                    task: event["args"]["task"].as_u64(),
                });
                self.counts.slices += 1;
            }
            phase @ ("b" | "e") => {
                assert!(event["tid"].as_u64().unwrap() > 0);
                let id = event["id2"]["local"].as_str().unwrap().to_owned();
                self.add_async(phase == "b", (text("cat"), pid, id), nanos(&event["ts"]));
            }
            "i" => {
                assert_eq!(event["s"], "p");
                nanos(&event["ts"]);
                self.instants.push(text("name"));
                self.counts.instants += 1;
            }
            "C" => {
                nanos(&event["ts"]);
                let args = event["args"].as_object().unwrap();
                assert!(
                    args.values().all(Value::is_u64) && args.len() == 1,
                    "{event}"
                );
                let unit = args.keys().next().unwrap();
                self.counters.insert(format!("{} {unit}", text("name")));
                self.counts.counters += 1;
            }
            other => panic!("an unknown phase {other}"),
        }
    }

    fn add_metadata(&mut self, pid: u64, event: &Value) {
        let args = &event["args"];
        match event["name"].as_str().unwrap() {
            "process_name" => {
                let name = args["name"].as_str().unwrap().to_owned();
                assert_eq!(
                    self.processes.insert(pid, name),
                    None,
                    "two processes {pid}"
                );
            }
            "thread_name" => {
                let thread = (pid, event["tid"].as_u64().unwrap());
                let name = args["name"].as_str().unwrap().to_owned();
                assert_eq!(
                    self.threads.insert(thread, name),
                    None,
                    "two threads {thread:?}"
                );
            }
            "process_labels" => assert!(args["labels"].is_string()),
            "process_sort_index" | "thread_sort_index" => assert!(args["sort_index"].is_u64()),
            other => panic!("unknown metadata {other}"),
        }
    }

    /// Slices of one id do not overlap, and come in the order of their times.
    fn add_async(&mut self, is_begin: bool, key: (String, u64, String), t_ns: u64) {
        let (open, ended) = self.begun.entry(key.clone()).or_default();
        if is_begin {
            assert_eq!(open.replace(t_ns), None, "{key:?} begins twice");
            assert!(*ended <= t_ns, "{key:?} begins before it has ended");
            return;
        }
        let start = open
            .take()
            .unwrap_or_else(|| panic!("{key:?} ends unbegun"));
        assert!(start <= t_ns, "{key:?} lasts a negative time");
        *ended = t_ns;
        let (category, _, id) = key;
        self.asyncs
            .entry(category)
            .or_default()
            .push((id, (start, t_ns)));
        self.counts.async_slices += 1;
    }

    /// What only the whole file shows.
    pub(crate) fn check(&self) {
        for (key, (open, _)) in &self.begun {
            assert_eq!(*open, None, "{key:?} does not end");
        }
        let mut by_thread: BTreeMap<Thread, Vec<&Complete>> = BTreeMap::new();
        for slice in &self.complete {
            by_thread.entry(slice.thread).or_default().push(slice);
        }
        for (thread, mut slices) in by_thread {
            assert!(self.threads.contains_key(&thread), "{thread:?} has no name");
            slices.sort_by_key(|slice| (slice.time.0, u64::MAX - slice.time.1));
            check_nesting(&slices);
            check_mounts(&slices);
        }
        let mut names: Vec<_> = self
            .threads
            .iter()
            .map(|((pid, _), name)| (pid, name))
            .collect();
        names.sort_unstable();
        assert!(
            names.windows(2).all(|pair| pair[0] != pair[1]),
            "two tracks of one name"
        );
    }

    /// Start, end and task of all slices of a category, sorted.
    pub(crate) fn slices_of(&self, category: &str) -> Vec<(u64, u64, u32)> {
        let of = self
            .complete
            .iter()
            .filter(|slice| slice.category == category);
        let mut found: Vec<_> = of
            .map(|slice| {
                let task = u32::try_from(slice.task.unwrap()).unwrap();
                (slice.time.0, slice.time.1, task)
            })
            .collect();
        found.sort_unstable();
        found
    }

    pub(crate) fn slices_named(&self, name: &str) -> Vec<Stretch> {
        let named = self.complete.iter().filter(|slice| slice.name == name);
        named.map(|slice| slice.time).collect()
    }

    pub(crate) fn thread_names(&self) -> impl Iterator<Item = &str> {
        self.threads.values().map(String::as_str)
    }

    /// Names of the threads that have slices, by process, sorted.
    pub(crate) fn busy_threads(&self) -> BTreeSet<(u64, &str)> {
        let busy = self.complete.iter().map(|slice| slice.thread);
        busy.map(|thread| (thread.0, self.threads[&thread].as_str()))
            .collect()
    }
}

/// Microseconds with at most three decimals, not negative.
fn nanos(value: &Value) -> u64 {
    let micros = value
        .as_f64()
        .unwrap_or_else(|| panic!("no number: {value}"));
    assert!(micros >= 0.0, "{micros}");
    let nanos = micros * 1_000.0;
    assert!(
        (nanos - nanos.round()).abs() < 0.01,
        "parts of a nanosecond: {value}"
    );
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole and positive"
    )]
    let whole = nanos.round() as u64;
    whole
}

/// Slices by start, outer ones first: each is apart from those before it, or inside.
fn check_nesting(slices: &[&Complete]) {
    let mut around: Vec<Stretch> = Vec::new();
    for slice in slices {
        let (start, end) = slice.time;
        while around
            .last()
            .is_some_and(|outer| outer.1 <= start && outer.1 < end)
        {
            around.pop();
        }
        if let Some(outer) = around.last() {
            assert!(
                end <= outer.1 || outer.1 <= start,
                "{} at {start} overlaps {outer:?}",
                slice.name
            );
        }
        around.push(slice.time);
    }
}

/// One thread has one task mounted at a time, and pins lie in a mount of their task.
fn check_mounts(slices: &[&Complete]) {
    let of = |category: &str| {
        slices
            .iter()
            .filter(|slice| slice.category == category)
            .collect::<Vec<_>>()
    };
    let mounts = of("mount");
    for pair in mounts.windows(2) {
        assert!(
            pair[0].time.1 <= pair[1].time.0,
            "{} and {}",
            pair[0].name,
            pair[1].name
        );
    }
    for pin in of("pin") {
        let around = |mount: &&&Complete| {
            mount.task == pin.task && mount.time.0 <= pin.time.0 && pin.time.1 <= mount.time.1
        };
        assert!(mounts.iter().any(around), "{:?} lies in no mount", pin.time);
    }
}
