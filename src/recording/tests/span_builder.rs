//! What the span builder makes of legal, broken and incomplete records.

use super::super::growing::CHUNK_SPANS;
use super::super::{Gap, OpenSpan, SpanBuilder, SpanError, Timeline, Track};
use super::legal_events::{LegalRun, packed};
use super::timelines::{built, ended, pins, timeline};
use crate::wire::{Event, EventKind, OWN_THREAD, Reason, SHARED};

fn event(t_ns: u64, carrier: u16, task: u32, kind: EventKind, reason: Reason) -> Event {
    Event {
        t_ns,
        task,
        carrier,
        kind,
        reason,
    }
}

fn mount(t_ns: u64, carrier: u16, task: u32) -> Event {
    event(t_ns, carrier, task, EventKind::Mount, Reason::None)
}

fn unmount(t_ns: u64, carrier: u16, task: u32) -> Event {
    event(t_ns, carrier, task, EventKind::Unmount, Reason::Yield)
}

fn gap(from_ns: u64, to_ns: u64, carrier: u16, count: u32) -> [Event; 2] {
    [
        event(from_ns, carrier, count, EventKind::Dropped, Reason::None),
        event(to_ns, carrier, count, EventKind::Dropped, Reason::Sleep),
    ]
}

fn error_of(events: &[Event]) -> Option<SpanError> {
    built(events).err()
}

#[test]
fn broken_mounts_are_named() {
    for carrier in [1, OWN_THREAD] {
        let (task, t_ns, last_ns) = (5, 2, 3);
        let backwards = SpanError::Backwards {
            carrier,
            t_ns,
            last_ns,
        };
        assert_eq!(
            error_of(&[mount(3, carrier, 5), unmount(2, carrier, 5)]),
            Some(backwards)
        );
        let twice = SpanError::MountedTwice {
            carrier,
            mounted: 5,
            task,
            t_ns,
        };
        assert_eq!(
            error_of(&[mount(1, carrier, 5), mount(2, carrier, 5)]),
            Some(twice)
        );
        let missing = SpanError::NotMounted {
            carrier,
            task,
            t_ns,
        };
        assert_eq!(error_of(&[unmount(2, carrier, 5)]), Some(missing));
        assert_eq!(
            error_of(&[mount(1, carrier, 4), unmount(2, carrier, 5)]),
            Some(missing)
        );
    }
    let twice = SpanError::MountedTwice {
        carrier: 1,
        mounted: 4,
        task: 5,
        t_ns: 2,
    };
    assert_eq!(error_of(&[mount(1, 1, 4), mount(2, 1, 5)]), Some(twice));
}

#[test]
fn broken_pins_are_named() {
    for carrier in [1, OWN_THREAD] {
        let begin = |t_ns| event(t_ns, carrier, 5, EventKind::PinBegin, Reason::Io);
        let end = |t_ns| event(t_ns, carrier, 5, EventKind::PinEnd, Reason::Io);
        let (task, t_ns) = (5, 3);
        let outside = SpanError::PinOutsideMount {
            carrier,
            task,
            t_ns,
        };
        assert_eq!(error_of(&[begin(3)]), Some(outside));
        assert_eq!(error_of(&[mount(1, carrier, 4), begin(3)]), Some(outside));
        let nested = SpanError::NestedPin {
            carrier,
            task,
            t_ns,
        };
        assert_eq!(
            error_of(&[mount(1, carrier, 5), begin(2), begin(3)]),
            Some(nested)
        );
        let missing = SpanError::PinNotBegun {
            carrier,
            task,
            t_ns,
        };
        assert_eq!(error_of(&[mount(1, carrier, 5), end(3)]), Some(missing));
    }
}

#[test]
fn broken_gaps_and_numbers_are_named() {
    for carrier in [1, OWN_THREAD] {
        let unpaired = SpanError::UnpairedGap { carrier, t_ns: 2 };
        assert_eq!(error_of(&[gap(1, 2, carrier, 3)[1]]), Some(unpaired));
    }
    let [begin, _] = gap(2, 3, 1, 3);
    assert_eq!(
        error_of(&[begin, begin]),
        Some(SpanError::UnpairedGap {
            carrier: 1,
            t_ns: 2
        })
    );
    let (kind, task, t_ns) = (EventKind::Mount, 5, 1);
    assert_eq!(
        error_of(&[mount(1, SHARED, 5)]),
        Some(SpanError::NoCarrier { kind, task, t_ns })
    );
    let too_large = SpanError::TaskNumber {
        task: 1_000_000,
        t_ns,
    };
    assert_eq!(error_of(&[mount(1, 1, 1_000_000)]), Some(too_large));
}

#[test]
fn unknown_numbers_and_partial_records_are_named() {
    let mut builder = SpanBuilder::new();
    let good = mount(7, 0, 1).to_bytes();
    let (mut kind, mut reason) = (good, good);
    (kind[14], reason[15]) = (77, 99);
    assert_eq!(
        builder.push_records(&kind),
        Err(SpanError::UnknownKind { kind: 77, t_ns: 7 })
    );
    assert_eq!(
        builder.push_records(&reason),
        Err(SpanError::UnknownReason {
            reason: 99,
            t_ns: 7
        })
    );
    assert_eq!(
        builder.push_records(&good[..15]),
        Err(SpanError::Partial { rest: 15 })
    );
    assert_eq!(
        builder.push_records(&good),
        Ok(()),
        "the builder stays usable"
    );
    assert_eq!(builder.take_chunks().len(), 1);
}

#[test]
fn only_what_changed_is_handed_out() -> Result<(), SpanError> {
    let mut builder = SpanBuilder::new();
    builder.push_records(&packed(&[mount(1, 0, 1), mount(1, 1, 2), unmount(2, 1, 2)]))?;
    assert_eq!(builder.take_chunks().len(), 2);
    assert!(builder.take_chunks().is_empty());
    builder.push_records(&packed(&[event(3, 1, 9, EventKind::Ready, Reason::None)]))?;
    assert!(builder.take_chunks().is_empty(), "a ready changes no lane");
    builder.push_records(&packed(&[event(
        9,
        0,
        1,
        EventKind::PinBegin,
        Reason::Lock,
    )]))?;
    let chunks = builder.take_chunks();
    assert_eq!(chunks.len(), 1);
    let open = OpenSpan {
        start_ns: 1,
        task: 1,
        pinned_since_ns: Some(9),
        waited_ns: None,
    };
    assert_eq!(
        (chunks[0].track(), chunks[0].serial()),
        (Track::Carrier(0), 0)
    );
    assert_eq!(chunks[0].columns().open, [open]);
    Ok(())
}

#[test]
fn full_chunks_are_sealed_and_replace_the_growing_one() -> Result<(), SpanError> {
    let mut builder = SpanBuilder::new();
    let mut timeline = Timeline::default();
    let count = CHUNK_SPANS as u64 * 2 + 10;
    for i in 0..count {
        builder.push_records(&packed(&[mount(i * 10, 3, 1), unmount(i * 10 + 5, 3, 1)]))?;
        if i % 3_000 == 0 {
            builder
                .take_chunks()
                .into_iter()
                .for_each(|chunk| timeline.absorb(chunk));
        }
    }
    builder.push_records(&packed(&[mount(count * 10, 3, 1)]))?;
    builder
        .finish(0)
        .into_iter()
        .for_each(|chunk| timeline.absorb(chunk));
    let chunks = timeline.chunks(Track::Carrier(3));
    let lengths: Vec<_> = chunks
        .iter()
        .map(|chunk| (chunk.serial(), chunk.len()))
        .collect();
    assert_eq!(lengths, [(0, CHUNK_SPANS), (1, CHUNK_SPANS), (2, 10)]);
    assert!(
        chunks[0].columns().waited_ns.is_empty(),
        "nobody told a ready"
    );
    assert!(chunks[1].columns().open.is_empty());
    assert_eq!(timeline.open_spans(Track::Carrier(3)).len(), 1);
    assert_eq!(chunks[0].columns().start_ns.capacity(), CHUNK_SPANS);
    Ok(())
}

#[test]
fn what_a_gap_hides_stays_unknown() -> Result<(), SpanError> {
    let [begin, end] = gap(20, 40, 0, 6);
    let pin = |t_ns, kind| event(t_ns, 0, 1, kind, Reason::Io);
    let timeline = built(&[
        mount(10, 0, 1),
        pin(15, EventKind::PinBegin),
        begin,
        mount(30, 0, 7),
        end,
        pin(41, EventKind::PinEnd),
        unmount(42, 0, 1),
        mount(43, 0, 2),
        unmount(44, 0, 2),
    ])?;
    let spans: Vec<_> = ended(&timeline)
        .into_iter()
        .map(|(_, span)| (span.start_ns, span.end_ns, span.task, span.reason))
        .collect();
    assert_eq!(
        spans,
        [(10, 20, 1, Reason::None), (43, 44, 2, Reason::Yield)]
    );
    let pins: Vec<_> = pins(&timeline)
        .into_iter()
        .map(|(_, pin)| (pin.start_ns, pin.end_ns))
        .collect();
    assert_eq!(pins, [(15, 20)]);
    let gaps: Vec<_> = timeline.gaps_between(Track::Carrier(0), 0, 100).collect();
    assert_eq!(
        gaps,
        [Gap {
            start_ns: 20,
            end_ns: 40,
            count: 6
        }]
    );
    Ok(())
}

#[test]
fn a_gap_without_an_end_ends_with_the_run() -> Result<(), SpanError> {
    for carrier in [0, OWN_THREAD] {
        let mut builder = SpanBuilder::new();
        builder.push_records(&packed(&[mount(10, carrier, 1), gap(20, 0, carrier, 6)[0]]))?;
        let timeline = timeline(builder.finish(50));
        let gaps: Vec<_> = timeline
            .gaps_between(LegalRun::track(carrier), 0, 100)
            .collect();
        assert_eq!(
            gaps,
            [Gap {
                start_ns: 20,
                end_ns: 50,
                count: 6
            }]
        );
        assert_eq!(ended(&timeline).len(), 1);
    }
    Ok(())
}

#[test]
fn a_gap_cuts_only_threads_not_heard_of_since() -> Result<(), SpanError> {
    let [begin, end] = gap(20, 40, OWN_THREAD, 6);
    let timeline = built(&[
        mount(10, OWN_THREAD, 1),
        mount(25, OWN_THREAD, 2),
        begin,
        end,
        unmount(50, OWN_THREAD, 1),
        unmount(51, OWN_THREAD, 2),
        unmount(52, OWN_THREAD, 3),
    ])?;
    let spans: Vec<_> = ended(&timeline)
        .into_iter()
        .map(|(_, span)| (span.start_ns, span.end_ns, span.task))
        .collect();
    assert_eq!(spans, [(10, 20, 1), (25, 51, 2)]);
    Ok(())
}

#[test]
fn fails_are_counted_and_mark_nothing() -> Result<(), SpanError> {
    let mut builder = SpanBuilder::new();
    let fail = event(2, 0, 1, EventKind::Fail, Reason::None);
    builder.push_records(&packed(&[mount(1, 0, 1), fail, unmount(3, 0, 1)]))?;
    assert_eq!(builder.failed(), 1);
    assert_eq!(ended(&timeline(builder.finish(3))).len(), 1);
    Ok(())
}

#[test]
fn a_late_ready_corrects_a_span_that_is_open_or_ended() -> Result<(), SpanError> {
    for carrier in [0, OWN_THREAD] {
        let ready = |t_ns| event(t_ns, SHARED, 1, EventKind::Ready, Reason::None);
        let events = [
            mount(10, carrier, 1),
            ready(7),
            unmount(11, carrier, 1),
            mount(20, carrier, 1),
            unmount(21, carrier, 1),
            ready(18),
            ready(30),
        ];
        let waits: Vec<_> = ended(&built(&events)?)
            .into_iter()
            .map(|(_, span)| span.waited_ns)
            .collect();
        assert_eq!(waits, [Some(3), Some(2)]);
    }
    Ok(())
}
