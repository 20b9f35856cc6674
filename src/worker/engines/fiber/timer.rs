//! The thread that wakes sleepers. It never runs a task, so no task can hold up another one's timer. Knows nothing of stacks.

use std::{
    collections::BTreeMap,
    sync::OnceLock,
    thread::{self, Thread},
    time::{Duration, Instant},
};

#[cfg(target_os = "linux")]
use super::pages;
use super::{guarded::Guarded, shared::Shared, sync::Wake};

/// Sleeps that end within so many nanoseconds end together: a thread cannot be woken more precisely than this anyway.
const TICK_NS: u64 = 16_000;

/// Who sleeps, and until when.
pub(super) struct Timers {
    epoch: Instant,
    inbox: Guarded<Inbox>,
    thread: OnceLock<Thread>,
}

/// What the timer's thread has not seen yet.
#[derive(Default)]
struct Inbox {
    /// When, in ticks, and which fiber.
    sleeps: Vec<(u64, u32)>,
    /// When the thread will look next by itself, in ticks; zero while it is looking.
    looks_at: u64,
    /// Whether everybody is to be woken, parked or asleep.
    call: Call,
}

/// Whether sleepers are called before their time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Call {
    #[default]
    Nobody,
    Everybody,
}

/// Fibers by the tick at which they are to be woken.
type Due = BTreeMap<u64, Vec<u32>>;

impl Timers {
    pub(super) fn new() -> Self {
        Self {
            epoch: Instant::now(),
            inbox: Guarded::default(),
            thread: OnceLock::new(),
        }
    }

    /// Nanoseconds of the engine's clock.
    pub(super) fn now_ns(&self) -> u64 {
        u64::try_from(self.epoch.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// What the clock shows in so long.
    pub(super) fn in_time(&self, span: Duration) -> u64 {
        let span_ns = u64::try_from(span.as_nanos()).unwrap_or(u64::MAX);
        self.now_ns().saturating_add(span_ns)
    }

    /// How long it is until the clock shows this.
    pub(super) fn time_to(&self, until_ns: u64) -> Duration {
        Duration::from_nanos(until_ns.saturating_sub(self.now_ns()))
    }

    /// Has a fiber woken when the clock shows `until_ns`, not before. It must be parked already or about to be.
    pub(super) fn add(&self, until_ns: u64, fiber: u32) {
        let tick = until_ns.div_ceil(TICK_NS);
        let comes_too_late = self.inbox.with(|inbox| {
            inbox.sleeps.push((tick, fiber));
            inbox.is_later_than(tick)
        });
        if comes_too_late {
            self.interrupt();
        }
    }

    /// Has every fiber woken, whatever it waits for: it looks again then.
    pub(super) fn call_everybody(&self) {
        self.inbox.with(|inbox| inbox.call = Call::Everybody);
        self.interrupt();
    }

    fn interrupt(&self) {
        if let Some(thread) = self.thread.get() {
            thread.unpark();
        }
    }

    /// The timer's thread, until the process ends.
    pub(super) fn run(&self, shared: &Shared) {
        self.thread.get_or_init(thread::current);
        #[cfg(target_os = "linux")]
        pages::wake_precisely();
        let mut due = Due::new();
        let mut incoming = Vec::new();
        loop {
            self.wake_due(shared, &mut due);
            let next = due.first_key_value().map_or(u64::MAX, |(tick, _)| *tick);
            let (is_idle, call) = self.inbox.with(|inbox| {
                std::mem::swap(&mut incoming, &mut inbox.sleeps);
                let call = std::mem::take(&mut inbox.call);
                let is_idle = incoming.is_empty() && call == Call::Nobody;
                inbox.looks_at = if is_idle { next } else { 0 };
                (is_idle, call)
            });
            if call == Call::Everybody {
                (0..shared.table.opened()).for_each(|fiber| shared.wake(fiber));
            }
            for (tick, fiber) in incoming.drain(..) {
                due.entry(tick).or_default().push(fiber);
            }
            if is_idle {
                self.pause_until(next);
            }
        }
    }

    fn wake_due(&self, shared: &Shared, due: &mut Due) {
        while let Some(first) = due.first_entry() {
            if *first.key() * TICK_NS > self.now_ns() {
                return;
            }
            for fiber in first.remove() {
                shared.wake(fiber);
            }
        }
    }

    /// Until this tick, or until something comes that is due earlier.
    fn pause_until(&self, tick: u64) {
        if tick == u64::MAX {
            thread::park();
        } else {
            thread::park_timeout(self.time_to(tick.saturating_mul(TICK_NS)));
        }
    }
}

impl Inbox {
    /// Whether the thread has to be told of something due at this tick; said once for every pause of its.
    fn is_later_than(&mut self, tick: u64) -> bool {
        let is_late = tick < self.looks_at;
        if is_late {
            self.looks_at = 0;
        }
        is_late
    }
}
