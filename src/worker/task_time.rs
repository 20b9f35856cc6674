//! How long one computing task takes alone. Knows nothing of engines.

use std::time::{Duration, Instant};

use super::counters::Counter;
use crate::model::{Counting, Kernel, Work};

/// Rounds that are timed at most: about 5 ms in a release build. A longer task is scaled up, the kernels being linear.
const TIMED_ROUNDS: u64 = 5_000_000;
const MOST_TIME: Duration = Duration::from_millis(25);
const MOST_RUNS: usize = 7;

/// Nanoseconds of one task, median of up to seven runs; `None` for work that waits.
pub(crate) fn task_ns(work: Work) -> Option<u64> {
    let (run, rounds): (Box<dyn Fn(u64)>, u64) = match work {
        Work::Cpu { kernel, iterations } => (timed_kernel(kernel), iterations.get()),
        Work::Mixed { iterations, .. } => (timed_kernel(Kernel::SumOfSquares), iterations.get()),
        Work::Counter {
            counter,
            increments,
        } => (timed_counter(counter), increments.get().into()),
        Work::Sleep { .. }
        | Work::Block { .. }
        | Work::Deep { .. }
        | Work::Yield { .. }
        | Work::Locked { .. }
        | Work::Init { .. }
        | Work::Permits { .. }
        | Work::TaskLocal { .. }
        | Work::FailFast { .. }
        | Work::LostFailure { .. } => return None,
    };
    let timed = rounds.min(TIMED_ROUNDS);
    let begun = Instant::now();
    let mut runs = Vec::with_capacity(MOST_RUNS);
    while runs.is_empty() || (runs.len() < MOST_RUNS && begun.elapsed() < MOST_TIME) {
        let start = Instant::now();
        run(timed);
        runs.push(start.elapsed().as_nanos());
    }
    runs.sort_unstable();
    let median = runs.get(runs.len() / 2)?;
    let scaled = median * u128::from(rounds) / u128::from(timed);
    u64::try_from(scaled).ok()
}

fn timed_kernel(kernel: Kernel) -> Box<dyn Fn(u64)> {
    Box::new(move |rounds| {
        std::hint::black_box(kernel.run(rounds, 0));
    })
}

/// On a counter of its own, so that nobody contends and the run's counter stays at zero.
fn timed_counter(counting: Counting) -> Box<dyn Fn(u64)> {
    let counter = Counter::of(counting);
    Box::new(move |increments| counter.count(u32::try_from(increments).unwrap_or(u32::MAX), 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Iterations, Kernel, Nanos};

    #[test]
    fn only_computing_tasks_have_a_time_of_their_own() {
        let cpu = |iterations| Work::Cpu {
            kernel: Kernel::Xorshift,
            iterations: Iterations::clamped(iterations),
        };
        assert_eq!(task_ns(Work::Sleep { sleep: Nanos(5) }), None);
        let (Some(timed), Some(scaled)) = (task_ns(cpu(1_000_000)), task_ns(cpu(1_000_000_000)))
        else {
            panic!("a computing task has a time");
        };
        assert!(timed > 0 && scaled > timed);
    }
}
