//! Tells the program which compiler built it: the standard library's threads are measured too, and their version is the compiler's.
//! And whether stacks can be switched on the system it is built for: there is no `fiber` where not.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .and_then(|line| line.split_whitespace().nth(1).map(str::to_owned))
        .unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=CARRIER_LAB_RUST_VERSION={version}");
    println!("cargo::rustc-check-cfg=cfg(has_fiber)");
    if has_fiber() {
        println!("cargo::rustc-cfg=has_fiber");
    }
}

/// Where the crate `corosensei` has a switch; `Cargo.toml` draws the same line.
fn has_fiber() -> bool {
    let target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let (arch, family) = (target("ARCH"), target("FAMILY"));
    let is_known = ["x86_64", "x86", "aarch64", "riscv64", "loongarch64"].contains(&arch.as_str());
    is_known && (family == "unix" || family == "windows" && arch != "aarch64")
}
