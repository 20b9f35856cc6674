//! How much stack a recursion needs, measured on the functions that will run: nothing about frames is guessed.
//! Knows no engine.

use std::{cell::Cell, hint::black_box, time::Duration};

use super::{
    super::{flight::Failure, local_value::LocalValue},
    Blocking,
    frames::Stacked,
};
use crate::{
    model::{Experiment, Owner, Shape, Work},
    wire::Reason,
};

/// What a task needs besides the frames of its recursion, and some more: the engine's own calls, a panic's words.
const BESIDES: usize = 32 * 1024;
/// Frames between the two measurements.
const SPAN: u64 = 10;

/// Bytes of stack for a task of this experiment; `None` where it does not recurse.
pub(crate) fn stack_needed(experiment: &Experiment) -> Option<usize> {
    let Work::Deep { shape, payload, .. } = experiment.work else {
        return None;
    };
    let frames = usize::from(experiment.depth.get()) * frame_bytes(shape, payload.get());
    // An eighth more: the frame at the bottom may differ a little.
    Some(BESIDES + frames + frames / 8)
}

/// Stack between one call of the recursion and the next.
fn frame_bytes(shape: Shape, payload: u8) -> usize {
    let recursion = Stacked::<Ruler>::recursion(shape, payload);
    let end = |depth| {
        let ruler = Ruler::default();
        black_box(recursion(depth, 0, Duration::ZERO, &ruler));
        ruler.end.get()
    };
    let apart = end(SPAN).abs_diff(end(2 * SPAN));
    apart.div_ceil(usize::try_from(SPAN).unwrap_or(1))
}

/// Notes where the stack ends instead of sleeping.
#[derive(Default)]
struct Ruler {
    end: Cell<usize>,
}

impl Blocking for Ruler {
    #[inline(never)]
    fn sleep(&self, span: Duration) {
        let here = black_box(span);
        self.end.set(std::ptr::from_ref(&here).addr());
    }

    fn hold(&self, _reason: Reason, _wait: &mut dyn FnMut()) {}

    fn hand_over(&self, _span: Duration) -> Result<(), Failure> {
        Ok(())
    }

    fn yield_now(&self) {}

    fn with_lock(&self, _lock: Owner, inside: &mut dyn FnMut()) {
        inside();
    }

    fn with_permit(&self, inside: &mut dyn FnMut()) {
        inside();
    }

    fn keep(&self, _value: LocalValue) {}

    fn take_kept(&self) -> Option<LocalValue> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Depth, Nanos, Payload, Preset};

    fn needed(shape: Shape, payload: u64, depth: u64) -> usize {
        let mut experiment = Preset::default().experiment;
        experiment.depth = Depth::clamped(depth);
        experiment.work = Work::Deep {
            shape,
            payload: Payload::clamped(payload),
            sleep: Nanos(0),
        };
        stack_needed(&experiment).unwrap()
    }

    #[test]
    fn a_stack_grows_with_depth_and_payload_and_every_level_has_its_frame() {
        assert_eq!(stack_needed(&Preset::default().experiment), None);
        for shape in [Shape::Tail, Shape::NonTail] {
            let base = needed(shape, 0, 0);
            // Return address and something to remember.
            assert!(needed(shape, 0, 1_000) >= base + 16 * 1_000);
            assert!(needed(shape, 64, 1_000) >= base + (16 + 64 * 8) * 1_000);
            assert!(needed(shape, 64, 10) < base + 64 * 1_024);
        }
    }
}
