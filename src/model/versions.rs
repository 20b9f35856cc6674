//! The exact versions of the runtimes under test, as the lock file this binary was built from has them.

const LOCK: &str = include_str!("../../Cargo.lock");

/// The locked version of a crate, or `"unknown"` where the lock file does not name it.
#[must_use]
pub fn locked_version(package: &str) -> &'static str {
    let name_line = format!("name = \"{package}\"");
    LOCK.lines()
        .skip_while(|line| *line != name_line)
        .nth(1)
        .and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'))
        .unwrap_or("unknown")
}

/// The version of the compiler that built this program, which is that of its standard library, e.g. `1.95.0`.
#[must_use]
pub const fn rust_version() -> &'static str {
    env!("CARRIER_LAB_RUST_VERSION")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runtimes_have_a_locked_version() {
        assert!(locked_version("tokio").starts_with("1."));
        assert!(locked_version("may").starts_with("0.3."));
        assert_eq!(locked_version("no such crate"), "unknown");
        assert!(rust_version().starts_with("1."));
    }
}
