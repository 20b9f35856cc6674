//! Histograms as workers send them, and those no worker should.

use hdrhistogram::{
    Histogram,
    serialization::{Serializer, V2DeflateSerializer, V2Serializer},
};
use proptest::prelude::*;

use super::super::{HistogramError, merge_latencies, read_histogram, summarize};
use crate::wire::LatencySummary;

fn of(values: &[u64]) -> Histogram<u64> {
    let mut histogram = Histogram::new_with_bounds(1, 3_600_000_000_000, 3).unwrap();
    for value in values {
        histogram.record(*value).unwrap();
    }
    histogram
}

fn bytes_of(histogram: &Histogram<u64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    V2Serializer::new()
        .serialize(histogram, &mut bytes)
        .unwrap();
    bytes
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let word = (0..3).fold(0_u32, |word, index| {
            word << 8 | u32::from(*group.get(index).unwrap_or(&0))
        });
        let letter = |index: usize| char::from(LETTERS[(word >> (18 - 6 * index)) as usize & 63]);
        let whole: String = (0..=group.len()).map(letter).collect();
        format!("{whole:=<4}")
    };
    bytes.chunks(3).map(group).collect()
}

fn text_of(values: &[u64]) -> String {
    base64(&bytes_of(&of(values)))
}

#[test]
fn a_histogram_is_read_as_it_was_written() -> Result<(), HistogramError> {
    let values: Vec<_> = (1..2_000).map(|i| i * i * 1_000).collect();
    let read = read_histogram(&text_of(&values))?;
    assert_eq!(read, of(&values));
    let summary = summarize(&read);
    assert!(
        summary.p50.abs_diff(1_000_000_000) < 2_000_000,
        "{summary:?}"
    );
    assert!(summary.p99 < summary.p999 && summary.p999 <= summary.max);
    Ok(())
}

#[test]
fn merged_runs_have_the_percentiles_of_all_tasks_together() -> Result<(), HistogramError> {
    let (short, long): (Vec<_>, Vec<_>) =
        ((1..=900).map(|i| i * 10).collect(), vec![5_000_000; 100]);
    let both: Vec<_> = short.iter().chain(&long).copied().collect();
    let texts = [text_of(&short), String::new(), text_of(&long)];
    let merged = merge_latencies(texts.iter().map(String::as_str))?;
    assert_eq!(merged, Some(summarize(&of(&both))));
    assert_eq!(merge_latencies([""])?, None);
    assert_eq!(merge_latencies([text_of(&[]).as_str()])?, None);
    Ok(())
}

#[test]
fn runs_with_different_bounds_merge_too() -> Result<(), HistogramError> {
    let mut small = Histogram::<u64>::new_with_bounds(1, 1_000, 2).unwrap();
    small.record(900).unwrap();
    let texts = [base64(&bytes_of(&small)), text_of(&[7_000_000])];
    let merged = merge_latencies(texts.iter().map(String::as_str))?.unwrap_or_default();
    assert!(
        (900..920).contains(&merged.p50) && merged.max >= 7_000_000,
        "{merged:?}"
    );
    Ok(())
}

#[test]
fn what_is_no_histogram_is_named() {
    assert_eq!(
        read_histogram("not base64!").err(),
        Some(HistogramError::NoBase64)
    );
    let good = bytes_of(&of(&[1, 2, 3]));
    let mut deflated = Vec::new();
    V2DeflateSerializer::new()
        .serialize(&of(&[1]), &mut deflated)
        .unwrap();
    let long_count = [&good[..40], &[0xFF; 9]].concat();
    for bytes in [
        &good[..good.len() - 1],
        &good[..39],
        &deflated,
        &[0; 60],
        &long_count,
        b"",
    ] {
        let error = read_histogram(&base64(bytes)).err();
        assert!(
            matches!(error, Some(HistogramError::Unreadable(_))),
            "{error:?}"
        );
    }
}

proptest! {
    #[test]
    fn broken_bytes_never_panic(
        values in prop::collection::vec(1_u64..3_600_000_000_000, 0..50),
        changes in prop::collection::vec((4_usize..200, any::<u8>()), 1..6),
        low in prop_oneof![Just(1_u64), any::<u64>()],
        high in prop_oneof![Just(1_u64 << 60), any::<u64>()],
        digits in 0_u32..7,
    ) {
        let mut bytes = bytes_of(&of(&values));
        bytes[12..16].copy_from_slice(&digits.to_be_bytes());
        bytes[16..24].copy_from_slice(&low.to_be_bytes());
        bytes[24..32].copy_from_slice(&high.to_be_bytes());
        for (at, byte) in changes {
            if at >= 40 && at < bytes.len() {
                bytes[at] = byte;
            }
        }
        let text = base64(&bytes);
        let merged = merge_latencies([text.as_str(), text_of(&values).as_str(), text.as_str()]);
        let is_ordered = |summary: &LatencySummary| summary.p50 <= summary.p99;
        prop_assert!(merged.is_err() || merged.is_ok_and(|summary| summary.as_ref().is_none_or(is_ordered)));
    }

    #[test]
    fn base64_reads_back(bytes in prop::collection::vec(any::<u8>(), 0..50)) {
        prop_assert_eq!(super::super::base64::decode(&base64(&bytes)), Some(bytes));
    }
}
