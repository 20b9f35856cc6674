//! Rounds in a recording: kept in the file, counted as runs are, warm-up apart.

use std::sync::Arc;

use super::super::{Basis, Recording, Round, RunEnd, RunUpdate, codec, group_runs, round_measure};
use super::legal_events::LegalRun;
use super::recordings::{assert_same, recording};
use crate::model::{Measure, Outcome, Rounds, Series, WarmupRounds};

/// A round of so many milliseconds that began when the one before had ended.
fn round(index: u32, wall_ms: u64) -> Round {
    let start_ns = u64::from(index) * 1_000_000_000;
    let mut round = Round {
        index,
        warmup: index < 2,
        start_ns,
        handed_ns: start_ns + 5,
        end_ns: start_ns + wall_ms * 1_000_000,
        completed: 1_000,
        checksum: u64::MAX,
        ..Round::default()
    };
    round.latency.p50 = wall_ms * 500_000;
    round.latency.max = 7;
    round
}

/// Two warm-up rounds and as many measured ones as `walls_ms` says.
fn with_rounds(walls_ms: &[u64]) -> Recording {
    let mut recording = recording(&LegalRun::default());
    recording.spec.rounds = Rounds::clamped(walls_ms.len() as u64);
    recording.spec.warmup_rounds = WarmupRounds::clamped(2);
    let walls = [90, 80].iter().chain(walls_ms);
    let rounds = (0..).zip(walls).map(|(index, wall)| round(index, *wall));
    recording.absorb(RunUpdate::Rounds(rounds.collect()));
    let end = recording.end.take().unwrap();
    recording.absorb(RunUpdate::End(Box::new(RunEnd {
        outcome: Outcome::Completed,
        wall_ns: 1 << 51,
        ..end
    })));
    recording
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn rounds_come_back_from_the_file_and_files_without_them_are_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.clab");
    for saved in [with_rounds(&[50, 40, 60]), recording(&LegalRun::default())] {
        saved.save(&path).unwrap();
        let opened = Recording::open(&path).unwrap();
        assert_same(&opened, &saved);
        assert_eq!(opened.rounds, saved.rounds);
        let bytes = std::fs::read(&path).unwrap();
        let has_section = bytes.windows(5).any(|start| start == [6, 48, 2, 0, 0]);
        assert_eq!(
            has_section,
            !saved.rounds.is_empty(),
            "five rounds of 112 bytes"
        );
    }
}

#[test]
fn damaged_rounds_are_refused() {
    let mut bytes = Vec::new();
    codec::put_rounds(&[round(3, 40)], &mut bytes);
    assert_eq!(codec::rounds(&bytes), Ok(vec![round(3, 40)]));
    assert!(codec::rounds(&bytes[1..]).is_err());
    for (at, value) in [(7, 1), (8, 2)] {
        let mut damaged = bytes.clone();
        damaged[at] = value;
        assert_eq!(codec::rounds(&damaged), Err("a round is none"));
    }
}

#[test]
fn figures_of_a_run_are_the_medians_of_its_measured_rounds() {
    let run = with_rounds(&[50, 40, 60]);
    assert_eq!(run.wall_ns(), Some(50_000_000));
    assert_eq!(run.measure(Measure::Wall), Some(50e6));
    assert_eq!(run.measure(Measure::P50), Some(25e6));
    assert_eq!(run.throughput_per_sec(), Some(20_000.0));
    assert_eq!(run.round_values(Measure::PeakRss), None);
    assert_eq!(run.warmup_rounds().count(), 2);
    let mut failed = run;
    if let Some(end) = &mut failed.end {
        end.outcome = Outcome::Stopped { at: 3 };
    }
    assert_eq!(failed.wall_ns(), Some(1 << 51), "it did not get that far");
    assert_eq!(failed.measure(Measure::Wall), None);
}

#[test]
fn one_run_is_judged_by_its_rounds_and_several_by_their_medians() {
    let (one, other) = (with_rounds(&[50, 40, 60, 70]), with_rounds(&[90, 30, 20]));
    let groups = group_runs(&[&one]);
    let alone = &groups[0];
    assert_eq!(alone.basis(Measure::Wall), Basis::Rounds);
    assert_eq!(alone.basis(Measure::PeakRss), Basis::Runs);
    assert_eq!(
        bits(&alone.values(Measure::Wall)),
        bits(&[50e6, 40e6, 60e6, 70e6])
    );
    assert_eq!(
        bits(&alone.warmup_values(Measure::Wall)),
        bits(&[90e6, 80e6])
    );
    let estimate = alone.estimate(Measure::Wall).unwrap();
    assert_eq!((estimate.runs, estimate.interval), (4, Some((40e6, 70e6))));
    assert_eq!(alone.rounds().map(Series::total), Some(6));
    let groups = group_runs(&[&one, &other]);
    assert_eq!(groups[0].basis(Measure::Wall), Basis::Runs);
    assert_eq!(bits(&groups[0].values(Measure::Wall)), bits(&[55e6, 30e6]));
    assert!(groups[0].warmup_values(Measure::Wall).is_empty());
}

#[test]
fn a_round_without_a_span_has_no_rate() {
    let empty = Round::default();
    assert_eq!(round_measure(&empty, Measure::Throughput), None);
    assert_eq!(round_measure(&empty, Measure::Wall), Some(0.0));
    let facts = Arc::new(crate::model::MachineFacts::clone(
        &recording(&LegalRun::default()).facts,
    ));
    let plain = Recording::new(with_rounds(&[1]).spec, String::new(), facts, 0);
    assert_eq!(plain.wall_ns(), None);
}
