//! `doctor`: the machine, its limits, and what they mean for each engine.

use serde_json::json;

use super::{args::DoctorFormat, failure::Failure, print};
use crate::model::units::grouped;
use crate::model::{EngineKind, Forecast, MachineFacts, forecast, locked_version};

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
                "tokio {}, may {}",
                locked_version("tokio"),
                locked_version("may")
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
    [machine.concat(), limits.concat(), engines.concat()].join("\n")
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
    let versions = json!({ "tokio": locked_version("tokio"), "may": locked_version("may") });
    let value = json!({ "machine": facts, "engines": engines, "versions": versions });
    serde_json::to_string_pretty(&value).map(|text| text + "\n")
}
