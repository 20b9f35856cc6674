//! `doctor`: the machine, its limits, and what they mean for each engine.

use std::collections::BTreeMap;

use serde_json::json;

use super::{args::DoctorFormat, failure::Failure, print};
use crate::model::units::grouped;
use crate::model::{
    Bytes, EngineKind, Forecast, MachineFacts, Plan, Preset, built_in_presets, forecast,
    locked_version, memory_doubt, memory_forecast,
};
use crate::worker::{ClockKind, ProbeCost, probe_cost};

pub(super) fn doctor(format: DoctorFormat) -> Result<(), Failure> {
    let facts = crate::host::machine_facts();
    let text = match format {
        DoctorFormat::Table => table(&facts),
        DoctorFormat::Json => json_text(&facts).map_err(Failure::work)?,
    };
    print::result(&text)
}

/// Names and values of the limits; a missing one is unlimited, or not known here.
fn limits(facts: &MachineFacts) -> [(&'static str, Option<u64>); 8] {
    let limits = &facts.limits;
    [
        ("memory maps per process", limits.memory_maps),
        ("process and thread ids", limits.pids),
        ("threads on the system", limits.threads),
        ("processes of this user", limits.user_processes),
        ("ids in the control group", limits.cgroup_pids),
        ("bytes in the control group", limits.cgroup_memory),
        ("bytes of address space", limits.address_space),
        ("open files", limits.open_files),
    ]
}

fn table(facts: &MachineFacts) -> String {
    let line = |name: &str, value: &str| format!("{name:<28}{value}\n");
    let machine = [
        line("machine", &format!("{}, {} cores", facts.cpu, facts.cores)),
        line(
            "memory",
            &format!("{}, {} available", facts.memory, facts.memory_available),
        ),
        line("system", &format!("{}, kernel {}", facts.os, facts.kernel)),
        line("load", &format!("{:.2}", facts.load)),
        line(
            "frequency governor",
            facts.governor.as_deref().unwrap_or("not readable"),
        ),
        line("power", facts.power.as_deref().unwrap_or("not readable")),
        line(
            "carrier-lab",
            &format!("{}, {} build", facts.lab, facts.build),
        ),
        line(
            "engines",
            &format!(
                "tokio {}, may {}, fiber on corosensei {}",
                locked_version("tokio"),
                locked_version("may"),
                locked_version("corosensei")
            ),
        ),
    ];
    let limits = limits(facts).map(|(name, limit)| {
        line(
            name,
            &limit.map_or_else(|| "no limit known".to_owned(), grouped),
        )
    });
    let engines = EngineKind::ALL.map(|engine| {
        line(
            engine.id(),
            verdict(forecast(engine, &facts.limits).as_ref()),
        )
    });
    let memory = memory_lines(facts);
    let probe = probe_lines();
    [
        machine.concat(),
        probe,
        limits.concat(),
        engines.concat(),
        memory,
    ]
    .join("\n")
}

/// What a recorded event costs here, with each clock.
fn probe_lines() -> String {
    let line = |(clock, cost): (ClockKind, ProbeCost)| {
        let ProbeCost {
            pair_ns,
            reading_ns,
        } = cost;
        let name = format!("probe, {} clock", clock.id());
        format!(
            "{name:<28}{pair_ns:.0} ns per mount and unmount, {reading_ns:.0} ns of them per reading of the clock\n"
        )
    };
    probe_costs().map(line).collect()
}

fn probe_costs() -> impl Iterator<Item = (ClockKind, ProbeCost)> {
    ClockKind::ALL
        .into_iter()
        .filter_map(|clock| Some((clock, probe_cost(clock)?)))
}

/// What the presets may take at their peak, by rule of thumb.
fn memory_lines(facts: &MachineFacts) -> String {
    let head = format!(
        "memory that each preset may need; {} are free\n",
        facts.memory_free()
    );
    let lines = built_in_presets().map(|(name, preset)| {
        let peaks: Vec<String> = peaks(&preset)
            .into_iter()
            .map(|(engine, peak)| format!("{engine} {peak}"))
            .collect();
        let doubt = memory_doubt(&Plan::of(&preset), facts)
            .map_or("", |_doubt| "  more than is free: asks for --force");
        format!("{name:<28}{}{doubt}\n", peaks.join(", "))
    });
    std::iter::once(head).chain(lines).collect()
}

/// The largest peak of every engine of a preset, as if every task came to live.
fn peaks(preset: &Preset) -> Vec<(EngineKind, Bytes)> {
    let runs = Plan::of(preset).runs;
    let peak = |engine: EngineKind| {
        runs.iter()
            .filter(|spec| spec.engine == engine)
            .map(|spec| memory_forecast(engine, &spec.experiment, spec.probe).peak)
            .max()
    };
    EngineKind::ALL
        .into_iter()
        .filter_map(|engine| Some((engine, peak(engine)?)))
        .collect()
}

fn verdict(found: Option<&Forecast>) -> &str {
    found.map_or("no limit up to 1 000 000 tasks but memory", |found| {
        found.reason.as_str()
    })
}

fn json_text(facts: &MachineFacts) -> Result<String, serde_json::Error> {
    let engines: Vec<_> = EngineKind::ALL
        .into_iter()
        .map(|engine| {
            let found = forecast(engine, &facts.limits);
            json!({ "engine": engine, "fails_near": found.as_ref().map(|found| found.at), "reason": found.as_ref().map(|found| &found.reason) })
        })
        .collect();
    let versions = json!({
        "tokio": locked_version("tokio"),
        "may": locked_version("may"),
        "corosensei": locked_version("corosensei"),
    });
    let presets: Vec<_> = built_in_presets()
        .map(|(name, preset)| {
            let peaks: BTreeMap<&str, Bytes> = peaks(&preset)
                .into_iter()
                .map(|(engine, peak)| (engine.id(), peak))
                .collect();
            json!({ "preset": name, "peak_bytes": peaks })
        })
        .collect();
    let probe: Vec<_> = probe_costs()
        .map(|(clock, cost)| {
            json!({ "clock": clock.id(), "pair_ns": cost.pair_ns, "reading_ns": cost.reading_ns })
        })
        .collect();
    let value = json!({
        "machine": facts, "probe": probe, "engines": engines, "versions": versions, "presets": presets
    });
    serde_json::to_string_pretty(&value).map(|text| text + "\n")
}
