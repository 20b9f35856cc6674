//! The machine that is measured on, as far as it lets itself be asked. Every field has a fallback where a system does not tell.

use std::{num::NonZero, thread};

use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

use super::limits::read_limits;
use crate::model::{Bytes, MachineFacts};

/// Reads the facts and limits of this machine, load and free memory as they are now. Takes a few milliseconds.
///
/// Where a system does not tell: `unknown CPU`, zero bytes of memory, the name of the target for the OS, `unknown` for the kernel,
/// no governor and no power (both are read on Linux only), zero load (Windows has none), limits as in [`crate::model::Limits`].
#[must_use]
pub fn machine_facts() -> MachineFacts {
    let asked = RefreshKind::nothing()
        .with_cpu(CpuRefreshKind::nothing())
        .with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(asked).ok();
    let memory = |read: fn(&System) -> u64| Bytes(system.as_ref().map_or(0, read));
    MachineFacts {
        cpu: system
            .as_ref()
            .and_then(|system| Some(system.cpus().first()?.brand().trim().to_owned()))
            .filter(|brand| !brand.is_empty())
            .unwrap_or_else(|| "unknown CPU".to_owned()),
        cores: usable_cores(),
        memory: memory(System::total_memory),
        memory_available: memory(System::available_memory),
        os: os_name(),
        kernel: System::kernel_version().unwrap_or_else(|_| "unknown".to_owned()),
        governor: governor(),
        power: power(),
        load: System::load_average().map_or(0.0, |load| load.one),
        limits: read_limits(),
        lab: env!("CARGO_PKG_VERSION").to_owned(),
        build: if cfg!(debug_assertions) {
            "debug".to_owned()
        } else {
            "release".to_owned()
        },
    }
}

/// Affinity and CPU quota count; 1 where the system does not tell.
fn usable_cores() -> u32 {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    u32::try_from(cores).unwrap_or(u32::MAX)
}

/// Distribution and version on Linux; elsewhere the long name, which has both.
fn os_name() -> String {
    let name = if cfg!(target_os = "linux") {
        System::name().map(|name| {
            let version = System::os_version().unwrap_or_default();
            format!("{name} {version}").trim().to_owned()
        })
    } else {
        System::long_os_version()
    };
    name.unwrap_or_else(|_| std::env::consts::OS.to_owned())
}

/// The frequency governor of the first core. Read on Linux; virtual machines mostly have none.
#[cfg(target_os = "linux")]
fn governor() -> Option<String> {
    let path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    let text = std::fs::read_to_string(path).ok()?;
    Some(text.trim().to_owned()).filter(|governor| !governor.is_empty())
}

/// macOS and Windows have no governor that could be read.
#[cfg(not(target_os = "linux"))]
const fn governor() -> Option<String> {
    None
}

/// `mains` or `battery`. Read on Linux; machines without a battery mostly tell nothing.
#[cfg(target_os = "linux")]
fn power() -> Option<String> {
    let supplies = std::fs::read_dir("/sys/class/power_supply").ok()?;
    let read = |path: std::path::PathBuf| std::fs::read_to_string(path).unwrap_or_default();
    let supplies = supplies.filter_map(Result::ok).map(|entry| {
        let field = |name| read(entry.path().join(name)).trim().to_owned();
        [
            field("type"),
            field("online"),
            field("status"),
            field("scope"),
        ]
    });
    power_of(supplies)
}

/// Asking macOS and Windows would need libraries of their own.
#[cfg(not(target_os = "linux"))]
const fn power() -> Option<String> {
    None
}

/// Each supply as type, online, status, scope, where present. The battery of a mouse has the scope `Device`.
#[cfg(any(target_os = "linux", test))]
fn power_of(supplies: impl Iterator<Item = [String; 4]>) -> Option<String> {
    let mut found = None;
    for [kind, online, status, scope] in supplies {
        match kind.as_str() {
            "Mains" | "USB" if online == "1" => return Some("mains".to_owned()),
            "Battery" if scope != "Device" && status == "Discharging" => found = Some("battery"),
            "Battery" if scope != "Device" => found = found.or(Some("mains")),
            _ => {}
        }
    }
    found.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_tells_about_itself() {
        let facts = machine_facts();
        assert!(facts.cores >= 1);
        assert!(facts.memory.0 > 0 && facts.memory_available <= facts.memory);
        assert!(!facts.cpu.is_empty() && !facts.os.is_empty() && !facts.kernel.is_empty());
        assert!(facts.small_print().contains(&facts.kernel));
    }

    #[test]
    fn power_is_told_from_the_supplies_of_the_machine_itself() {
        let supply = |fields: [&str; 4]| fields.map(str::to_owned);
        let of = |supplies: Vec<[String; 4]>| power_of(supplies.into_iter());
        let battery = supply(["Battery", "", "Discharging", ""]);
        let mouse = supply(["Battery", "", "Discharging", "Device"]);
        let mains = supply(["Mains", "1", "", ""]);
        assert_eq!(of(vec![mouse]), None);
        assert_eq!(of(vec![battery.clone()]).as_deref(), Some("battery"));
        assert_eq!(of(vec![battery, mains]).as_deref(), Some("mains"));
        assert_eq!(of(vec![]), None);
    }
}
