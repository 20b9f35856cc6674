//! What the lab itself costs: its tokio sleep run against the same program without the lab, and the probe on against off.
//! Prints ratios of interleaved pairs, median and range; nothing passes or fails here.
//!
//! `cargo bench --bench lab_against_bare`

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a bench prints what it measured, and stops where it cannot"
)]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const PAIRS: usize = 7;
const BARE: &str = "CARRIER_LAB_BARE";

fn main() {
    if let Ok(work) = std::env::var(BARE) {
        return bare(&work);
    }
    println!("{PAIRS} interleaved pairs each\n");
    println!("| what | median ratio (range) | one pair |\n|---|---|---|");
    against_bare(10_000, 50, 4);
    against_bare(100_000, 1_000, 4);
    against_bare(1_000_000, 5_000, 4);
    probe_on_against_off("tokio", 4);
    probe_on_against_off("may", 4);
    probe_on_against_off("fiber", 4);
    probe_on_against_off("pool", 64);
    probe_on_against_off("os-thread", 4);
}

/// The same work as the lab's, written as anyone would: prints wall time and memory like a run of the lab.
fn bare(work: &str) {
    let numbers: Vec<u64> = work
        .split(',')
        .map(|number| number.parse().unwrap())
        .collect();
    let [tasks, sleep_ms, carriers] = numbers[..] else {
        panic!("{BARE}=tasks,sleep_ms,carriers")
    };
    let carriers = usize::try_from(carriers).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(carriers)
        .enable_time()
        .build()
        .unwrap();
    std::thread::sleep(Duration::from_millis(20));
    let baseline = memory_kib("VmRSS:");
    let start = Instant::now();
    let sum: u64 = runtime.block_on(async move {
        let mut handles = Vec::new();
        for i in 0..tasks {
            handles.push(tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(sleep_ms)).await;
                i + 1
            }));
        }
        let mut sum = 0;
        for handle in handles {
            sum += handle.await.unwrap();
        }
        sum
    });
    let wall = start.elapsed().as_nanos();
    assert_eq!(sum, tasks * (tasks + 1) / 2);
    let per_task = (memory_kib("VmHWM:") - baseline) * 1024 / tasks;
    println!("{{\"wall_ns\":{wall},\"bytes_per_task\":{per_task}}}");
}

/// A line of `/proc/self/status`; zero where there is none, and then the memory ratio means nothing.
fn memory_kib(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status
        .lines()
        .find_map(|line| {
            line.strip_prefix(name)?
                .trim()
                .strip_suffix(" kB")?
                .parse()
                .ok()
        })
        .unwrap_or(0)
}

fn against_bare(tasks: u64, sleep_ms: u64, carriers: u64) {
    let work = format!("{tasks},{sleep_ms},{carriers}");
    let changes = [
        format!("tasks={tasks}"),
        format!("sleep={sleep_ms}ms"),
        format!("carriers={carriers}"),
        "probe=off".to_owned(),
    ];
    let pairs: Vec<_> = (0..PAIRS)
        .map(|_| {
            let lab = lab_run("tokio", &changes);
            let output = Command::new(std::env::current_exe().unwrap())
                .env(BARE, &work)
                .stderr(Stdio::inherit())
                .output()
                .unwrap();
            (
                lab,
                serde_json::from_slice::<Value>(&output.stdout).unwrap(),
            )
        })
        .collect();
    let name = format!("tokio {tasks} × {sleep_ms} ms, lab (probe off) ÷ bare");
    report(&format!("{name}, wall"), &pairs, "wall_ns");
    report(
        &format!("{name}, memory per task"),
        &pairs,
        "bytes_per_task",
    );
}

fn probe_on_against_off(engine: &str, carriers: u64) {
    let run = |probe: &str| {
        lab_run(
            engine,
            &[
                "tasks=10000".to_owned(),
                "sleep=50ms".to_owned(),
                format!("carriers={carriers}"),
                format!("probe={probe}"),
            ],
        )
    };
    for probe in ["full", "1/100"] {
        let pairs: Vec<_> = (0..PAIRS).map(|_| (run(probe), run("off"))).collect();
        report(
            &format!("{engine} 10000 × 50 ms, probe {probe} ÷ off, tasks/s"),
            &pairs,
            "throughput_per_sec",
        );
    }
}

fn lab_run(engine: &str, changes: &[String]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carrier-lab"));
    command.args([
        "run",
        concat!(env!("CARGO_MANIFEST_DIR"), "/presets/tour.ron"),
        "--engine",
        engine,
        "--format",
        "json",
    ]);
    for change in changes {
        command.args(["--set", change]);
    }
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    let mut runs: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let run = runs.remove(0);
    assert_eq!(run["outcome"]["kind"], "completed", "{run}");
    assert_eq!(run["events"]["dropped"], 0, "{run}");
    run
}

fn report(name: &str, pairs: &[(Value, Value)], key: &str) {
    let mut ratios: Vec<f64> = pairs
        .iter()
        .map(|(a, b)| a[key].as_f64().unwrap() / b[key].as_f64().unwrap())
        .collect();
    ratios.sort_by(f64::total_cmp);
    let (a, b) = &pairs[pairs.len() / 2];
    println!(
        "| {name} | {:.3} ({:.3} to {:.3}) | {} and {} |",
        ratios[ratios.len() / 2],
        ratios[0],
        ratios[ratios.len() - 1],
        a[key],
        b[key]
    );
}
