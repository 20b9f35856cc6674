//! Where records of a run are missing, whichever ring lost them. Knows nothing of what is written.

use super::spans::whole;
use crate::recording::{Gap, Timeline};

/// All gaps of a run as stretches in time order that do not touch.
pub(super) struct Missing(Vec<(u64, u64)>);

impl Missing {
    pub(super) fn of(timeline: &Timeline) -> Self {
        let (from_ns, to_ns) = whole();
        let mut stretches: Vec<(u64, u64)> = timeline
            .tracks()
            .flat_map(|track| timeline.gaps_between(track, from_ns, to_ns))
            .map(
                |Gap {
                     start_ns, end_ns, ..
                 }| (start_ns, end_ns),
            )
            .collect();
        stretches.sort_unstable();
        let mut merged: Vec<(u64, u64)> = Vec::new();
        for (start_ns, end_ns) in stretches {
            match merged.last_mut() {
                Some(last) if start_ns <= last.1 => last.1 = last.1.max(end_ns),
                Some(_) | None => merged.push((start_ns, end_ns)),
            }
        }
        Self(merged)
    }

    /// Whether something may have happened unseen between two moments.
    pub(super) fn lies_between(&self, start_ns: u64, end_ns: u64) -> bool {
        let first = self.0.partition_point(|(_, end)| *end < start_ns);
        self.0.get(first).is_some_and(|(start, _)| *start <= end_ns)
    }
}
