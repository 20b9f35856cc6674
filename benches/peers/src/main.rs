//! The same tokio workload bare, under the lab's probe and under other recorders: CPU time added per poll and wall time against
//! bare, interleaved. Prints a table; nothing passes or fails here.
//!
//! `cargo build --release` in the lab's own folder, then `cargo run --release` in this one. Another worker than
//! `../../target/release/carrier-lab` is named by `CARRIER_LAB`.
//!
//! The lab records in a process of its own, the way it always does: its worker is started, told the run, and its frames are read
//! and thrown away. What it adds is the difference between the probe on and off; what the others add, the difference to bare.

use std::{
    io::{Read, Write},
    path::PathBuf,
    process::{Command, Stdio},
    time::Instant,
};

use dial9_tokio_telemetry::telemetry::{
    Dial9HandleTokioExt, DiskBuffer, TokioAttachOptions, recorder,
};
use tokio::runtime::{Builder, Runtime};
use tracing::Instrument as _;
use tracing_subscriber::layer::SubscriberExt as _;

const TASKS: u64 = 1_000;
const YIELDS: u64 = 1_000;
/// A task that yields so often is polled once more.
const POLLS: u64 = TASKS * (YIELDS + 1);
const CARRIERS: usize = 2;
const ROUNDS: usize = 7;

/// Who records; the first of each kind is what the others of that kind are held against.
const RECORDERS: [&str; 7] = [
    "bare",
    "dial9",
    "tracing-chrome",
    "console-subscriber",
    "lab off",
    "lab 1/100",
    "lab full",
];

#[derive(Clone, Copy)]
struct Cost {
    wall_ns: u64,
    cpu_ns: u64,
}

fn main() {
    match std::env::args().nth(1) {
        Some(recorder) => {
            let cost = in_this_process(&recorder);
            println!("{} {}", cost.wall_ns, cost.cpu_ns);
        }
        None => compare(),
    }
}

fn compare() {
    let mut costs = vec![Vec::new(); RECORDERS.len()];
    for round in 0..ROUNDS {
        eprintln!("round {} of {ROUNDS}", round + 1);
        for (recorder, costs) in RECORDERS.iter().zip(&mut costs) {
            costs.push(match recorder.strip_prefix("lab ") {
                Some(probe) => lab(probe),
                None => in_own_process(recorder),
            });
        }
    }
    println!(
        "{TASKS} tasks × {YIELDS} yields on tokio with {CARRIERS} workers, {ROUNDS} interleaved rounds: median (range)\n"
    );
    println!("| recorder | wall ÷ without | CPU added per poll |\n|---|---|---|");
    for (index, recorder) in RECORDERS.iter().enumerate() {
        let base = &costs[if recorder.starts_with("lab") { 4 } else { 0 }];
        let pairs = || costs[index].iter().zip(base);
        let walls = pairs().map(|(cost, base)| cost.wall_ns as f64 / base.wall_ns as f64);
        let added =
            pairs().map(|(cost, base)| (cost.cpu_ns as f64 - base.cpu_ns as f64) / POLLS as f64);
        println!(
            "| {recorder} | {} | {} ns |",
            spread(walls, 2),
            spread(added, 0)
        );
    }
}

fn spread(values: impl Iterator<Item = f64>, digits: usize) -> String {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let [first, middle, last] = [0, values.len() / 2, values.len() - 1].map(|index| values[index]);
    format!("{middle:.digits$} ({first:.digits$} to {last:.digits$})")
}

fn in_own_process(recorder: &str) -> Cost {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this)
        .arg(recorder)
        .stderr(Stdio::inherit())
        .output()
        .expect("a process");
    let text = String::from_utf8(output.stdout).expect("two numbers");
    let mut numbers = text
        .split_whitespace()
        .map(|number| number.parse().expect("a number"));
    let [wall_ns, cpu_ns] = [(); 2].map(|()| numbers.next().expect("two numbers"));
    Cost { wall_ns, cpu_ns }
}

fn in_this_process(recorder_name: &str) -> Cost {
    let folder = tempfile::tempdir().expect("a folder");
    match recorder_name {
        "bare" => carried_out(&runtime()),
        "dial9" => {
            let buffer = DiskBuffer::single_file(folder.path().join("trace.bin")).expect("a file");
            let recorder = recorder(buffer).build();
            let options = TokioAttachOptions::builder()
                .task_tracking_enabled(true)
                .build();
            let runtime = recorder
                .handle()
                .attach_tokio_runtime(builder(), options)
                .expect("a runtime");
            carried_out(&runtime)
        }
        "tracing-chrome" => {
            let (layer, _guard) = tracing_chrome::ChromeLayerBuilder::new()
                .file(folder.path().join("trace.json"))
                .build();
            tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer))
                .expect("the first");
            carried_out(&runtime())
        }
        "console-subscriber" => {
            console_subscriber::init();
            carried_out(&runtime())
        }
        other => panic!("no recorder {other}"),
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(CARRIERS).enable_all();
    builder
}

fn runtime() -> Runtime {
    builder().build().expect("a runtime")
}

/// The workload as anyone would write it, each task in a span of its own: without a subscriber a span costs a load and a branch.
fn carried_out(runtime: &Runtime) -> Cost {
    let (begun, cpu_ns) = (Instant::now(), cpu_ns(libc::RUSAGE_SELF));
    let sum = runtime.block_on(async {
        let tasks: Vec<_> = (0..TASKS)
            .map(|task| {
                let work = async move {
                    for _ in 0..YIELDS {
                        tokio::task::yield_now().await;
                    }
                    task + 1
                };
                tokio::spawn(work.instrument(tracing::info_span!("task", task)))
            })
            .collect();
        let mut sum = 0;
        for task in tasks {
            sum += task.await.expect("a task that ends");
        }
        sum
    });
    assert_eq!(sum, TASKS * (TASKS + 1) / 2);
    Cost {
        wall_ns: begun.elapsed().as_nanos() as u64,
        cpu_ns: self::cpu_ns(libc::RUSAGE_SELF) - cpu_ns,
    }
}

/// A run of the lab's worker; its CPU time is that of the whole process, from its start to its end.
fn lab(probe: &str) -> Cost {
    let path = std::env::var_os("CARRIER_LAB").map_or_else(
        || {
            PathBuf::from(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../../target/release/carrier-lab"
            ))
        },
        PathBuf::from,
    );
    let before = cpu_ns(libc::RUSAGE_CHILDREN);
    let mut worker = Command::new(&path)
        .arg("worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut stdin = worker.stdin.take();
    let probe = match probe {
        "off" => "\"Off\"".to_owned(),
        "full" => "\"Full\"".to_owned(),
        share => format!(
            "{{\"Sampled\":{{\"one_in\":{}}}}}",
            share.trim_start_matches("1/")
        ),
    };
    let run = format!(
        r#"{{"engine":"tokio","experiment":{{"work":{{"Yield":{{"yields":{YIELDS}}}}},"tasks":{TASKS},"depth":0,"carriers":{CARRIERS},"pinned_share":0}},"probe":{probe},"repetition":0,"case":"","point":null,"role":"measured","order_seed":null,"rounds":1,"warmup_rounds":0}}"#
    );
    let lines = stdin.as_mut().expect("a pipe");
    lines
        .write_all(format!("{run}\ngo\n").as_bytes())
        .expect("a worker that listens");
    let mut stdout = worker.stdout.take().expect("a pipe");
    let mut last = Vec::new();
    let mut buffer = vec![0; 1 << 17];
    loop {
        let read = stdout.read(&mut buffer).expect("frames");
        if read == 0 {
            break;
        }
        last.extend_from_slice(&buffer[..read]);
        // The last frame is what is looked at; it is far shorter than this.
        let surplus = last.len().saturating_sub(1 << 16);
        last.drain(..surplus);
        if wall_ns(&last).is_some() || refusal(&last).is_some() {
            // It has told all; a worker lives until nobody listens.
            drop(stdin.take());
        }
    }
    worker.wait().expect("an end");
    let wall_ns = wall_ns(&last).unwrap_or_else(|| panic!("{:?}", refusal(&last)));
    Cost {
        wall_ns,
        cpu_ns: cpu_ns(libc::RUSAGE_CHILDREN) - before,
    }
}

/// What a worker says that could not do the run.
fn refusal(tail: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(tail);
    let (_, refusal) = text.split_once("\"reason\":\"")?;
    Some(refusal.to_owned())
}

/// The wall time in the last frame, once that has come whole.
fn wall_ns(tail: &[u8]) -> Option<u64> {
    let text = String::from_utf8_lossy(tail);
    let (_, done) = text.split_once("{\"wall_ns\":")?;
    done.contains("\"histogram\":\"").then_some(())?;
    done.split_once(',')?.0.parse().ok()
}

/// User and system time of this process, or of all its children that have ended.
fn cpu_ns(whose: libc::c_int) -> u64 {
    // SAFETY: a plain struct of numbers, which the call fills.
    let usage = unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(whose, &mut usage);
        usage
    };
    let ns = |time: libc::timeval| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1_000;
    ns(usage.ru_utime) + ns(usage.ru_stime)
}
