//! The clocks of the probe: the processor's counter, calibrated before the run, and the system's clock for machines whose counters
//! disagree. Knows nothing of events.

use std::time::Instant;

/// Chooses the clock of a worker; see [`ClockKind`].
const CLOCK_VARIABLE: &str = "CARRIER_LAB_CLOCK";

/// A reading of the clock; a unit of its own, nanoseconds only after [`Clock::nanos_between`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tick(pub(crate) u64);

/// Where the time of an event comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockKind {
    /// The processor's time-stamp counter, where it counts evenly; else what the system has.
    Counter,
    /// The operating system's monotonic clock: slower, and the same on all processors whatever their counters do.
    System,
}

/// A clock that is ready to read.
#[derive(Debug)]
pub(crate) enum Clock {
    Counter(quanta::Clock),
    System(Instant),
}

impl ClockKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Counter, Self::System];

    /// Its name, as in `CARRIER_LAB_CLOCK`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::System => "system",
        }
    }

    /// What `CARRIER_LAB_CLOCK` asks for; the counter, where it names no clock.
    pub(crate) fn chosen() -> Self {
        Self::named(std::env::var(CLOCK_VARIABLE).ok().as_deref())
    }

    fn named(name: Option<&str>) -> Self {
        Self::ALL
            .into_iter()
            .find(|kind| name == Some(kind.id()))
            .unwrap_or(Self::Counter)
    }
}

impl Clock {
    /// The counter is calibrated against the system's clock, which takes under a millisecond the first time.
    pub(crate) fn calibrated(kind: ClockKind) -> Self {
        match kind {
            ClockKind::Counter => Self::Counter(quanta::Clock::new()),
            ClockKind::System => Self::System(Instant::now()),
        }
    }

    #[inline]
    pub(crate) fn now(&self) -> Tick {
        Tick(match self {
            Self::Counter(counter) => counter.raw(),
            // 64 bits of nanoseconds last for 584 years.
            Self::System(start) => u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX),
        })
    }

    /// Zero where `to` lies before `from`: counters of two processor sockets may differ by a little.
    #[inline]
    pub(crate) fn nanos_between(&self, from: Tick, to: Tick) -> u64 {
        match self {
            Self::Counter(counter) => counter.delta_as_nanos(from.0, to.0),
            Self::System(_) => to.0.saturating_sub(from.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_never_negative() {
        for kind in ClockKind::ALL {
            let clock = Clock::calibrated(kind);
            let (a, b) = (clock.now(), clock.now());
            assert!(b >= a);
            assert_eq!(clock.nanos_between(Tick(b.0 + 1_000_000), a), 0);
        }
    }

    #[test]
    fn both_clocks_tell_the_same_time() {
        let clocks = ClockKind::ALL.map(Clock::calibrated);
        let starts = [clocks[0].now(), clocks[1].now()];
        std::thread::sleep(std::time::Duration::from_millis(20));
        // The second is read inside the first's stretch, so it can only be shorter, and both slept.
        let second = clocks[1].nanos_between(starts[1], clocks[1].now());
        let first = clocks[0].nanos_between(starts[0], clocks[0].now());
        assert!(second >= 20_000_000);
        assert!(first >= second - second / 1_000, "{first} {second}");
    }

    #[test]
    fn a_clock_is_chosen_by_name() {
        assert_eq!(ClockKind::named(Some("system")), ClockKind::System);
        assert_eq!(ClockKind::named(Some("counter")), ClockKind::Counter);
        assert_eq!(ClockKind::named(Some("sundial")), ClockKind::Counter);
        assert_eq!(ClockKind::named(None), ClockKind::Counter);
    }
}
