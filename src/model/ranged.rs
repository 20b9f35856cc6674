//! Numbers with a range that is checked once, where they are made. Knows nothing of who sets them.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value outside the range of its kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} {value} is out of range; it goes from {min} to {max}")]
pub struct RangeError {
    /// What the number stands for, as a person says it.
    pub name: &'static str,
    /// The value that was asked for.
    pub value: u64,
    /// Smallest allowed value.
    pub min: u64,
    /// Largest allowed value.
    pub max: u64,
}

/// A ranged number behind a parameter that is known by its name only.
pub(super) trait Counted {
    /// The number.
    fn value(&self) -> u64;

    /// Smallest allowed value.
    fn min(&self) -> u64;

    /// Largest allowed value.
    fn max(&self) -> u64;

    /// Takes another number, if it lies in the range.
    fn set(&mut self, value: u64) -> Result<(), RangeError>;

    /// What stands behind the number; empty for plain counts.
    fn unit(&self) -> &'static str;
}

macro_rules! ranged {
    ($(#[$doc:meta])* $type:ident($inner:ty) $name:literal $min:literal..=$max:literal) => {
        ranged! { $(#[$doc])* $type($inner) $name $min..=$max, "" }
    };
    ($(#[$doc:meta])* $type:ident($inner:ty) $name:literal $min:literal..=$max:literal, $unit:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "u64", into = "u64")]
        pub struct $type($inner);

        impl $type {
            /// Smallest allowed value.
            pub const MIN: Self = Self($min);
            /// Largest allowed value.
            pub const MAX: Self = Self($max);

            /// Checks the range.
            ///
            /// # Errors
            /// Names the quantity, the value and the range.
            pub fn new(value: u64) -> Result<Self, RangeError> {
                <$inner>::try_from(value)
                    .ok()
                    .filter(|inner| ($min..=$max).contains(inner))
                    .map(Self)
                    .ok_or(RangeError { name: $name, value, min: $min, max: $max })
            }

            /// The nearest allowed value.
            #[must_use]
            pub fn clamped(value: u64) -> Self {
                Self(<$inner>::try_from(value.clamp($min, $max)).unwrap_or($max))
            }

            /// The plain number.
            #[must_use]
            pub const fn get(self) -> $inner {
                self.0
            }
        }

        impl Counted for $type {
            fn value(&self) -> u64 {
                u64::from(self.0)
            }

            fn min(&self) -> u64 {
                $min
            }

            fn max(&self) -> u64 {
                $max
            }

            fn set(&mut self, value: u64) -> Result<(), RangeError> {
                *self = Self::new(value)?;
                Ok(())
            }

            fn unit(&self) -> &'static str {
                $unit
            }
        }

        impl TryFrom<u64> for $type {
            type Error = RangeError;

            fn try_from(value: u64) -> Result<Self, RangeError> {
                Self::new(value)
            }
        }

        impl From<$type> for u64 {
            fn from(value: $type) -> Self {
                Self::from(value.0)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&super::units::grouped(u64::from(self.0)))
            }
        }
    };
}

ranged! {
    /// How many tasks one run starts, 1…1 000 000.
    TaskCount(u32) "tasks" 1..=1_000_000
}
ranged! {
    /// How many carriers a runtime or pool gets, 1…64.
    CarrierCount(u16) "carriers" 1..=64
}
ranged! {
    /// Recursion depth below a task, 0…1 000 frames.
    Depth(u16) "depth" 0..=1_000
}
ranged! {
    /// A share in whole percent, 0…100.
    Percent(u8) "pinned_share" 0..=100, "%"
}
ranged! {
    /// How often every engine runs the experiment, 1…100.
    Repeat(u16) "repeat" 1..=100
}
ranged! {
    /// How many runs of every engine come first and stay out of the statistics, 0…20.
    Warmup(u16) "warmup" 0..=20
}
ranged! {
    /// How often a run does its tasks over again in one process, measured rounds only, 1…1 000.
    Rounds(u16) "rounds" 1..=1_000
}
ranged! {
    /// How many rounds of a run come before the measured ones and stay out of the statistics, 0…100.
    WarmupRounds(u16) "warmup_rounds" 0..=100
}
ranged! {
    /// Rounds of a compute kernel in one task, 1…1 000 000 000.
    Iterations(u64) "iterations" 1..=1_000_000_000
}
ranged! {
    /// One task in so many is recorded, 2…1 000 000.
    SampleRate(u32) "one_in" 2..=1_000_000
}
ranged! {
    /// Threads of a blocking pool, 1…4 096.
    ThreadCap(u16) "cap" 1..=4_096
}

ranged! {
    /// Machine words that each frame of a recursion keeps, 0…64.
    Payload(u8) "payload" 0..=64
}

ranged! {
    /// How often a task yields, 1…1 000 000.
    Yields(u32) "yields" 1..=1_000_000
}
ranged! {
    /// How many tasks may hold a permit at a time, 1…100 000.
    PermitCount(u32) "permits" 1..=100_000
}

ranged! {
    /// Increments of a counter in one task, 1…1 000 000.
    Increments(u32) "increments" 1..=1_000_000
}
ranged! {
    /// Bytes of a task-local value, 1…1 048 576.
    LocalBytes(u32) "bytes" 1..=1_048_576
}
ranged! {
    /// Stack of a fiber in KiB without its guard page, 16…8 192: below 16 a panic with its words does not fit.
    StackKib(u16) "stack_kib" 16..=8_192
}
ranged! {
    /// A share of the tasks that do one of several things, 0…100 percent.
    Share(u8) "share" 0..=100, "%"
}

impl StackKib {
    /// 32 KiB, as `may` has.
    pub const USUAL: Self = Self(32);

    /// The same in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.0 as usize * 1024
    }
}

impl ThreadCap {
    /// What Kotlin's `Dispatchers.IO` takes.
    pub const USUAL: Self = Self(64);
}

impl Payload {
    /// Four words: a small frame.
    pub const USUAL: Self = Self(4);
}

impl Percent {
    /// Whether task number `index` belongs to the share: the chosen tasks are spread evenly, and of the first
    /// 100·k tasks exactly `k` × share are chosen.
    #[must_use]
    pub fn chooses(self, index: u32) -> bool {
        let share = u64::from(self.0);
        let before = u64::from(index) * share / 100;
        (u64::from(index) + 1) * share / 100 > before
    }

    /// How many of the first `tasks` tasks belong to the share.
    #[must_use]
    pub fn count_of(self, tasks: u32) -> u32 {
        u32::try_from(u64::from(tasks) * u64::from(self.0) / 100).unwrap_or(tasks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_checked_at_both_ends() {
        assert!(TaskCount::new(0).is_err());
        assert!(TaskCount::new(1_000_000).is_ok());
        assert!(TaskCount::new(1_000_001).is_err());
        assert!(CarrierCount::new(65).is_err());
        assert!(CarrierCount::new(70_000).is_err());
        assert_eq!(Percent::clamped(250), Percent::MAX);
    }

    #[test]
    fn a_share_is_spread_evenly_and_exact() {
        for share in 0..=100 {
            let percent = Percent::clamped(share);
            for tasks in [1, 3, 16, 100, 10_000] {
                let chosen = (0..tasks).filter(|i| percent.chooses(*i)).count();
                assert_eq!(
                    chosen,
                    percent.count_of(tasks) as usize,
                    "{share} % of {tasks}"
                );
            }
        }
    }
}
