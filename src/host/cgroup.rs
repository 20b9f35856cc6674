//! Limits of the control groups this process lives in, version 1 and 2. A limit binds all groups below it, so the tightest one on
//! the way up to the mount counts. Control groups exist on Linux only; elsewhere there are no limits.

use std::path::{Path, PathBuf};

/// Limits of the control groups around this process; `None` where unlimited, unknown, or not Linux.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CgroupLimits {
    /// Processes and threads together.
    pub(super) pids: Option<u64>,
    /// Bytes.
    pub(super) memory: Option<u64>,
}

/// Values from here on mean unlimited: version 1 writes the largest multiple of a page.
const UNLIMITED: u64 = 1 << 60;

/// Asks the system.
pub(super) fn read() -> CgroupLimits {
    let file = |path| std::fs::read_to_string(path).unwrap_or_default();
    limits_in(
        &file("/proc/self/cgroup"),
        &file("/proc/self/mountinfo"),
        &|path| std::fs::read_to_string(path).ok(),
    )
}

/// `memberships` and `mounts` as in `/proc/self/cgroup` and `/proc/self/mountinfo`.
fn limits_in(
    memberships: &str,
    mounts: &str,
    read: &dyn Fn(&Path) -> Option<String>,
) -> CgroupLimits {
    let tightest = |controller, v1_file, v2_file| {
        let v1 = find(memberships, mounts, Some(controller));
        let v2 = find(memberships, mounts, None);
        [(v1, v1_file), (v2, v2_file)]
            .into_iter()
            .filter_map(|(place, file)| place?.tightest(file, read))
            .min()
    };
    CgroupLimits {
        pids: tightest("pids", "pids.max", "pids.max"),
        memory: tightest("memory", "memory.limit_in_bytes", "memory.max"),
    }
}

/// Where a group is found in the file system.
struct Place {
    group: PathBuf,
    mount: PathBuf,
}

impl Place {
    fn tightest(&self, file: &str, read: &dyn Fn(&Path) -> Option<String>) -> Option<u64> {
        self.group
            .ancestors()
            .take_while(|group| group.starts_with(&self.mount))
            .filter_map(|group| read(&group.join(file))?.trim().parse().ok())
            .filter(|limit| *limit < UNLIMITED)
            .min()
    }
}

/// The group of a version 1 controller, or of version 2 for `None`. In a container the mount shows a part of the tree only: then
/// what is above it stays unknown.
fn find(memberships: &str, mounts: &str, controller: Option<&str>) -> Option<Place> {
    let member = memberships.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        let is_it = controller.map_or(controllers.is_empty(), |controller| {
            controllers.split(',').any(|name| name == controller)
        });
        is_it.then_some(path)
    })?;
    let (root, mount) = mounts.lines().find_map(|line| {
        let (fields, kind) = line.split_once(" - ")?;
        let mut kind = kind.split(' ');
        let (system, options) = (kind.next()?, kind.nth(1)?);
        let is_it = controller.map_or(system == "cgroup2", |controller| {
            system == "cgroup" && options.split(',').any(|option| option == controller)
        });
        let mut fields = fields.split(' ').skip(3);
        is_it.then_some((fields.next()?, PathBuf::from(fields.next()?)))
    })?;
    let below = Path::new(member)
        .strip_prefix(root)
        .unwrap_or(Path::new(""));
    Some(Place {
        group: mount.join(below),
        mount,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn limits(memberships: &str, mounts: &str, files: &[(&str, &str)]) -> CgroupLimits {
        let files: HashMap<_, _> = files.iter().copied().collect();
        limits_in(memberships, mounts, &|path| {
            files.get(path.to_str()?).map(ToString::to_string)
        })
    }

    #[test]
    fn version_2_takes_the_tightest_on_the_way_up() {
        let found = limits(
            "0::/user.slice/app.scope\n",
            "31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n",
            &[
                ("/sys/fs/cgroup/user.slice/app.scope/pids.max", "max\n"),
                ("/sys/fs/cgroup/user.slice/pids.max", "1000\n"),
                ("/sys/fs/cgroup/user.slice/app.scope/memory.max", "8192\n"),
                ("/sys/fs/cgroup/user.slice/memory.max", "4096\n"),
            ],
        );
        assert_eq!((found.pids, found.memory), (Some(1_000), Some(4_096)));
    }

    #[test]
    fn version_1_has_a_tree_for_each_controller() {
        let found = limits(
            "8:pids:/\n4:cpu,memory:/docker/abc\n0::/\n",
            "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n39 31 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n",
            &[
                ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "1048576\n"),
                ("/sys/fs/cgroup/pids/pids.max", "max\n"),
            ],
        );
        assert_eq!((found.pids, found.memory), (None, Some(1_048_576)));
    }

    #[test]
    fn the_largest_number_of_version_1_is_no_limit() {
        let found = limits(
            "4:memory:/\n",
            "35 31 0:32 / /m rw - cgroup cgroup rw,memory\n",
            &[("/m/memory.limit_in_bytes", "9223372036854771712\n")],
        );
        assert_eq!(found, CgroupLimits::default());
        assert_eq!(limits("", "", &[]), CgroupLimits::default());
    }
}
