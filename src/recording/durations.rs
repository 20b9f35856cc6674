//! How long things took: counts of durations on a logarithmic scale. Knows nothing of what took so long.
//!
//! Eight buckets to an octave, so that a quantile is at most a sixteenth off; below 8 ns each nanosecond has its own. Adding is a
//! few instructions, which is why this stands beside the finer histogram of latencies: one of these is kept for every chunk.

/// Buckets to a power of two.
const PER_OCTAVE: u64 = 1 << SUB_BITS;
/// `log2` of it.
const SUB_BITS: u32 = 3;
/// Octaves that are shown together as one bar at most.
const LAST_OCTAVE: u32 = 63;

/// Counts of durations in nanoseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Durations {
    /// From bucket 0 up to the last that has anything.
    counts: Vec<u32>,
    total: u64,
}

/// All durations from `2^octave` ns up to twice that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Octave {
    /// The shortest of them, nanoseconds; a power of two, or 0.
    pub from_ns: u64,
    /// How many there are.
    pub count: u64,
}

impl Durations {
    /// Counts one duration.
    pub fn add(&mut self, duration_ns: u64) {
        let bucket = bucket_of(duration_ns);
        if bucket >= self.counts.len() {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] = self.counts[bucket].saturating_add(1);
        self.total += 1;
    }

    /// Counts all of another one too.
    pub fn merge(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum = sum.saturating_add(*count);
        }
        self.total += other.total;
    }

    /// How many have been counted.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.total
    }

    /// The duration below which a share (0…1) of all lies, in nanoseconds, at most a sixteenth off; `None` where none was counted.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a count, rounded up"
    )]
    pub fn quantile(&self, share: f64) -> Option<u64> {
        let rank = ((self.total as f64 * share.clamp(0.0, 1.0)).ceil() as u64).max(1);
        let mut below = 0_u64;
        let bucket = self.counts.iter().position(|count| {
            below += u64::from(*count);
            below >= rank
        })?;
        Some(middle_of(bucket))
    }

    /// Every octave from the shortest to the longest that has anything, empty ones between them included.
    #[must_use]
    pub fn octaves(&self) -> Vec<Octave> {
        let count_in = |octave: u32| {
            let (first, last) = octave_buckets(octave);
            let last = last.min(self.counts.len());
            let counts = self.counts.get(first..last).unwrap_or_default();
            counts.iter().map(|count| u64::from(*count)).sum()
        };
        let all: Vec<Octave> = (SUB_BITS - 1..=LAST_OCTAVE)
            .map(|octave| Octave {
                from_ns: if octave < SUB_BITS { 0 } else { 1 << octave },
                count: count_in(octave),
            })
            .collect();
        let has_any = |octave: &Octave| octave.count > 0;
        let Some(first) = all.iter().position(has_any) else {
            return Vec::new();
        };
        let last = all.iter().rposition(has_any).unwrap_or(first);
        all.get(first..=last).unwrap_or_default().to_vec()
    }

    /// Gives spare room back.
    pub(super) fn shrink(&mut self) {
        self.counts.shrink_to_fit();
    }
}

/// The buckets of an octave; those of the octave before the first whole one are the single nanoseconds.
const fn octave_buckets(octave: u32) -> (usize, usize) {
    let width = 1 << SUB_BITS;
    let first = (octave + 1).saturating_sub(SUB_BITS) as usize * width;
    (first, first + width)
}

/// 0…7 for as many nanoseconds; then eight to each octave.
#[expect(clippy::cast_possible_truncation, reason = "below eight")]
const fn bucket_of(duration_ns: u64) -> usize {
    if duration_ns < PER_OCTAVE {
        return duration_ns as usize;
    }
    let octave = duration_ns.ilog2();
    let sub = (duration_ns >> (octave - SUB_BITS)) & (PER_OCTAVE - 1);
    (((octave + 1 - SUB_BITS) as usize) << SUB_BITS) + sub as usize
}

/// The middle of a bucket, nanoseconds.
const fn middle_of(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < PER_OCTAVE {
        return bucket;
    }
    let shift = bucket / PER_OCTAVE - 1;
    let from = (PER_OCTAVE + bucket % PER_OCTAVE) << shift;
    from + ((1 << shift) / 2)
}

#[cfg(test)]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the model of a quantile computes in floats"
)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(durations: &[u64]) -> Durations {
        let mut counted = Durations::default();
        for duration in durations {
            counted.add(*duration);
        }
        counted
    }

    #[test]
    fn nothing_has_no_quantile_and_no_octave() {
        assert_eq!(Durations::default().quantile(0.5), None);
        assert_eq!(Durations::default().octaves(), Vec::new());
    }

    #[test]
    fn octaves_begin_at_powers_of_two() {
        let octaves = of(&[3, 8, 15, 16, 70]).octaves();
        let shown: Vec<_> = octaves
            .iter()
            .map(|octave| (octave.from_ns, octave.count))
            .collect();
        assert_eq!(shown, [(0, 1), (8, 2), (16, 1), (32, 0), (64, 1)]);
    }

    #[test]
    fn the_longest_durations_have_a_bucket() {
        let counted = of(&[u64::MAX, 1 << 63]);
        assert_eq!(counted.octaves().len(), 1);
        assert!(
            counted
                .quantile(1.0)
                .is_some_and(|longest| longest > 1 << 63)
        );
    }

    proptest! {
        #[test]
        fn a_quantile_is_a_sixteenth_off_at_most(
            mut durations in prop::collection::vec(prop_oneof![0_u64..100, 0_u64..1 << 40], 1..300),
            share in 0.0..1.0_f64,
        ) {
            let counted = of(&durations);
            durations.sort_unstable();
            let rank = ((durations.len() as f64 * share).ceil() as usize).max(1);
            let exact = durations[rank - 1];
            let told = counted.quantile(share).unwrap_or(u64::MAX);
            prop_assert!(told.abs_diff(exact) <= exact / 16, "{} for {}", told, exact);
        }

        #[test]
        fn merged_is_counted_together(
            one in prop::collection::vec(any::<u64>(), 0..100),
            other in prop::collection::vec(any::<u64>(), 0..100),
        ) {
            let mut merged = of(&one);
            merged.merge(&of(&other));
            prop_assert_eq!(&merged, &of(&[one, other].concat()));
            let in_octaves: u64 = merged.octaves().iter().map(|octave| octave.count).sum();
            prop_assert_eq!(in_octaves, merged.count());
        }
    }
}
