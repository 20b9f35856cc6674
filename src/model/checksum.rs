//! What tasks must return, so that work that was not done is noticed. Knows nothing of who does it.

use super::{Experiment, Work};

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
            | Work::Permits { .. } => number(index),
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
            | Work::Permits { .. } => sum_of_numbers(tasks),
            Work::Deep { .. } => sum_of_numbers(tasks) + u64::from(tasks) * self.sum_of_levels(),
            Work::Cpu { .. } => (0..SEEDS.min(tasks)).fold(0_u64, |sum, seed| {
                let times = u64::from((tasks - seed).div_ceil(SEEDS));
                sum.wrapping_add(self.checksum(seed).wrapping_mul(times))
            }),
        }
    }
}

impl Experiment {
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

    fn small(mut work: Work) -> Work {
        if let Work::Cpu { iterations, .. } = &mut work {
            *iterations = Iterations::clamped(50);
        }
        work
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
