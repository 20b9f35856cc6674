//! The clock of the probe: the processor's counter, calibrated before the run. Knows nothing of events.

/// A reading of the clock; a unit of its own, nanoseconds only after [`Clock::nanos_between`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Tick(pub(crate) u64);

/// A calibrated clock; a reading costs about 10 ns, a fourth of `Instant`.
#[derive(Debug)]
pub(crate) struct Clock(quanta::Clock);

impl Clock {
    /// Calibrates against the system's clock, which takes under a millisecond the first time.
    pub(crate) fn calibrated() -> Self {
        Self(quanta::Clock::new())
    }

    pub(crate) fn now(&self) -> Tick {
        Tick(self.0.raw())
    }

    /// Zero where `to` lies before `from`: counters of two processor sockets may differ by a little.
    pub(crate) fn nanos_between(&self, from: Tick, to: Tick) -> u64 {
        self.0.delta_as_nanos(from.0, to.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_never_negative() {
        let clock = Clock::calibrated();
        let (a, b) = (clock.now(), clock.now());
        assert!(b >= a);
        assert_eq!(clock.nanos_between(Tick(b.0 + 1_000_000), a), 0);
    }
}
