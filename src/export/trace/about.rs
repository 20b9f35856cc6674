//! `otherData`: the figures of every run and the machine it was measured on. Knows nothing of events.

use std::io::{self, Write};

use serde::Serialize;

use super::TracedRun;
use crate::export::json::RunJson;
use crate::model::MachineFacts;

#[derive(Serialize)]
struct About<'a> {
    source: &'static str,
    times: &'static str,
    runs: Vec<RunAbout<'a>>,
}

#[derive(Serialize)]
struct RunAbout<'a> {
    pid: u32,
    title: &'a str,
    figures: RunJson<'a>,
    machine: &'a MachineFacts,
    small_print: String,
}

pub(super) fn write(runs: &[TracedRun<'_>], out: &mut dyn Write) -> io::Result<()> {
    let about = About {
        source: concat!("carrier-lab ", env!("CARGO_PKG_VERSION")),
        times: "microseconds since the tasks of each run were started",
        runs: runs.iter().map(of_run).collect(),
    };
    serde_json::to_writer(out, &about)?;
    Ok(())
}

fn of_run<'a>(run: &TracedRun<'a>) -> RunAbout<'a> {
    RunAbout {
        pid: run.pid,
        title: &run.recording.title,
        figures: RunJson::of(run.recording),
        machine: &run.recording.facts,
        small_print: run.recording.facts.small_print(),
    }
}
