//! A carrier: an OS thread that takes fibers, lets them run, and sees to what they left for. It alone notes when they are mounted and
//! unmounted, on its own stack, so the times are exact and no fiber asks which thread it is on.

use std::{cell::Cell, ptr::NonNull, thread};

use corosensei::CoroutineResult;
use crossbeam_deque::{Steal, Stealer, Worker};

use super::{
    super::super::probe::{Desk, Ending, Note},
    cx::{Ended, Leave},
    idle::Rise,
    shared::Shared,
    sync::Wake,
    table::Ready,
};
use crate::wire::Reason;

/// After so many fibers of its own a carrier takes one of those that came from outside, or they would wait for ever behind tasks
/// that yield.
const TURNS_OF_ITS_OWN: u32 = 61;

/// One carrier, on its thread. Never moves, and never ends.
pub(super) struct Carrier {
    shared: &'static Shared,
    number: u16,
    /// In the order they came: a fiber that yields goes behind the others.
    own: Worker<Ready>,
    desk: Desk,
    turns: Cell<u32>,
}

impl Carrier {
    pub(super) const fn new(
        shared: &'static Shared,
        number: u16,
        own: Worker<Ready>,
        desk: Desk,
    ) -> Self {
        Self {
            shared,
            number,
            own,
            desk,
            turns: Cell::new(0),
        }
    }

    /// Carries until the process ends.
    pub(super) fn carry(&self) {
        self.desk.sit_down();
        self.shared.enlist(self.number);
        if self.shared.spares.is_spare(self.number) {
            self.rest();
        }
        loop {
            let ready = self.next().unwrap_or_else(|| self.await_work());
            self.mount(ready);
            if self.shared.spares.is_spare(self.number) {
                self.step_back_if_possible();
            }
        }
    }

    fn next(&self) -> Option<Ready> {
        let turn = self.turns.get().wrapping_add(1);
        self.turns.set(turn);
        if turn.is_multiple_of(TURNS_OF_ITS_OWN) {
            let from_outside = one_of(|| self.shared.injector.steal());
            from_outside.or_else(|| self.own.pop())
        } else {
            self.own.pop().or_else(|| self.take_from_outside())
        }
    }

    /// Lets a fiber run until it leaves, and sees to what it left for. Only now is it anybody else's: it has left its stack.
    fn mount(&self, mut ready: Ready) {
        let table = &self.shared.table;
        let task = table.run(&ready, self.number);
        let Some(Some(fiber)) = table.fiber(&mut ready) else {
            return;
        };
        self.desk.note(task, Note::Mount);
        match fiber.resume(NonNull::from(self)) {
            CoroutineResult::Yield(leave) => {
                // Before anybody can mount it elsewhere.
                match leave {
                    Leave::Yield => self.desk.yielded(task),
                    Leave::Sleep { .. } | Leave::Park(_) => {
                        self.desk.note(task, Note::Unmount(leave.reason()));
                    }
                }
                self.see_to(ready, task, leave);
            }
            CoroutineResult::Return(ended) => self.end(ready, task, &ended),
        }
    }

    fn see_to(&self, ready: Ready, task: u32, leave: Leave) {
        let index = ready.index();
        match leave {
            Leave::Yield => self.requeue(ready),
            Leave::Sleep { until_ns } => match self.shared.table.park(ready) {
                Ok(()) => self.shared.timers.add(until_ns, index),
                Err(woken) => self.woken_meanwhile(woken, task),
            },
            Leave::Park(_) => {
                if let Err(woken) = self.shared.table.park(ready) {
                    self.woken_meanwhile(woken, task);
                }
            }
        }
    }

    /// It was woken before it could park.
    fn woken_meanwhile(&self, ready: Ready, task: u32) {
        self.desk.note(task, Note::Ready);
        self.requeue(ready);
    }

    /// To the end of its own queue. This carrier is free now, so somebody else is called only for what is there besides.
    fn requeue(&self, ready: Ready) {
        let is_alone = self.own.is_empty();
        self.own.push(ready);
        if !is_alone {
            self.shared.notify();
        }
    }

    fn end(&self, ready: Ready, task: u32, ended: &Ended) {
        let shared = self.shared;
        let ending = ended.ending(shared, task);
        match ending {
            Ending::Failed | Ending::FailedAsDesigned(_) => self.desk.note(task, Note::Fail),
            Ending::Completed(_) | Ending::Cancelled(_) => {}
        }
        self.desk.note(task, Note::Unmount(Reason::Done));
        let (place, fiber) = shared.table.vacate(ready);
        if let Some(fiber) = fiber {
            shared.slab.give_back(fiber.into_stack());
        }
        shared.vacant.push(place);
        self.desk.end(ended.started, ending);
    }

    /// On a fiber: waits on this thread, with the fiber mounted.
    pub(super) fn pinned(&self, task: u32, reason: Reason, wait: &mut dyn FnMut()) {
        let shared = self.shared;
        self.desk.note(task, Note::Pin(reason));
        // What is queued here is for others now.
        if !self.own.is_empty() {
            shared.notify();
        }
        let stand_in = shared.spares.block();
        shared.call(stand_in);
        wait();
        shared.spares.unblock();
        self.desk.note(task, Note::Unpin(reason));
    }

    /// No work at hand: looks for some, and sleeps where there is none.
    fn await_work(&self) -> Ready {
        let idle = &self.shared.idle;
        idle.search();
        loop {
            if self.shared.spares.is_spare(self.number)
                && self.shared.spares.steps_back(self.number)
            {
                self.shared.call(idle.stop_searching());
                self.rest();
                idle.search();
            }
            if let Some(ready) = self.look_everywhere() {
                self.shared.call(idle.stop_searching());
                return ready;
            }
            idle.lie_down(self.number);
            if self.shared.has_work() && idle.rise(self.number) == Rise::Alone {
                continue;
            }
            while idle.sleeps(self.number) {
                thread::park();
            }
        }
    }

    fn take_from_outside(&self) -> Option<Ready> {
        one_of(|| self.shared.injector.steal_batch_and_pop(&self.own))
    }

    /// What came from outside, then what others have queued, each in turn, beginning with the next.
    fn look_everywhere(&self) -> Option<Ready> {
        let own = usize::from(self.number);
        let (before, after) = self.shared.stealers.split_at(own);
        let others = after.iter().skip(1).chain(before);
        let stolen = |queue: &Stealer<Ready>| one_of(|| queue.steal_batch_and_pop(&self.own));
        self.take_from_outside()
            .or_else(|| others.map(stolen).find_map(|found| found))
    }

    fn step_back_if_possible(&self) {
        if self.shared.spares.steps_back(self.number) {
            while let Some(ready) = self.own.pop() {
                self.shared.queue(ready);
            }
            self.rest();
        }
    }

    /// A spare waits to be called.
    fn rest(&self) {
        while self.shared.spares.rests(self.number) {
            thread::park();
        }
    }
}

/// From a fiber on this carrier. Through the queue for what comes from outside: a push to the carrier's own may touch a thread-local of
/// the queue's, and that is not done on a fiber's stack.
impl Wake for Carrier {
    fn wake(&self, index: u32) {
        if let Some((ready, task)) = self.shared.table.wake(index) {
            self.desk.note(task, Note::Ready);
            self.shared.queue(ready);
        }
    }
}

/// Tries until there is something, or surely nothing.
fn one_of(steal: impl Fn() -> Steal<Ready>) -> Option<Ready> {
    loop {
        match steal() {
            Steal::Success(ready) => return Some(ready),
            Steal::Empty => return None,
            Steal::Retry => {}
        }
    }
}
