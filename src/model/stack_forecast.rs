//! Whether a recursion fits a fiber's stack, by rule of thumb, to be known before it runs. Pure arithmetic.

use super::{EngineKind, Experiment, Forecast, StackKib, Work};

/// What a stack holds before the first level and behind the last, and one level's frame beside and for each word it keeps. Measured
/// with rustc 1.95 on x86-64: 500 levels of 4 words fit 32 KiB, 199 of 16, 54 of 64.
#[cfg(not(debug_assertions))]
const MEASURED: [u64; 3] = [768, 28, 139];
/// Unoptimized: 269 levels of 4 words fit 32 KiB, 144 of 16, 49 of 64.
#[cfg(debug_assertions)]
const MEASURED: [u64; 3] = [3_072, 80, 144];
/// Sixteenths of a byte, the unit of the third figure.
const SIXTEENTHS: u64 = 16;

/// Bytes of stack that a task of this experiment needs; `None` where it does not recurse.
fn needed(experiment: &Experiment) -> Option<u64> {
    let Work::Deep { payload, .. } = experiment.work else {
        return None;
    };
    let [base, ..] = MEASURED;
    Some(base + u64::from(experiment.depth) * stack_frame_bytes(u64::from(payload)))
}

/// Bytes of stack that one level of a recursion takes which keeps so many words.
pub(super) const fn stack_frame_bytes(words: u64) -> u64 {
    let [_, frame, word] = MEASURED;
    frame + words * word / SIXTEENTHS
}

/// Why a task will overflow its stack; `None` where it has room, or where the engine makes the stack as large as it must be.
#[must_use]
pub(super) fn stack_forecast(engine: EngineKind, experiment: &Experiment) -> Option<Forecast> {
    if engine != EngineKind::Fiber {
        return None;
    }
    let needed = needed(experiment)?;
    let stack = experiment.fiber.stack_kib;
    if needed <= stack.bytes() as u64 {
        return None;
    }
    // An eighth more, since this is a rule of thumb.
    let enough = StackKib::clamped((needed + needed / 8).div_ceil(1_024));
    Some(Forecast {
        at: 1,
        reason: format!(
            "a recursion {} deep needs about {} KiB of stack here, and a fiber has {stack} KiB: expect the run to fail with a stack overflow. Set stack_kib to {enough}, or a smaller depth or payload.",
            experiment.depth,
            needed.div_ceil(1_024)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Depth, Preset, WorkKind};
    use super::*;

    fn forecast(depth: u64, payload: &str, stack_kib: u64) -> Option<Forecast> {
        let mut experiment = Preset::default().experiment;
        let deep = WorkKind::Deep.usual();
        experiment.work = deep.with_field("payload", payload).unwrap();
        experiment.depth = Depth::clamped(depth);
        experiment.fiber.stack_kib = StackKib::clamped(stack_kib);
        assert_eq!(stack_forecast(EngineKind::May, &experiment), None);
        stack_forecast(EngineKind::Fiber, &experiment)
    }

    #[test]
    fn what_does_not_fit_is_foretold_with_a_stack_that_does() {
        assert_eq!(forecast(100, "4", 32), None);
        assert_eq!(forecast(0, "64", 16), None);
        let found = forecast(1_000, "64", 32).unwrap();
        let words = found.reason.split("stack_kib to ").nth(1).unwrap();
        let enough: u64 = words.split(',').next().unwrap().parse().unwrap();
        assert!((400..1_000).contains(&enough), "{}", found.reason);
        assert_eq!(forecast(1_000, "64", enough), None);
        assert!(forecast(1_000, "4", 32).is_some());
    }
}
