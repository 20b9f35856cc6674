//! Order and counts of a ring, also when it is full.

use proptest::prelude::*;

use super::*;

fn mount(task: u32) -> Record {
    Record {
        at: Tick(u64::from(task) * 10),
        task,
        kind: EventKind::Mount,
        reason: Reason::None,
    }
}

fn drained(reader: &mut RingReader) -> Vec<Record> {
    let mut records = Vec::new();
    reader.drain(|packed| records.extend(packed.record()));
    records
}

#[test]
fn a_gap_is_told_before_the_first_record_that_fits() {
    let (writer, mut reader) = ring(4);
    (0..7).for_each(|task| writer.push(mount(task)));
    assert_eq!(drained(&mut reader).len(), 4);
    assert_eq!(reader.lost(), 3);
    writer.push(mount(7));
    let gap = |at, reason| Record {
        at: Tick(at),
        task: 3,
        kind: EventKind::Dropped,
        reason,
    };
    assert_eq!(
        drained(&mut reader),
        [gap(40, Reason::None), gap(60, Reason::Sleep), mount(7)]
    );
}

#[test]
fn a_run_that_ends_in_a_gap_tells_of_it_once() {
    let (writer, mut reader) = ring(4);
    (0..5).for_each(|task| writer.push(mount(task)));
    let mut last = Vec::new();
    reader.drain_last(|packed| last.extend(packed.record()));
    assert_eq!(last.len(), 6);
    assert_eq!(last[4].task, 1);
    reader.drain_last(|_| panic!("the gap was told already"));
}

#[test]
fn two_threads_lose_nothing_that_is_not_counted() {
    const PUSHED: u32 = 200_000;
    let (writer, mut reader) = ring(64);
    let pushing = std::thread::Builder::new()
        .spawn(move || (0..PUSHED).for_each(|task| writer.push(mount(task))))
        .unwrap();
    let mut records = Vec::new();
    while !pushing.is_finished() {
        reader.drain(|packed| records.extend(packed.record()));
    }
    pushing.join().unwrap();
    reader.drain_last(|packed| records.extend(packed.record()));
    check(&records, PUSHED, reader.lost());
}

/// Every record is there in order, or lies in a gap that says exactly how many are missing.
fn check(records: &[Record], pushed: u32, lost: u64) {
    let mut expected = 0;
    let mut told = 0;
    for record in records {
        match (record.kind, record.reason) {
            (EventKind::Dropped, Reason::None) => {
                assert_eq!(record.at.0, u64::from(expected) * 10);
                expected += record.task;
                told += u64::from(record.task);
            }
            (EventKind::Dropped, _) => {
                assert_eq!(record.at.0, u64::from(expected - 1) * 10);
            }
            _ => {
                assert_eq!(*record, mount(expected));
                expected += 1;
            }
        }
    }
    assert_eq!((expected, told), (pushed, lost));
}

proptest! {
    #[test]
    fn drops_are_counted_exactly_and_order_is_kept(
        capacity in 1_usize..40,
        bursts in prop::collection::vec((0_u32..60, any::<bool>()), 0..40),
    ) {
        let (writer, mut reader) = ring(capacity);
        let (mut pushed, mut records) = (0, Vec::new());
        for (burst, drains) in bursts {
            (pushed..pushed + burst).for_each(|task| writer.push(mount(task)));
            pushed += burst;
            if drains {
                reader.drain(|packed| records.extend(packed.record()));
            }
        }
        reader.drain_last(|packed| records.extend(packed.record()));
        check(&records, pushed, reader.lost());
    }
}

proptest! {
    #[test]
    fn a_packed_record_is_the_event_of_the_wire(
        (t_ns, task, carrier) in any::<(u64, u32, u16)>(),
        (kind, reason) in (1_u8..=8, 0_u8..=8),
    ) {
        let (kind, reason) = (EventKind::from_byte(kind).unwrap(), Reason::from_byte(reason).unwrap());
        let record = Record { at: Tick(t_ns), task, kind, reason };
        let event = Event { t_ns, task, carrier, kind, reason };
        prop_assert_eq!(record.packed().to_wire(t_ns, carrier), event.to_bytes());
        prop_assert_eq!(record.packed().record(), Some(record));
    }
}
