//! Which carriers sleep and how many look for work, so that no work waits while a carrier sleeps and no system call is made where
//! somebody looks anyway. Knows nothing of queues and threads: it says whom to wake.
//!
//! Who brings work pushes it first and reads the counts afterwards; who goes to sleep counts itself first and looks at the queues
//! once more afterwards. A sequentially consistent fence stands between the two steps on either side, so one of the two sees the
//! other. Where somebody already looks for work nobody is woken: the last one that finds some wakes the next in its place.

use super::{
    guarded::Guarded,
    seam::{AtomicU64, Ordering, fence},
};

/// One carrier that looks for work, in the low half of the counts.
const SEARCHING: u64 = 1;
/// One carrier that sleeps, in the high half.
const SLEEPING: u64 = 1 << 32;

pub(super) struct Idle {
    counts: AtomicU64,
    sleepers: Guarded<Vec<u16>>,
}

/// Whether a carrier that wanted to sleep still sleeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rise {
    /// It got up by itself.
    Alone,
    /// Somebody has woken it already; the word may still be on its way.
    Called,
}

impl Idle {
    /// With room for all carriers, so that going to sleep takes no memory.
    pub(super) fn of(carriers: usize) -> Self {
        Self {
            counts: AtomicU64::new(0),
            sleepers: Guarded::new(Vec::with_capacity(carriers)),
        }
    }

    /// Said after work was pushed: the carrier to wake, which from now on counts as one that looks for work.
    pub(super) fn whom_to_wake(&self) -> Option<u16> {
        fence(Ordering::SeqCst);
        if !self.is_help_asleep() {
            return None;
        }
        self.sleepers.with(|sleepers| {
            if !self.is_help_asleep() {
                return None;
            }
            let carrier = sleepers.pop()?;
            self.change(SEARCHING.wrapping_sub(SLEEPING));
            Some(carrier)
        })
    }

    /// Nobody looks for work, and somebody sleeps.
    fn is_help_asleep(&self) -> bool {
        let counts = self.counts.load(Ordering::SeqCst);
        counts.is_multiple_of(SLEEPING) && counts >= SLEEPING
    }

    /// A carrier without work starts to look for some.
    pub(super) fn search(&self) {
        self.counts.fetch_add(SEARCHING, Ordering::SeqCst);
    }

    /// A carrier that looked for work found some, or no longer looks: the carrier to wake in its place, where it was the last.
    pub(super) fn stop_searching(&self) -> Option<u16> {
        let before = self.counts.fetch_sub(SEARCHING, Ordering::SeqCst);
        if before % SLEEPING == SEARCHING {
            self.whom_to_wake()
        } else {
            None
        }
    }

    /// A carrier that looked for work found none. It must look once more before it really sleeps, and [`Idle::rise`] if it finds some.
    pub(super) fn lie_down(&self, carrier: u16) {
        self.sleepers.with(|sleepers| {
            sleepers.push(carrier);
            self.change(SLEEPING.wrapping_sub(SEARCHING));
        });
        fence(Ordering::SeqCst);
    }

    /// A carrier that lay down gets up, and looks for work again either way.
    pub(super) fn rise(&self, carrier: u16) -> Rise {
        self.sleepers.with(|sleepers| {
            let Some(place) = sleepers.iter().position(|sleeper| *sleeper == carrier) else {
                return Rise::Called;
            };
            sleepers.swap_remove(place);
            self.change(SEARCHING.wrapping_sub(SLEEPING));
            Rise::Alone
        })
    }

    /// Whether nobody has woken the carrier since it lay down.
    pub(super) fn sleeps(&self, carrier: u16) -> bool {
        self.sleepers.with(|sleepers| sleepers.contains(&carrier))
    }

    /// One addition changes both halves, so that no one ever sees a carrier in neither or in both.
    fn change(&self, difference: u64) {
        self.counts.fetch_add(difference, Ordering::SeqCst);
    }
}
