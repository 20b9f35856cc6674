//! The contract as bytes, both ways: goldens, what is refused and how it is named, and any legal stream in any pieces.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking, also in the functions that tests share"
)]

#[path = "wire/properties.rs"]
mod properties;
#[path = "wire/rounds.rs"]
mod rounds;

use std::io::Read;

use carrier_lab::{
    model::{EngineKind, RunSpec},
    wire::{
        CarrierThread, CarrierThreads, Done, Event, EventKind, FRAME_HEADER_BYTES, Fault, Findings,
        Frame, FrameKind, FrameReader, Hello, LatencySummary, MAX_PAYLOAD_BYTES, Progress, Reason,
        Round, Sequence, WIRE_VERSION, WireError, encode_events, encode_json,
    },
};

const HELLO_JSON: &str = r#"{"version":1,"pid":42,"engine":"os-thread","carriers":0,"versions":{"std":"1.95.0"},"baseline_rss_bytes":4096,"probe_bytes":64,"task_ns":null}"#;
const PROGRESS_JSON: &str = r#"{"t_ns":15000000,"spawned":10,"live":6,"parked":3,"ready":1,"mounted":2,"pinned":1,"completed":4,"failed":0,"recorded":33,"dropped":5}"#;
const DONE_JSON: &str = r#"{"wall_ns":60000000,"spawn_ns":1000,"peak_live":10,"checksum":55,"progress":{"t_ns":60000001,"spawned":10,"live":0,"parked":0,"ready":0,"mounted":0,"pinned":0,"completed":10,"failed":0,"recorded":70,"dropped":0},"latency":{"p50":1,"p90":2,"p95":3,"p99":4,"p999":5,"max":6},"histogram":"HISTFAAA"}"#;
const FAULT_JSON: &str = r#"{"at":3,"reason":"no thread left","advice":"use fewer tasks","progress":{"t_ns":0,"spawned":3,"live":3,"parked":0,"ready":0,"mounted":0,"pinned":0,"completed":0,"failed":0,"recorded":0,"dropped":0}}"#;
const ROUND_JSON: &str = r#"{"index":10,"warmup":false,"start_ns":700000000,"handed_ns":701000000,"end_ns":752000000,"completed":10,"failed":0,"checksum":55,"latency":{"p50":1,"p90":2,"p95":3,"p99":4,"p999":5,"max":6}}"#;
const THREADS_JSON: &str =
    r#"{"carriers":[{"carrier":0,"thread":4711},{"carrier":1,"thread":4712}]}"#;

#[test]
fn the_page_shows_each_message_as_it_is() {
    let page = include_str!("../src/wire/mod.rs");
    for message in [
        HELLO_JSON,
        PROGRESS_JSON,
        DONE_JSON,
        FAULT_JSON,
        THREADS_JSON,
        ROUND_JSON,
    ] {
        assert!(page.contains(&format!("//! {message}\n")), "{message}");
    }
}

fn hello() -> Hello {
    Hello {
        version: WIRE_VERSION,
        pid: 42,
        engine: EngineKind::OsThread,
        carriers: 0,
        versions: [("std".to_owned(), "1.95.0".to_owned())].into(),
        baseline_rss_bytes: 4096,
        probe_bytes: 64,
        task_ns: None,
    }
}

fn progress() -> Progress {
    Progress {
        t_ns: 15_000_000,
        spawned: 10,
        live: 6,
        parked: 3,
        ready: 1,
        mounted: 2,
        pinned: 1,
        completed: 4,
        failed: 0,
        recorded: 33,
        dropped: 5,
    }
}

fn done() -> Done {
    Done {
        wall_ns: 60_000_000,
        spawn_ns: 1_000,
        peak_live: 10,
        checksum: 55,
        progress: Progress {
            t_ns: 60_000_001,
            spawned: 10,
            completed: 10,
            recorded: 70,
            ..Progress::default()
        },
        latency: LatencySummary {
            p50: 1,
            p90: 2,
            p95: 3,
            p99: 4,
            p999: 5,
            max: 6,
        },
        histogram: "HISTFAAA".to_owned(),
        findings: Findings::default(),
    }
}

fn fault() -> Fault {
    Fault {
        at: 3,
        reason: "no thread left".to_owned(),
        advice: "use fewer tasks".to_owned(),
        progress: Progress {
            spawned: 3,
            live: 3,
            ..Progress::default()
        },
    }
}

fn round(index: u32) -> Round {
    Round {
        index,
        warmup: false,
        start_ns: 700_000_000,
        handed_ns: 701_000_000,
        end_ns: 752_000_000,
        completed: 10,
        failed: 0,
        checksum: 55,
        latency: done().latency,
    }
}

fn threads() -> CarrierThreads {
    let of = |carrier, thread| CarrierThread { carrier, thread };
    CarrierThreads {
        carriers: vec![of(0, 4711), of(1, 4712)],
    }
}

/// A frame as the page describes it, written without the crate's own encoder.
fn framed(kind: u8, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap();
    [&length.to_le_bytes(), &[kind][..], payload].concat()
}

fn encoded(frame: &Frame) -> Vec<u8> {
    let mut out = Vec::new();
    match frame {
        Frame::Hello(hello) => encode_json(FrameKind::Hello, hello, &mut out).unwrap(),
        Frame::Progress(progress) => encode_json(FrameKind::Progress, progress, &mut out).unwrap(),
        Frame::Done(done) => encode_json(FrameKind::Done, done, &mut out).unwrap(),
        Frame::Fault(fault) => encode_json(FrameKind::Fault, fault, &mut out).unwrap(),
        Frame::Round(round) => encode_json(FrameKind::Round, round, &mut out).unwrap(),
        Frame::Threads(threads) => encode_json(FrameKind::Threads, threads, &mut out).unwrap(),
        Frame::Events(records) => encode_events(records, &mut out),
    }
    out
}

/// Reads everything, in the order of the contract.
fn read_all(input: impl Read) -> Result<Vec<Frame>, WireError> {
    let (mut reader, mut sequence, mut frames) =
        (FrameReader::new(input), Sequence::default(), Vec::new());
    while let Some(frame) = reader.next_frame()? {
        sequence.accept(&frame)?;
        frames.push(frame);
    }
    Ok(frames)
}

fn error_of(bytes: &[u8]) -> WireError {
    read_all(bytes).expect_err("a named error")
}

#[test]
fn every_frame_has_its_bytes() {
    let record = [
        0x15, 0xcd, 0x5b, 0x07, 0, 0, 0, 0, 0x10, 0x27, 0, 0, 3, 0, 4, 1,
    ];
    for (frame, golden) in [
        (
            Frame::Hello(Box::new(hello())),
            framed(1, HELLO_JSON.as_bytes()),
        ),
        (
            Frame::Progress(progress()),
            framed(2, PROGRESS_JSON.as_bytes()),
        ),
        (Frame::Events(record.to_vec()), framed(3, &record)),
        (
            Frame::Done(Box::new(done())),
            framed(4, DONE_JSON.as_bytes()),
        ),
        (Frame::Fault(fault()), framed(5, FAULT_JSON.as_bytes())),
        (Frame::Round(round(10)), framed(6, ROUND_JSON.as_bytes())),
        (
            Frame::Threads(threads()),
            framed(16, THREADS_JSON.as_bytes()),
        ),
    ] {
        assert_eq!(encoded(&frame), golden, "{frame:?}");
        let read = FrameReader::new(golden.as_slice()).next_frame().unwrap();
        assert_eq!(read, Some(frame));
    }
    let event = Event {
        t_ns: 123_456_789,
        task: 10_000,
        carrier: 3,
        kind: EventKind::Unmount,
        reason: Reason::Sleep,
    };
    assert_eq!(event.to_bytes(), record);
    assert_eq!(Event::from_bytes(record), Some(event));
}

#[test]
fn the_run_of_the_page_is_understood_and_written_the_same() {
    let line = r#"{"engine":"tokio","experiment":{"work":{"Sleep":{"sleep":"50ms"}},"tasks":10000,"depth":0,"carriers":4,"pinned_share":0},"probe":"Full","repetition":0}"#;
    let spec: RunSpec = serde_json::from_str(line).unwrap();
    assert_eq!(serde_json::to_string(&spec).unwrap(), line);
    for (from, to) in [
        (
            r#"{"Sleep":{"sleep":"50ms"}}"#,
            r#"{"Block":{"block":"1s","via":"Carriers","cap":64}}"#,
        ),
        (
            r#"{"Sleep":{"sleep":"50ms"}}"#,
            r#"{"Cpu":{"kernel":"SumOfSquares","iterations":1000}}"#,
        ),
        (
            r#"{"Sleep":{"sleep":"50ms"}}"#,
            r#"{"FailFast":{"fail_after":"100ms","slow":"2s","policy":"FailFast"}}"#,
        ),
        (r#""Full""#, r#""Off""#),
        (r#""Full""#, r#"{"Sampled":{"one_in":100}}"#),
    ] {
        let line = line.replace(from, to);
        let spec: RunSpec = serde_json::from_str(&line).unwrap();
        assert_eq!(serde_json::to_string(&spec).unwrap(), line);
    }
}

#[test]
fn unknown_keys_are_let_pass_and_missing_ones_named() {
    let more = PROGRESS_JSON.replace("\"live\"", "\"mood\":\"calm\",\"live\"");
    let read = FrameReader::new(framed(2, more.as_bytes()).as_slice())
        .next_frame()
        .unwrap();
    assert_eq!(read, Some(Frame::Progress(progress())));
    let less = PROGRESS_JSON.replace("\"live\":6,", "");
    let error = error_of(&framed(2, less.as_bytes()));
    assert!(
        matches!(&error, WireError::Payload { kind: FrameKind::Progress, reason, at: 0 } if reason.contains("live")),
        "{error}"
    );
}

#[test]
fn a_stream_cut_inside_a_frame_says_how_much_came() {
    let whole = framed(1, HELLO_JSON.as_bytes());
    assert_eq!(read_all(&[][..]).unwrap(), []);
    for cut in 1..whole.len() {
        let WireError::Truncated { got, want, at: 0 } = error_of(&whole[..cut]) else {
            panic!("cut at {cut}");
        };
        let header_only = cut < FRAME_HEADER_BYTES;
        let announced = if header_only {
            FRAME_HEADER_BYTES
        } else {
            whole.len()
        };
        assert_eq!((got, want), (cut, announced));
    }
}

#[test]
fn an_oversized_frame_is_refused_before_it_is_read() {
    let limit = u32::try_from(MAX_PAYLOAD_BYTES).unwrap();
    for length in [limit + 1, u32::MAX] {
        let header = [&length.to_le_bytes()[..], &[3]].concat();
        assert!(matches!(
            error_of(&header),
            WireError::Oversized { length: found, at: 0 } if found == length
        ));
    }
    let full = framed(3, &vec![0; MAX_PAYLOAD_BYTES]);
    let read = FrameReader::new(full.as_slice()).next_frame().unwrap();
    assert_eq!(read, Some(Frame::Events(vec![0; MAX_PAYLOAD_BYTES])));
}

#[test]
fn text_on_stdout_is_named_as_no_frame() {
    for text in ["thread panicked at src/main.rs", "Hello, world\n"] {
        assert!(matches!(
            error_of(text.as_bytes()),
            WireError::UnknownKind { at: 0, .. }
        ));
    }
    let good = framed(1, HELLO_JSON.as_bytes());
    let error = error_of(&[good.as_slice(), b"oops, a print"].concat());
    assert!(matches!(error, WireError::UnknownKind { at, .. } if at == good.len() as u64));
}

#[test]
fn broken_payloads_are_named() {
    for (kind, payload) in [
        (1, &b"{}"[..]),
        (2, b"not json"),
        (3, b""),
        (3, b"seventeen bytes.."),
        (4, b"[]"),
        (5, b"\xff\xfe"),
        (6, b"{\"index\":-1}"),
        (16, b"{\"carriers\":[{\"carrier\":70000,\"thread\":1}]}"),
    ] {
        let error = error_of(&framed(kind, payload));
        assert!(matches!(error, WireError::Payload { .. }), "{error}");
    }
}

#[test]
fn another_version_is_refused_with_both_numbers() {
    let other = HELLO_JSON.replace("\"version\":1", "\"version\":7");
    let error = error_of(&framed(1, other.as_bytes()));
    assert!(matches!(
        error,
        WireError::Version {
            found: 7,
            expected: WIRE_VERSION
        }
    ));
}

#[test]
fn frames_out_of_order_are_named() {
    let hello = Frame::Hello(Box::new(hello()));
    let (progress, events) = (Frame::Progress(progress()), Frame::Events(vec![0; 16]));
    let (done, fault) = (Frame::Done(Box::new(done())), Frame::Fault(fault()));
    let threads = Frame::Threads(threads());
    for (stream, when) in [
        (vec![&progress], "before its Hello"),
        (vec![&events], "before its Hello"),
        (vec![&done], "before its Hello"),
        (vec![&threads], "before its Hello"),
        (vec![&hello, &hello], "a second time"),
        (vec![&hello, &done, &progress], "after its last frame"),
        (vec![&hello, &fault, &events], "after its last frame"),
        (vec![&hello, &done, &threads], "after its last frame"),
        (vec![&fault, &hello], "after its last frame"),
        (vec![&hello, &done, &fault], "after its last frame"),
    ] {
        let bytes: Vec<u8> = stream.iter().flat_map(|frame| encoded(frame)).collect();
        let error = error_of(&bytes);
        assert!(
            matches!(error, WireError::OutOfOrder { when: found, .. } if found == when),
            "{stream:?}: {error}"
        );
    }
    let early: Vec<u8> = encoded(&fault);
    assert_eq!(read_all(early.as_slice()).unwrap(), [fault]);
}

#[test]
fn what_is_missing_at_the_end_is_known() {
    let mut sequence = Sequence::default();
    assert_eq!(sequence.missing(), Some(FrameKind::Hello));
    sequence.accept(&Frame::Hello(Box::new(hello()))).unwrap();
    assert_eq!(sequence.missing(), Some(FrameKind::Done));
    sequence.accept(&Frame::Fault(fault())).unwrap();
    assert_eq!(sequence.missing(), None);
    assert!(sequence.has_ended());
}

#[test]
fn events_are_cut_into_frames_of_64_kib() {
    let records: Vec<u8> = (0..10_000_u32).flat_map(|task| record(task, 3)).collect();
    let mut bytes = Vec::new();
    encode_events(&records, &mut bytes);
    let mut reader = FrameReader::new(bytes.as_slice());
    let mut joined = Vec::new();
    while let Some(Frame::Events(part)) = reader.next_frame().unwrap() {
        assert!(part.len() <= 64 * 1024);
        joined.extend(part);
    }
    assert_eq!(joined, records);
    encode_events(&[], &mut joined);
    assert_eq!(joined, records);
}

fn record(task: u32, kind: u8) -> [u8; 16] {
    Event {
        t_ns: u64::from(task) * 7,
        task,
        carrier: 1,
        kind: EventKind::from_byte(kind).unwrap(),
        reason: Reason::None,
    }
    .to_bytes()
}
