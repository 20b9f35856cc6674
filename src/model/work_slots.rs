//! Which parameters each kind of work has, with the words beside their knobs. Knows nothing of who shows them.

use super::{
    Nanos, Work,
    work_field::{Slot, count, time, word},
};

/// Key, label and hint.
type Words = [&'static str; 3];

const SLEEP: Words = ["sleep", "Sleep", "How long each task sleeps"];
const BLOCK: Words = ["block", "Block", "How long each blocking call takes"];
const VIA: Words = [
    "via",
    "Blocks",
    "Which thread the call blocks: the carrier, one of a capped pool, or one made for it",
];
const CAP: Words = ["cap", "Pool cap", "Threads of the blocking pool"];
const KERNEL: Words = ["kernel", "Kernel", "Which loop every task computes"];
const ITERATIONS: Words = [
    "iterations",
    "Iterations",
    "Rounds of the loop in each task",
];
const SHAPE: Words = [
    "shape",
    "Shape",
    "What is left to do after each call: nothing, an addition, or an addition with all async frames in one future",
];
const PAYLOAD: Words = [
    "payload",
    "Payload",
    "Words each frame keeps while the task sleeps",
];
const YIELDS: Words = [
    "yields",
    "Yields",
    "How often each task lets others go first",
];
const HOLD_LOCK: Words = [
    "hold",
    "Hold",
    "How long each task sleeps with the lock in its hand",
];
const LOCK: Words = ["lock", "Lock", "One lock for each task, or one for all"];
const WAIT: Words = [
    "wait",
    "Waits",
    "By the engine's own lock and sleep, or by those of the operating system, which pin the carrier",
];
const INIT: Words = [
    "init",
    "Initialiser",
    "How long the one-time initialiser of the first task takes",
];
const BYSTANDER: Words = [
    "bystander",
    "Bystander",
    "How long each of the other tasks sleeps",
];
const PERMITS: Words = [
    "permits",
    "Permits",
    "How many tasks may hold one at a time",
];
const HOLD_PERMIT: Words = ["hold", "Hold", "How long each task holds its permit"];

const COUNTER: Words = ["counter", "Counter", "How the shared counter is counted up"];
const INCREMENTS: Words = ["increments", "Increments", "How often each task adds one"];
const BYTES: Words = ["bytes", "Value size", "Bytes of a value that a task keeps"];
const VALUE: Words = ["value", "Value", "One value for each task, or one for all"];
const SLEEP_OF_SHARE: Words = ["sleep", "Sleep", "How long a sleeping task sleeps"];
const BLOCK_OF_SHARE: Words = [
    "block",
    "Block",
    "How long a blocking task blocks its carrier",
];
const SLEEP_SHARE: Words = ["sleep_share", "Sleeping", "Percent of the tasks that sleep"];
const BLOCK_SHARE: Words = [
    "block_share",
    "Blocking",
    "Percent of the tasks that block; the rest computes",
];
const FAIL_AFTER: Words = ["fail_after", "Fails after", "When the first task fails"];
const SLOW: Words = [
    "slow",
    "Others take",
    "How long each of the other tasks takes",
];
const POLICY: Words = [
    "policy",
    "Policy",
    "Whether the others are waited for, or cancelled where the engine can",
];
const START: Words = [
    "start",
    "Started",
    "With a handle that holds the result, or without",
];

/// One line for each kind: its parameters in the order of a panel. Where work waits, its main wait is the first time.
macro_rules! slots {
    ($work:expr; $($kind:ident { $($field:ident: $what:ident $words:ident),* })*) => {
        match $work {
            $(Work::$kind { $($field),* } => vec![$($what($words, $field)),*]),*
        }
    };
}

impl Work {
    /// Every parameter where it lies.
    pub(super) fn slots(&mut self) -> Vec<Slot<'_>> {
        slots! { self;
            Sleep { sleep: time SLEEP }
            Block { block: time BLOCK, via: word VIA, cap: count CAP }
            Cpu { kernel: word KERNEL, iterations: count ITERATIONS }
            Deep { shape: word SHAPE, payload: count PAYLOAD, sleep: time SLEEP }
            Yield { yields: count YIELDS }
            Locked { hold: time HOLD_LOCK, lock: word LOCK, wait: word WAIT }
            Init { init: time INIT, bystander: time BYSTANDER, wait: word WAIT }
            Permits { permits: count PERMITS, hold: time HOLD_PERMIT }
            Counter { counter: word COUNTER, increments: count INCREMENTS }
            TaskLocal { bytes: count BYTES, value: word VALUE, sleep: time SLEEP }
            Mixed { sleep: time SLEEP_OF_SHARE, block: time BLOCK_OF_SHARE, iterations: count ITERATIONS,
                sleep_share: count SLEEP_SHARE, block_share: count BLOCK_SHARE }
            FailFast { fail_after: time FAIL_AFTER, slow: time SLOW, policy: word POLICY }
            LostFailure { start: word START }
        }
    }

    /// How long one task waits, `None` where it does not.
    #[must_use]
    pub fn wait(mut self) -> Option<Nanos> {
        self.slots().iter().find_map(Slot::time)
    }

    /// The name in presets of what [`Work::wait`] gives; `sleep` where it gives nothing.
    #[must_use]
    pub fn wait_key(mut self) -> &'static str {
        let slots = self.slots();
        let waits = slots.iter().find(|slot| slot.time().is_some());
        waits.map_or("sleep", |slot| slot.key)
    }

    /// The same work with another wait; work without a wait stays as it is.
    #[must_use]
    pub fn with_wait(mut self, wait: Nanos) -> Self {
        if let Some(own) = self.slots().into_iter().find_map(Slot::into_time) {
            *own = wait;
        }
        self
    }
}
