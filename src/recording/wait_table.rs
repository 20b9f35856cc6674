//! When each task became ready: turns ready and spawn records into the waits of mounts. Knows nothing of spans.
//!
//! Rings are drained one after the other, so a ready may arrive after the mount it led to. The table keeps, per task, its newest
//! mount and what is known from before it; a late ready that fits in between is handed back as a correction.

/// The wait of a mount of which no ready is known, as in the columns of a chunk.
pub(super) const UNKNOWN_WAIT: u64 = u64::MAX;

/// A ready that arrived after the mount it led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LateReady {
    /// Where the task was mounted.
    pub(super) carrier: u16,
    /// When it was mounted.
    pub(super) mount_ns: u64,
    /// Its wait, as known now.
    pub(super) waited_ns: u64,
}

/// Ready times and newest mounts by task. 16 bytes for each task up to the largest number seen.
#[derive(Debug, Default)]
pub(super) struct WaitTable {
    slots: Vec<Slot>,
    /// A ready from before the newest gap may have been used up inside the gap.
    trusted_from_ns: u64,
}

/// Times are stored plus one, so that zero means "nothing known".
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// Newest mount; low 48 bits, the carrier above them.
    mount: u64,
    /// The newest ready, where that is later than the mount; else the newest ready or mount known from before the mount.
    ready: u64,
}

const TIME_BITS: u32 = 48;
/// 78 hours; no wait is told of what comes later.
const LATEST_NS: u64 = (1 << TIME_BITS) - 2;

impl WaitTable {
    /// Takes in that `task` became ready (or was spawned).
    pub(super) fn ready(&mut self, task: u32, t_ns: u64) -> Option<LateReady> {
        if t_ns > LATEST_NS {
            return None;
        }
        let trusted = t_ns >= self.trusted_from_ns;
        let slot = self.slot(task);
        let (mount, stamp) = (slot.mount_stamp(), t_ns + 1);
        if stamp <= slot.ready {
            return None;
        }
        let is_late = stamp <= mount && slot.ready <= mount;
        if is_late || stamp > mount {
            slot.ready = stamp;
        }
        (is_late && trusted).then(|| LateReady {
            carrier: slot.carrier(),
            mount_ns: mount - 1,
            waited_ns: mount - stamp,
        })
    }

    /// Takes in a mount and gives its wait, [`UNKNOWN_WAIT`] where no ready of it is known yet.
    pub(super) fn mount(&mut self, task: u32, carrier: u16, t_ns: u64) -> u64 {
        let trusted_from = self.trusted_from_ns + 1;
        let slot = self.slot(task);
        let (before, stamp) = (slot.mount_stamp(), t_ns.saturating_add(1));
        // An older mount that arrives late: its ready has been overtaken too.
        if t_ns > LATEST_NS || stamp < before {
            return UNKNOWN_WAIT;
        }
        slot.mount = stamp | u64::from(carrier) << TIME_BITS;
        if slot.ready <= before {
            slot.ready = before;
            UNKNOWN_WAIT
        } else if slot.ready <= stamp && slot.ready >= trusted_from {
            stamp - slot.ready
        } else {
            UNKNOWN_WAIT
        }
    }

    /// Takes in that records are missing up to `t_ns`: what was ready before then may have been mounted unseen.
    pub(super) fn gap(&mut self, t_ns: u64) {
        self.trusted_from_ns = self.trusted_from_ns.max(t_ns.min(LATEST_NS));
    }

    fn slot(&mut self, task: u32) -> &mut Slot {
        let index = task as usize;
        if index >= self.slots.len() {
            self.slots.resize(index + 1, Slot::default());
        }
        &mut self.slots[index]
    }
}

impl Slot {
    const fn mount_stamp(self) -> u64 {
        self.mount & ((1 << TIME_BITS) - 1)
    }

    const fn carrier(self) -> u16 {
        (self.mount >> TIME_BITS) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_runs_from_the_last_ready_to_the_mount() {
        let mut table = WaitTable::default();
        assert_eq!(table.ready(7, 0), None);
        assert_eq!(table.mount(7, 1, 3), 3);
        table.ready(7, 10);
        table.ready(7, 12);
        assert_eq!(table.mount(7, 2, 20), 8);
        assert_eq!(table.mount(7, 2, 30), UNKNOWN_WAIT, "woken by no one");
        assert_eq!(table.mount(6, 2, 30), UNKNOWN_WAIT);
    }

    #[test]
    fn a_ready_later_than_the_mount_belongs_to_the_next() {
        let mut table = WaitTable::default();
        table.ready(0, 10);
        assert_eq!(table.mount(0, 0, 5), UNKNOWN_WAIT);
        assert_eq!(table.mount(0, 0, 14), 4);
    }

    #[test]
    fn a_late_ready_corrects_its_own_mount_only() {
        let mut table = WaitTable::default();
        table.mount(0, 3, 5);
        table.mount(0, 4, 50);
        assert_eq!(table.ready(0, 2), None, "it led to the first mount");
        let late = |waited_ns| {
            Some(LateReady {
                carrier: 4,
                mount_ns: 50,
                waited_ns,
            })
        };
        assert_eq!(table.ready(0, 20), late(30));
        assert_eq!(table.ready(0, 45), late(5), "the last one counts");
        assert_eq!(table.ready(0, 30), None);
        table.ready(0, 60);
        assert_eq!(table.mount(0, 4, 61), 1);
    }

    #[test]
    fn an_older_mount_that_arrives_late_hides_nothing() {
        let mut table = WaitTable::default();
        table.ready(0, 1);
        assert_eq!(table.mount(0, 1, 12), 11);
        assert_eq!(table.mount(0, 0, 2), UNKNOWN_WAIT);
        assert_eq!(table.ready(0, 11).map(|late| late.waited_ns), Some(1));
    }

    #[test]
    fn nothing_is_said_across_a_gap() {
        let mut table = WaitTable::default();
        table.ready(0, 1);
        table.gap(10);
        assert_eq!(table.mount(0, 0, 20), UNKNOWN_WAIT);
        table.ready(0, 25);
        assert_eq!(table.mount(0, 0, 30), 5);
    }

    #[test]
    fn absurd_times_are_left_out() {
        let mut table = WaitTable::default();
        assert_eq!(table.ready(0, u64::MAX), None);
        assert_eq!(table.mount(0, 0xFFFF, u64::MAX), UNKNOWN_WAIT);
        table.gap(u64::MAX);
        assert_eq!(table.mount(0, 0xFFFF, LATEST_NS), UNKNOWN_WAIT);
    }
}
