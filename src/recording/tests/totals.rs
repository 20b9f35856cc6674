//! Totals against the records they come from.

use proptest::prelude::*;

use super::super::{SpanBuilder, Totals, Track};
use super::legal_events::{LegalRun, legal_run, with_drops};
use super::timelines::{built, timeline, with_gap_and_open};
use crate::wire::EventKind;

#[test]
fn shares_count_idle_carriers_and_what_is_open() {
    let mut timeline = with_gap_and_open();
    timeline.know_until(200);
    let totals = timeline.totals(100, 2);
    assert_eq!(
        (totals.mounts, totals.unmounts, totals.open, totals.cut),
        (3, 1, 1, 1)
    );
    assert_eq!((totals.busy_ns, totals.pinned_ns), (10 + 10 + 20, 10));
    assert_eq!((totals.gaps, totals.missing), (1, 9));
    assert_eq!(
        (totals.busy_share, totals.pinned_share),
        (Some(0.2), Some(0.05))
    );
    assert_eq!(totals.tracks.len(), 1);
    assert_eq!((totals.tracks[0].busy, totals.tracks[0].pinned), (0.4, 0.1));
}

#[test]
fn nothing_has_no_shares() {
    let nothing = timeline(SpanBuilder::new().finish(5)).totals(5, 0);
    assert_eq!(nothing, Totals::default());
    assert_eq!(with_gap_and_open().totals(0, 4).busy_share, None);
}

proptest! {
    #[test]
    fn mounts_are_unmounts_and_what_is_open(run in any::<bool>().prop_flat_map(legal_run)) {
        let found = built(&run.events)?;
        let totals = found.totals(u64::MAX, 3);
        let of_kind = |kind| run.events.iter().filter(|event| event.kind == kind).count() as u64;
        prop_assert_eq!(totals.mounts, of_kind(EventKind::Mount));
        prop_assert_eq!(totals.unmounts, of_kind(EventKind::Unmount));
        prop_assert_eq!((totals.open, totals.cut), (run.open.len() as u64, 0));
        let last = run.events.last().map_or(0, |event| event.t_ns);
        let ended: u64 = run.spans.iter().map(|(_, span)| span.end_ns - span.start_ns).sum();
        let open: u64 = run.open.values().map(|open| found.known_until_ns() - open.start_ns).sum();
        prop_assert_eq!(totals.busy_ns, ended + open);
        prop_assert!(totals.busy_ns <= last * 8);
    }

    #[test]
    fn after_drops_every_mount_is_still_accounted_for(
        run in any::<bool>().prop_flat_map(legal_run),
        pattern in prop::collection::vec(prop::bool::weighted(0.3), 1..60),
    ) {
        let (kept, gaps) = with_drops(&run.events, &pattern);
        let totals = built(&kept)?.totals(u64::MAX, 3);
        prop_assert_eq!(totals.mounts, totals.unmounts + totals.open + totals.cut);
        let on_track = gaps.iter().filter(|(carrier, _)| matches!(LegalRun::track(*carrier), Track::Threads | Track::Carrier(0..3)));
        let (count, missing) = on_track.fold((0, 0), |(count, missing), (_, gap)| (count + 1, missing + u64::from(gap.count)));
        prop_assert_eq!((totals.gaps, totals.missing), (count, missing));
    }
}
