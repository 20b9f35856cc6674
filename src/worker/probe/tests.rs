//! The probe as an engine sees it: who writes where, and what comes out.

use std::thread;

use super::*;
use crate::model::SampleRate;

/// A thread of its own, so that no seat of another test is on it.
fn on_fresh_thread<T: Send>(act: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(act).join().unwrap())
}

fn carriers(count: u16) -> Home {
    Home::Carriers {
        count,
        index: || None,
    }
}

fn drained(flows: &mut [Outflow]) -> Vec<(u16, u32, EventKind)> {
    let mut seen = Vec::new();
    for Outflow { carrier, reader } in flows {
        reader.drain(|packed| {
            let record = packed.record().unwrap();
            seen.push((*carrier, record.task, record.kind));
        });
    }
    seen
}

fn live(probe: &'static Probe, task: u32) {
    let started = probe.now();
    probe.note(task, Note::Mount);
    probe.note(task, Note::Unmount(Reason::Done));
    probe.end(task, started, Ending::Completed(u64::from(task)));
}

#[test]
fn carriers_have_rings_of_their_own_and_others_share_one() {
    let (probe, mut flows) =
        Probe::reserve(ProbeMode::Full, carriers(2), ReadyEvents::Told).unwrap();
    probe.spawned(5, probe.now());
    // Not a carrier yet: waking a task does not make a thread one.
    on_fresh_thread(|| probe.note(5, Note::Ready));
    on_fresh_thread(|| live(probe, 5));
    on_fresh_thread(|| live(probe, 6));
    // Both seats are taken: what a third thread notes goes to the shared ring, and its counters stay exact.
    on_fresh_thread(|| live(probe, 7));
    let one_life = |carrier, task| {
        [
            (carrier, task, EventKind::Mount),
            (carrier, task, EventKind::Unmount),
        ]
    };
    let mut expected = [one_life(0, 5), one_life(1, 6)].concat();
    expected.extend([
        (SHARED, 5, EventKind::Spawn),
        (SHARED, 5, EventKind::Ready),
        (SHARED, 5, EventKind::Ready),
    ]);
    expected.extend(one_life(SHARED, 7));
    assert_eq!(drained(&mut flows), expected);
    let totals = probe.totals();
    assert_eq!((totals.completed, totals.checksum), (3, 18));
    assert_eq!(probe.finished(), 3);
}

#[test]
fn an_engine_that_numbers_its_carriers_is_followed() {
    let home = Home::Carriers {
        count: 4,
        index: || Some(2),
    };
    let (probe, mut flows) = Probe::reserve(ProbeMode::Full, home, ReadyEvents::Untold).unwrap();
    on_fresh_thread(|| live(probe, 0));
    on_fresh_thread(|| {
        probe.sit(3);
        live(probe, 1);
    });
    let lanes: Vec<u16> = drained(&mut flows).iter().map(|seen| seen.0).collect();
    assert_eq!(lanes, [2, 2, 3, 3]);
}

#[test]
fn a_task_on_its_own_thread_keeps_to_one_ring() {
    let (probe, mut flows) =
        Probe::reserve(ProbeMode::Full, Home::OwnThreads, ReadyEvents::Untold).unwrap();
    for task in 0..40 {
        on_fresh_thread(|| live(probe, task));
    }
    for flow in flows.iter().filter(|flow| flow.carrier != OWN_THREAD) {
        assert_eq!(flow.carrier, SHARED);
    }
    let seen = drained(&mut flows);
    assert_eq!(seen.len(), 80);
    assert!(seen.chunks(2).all(|life| life[0].1 == life[1].1));
    assert_eq!(probe.finished(), 40);
}

#[test]
fn a_yield_is_an_end_and_a_wait_from_the_same_moment_on() {
    let (probe, mut flows) =
        Probe::reserve(ProbeMode::Full, carriers(1), ReadyEvents::Told).unwrap();
    on_fresh_thread(|| {
        probe.note(3, Note::Mount);
        probe.yielded(3);
    });
    let mut records = Vec::new();
    flows[0]
        .reader
        .drain(|packed| records.extend(packed.record()));
    let [_mount, left, ready] = records[..] else {
        panic!("{records:?}")
    };
    assert_eq!(
        (left.kind, left.reason),
        (EventKind::Unmount, Reason::Yield)
    );
    assert_eq!((ready.kind, ready.reason), (EventKind::Ready, Reason::None));
    assert_eq!((ready.at, ready.task), (left.at, 3));
}

#[test]
fn who_stands_aside_takes_no_seat_and_mounts_nothing_but_ends_count() {
    let (probe, mut flows) =
        Probe::reserve(ProbeMode::Full, carriers(1), ReadyEvents::Told).unwrap();
    on_fresh_thread(|| {
        stand_aside();
        live(probe, 1);
        probe.yielded(1);
        probe.note(2, Note::Ready);
    });
    on_fresh_thread(|| live(probe, 2));
    assert_eq!(
        drained(&mut flows),
        [
            (0, 2, EventKind::Mount),
            (0, 2, EventKind::Unmount),
            (SHARED, 1, EventKind::Ready),
            (SHARED, 2, EventKind::Ready),
        ]
    );
    assert_eq!(probe.finished(), 2);
    assert_eq!(probe.totals().progress(true).mounted, 0);
}

#[test]
fn a_sample_records_few_tasks_and_counts_all() {
    let one_in = SampleRate::new(10).unwrap();
    let (probe, mut flows) = Probe::reserve(
        ProbeMode::Sampled { one_in },
        carriers(1),
        ReadyEvents::Told,
    )
    .unwrap();
    on_fresh_thread(|| (0..100).for_each(|task| live(probe, task)));
    assert_eq!(drained(&mut flows).len(), 20);
    assert_eq!(probe.totals().completed, 100);
}

#[test]
fn a_probe_that_is_off_reserves_no_ring_and_counts_ends() {
    let (probe, flows) = Probe::reserve(ProbeMode::Off, carriers(64), ReadyEvents::Told).unwrap();
    assert!(flows.is_empty());
    probe.spawned(0, probe.now());
    let progress = probe.totals().progress(probe.watches());
    assert_eq!((progress.live, progress.ready, progress.parked), (1, 0, 0));
    on_fresh_thread(|| live(probe, 0));
    let progress = probe.totals().progress(probe.watches());
    assert_eq!(
        (progress.live, progress.mounted, progress.completed),
        (0, 0, 1)
    );
    assert!(probe.latencies().unwrap().summary().max > 0);
}

#[test]
fn reserved_memory_stays_within_its_bounds() {
    for count in [1, 4, 16, 17, 64] {
        let (probe, flows) =
            Probe::reserve(ProbeMode::Full, carriers(count), ReadyEvents::Told).unwrap();
        assert_eq!(flows.len(), usize::from(count) + 1);
        assert!(probe.bytes() <= 28 << 20, "{count}: {}", probe.bytes());
        assert!(probe.bytes() >= 10 << 20, "{count}: {}", probe.bytes());
    }
}
