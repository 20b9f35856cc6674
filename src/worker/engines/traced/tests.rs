//! The traced future under a runtime that is nothing but a counting waker.

use std::{
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, atomic::AtomicUsize},
    thread,
};

use super::*;
use crate::{
    model::ProbeMode,
    wire::EventKind,
    worker::probe::{Home, Outflow, ReadyEvents},
};

#[derive(Default)]
struct Runtime {
    wakes: AtomicUsize,
}

impl Wake for Runtime {
    fn wake(self: Arc<Self>) {
        self.wakes.fetch_add(1, Ordering::SeqCst);
    }
}

impl Runtime {
    fn wakes(&self) -> usize {
        self.wakes.load(Ordering::SeqCst)
    }
}

fn probe() -> (&'static Probe, Vec<Outflow>) {
    let home = Home::Carriers {
        count: 1,
        index: || None,
    };
    Probe::reserve(ProbeMode::Full, home, ReadyEvents::Told).unwrap()
}

/// What was noted on the carrier and off it.
fn noted(flows: &mut [Outflow]) -> Vec<(EventKind, Reason)> {
    let mut seen = Vec::new();
    for flow in flows {
        flow.reader.drain(|packed| seen.extend(packed.record()));
    }
    seen.sort_by_key(|record| record.at);
    seen.into_iter()
        .map(|record| (record.kind, record.reason))
        .collect()
}

/// Pending so many times, with a reason told at the first poll only; keeps its waker in `slot`.
fn pending_times(times: usize, slot: Arc<Mutex<Option<Waker>>>) -> impl Future<Output = ()> {
    let mut polls = 0;
    poll_fn(move |context| {
        if polls == 0 {
            tell_reason(Reason::Lock);
        }
        polls += 1;
        *slot.lock().unwrap() = Some(context.waker().clone());
        if polls > times {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
}

fn poll<F: Future<Output = ()>>(future: &mut Pin<Box<F>>, runtime: &Arc<Runtime>) -> Poll<()> {
    let waker = Waker::from(Arc::clone(runtime));
    future.as_mut().poll(&mut Context::from_waker(&waker))
}

/// Runs `act` on a thread of its own, where no carrier of another test sits.
fn apart(act: impl FnOnce() + Send) {
    thread::scope(|scope| scope.spawn(act).join().unwrap());
}

#[test]
fn a_wake_is_ready_once_and_comes_before_the_mount() {
    apart(|| {
        let (probe, mut flows) = probe();
        let (runtime, slot) = (Arc::new(Runtime::default()), Arc::default());
        let mut task = Box::pin(Traced::new(probe, 3, pending_times(2, Arc::clone(&slot))));
        assert!(poll(&mut task, &runtime).is_pending());
        let waker = slot.lock().unwrap().clone().unwrap();
        waker.wake_by_ref();
        waker.wake_by_ref();
        waker.wake();
        assert_eq!(runtime.wakes(), 1);
        assert!(poll(&mut task, &runtime).is_pending());
        let left = (EventKind::Unmount, Reason::Lock);
        let mounted = (EventKind::Mount, Reason::None);
        assert_eq!(
            noted(&mut flows),
            // The second unmount keeps the reason that the task told before the first.
            [
                mounted,
                left,
                (EventKind::Ready, Reason::None),
                mounted,
                left
            ]
        );
    });
}

#[test]
fn a_task_that_yields_is_ready_since_it_left_and_its_wake_tells_nothing_new() {
    apart(|| {
        let (probe, mut flows) = probe();
        let (runtime, slot) = (
            Arc::new(Runtime::default()),
            Arc::<Mutex<Option<Waker>>>::default(),
        );
        let kept = Arc::clone(&slot);
        let life = poll_fn(move |context| {
            tell_reason(Reason::Yield);
            *kept.lock().unwrap() = Some(context.waker().clone());
            Poll::<()>::Pending
        });
        let mut task = Box::pin(Traced::new(probe, 1, life));
        for turn in 1..=2 {
            assert!(poll(&mut task, &runtime).is_pending());
            slot.lock().unwrap().take().unwrap().wake();
            assert_eq!(runtime.wakes(), turn, "the runtime is woken all the same");
        }
        let life = [
            (EventKind::Mount, Reason::None),
            (EventKind::Unmount, Reason::Yield),
            (EventKind::Ready, Reason::None),
        ];
        assert_eq!(noted(&mut flows), [life, life].concat());
    });
}

#[test]
fn a_task_that_wakes_itself_is_ready_after_it_left() {
    apart(|| {
        let (probe, mut flows) = probe();
        let runtime = Arc::new(Runtime::default());
        let life = poll_fn(|context| {
            context.waker().wake_by_ref();
            context.waker().wake_by_ref();
            Poll::<()>::Pending
        });
        let mut task = Box::pin(Traced::new(probe, 0, life));
        assert!(poll(&mut task, &runtime).is_pending());
        assert_eq!(runtime.wakes(), 1);
        let kinds: Vec<_> = noted(&mut flows)
            .into_iter()
            .map(|(kind, _)| kind)
            .collect();
        assert_eq!(
            kinds,
            [EventKind::Mount, EventKind::Unmount, EventKind::Ready]
        );
        assert_eq!(probe.totals().progress(true).mounted, 0);
    });
}

#[test]
fn a_finished_task_is_never_ready_again() {
    apart(|| {
        let (probe, mut flows) = probe();
        let (runtime, slot) = (Arc::new(Runtime::default()), Arc::default());
        let mut task = Box::pin(Traced::new(probe, 0, pending_times(0, Arc::clone(&slot))));
        assert!(poll(&mut task, &runtime).is_ready());
        slot.lock().unwrap().take().unwrap().wake();
        assert_eq!(noted(&mut flows), [(EventKind::Mount, Reason::None)]);
    });
}

#[test]
fn another_waker_is_followed() {
    apart(|| {
        let (probe, _flows) = probe();
        let (first, second) = (Arc::new(Runtime::default()), Arc::new(Runtime::default()));
        let slot = Arc::default();
        let mut task = Box::pin(Traced::new(probe, 0, pending_times(2, Arc::clone(&slot))));
        assert!(poll(&mut task, &first).is_pending());
        assert!(poll(&mut task, &second).is_pending());
        slot.lock().unwrap().take().unwrap().wake();
        assert_eq!((first.wakes(), second.wakes()), (0, 1));
    });
}

#[test]
fn a_panic_in_a_poll_reaches_the_runtime() {
    apart(|| {
        let (probe, _flows) = probe();
        let runtime = Arc::new(Runtime::default());
        let mut task = Box::pin(Traced::new(probe, 0, poll_fn(|_| panic!("of the task"))));
        let polled = catch_unwind(AssertUnwindSafe(|| poll(&mut task, &runtime)));
        assert!(polled.is_err());
    });
}

#[test]
fn waking_from_other_threads_loses_no_wake_and_invents_no_ready() {
    const ROUNDS: usize = 2_000;
    apart(|| {
        let (probe, mut flows) = probe();
        let (runtime, slot) = (Arc::new(Runtime::default()), Arc::default());
        let mut task = Box::pin(Traced::new(
            probe,
            0,
            pending_times(ROUNDS, Arc::clone(&slot)),
        ));
        while poll(&mut task, &runtime).is_pending() {
            let before = runtime.wakes();
            let waker = slot.lock().unwrap().clone().unwrap();
            thread::scope(|scope| {
                let other = waker.clone();
                scope.spawn(move || other.wake());
                waker.wake();
            });
            assert_eq!(runtime.wakes(), before + 1);
        }
        let readies = noted(&mut flows)
            .into_iter()
            .filter(|(kind, _)| *kind == EventKind::Ready)
            .count();
        assert_eq!(readies, ROUNDS);
    });
}
