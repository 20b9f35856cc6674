//! Rounds on the wire: their place in the stream, and the runs that ask for them.

use carrier_lab::{
    model::RunSpec,
    wire::{Frame, WireError},
};

use super::{done, encoded, error_of, hello, read_all, round};

#[test]
fn rounds_come_in_turn_between_hello_and_the_end() {
    let hello = Frame::Hello(Box::new(hello()));
    let done = Frame::Done(Box::new(done()));
    let told = |indices: &[u32]| -> Vec<u8> {
        let rounds: Vec<Frame> = indices.iter().map(|i| Frame::Round(round(*i))).collect();
        let frames = [&hello].into_iter().chain(&rounds).chain([&done]);
        frames.flat_map(encoded).collect()
    };
    assert_eq!(read_all(told(&[0, 1, 2]).as_slice()).unwrap().len(), 5);
    for indices in [&[1][..], &[0, 0], &[0, 2], &[0, 1, 0], &[u32::MAX]] {
        let error = error_of(&told(indices));
        assert!(
            matches!(
                error,
                WireError::OutOfOrder {
                    when: "out of its turn",
                    ..
                }
            ),
            "{indices:?}: {error}"
        );
    }
    for (early, late) in [(None, Some(0)), (Some(0), None)] {
        let early: Vec<u8> = early
            .iter()
            .flat_map(|i| encoded(&Frame::Round(round(*i))))
            .collect();
        let late: Vec<u8> = late
            .iter()
            .flat_map(|i| encoded(&Frame::Round(round(*i))))
            .collect();
        let bytes = [early, encoded(&hello), encoded(&done), late].concat();
        assert!(matches!(error_of(&bytes), WireError::OutOfOrder { .. }));
    }
}

#[test]
fn a_run_asks_for_rounds_by_two_more_keys() {
    let once = r#"{"engine":"tokio","experiment":{"work":{"Sleep":{"sleep":"50ms"}},"tasks":10000,"depth":0,"carriers":4,"pinned_share":0},"probe":"Off","repetition":0}"#;
    let series = once.replace(
        r#""repetition":0"#,
        r#""repetition":0,"rounds":100,"warmup_rounds":10"#,
    );
    let spec: RunSpec = serde_json::from_str(&series).unwrap();
    assert_eq!((spec.series().total(), spec.all_tasks()), (110, 1_100_000));
    assert_eq!(serde_json::to_string(&spec).unwrap(), series);
    let spec: RunSpec = serde_json::from_str(once).unwrap();
    assert!(spec.series().is_once());
    let none = series.replace(":100", ":0");
    assert!(serde_json::from_str::<RunSpec>(&none).is_err());
}
