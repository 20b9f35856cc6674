//! A million tasks with every event recorded, watched live: how often the real window repaints while they run, and what share of a
//! CPU it takes. Prints what it measured; nothing passes or fails here. Needs a display and xdotool:
//!
//! `LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s "-screen 0 1600x1000x24" cargo bench --bench watched_run`
#![cfg_attr(
    target_os = "linux",
    expect(
        dead_code,
        clippy::unwrap_used,
        clippy::panic,
        clippy::print_stdout,
        clippy::cast_precision_loss,
        reason = "a bench prints what it measured, and stops where it cannot; it shares the window tests' desk"
    )
)]

#[cfg(target_os = "linux")]
#[path = "../tests/window/desk.rs"]
mod desk;
#[cfg(target_os = "linux")]
#[path = "../tests/window/picture.rs"]
mod picture;
#[cfg(target_os = "linux")]
#[path = "../tests/window/processes.rs"]
mod processes;

#[cfg(target_os = "linux")]
fn main() {
    watched::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
mod watched {
    use std::time::Duration;

    use super::desk::{Desk, Repaint};

    const PATIENCE: Duration = Duration::from_mins(2);

    pub(super) fn main() {
        println!(
            "| 1 000 000 tasks, every event recorded | repaints/s while running | fewest in any second | longest between two | the window's CPU |\n|---|---|---|---|---|"
        );
        for (engine, tab) in [
            ("tokio", "1"),
            ("tokio", "2"),
            ("fiber", "1"),
            ("fiber", "2"),
        ] {
            watch(engine, tab);
        }
    }

    /// Runs the million on one engine with this tab before the eyes.
    fn watch(engine: &str, tab: &str) {
        let preset = format!(
            r#"Preset(version: 1, title: "A million", work: Sleep(sleep: "5s"), tasks: 1_000_000, carriers: 2, engines: ["{engine}"])"#
        );
        let mut desk = Desk::open(&preset);
        desk.choose_dark();
        desk.key(tab);
        let run = desk.picture().run_button();
        desk.click(run);
        desk.wait_until("a worker is started", PATIENCE, |desk| {
            !desk.workers().is_empty()
        });
        let before = desk.cpu_used();
        let began = std::time::Instant::now();
        desk.wait_until("the run is over", PATIENCE, |desk| {
            desk.workers().is_empty()
        });
        let used = desk.cpu_used().saturating_sub(before);
        let share = used.as_secs_f64() / began.elapsed().as_secs_f64();
        let repaints = desk.quit_with_repaints();
        let running: Vec<Repaint> = repaints
            .into_iter()
            .filter(|repaint| repaint.is_running)
            .collect();
        let name = if tab == "1" { "live" } else { "timeline" };
        println!(
            "| {engine}, {name} | {} | {:.0} % |",
            paces(&running),
            share * 100.0
        );
    }

    fn paces(running: &[Repaint]) -> String {
        let times: Vec<f64> = running.iter().map(|repaint| repaint.at_ms).collect();
        let (first, last) = (times[0], times[times.len() - 1]);
        let mean = (times.len() - 1) as f64 / (last - first) * 1e3;
        let seconds = times.iter().filter(|at| **at + 1e3 <= last).map(|from| {
            times
                .iter()
                .filter(|at| (*from..*from + 1e3).contains(at))
                .count()
        });
        let longest = times
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .fold(0.0, f64::max);
        format!(
            "{mean:.1} | {} | {longest:.0} ms",
            seconds.min().unwrap_or_default()
        )
    }
}
