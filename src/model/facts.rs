//! What kind of machine a run was measured on, and where its limits lie. Read by the host; only the shape is here.

use serde::{Deserialize, Serialize};

use super::Bytes;

/// The machine, as it stands in every recording and in the small print of every chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MachineFacts {
    /// Processor brand, e.g. `AMD EPYC`; `unknown CPU` where the OS does not tell.
    pub cpu: String,
    /// Logical processors this process may use.
    pub cores: u32,
    /// Physical memory.
    pub memory: Bytes,
    /// Memory that could be had without swapping when the facts were read.
    pub memory_available: Bytes,
    /// Operating system and version, e.g. `Debian GNU/Linux 12`.
    pub os: String,
    /// Kernel release, e.g. `6.18.4`.
    pub kernel: String,
    /// Frequency governor of the first core, where readable.
    pub governor: Option<String>,
    /// `mains` or `battery`, where readable.
    pub power: Option<String>,
    /// One-minute load average when the facts were read; zero where the OS has none.
    pub load: f64,
    /// Limits on threads, maps and memory.
    pub limits: Limits,
    /// Version of Carrier Lab.
    pub lab: String,
    /// `release` or `debug`: a debug build measures itself.
    pub build: String,
}

/// Limits that decide how many tasks an engine can hold. `None`: not limited, or not known on this system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// `vm.max_map_count`: memory maps per process (Linux).
    pub memory_maps: Option<u64>,
    /// `kernel.pid_max`: process and thread ids on the whole system (Linux).
    pub pids: Option<u64>,
    /// `kernel.threads-max`: threads on the whole system (Linux).
    pub threads: Option<u64>,
    /// `ulimit -u`: processes and threads of this user.
    pub user_processes: Option<u64>,
    /// `pids.max` of the tightest control group around this process (Linux).
    pub cgroup_pids: Option<u64>,
    /// `memory.max` of the tightest control group around this process (Linux).
    pub cgroup_memory: Option<u64>,
    /// `ulimit -v`: address space of one process.
    pub address_space: Option<u64>,
    /// `ulimit -n`: open files of one process.
    pub open_files: Option<u64>,
    /// Memory maps that the guard of a fiber's stack takes: 0 where the kernel marks guards in its page tables, 2 elsewhere (Linux).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maps_per_fiber: Option<u64>,
}

impl MachineFacts {
    /// Whether the system lets others ask what its scheduler did with a thread: Linux, which alone limits memory maps.
    #[must_use]
    pub const fn tells_of_threads(&self) -> bool {
        self.limits.memory_maps.is_some()
    }

    /// One line for the small print: `AMD EPYC, 2 cores, 24 GiB · Debian GNU/Linux 12, kernel 6.18.4 · load 0.3 · carrier-lab 0.1.0`.
    #[must_use]
    pub fn small_print(&self) -> String {
        let plural = if self.cores == 1 { "core" } else { "cores" };
        let governor = self
            .governor
            .as_ref()
            .map(|governor| format!(" · governor {governor}"))
            .unwrap_or_default();
        let power = self
            .power
            .as_ref()
            .map(|power| format!(" · on {power}"))
            .unwrap_or_default();
        format!(
            "{}, {} {plural}, {} · {}, kernel {}{governor}{power} · load {:.1} · carrier-lab {} {}",
            self.cpu,
            self.cores,
            self.memory,
            self.os,
            self.kernel,
            self.load,
            self.lab,
            self.build
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_print_reads_as_a_person_would_say_it() {
        let facts = MachineFacts {
            cpu: "AMD EPYC".to_owned(),
            cores: 2,
            memory: Bytes(24 << 30),
            memory_available: Bytes(20 << 30),
            os: "Debian GNU/Linux 12".to_owned(),
            kernel: "6.18.4".to_owned(),
            governor: None,
            power: Some("mains".to_owned()),
            load: 0.34,
            limits: Limits::default(),
            lab: "0.1.0".to_owned(),
            build: "release".to_owned(),
        };
        assert_eq!(
            facts.small_print().replace('\u{202f}', " "),
            "AMD EPYC, 2 cores, 24.0 GiB · Debian GNU/Linux 12, kernel 6.18.4 · on mains · load 0.3 · carrier-lab 0.1.0 release"
        );
    }
}
