//! What the tasks of a stress run do, and what each leaves behind for the check. A task draws everything it does from the seed of its
//! run and its own number, so a run can be repeated; in what order the threads meet is theirs.

use std::{
    panic::panic_any,
    sync::{
        OnceLock,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};

use super::super::{
    super::super::{flight::Failure, job::Job, work::Blocking},
    cx::Cx,
    sync::{Latch, Permits, Wake},
};
use crate::{
    model::{EngineKind, Owner, SplitMix64},
    wire::Reason,
};

/// Tasks come in groups, one of each kind: the two that play ping-pong, the one that is joined and the one that joins it, and four
/// that do whatever comes.
pub(super) const GROUP: u32 = 8;
/// Permits that are out at once, at most.
const PERMITS: u32 = 10;
/// Times that each side of a pair wakes the other.
const RALLIES: u32 = 40;
/// What a task that does whatever comes does in its life.
const STEPS: usize = 12;
/// A fiber whose number is not known yet.
const NOBODY: u32 = u32::MAX;

/// What all tasks of a stress run share.
pub(super) struct Course {
    seed: u64,
    /// Counted by a load and a store under the lock that all tasks share: two at once lose a count.
    pub(super) counted: AtomicU64,
    /// What the tasks mean to have counted.
    pub(super) meant: AtomicU64,
    permits: Permits,
    out: AtomicU32,
    pub(super) most_out: AtomicU32,
    pairs: Box<[Pair]>,
    latches: Box<[Latch]>,
}

/// Two fibers that wake each other in turn.
struct Pair {
    players: [AtomicU32; 2],
    hits: AtomicU32,
}

/// One course for a process, where a task finds it without being told.
static COURSE: OnceLock<Course> = OnceLock::new();

impl Course {
    /// Lays the course of this process out, for so many tasks.
    pub(super) fn lay_out(seed: u64, tasks: u32) -> &'static Self {
        let groups = tasks.div_ceil(GROUP) as usize;
        COURSE.get_or_init(|| Self {
            seed,
            counted: AtomicU64::new(0),
            meant: AtomicU64::new(0),
            permits: Permits::of(PERMITS as usize),
            out: AtomicU32::new(0),
            most_out: AtomicU32::new(0),
            pairs: (0..groups).map(|_| Pair::new()).collect(),
            latches: (0..groups).map(|_| Latch::default()).collect(),
        })
    }

    /// Counts by one, slowly: the fiber leaves its carrier in between.
    fn count(&self, cx: &Cx, draws: &mut SplitMix64) {
        self.meant.fetch_add(1, Ordering::Relaxed);
        cx.with_lock(Owner::Shared, &mut || {
            let before = self.counted.load(Ordering::Relaxed);
            // A task that is cancelled or fails in here gives the lock back, and has counted.
            let _counted = OnDrop(|| self.counted.store(before + 1, Ordering::Relaxed));
            pause(cx, draws);
        });
    }

    fn with_permit(&self, cx: &Cx, draws: &mut SplitMix64) {
        self.permits.with(cx, Reason::Permit, &mut || {
            let out = self.out.fetch_add(1, Ordering::AcqRel) + 1;
            let _in = OnDrop(|| {
                self.out.fetch_sub(1, Ordering::AcqRel);
            });
            self.most_out.fetch_max(out, Ordering::AcqRel);
            pause(cx, draws);
        });
    }

    pub(super) const fn permits() -> u32 {
        PERMITS
    }
}

impl Pair {
    fn new() -> Self {
        Self {
            players: [AtomicU32::new(NOBODY), AtomicU32::new(NOBODY)],
            hits: AtomicU32::new(0),
        }
    }

    /// Plays side `side` of the game: waits for its turn, hits, and wakes the other.
    fn play(&self, cx: &Cx, side: u32) {
        let [own, other] = [side, 1 - side].map(|side| &self.players[side as usize]);
        own.store(cx.index(), Ordering::Release);
        for hit in (side..2 * RALLIES).step_by(2) {
            while self.hits.load(Ordering::Acquire) != hit {
                cx.park(Reason::Join);
                // Where a task that is cancelled ends.
                cx.yield_now();
            }
            // The first hit must find the other one there, who else would sleep through it.
            while other.load(Ordering::Acquire) == NOBODY {
                cx.yield_now();
            }
            self.hits.store(hit + 1, Ordering::Release);
            cx.wake(other.load(Ordering::Acquire));
        }
    }
}

/// Does something when it goes, however that comes about.
struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// The whole life of a task; what it returns is its number plus one.
pub(super) fn live(job: &'static Job, task: u32, cx: &Cx) -> Result<u64, Failure> {
    let Some(course) = COURSE.get() else {
        return Err(Failure::Unplanned("there is no course".to_owned()));
    };
    let index = job.index(task);
    let mut draws = SplitMix64::new(course.seed ^ (u64::from(task) << 20));
    let group = (task / GROUP) as usize;
    match task % GROUP {
        // The one that nobody cancels, where the others are, must not wait for them.
        _ if job.experiment.is_designed_to_fail(index) => {
            do_whatever_comes(course, cx, &mut draws);
        }
        side @ (0 | 1) => course.pairs[group].play(cx, side),
        2 => {
            let _opened = OnDrop(|| course.latches[group].open(cx));
            do_whatever_comes(course, cx, &mut draws);
        }
        // One that is cancelled before it begins opens nothing.
        3 if !job.experiment.cancels(EngineKind::Fiber) => course.latches[group].wait(cx),
        4 if fails(course, task) => fail(course, cx, &mut draws),
        _ => do_whatever_comes(course, cx, &mut draws),
    }
    Ok(u64::from(index) + 1)
}

/// Whether this one panics, if it gets that far.
pub(super) fn fails(course: &Course, task: u32) -> bool {
    task % GROUP == 4
        && SplitMix64::new(course.seed.rotate_left(32) ^ u64::from(task)).below(3) == 0
}

/// Panics with the shared lock in its hand, and would leave its carrier while the stack unwinds.
fn fail(course: &Course, cx: &Cx, draws: &mut SplitMix64) {
    pause(cx, draws);
    let _leaves_while_it_unwinds = OnDrop(|| cx.sleep(Duration::from_micros(100)));
    cx.with_lock(Owner::Shared, &mut || {
        cx.yield_now();
        course.permits.with(cx, Reason::Permit, &mut || {
            panic_any("as the course has it")
        });
    });
}

fn do_whatever_comes(course: &Course, cx: &Cx, draws: &mut SplitMix64) {
    for _ in 0..STEPS {
        match draws.below(10) {
            0..3 => course.count(cx, draws),
            3..6 => course.with_permit(cx, draws),
            6 => cx.with_lock(Owner::Own, &mut || pause(cx, draws)),
            7 if draws.below(8) == 0 => {
                let span = up_to(draws, 1_000);
                cx.hold(Reason::Blocking, &mut || std::thread::sleep(span));
            }
            _ => pause(cx, draws),
        }
    }
}

/// Leaves the carrier in one way or another.
fn pause(cx: &Cx, draws: &mut SplitMix64) {
    match draws.below(8) {
        0 => cx.sleep(up_to(draws, 2_000)),
        1 => cx.sleep(Duration::ZERO),
        _ => cx.yield_now(),
    }
    assert!(
        !std::thread::panicking(),
        "a thread counts the panic of a fiber that has left it"
    );
}

fn up_to(draws: &mut SplitMix64, micros: usize) -> Duration {
    Duration::from_micros(draws.below(micros) as u64)
}
