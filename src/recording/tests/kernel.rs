//! What the scheduler told: shares of any stretch against sums by hand, time told late, and the way to a file and back.

use std::{fs, io};

use proptest::prelude::*;

use super::super::kernel_codec;
use super::super::{Kernel, KernelSample, KernelTrack, Recording, ThreadState};
use super::legal_events::LegalRun;
use super::recordings::recording;

/// Looks at carrier 0: length of each stretch, how much of it the thread ran and waited for a CPU; all in nanoseconds.
fn looks(stretches: &[(u64, u64, u64)]) -> Vec<KernelSample> {
    let mut sample = KernelSample {
        t_ns: 1_000,
        carrier: 0,
        run_ns: 77,
        wait_ns: 55,
        state: ThreadState::Sleeping,
    };
    let mut samples = vec![sample];
    for (length, run, wait) in stretches {
        sample.t_ns += length;
        sample.run_ns += run;
        sample.wait_ns += wait;
        samples.push(sample);
    }
    samples
}

fn track(samples: &[KernelSample]) -> KernelTrack {
    let mut kernel = Kernel::default();
    for sample in samples {
        kernel.absorb(sample);
    }
    kernel.track(0).cloned().unwrap_or_default()
}

/// Stretches that are told in time: running and waiting fit into each.
fn stretches() -> impl Strategy<Value = Vec<(u64, u64, u64)>> {
    let one = (1_u64..50_000, 0.0_f64..1.0, 0.0_f64..1.0).prop_map(|(length, run, wait)| {
        let run = (length as f64 * run) as u64;
        let wait = ((length - run) as f64 * wait) as u64;
        (length, run, wait)
    });
    prop::collection::vec(one, 1..60)
}

/// Running and waiting time inside `[from, to)`, stretch by stretch.
fn by_hand(stretches: &[(u64, u64, u64)], from: f64, to: f64) -> (f64, f64) {
    let (mut start, mut sums) = (1_000.0, (0.0, 0.0));
    for (length, run, wait) in stretches {
        let (length, end) = (*length as f64, start + *length as f64);
        let inside = (to.min(end) - from.max(start)).max(0.0) / length;
        sums.0 += *run as f64 * inside;
        sums.1 += *wait as f64 * inside;
        start = end;
    }
    sums
}

proptest! {
    #[test]
    fn columns_are_what_the_stretches_add_up_to(
        stretches in stretches(), from in 0_u64..60_000, span in 1_u64..200_000, columns in 1_usize..300
    ) {
        let track = track(&looks(&stretches));
        let end = 1_000 + stretches.iter().map(|stretch| stretch.0).sum::<u64>();
        let found = track.columns(from, from + span, columns);
        prop_assert_eq!(found.len(), columns);
        let edge = |column: usize| from + span * column as u64 / columns as u64;
        for (column, shares) in found.into_iter().enumerate() {
            let (left, right) = (edge(column).max(1_000), edge(column + 1).min(end));
            prop_assert_eq!(shares.is_some(), left < right, "column {}", column);
            let Some(shares) = shares else { continue };
            let (run, wait) = by_hand(&stretches, left as f64, right as f64);
            let length = (right - left) as f64;
            prop_assert!((f64::from(shares.running) - run / length).abs() < 1e-3);
            prop_assert!((f64::from(shares.runnable) - wait / length).abs() < 1e-3);
            prop_assert_eq!(track.shares(left, right), Some(shares));
        }
    }

    #[test]
    fn nothing_that_happened_is_lost_from_afar(stretches in stretches(), columns in 1_usize..40) {
        let track = track(&looks(&stretches));
        let (from, to) = track.extent_ns().unwrap();
        let found = track.columns(from, to, columns);
        let some = |pick: fn(&(u64, u64, u64)) -> u64| stretches.iter().any(|stretch| pick(stretch) > 0);
        let seen: Vec<_> = found.into_iter().flatten().collect();
        prop_assert_eq!(some(|stretch| stretch.1), seen.iter().any(|shares| shares.running > 0.0));
        prop_assert_eq!(some(|stretch| stretch.2), seen.iter().any(|shares| shares.runnable > 0.0));
    }

    /// Whatever the counters say, no stretch holds more than its length, sums never run back, and what was told last stays.
    #[test]
    fn time_told_late_moves_back_and_none_is_made_up(
        told in prop::collection::vec((1_u64..1_000, 0_u64..3_000, 0_u64..3_000), 1..80)
    ) {
        let samples = looks(&told);
        let track = track(&samples);
        let (t_ns, run_ns, wait_ns, _) = track.parts();
        prop_assert!(run_ns.is_sorted() && wait_ns.is_sorted());
        let last = samples.last().unwrap();
        prop_assert_eq!((run_ns.last(), wait_ns.last()), (Some(&last.run_ns), Some(&last.wait_ns)));
        prop_assert!(run_ns.iter().zip(&samples).all(|(sum, told)| *sum >= told.run_ns));
        prop_assert!(wait_ns.iter().zip(&samples).all(|(sum, told)| *sum >= told.wait_ns));
        let newest = t_ns.len().saturating_sub(64)..t_ns.len() - 1;
        for at in newest {
            let length = t_ns[at + 1] - t_ns[at];
            prop_assert!(run_ns[at + 1] - run_ns[at] + wait_ns[at + 1] - wait_ns[at] <= length);
        }
        for shares in track.columns(0, 100_000, 50).into_iter().flatten() {
            prop_assert!(shares.running + shares.runnable <= 1.0 + f32::EPSILON);
        }
    }

    #[test]
    fn what_was_saved_is_read_again(stretches in stretches(), carriers in 1_u16..5) {
        let mut kernel = Kernel::default();
        for carrier in 0..carriers {
            for sample in looks(&stretches) {
                kernel.absorb(&KernelSample { carrier: carrier * 7, ..sample });
            }
        }
        let mut bytes = Vec::new();
        kernel_codec::put_kernel(&kernel, &mut bytes);
        prop_assert_eq!(kernel_codec::kernel(&bytes).map_err(TestCaseError::fail)?, kernel);
        for length in (0..bytes.len()).step_by(7) {
            prop_assert!(kernel_codec::kernel(&bytes[..length]).is_err());
        }
    }

    #[test]
    fn rubbish_is_refused_or_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..200), looks in 0_u8..4) {
        let bytes = [&[1, 0, 0, 0, 5, 0, looks, 0, 0, 0][..], &bytes].concat();
        for length in 10..bytes.len() {
            if let Ok(kernel) = kernel_codec::kernel(&bytes[..length]) {
                for (_, track) in kernel.tracks() {
                    prop_assert_eq!(track.columns(0, u64::MAX, 9).len(), 9);
                    prop_assert!(track.stretch_at(u64::MAX).is_none_or(|found| found.end_ns == u64::MAX));
                }
            }
        }
    }
}

#[test]
fn a_long_wait_told_at_its_end_lies_where_it_was() {
    // Asleep, then 30 ms in the queue, told by the look after they were over.
    let ms = 1_000_000;
    let track = track(&looks(&[
        (20 * ms, 0, 0),
        (20 * ms, 0, 0),
        (20 * ms, 5 * ms, 30 * ms),
    ]));
    let shares = |stretch: u64| {
        let from = 1_000 + stretch * 20 * ms;
        track.shares(from, from + 20 * ms).unwrap()
    };
    assert_eq!((shares(0).running, shares(0).runnable), (0.0, 0.0));
    assert_eq!((shares(1).running, shares(1).runnable), (0.0, 0.75));
    assert_eq!((shares(2).running, shares(2).runnable), (0.25, 0.75));
}

#[test]
fn a_moment_lies_between_two_looks_and_a_stretch_is_what_it_holds() {
    let mut samples = looks(&[(100, 50, 0), (100, 0, 100), (100, 0, 0)]);
    samples[1].state = ThreadState::Running;
    let track = track(&samples);
    let found = track.stretch_at(1_130).unwrap();
    assert_eq!((found.start_ns, found.end_ns), (1_100, 1_200));
    assert_eq!((found.shares.running, found.shares.runnable), (0.0, 1.0));
    assert_eq!(found.state, ThreadState::Running, "the nearer look's");
    assert_eq!(
        track.stretch_at(1_180).unwrap().state,
        ThreadState::Sleeping
    );
    for outside in [0, 999, 1_301, u64::MAX] {
        assert_eq!(track.stretch_at(outside), None);
    }
    assert_eq!(track.inside(1_050, 1_199), None, "one look is no stretch");
    let (shares, looks) = track.inside(1_050, 1_300).unwrap();
    assert_eq!((shares.running, shares.runnable, looks), (0.0, 0.5, 3));
}

#[test]
fn a_run_without_looks_has_no_section_and_one_with_them_brings_them_back() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("run.clab");
    let mut run = recording(&LegalRun::default());
    run.save(&path).unwrap();
    let without = fs::read(&path)?.len();
    assert!(Recording::open(&path).unwrap().kernel.is_empty());
    for sample in looks(&[(20, 10, 5)]) {
        run.kernel.absorb(&sample);
    }
    run.save(&path).unwrap();
    assert_eq!(Recording::open(&path).unwrap().kernel, run.kernel);
    // Kind, length, checksum; carriers, carrier, looks; three sums and a state for each of two looks.
    assert_eq!(fs::read(&path)?.len() - without, 9 + 10 + 2 * 25);
    Ok(())
}
