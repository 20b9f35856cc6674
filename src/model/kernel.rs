//! The compute kernels: one function each, shared by every engine, so that no engine is measured with a different loop.

use std::hint::black_box;

use super::choice::choice;

choice! {
    /// Which loop a CPU-bound task runs.
    Kernel {
        /// The sum of i · i for i = 1…iterations, wrapping at 64 bits.
        SumOfSquares,
        /// So many rounds of xorshift64 (Marsaglia 2003, shifts 13, 7, 17).
        Xorshift,
    }
}

impl Kernel {
    /// Runs the loop; the same result for the same input on every engine and machine.
    #[inline(never)]
    #[must_use]
    pub fn run(self, iterations: u64, seed: u64) -> u64 {
        match self {
            Self::SumOfSquares => sum_of_squares(iterations).wrapping_add(seed),
            Self::Xorshift => xorshift(iterations, seed),
        }
    }

    /// The words on a chart.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::SumOfSquares => "sum of squares",
            Self::Xorshift => "xorshift",
        }
    }
}

/// The loop keeps its running index behind `black_box`: otherwise LLVM replaces it by the closed formula and nothing is computed.
fn sum_of_squares(iterations: u64) -> u64 {
    let mut sum = 0_u64;
    for i in 1..=iterations {
        let i = black_box(i);
        sum = sum.wrapping_add(i.wrapping_mul(i));
    }
    sum
}

fn xorshift(rounds: u64, seed: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for _ in 0..rounds {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    black_box(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_match_the_closed_formula() {
        let n = 100_000_u64;
        assert_eq!(
            Kernel::SumOfSquares.run(n, 0),
            n * (n + 1) * (2 * n + 1) / 6
        );
        assert_eq!(Kernel::SumOfSquares.run(3, 5), 1 + 4 + 9 + 5);
    }

    #[test]
    fn xorshift_never_sticks_at_zero() {
        assert_ne!(Kernel::Xorshift.run(1_000, 0), 0);
        assert_ne!(
            Kernel::Xorshift.run(1_000, 1),
            Kernel::Xorshift.run(1_000, 2)
        );
    }
}
