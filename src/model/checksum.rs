//! What tasks must return, so that work that was not done is noticed. Knows nothing of who does it.

use super::{Experiment, Kernel, MixedPart, Work};

/// How many different seeds the tasks of one run use.
const SEEDS: u32 = 8;

impl Experiment {
    /// What task number `index` must return.
    #[must_use]
    pub fn checksum(&self, index: u32) -> u64 {
        match self.work {
            Work::Sleep { .. }
            | Work::Block { .. }
            | Work::Yield { .. }
            | Work::Locked { .. }
            | Work::Init { .. }
            | Work::Permits { .. }
            | Work::Counter { .. }
            | Work::TaskLocal { .. }
            | Work::FailFast { .. }
            | Work::LostFailure { .. } => number(index),
            Work::Mixed { iterations, .. } => match self.mixed_part(index) {
                MixedPart::Compute => {
                    Kernel::SumOfSquares.run(iterations.get(), kernel_seed(index))
                }
                MixedPart::Sleep | MixedPart::Block => number(index),
            },
            Work::Deep { .. } => number(index) + self.sum_of_levels(),
            Work::Cpu { kernel, iterations } => kernel.run(iterations.get(), kernel_seed(index)),
        }
    }

    /// The sum, wrapping at 64 bits, of what all tasks must return. Runs a CPU kernel at most eight times.
    #[must_use]
    pub fn checksum_sum(&self) -> u64 {
        let tasks = self.tasks.get();
        match self.work {
            Work::Sleep { .. }
            | Work::Block { .. }
            | Work::Yield { .. }
            | Work::Locked { .. }
            | Work::Init { .. }
            | Work::Permits { .. }
            | Work::Counter { .. }
            | Work::TaskLocal { .. }
            | Work::FailFast { .. }
            | Work::LostFailure { .. } => sum_of_numbers(tasks),
            Work::Mixed { iterations, .. } => self.mixed_sum(iterations.get()),
            Work::Deep { .. } => sum_of_numbers(tasks) + u64::from(tasks) * self.sum_of_levels(),
            Work::Cpu { .. } => (0..SEEDS.min(tasks)).fold(0_u64, |sum, seed| {
                let times = u64::from((tasks - seed).div_ceil(SEEDS));
                sum.wrapping_add(self.checksum(seed).wrapping_mul(times))
            }),
        }
    }
}

impl Experiment {
    /// The results of eight kernel runs are enough for all computing tasks.
    fn mixed_sum(&self, iterations: u64) -> u64 {
        let results: Vec<u64> = (0..SEEDS)
            .map(|seed| Kernel::SumOfSquares.run(iterations, u64::from(seed)))
            .collect();
        let result = |index: u32| match self.mixed_part(index) {
            MixedPart::Compute => results.get((index % SEEDS) as usize).copied().unwrap_or(0),
            MixedPart::Sleep | MixedPart::Block => number(index),
        };
        (0..self.tasks.get()).fold(0_u64, |sum, index| sum.wrapping_add(result(index)))
    }

    /// What a recursion adds up: 5050 at depth 100.
    fn sum_of_levels(&self) -> u64 {
        let depth = u64::from(self.depth.get());
        depth * (depth + 1) / 2
    }
}

/// What a task returns that has nothing else to tell: its number plus one, so that a task that never ran is missed in the sum.
fn number(index: u32) -> u64 {
    u64::from(index) + 1
}

fn sum_of_numbers(tasks: u32) -> u64 {
    u64::from(tasks) * (u64::from(tasks) + 1) / 2
}

/// Eight different seeds: results differ between tasks, and eight kernel runs are enough to know every right answer.
const fn kernel_seed(index: u32) -> u64 {
    (index % SEEDS) as u64
}

#[cfg(test)]
mod tests {
    use super::super::{Depth, Iterations, Preset, TaskCount, WorkKind};
    use super::*;

    fn small(work: Work) -> Work {
        work.with_iterations(Iterations::clamped(50))
    }

    #[test]
    fn the_expected_sum_is_the_sum_over_the_tasks() {
        let mut experiment = Preset::default().experiment;
        experiment.depth = Depth::clamped(100);
        for kind in WorkKind::ALL {
            experiment.work = small(kind.usual());
            for tasks in [1, 7, 8, 9, 100, 1_003] {
                experiment.tasks = TaskCount::clamped(u64::from(tasks));
                let summed =
                    (0..tasks).fold(0_u64, |sum, i| sum.wrapping_add(experiment.checksum(i)));
                assert_eq!(experiment.checksum_sum(), summed, "{experiment:?}");
            }
        }
    }
}
