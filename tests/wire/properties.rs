//! Any legal stream, whole, cut and in pieces, and bytes that are none.

use std::io::Read;

use carrier_lab::wire::{
    CarrierThread, CarrierThreads, Done, Event, EventKind, Fault, Frame, FrameReader, Hello,
    Progress, Reason, Round, WireError,
};
use proptest::prelude::*;

use super::{done, encoded, fault, hello, read_all, round};

/// A reader that hands out a stream in pieces of given sizes.
struct Pieces<'a> {
    rest: &'a [u8],
    sizes: std::iter::Cycle<std::vec::IntoIter<usize>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.sizes.next().unwrap_or(1).min(buffer.len());
        self.rest.take(piece as u64).read(buffer).inspect(|read| {
            self.rest = &self.rest[*read..];
        })
    }
}

prop_compose! {
    fn any_progress()(counters in prop::array::uniform11(any::<u64>())) -> Progress {
        let [t_ns, spawned, live, parked, ready, mounted, pinned, completed, failed, recorded, dropped] = counters;
        Progress { t_ns, spawned, live, parked, ready, mounted, pinned, completed, failed, recorded, dropped }
    }
}

prop_compose! {
    fn any_event()(
        (t_ns, task, carrier) in any::<(u64, u32, u16)>(),
        kind in 1_u8..=8,
        reason in 0_u8..=8,
    ) -> Event {
        Event {
            t_ns,
            task,
            carrier,
            kind: EventKind::from_byte(kind).unwrap(),
            reason: Reason::from_byte(reason).unwrap(),
        }
    }
}

fn any_middle() -> impl Strategy<Value = Frame> {
    let events = prop::collection::vec(any_event(), 1..200)
        .prop_map(|events| Frame::Events(events.into_iter().flat_map(Event::to_bytes).collect()));
    let rounds = any::<u64>().prop_map(|checksum| {
        Frame::Round(Round {
            checksum,
            ..round(0)
        })
    });
    let thread =
        any::<(u16, u32)>().prop_map(|(carrier, thread)| CarrierThread { carrier, thread });
    let threads = prop::collection::vec(thread, 0..70)
        .prop_map(|carriers| Frame::Threads(CarrierThreads { carriers }));
    prop_oneof![
        any_progress().prop_map(Frame::Progress),
        events,
        threads,
        rounds
    ]
}

fn any_last() -> impl Strategy<Value = Frame> {
    let done = (any_progress(), any::<u64>(), "[A-Za-z0-9+/=]{0,300}").prop_map(
        |(progress, checksum, histogram)| {
            Frame::Done(Box::new(Done {
                progress,
                checksum,
                histogram,
                ..done()
            }))
        },
    );
    let fault = (any_progress(), any::<u64>(), ".{0,80}").prop_map(|(progress, at, reason)| {
        Frame::Fault(Fault {
            at,
            reason,
            progress,
            ..fault()
        })
    });
    prop_oneof![done, fault]
}

fn any_run() -> impl Strategy<Value = Vec<Frame>> {
    let hello = (any::<u32>(), any::<u64>(), any::<Option<u64>>(), ".{0,20}").prop_map(
        |(pid, probe_bytes, task_ns, version)| {
            Frame::Hello(Box::new(Hello {
                pid,
                probe_bytes,
                task_ns,
                versions: [("tokio".to_owned(), version)].into(),
                ..hello()
            }))
        },
    );
    (
        hello,
        prop::collection::vec(any_middle(), 0..12),
        any_last(),
    )
        .prop_map(|(hello, mut middle, last)| {
            let rounds = middle.iter_mut().filter_map(|frame| match frame {
                Frame::Round(round) => Some(round),
                Frame::Hello(_)
                | Frame::Progress(_)
                | Frame::Events(_)
                | Frame::Done(_)
                | Frame::Fault(_)
                | Frame::Threads(_) => None,
            });
            for (index, round) in (0..).zip(rounds) {
                round.index = index;
            }
            [vec![hello], middle, vec![last]].concat()
        })
}

proptest! {
    #[test]
    fn events_read_back(event in any_event()) {
        prop_assert_eq!(Event::from_bytes(event.to_bytes()), Some(event));
    }

    #[test]
    fn a_legal_stream_reads_back_in_any_pieces(
        run in any_run(),
        sizes in prop::collection::vec(1_usize..100, 1..20),
    ) {
        let bytes: Vec<u8> = run.iter().flat_map(encoded).collect();
        let pieces = Pieces { rest: &bytes, sizes: sizes.into_iter().cycle() };
        prop_assert_eq!(read_all(pieces).unwrap(), run);
    }

    #[test]
    fn a_legal_stream_cut_anywhere_keeps_what_came_before(run in any_run(), at in any::<prop::sample::Index>()) {
        let bytes: Vec<u8> = run.iter().flat_map(encoded).collect();
        let cut = at.index(bytes.len());
        let mut reader = FrameReader::new(&bytes[..cut]);
        let mut whole = 0;
        let end = loop {
            match reader.next_frame() {
                Ok(Some(frame)) => {
                    prop_assert_eq!(&frame, &run[whole]);
                    whole += 1;
                }
                end => break end,
            }
        };
        let complete: usize = run[..whole].iter().map(|frame| encoded(frame).len()).sum();
        match end {
            Ok(_) => prop_assert_eq!(complete, cut),
            Err(error) => {
                let is_truncated = matches!(error, WireError::Truncated { .. });
                prop_assert!(is_truncated && complete < cut);
            }
        }
    }

    #[test]
    fn garbage_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        read_all(bytes.as_slice()).ok();
    }

    #[test]
    fn a_stream_with_changed_bytes_never_panics(
        run in any_run(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes: Vec<u8> = run.iter().flat_map(encoded).collect();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(frames) = read_all(bytes.as_slice()) {
            for frame in frames {
                if let Frame::Events(records) = frame {
                    let (records, _) = records.as_chunks();
                    assert!(records.iter().filter_map(|record| Event::from_bytes(*record)).count() <= records.len());
                }
            }
        }
    }
}
