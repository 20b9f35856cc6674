//! The whole run in one strip, with the visible part marked. Knows nothing of rows.

use super::{TimeWindow, lanes::occupancy_of_all};
use crate::model::EngineKind;
use crate::recording::{Recording, Track};

/// One pixel column of the strip.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MinimapColumn {
    /// Share of all carriers busy, 0…1; for threads, of the most that were mounted at once.
    pub busy: f32,
    /// Share of all carriers pinned, 0…1; anything above 0 must be visible.
    pub pinned: f32,
    /// Whether records are missing on any of them.
    pub has_gap: bool,
}

/// The whole run in one strip.
#[derive(Clone, Debug, PartialEq)]
pub struct MinimapScene {
    /// Gives the colour.
    pub engine: EngineKind,
    /// The whole run.
    pub whole: TimeWindow,
    /// The part that is shown elsewhere.
    pub visible: TimeWindow,
    /// One value per pixel column of `whole`.
    pub columns: Vec<MinimapColumn>,
}

/// Sums up all tracks of a recording over `whole`.
#[must_use]
pub fn minimap_scene(
    recording: &Recording,
    whole: TimeWindow,
    visible: TimeWindow,
    columns: usize,
) -> MinimapScene {
    let tracks: Vec<Track> = recording.timeline.tracks().collect();
    let mut summed: Vec<MinimapColumn> = occupancy_of_all(recording, whole, columns)
        .into_iter()
        .map(|column| MinimapColumn {
            busy: column.busy,
            pinned: column.pinned,
            has_gap: column.has_gap,
        })
        .collect();
    let most = most(&tracks, &summed);
    for sum in &mut summed {
        sum.busy = (sum.busy / most).min(1.0);
        sum.pinned = (sum.pinned / most).min(1.0);
    }
    MinimapScene {
        engine: recording.spec.engine,
        whole,
        visible,
        columns: summed,
    }
}

/// What counts as full.
#[expect(clippy::cast_precision_loss, reason = "at most 65 tracks")]
fn most(tracks: &[Track], summed: &[MinimapColumn]) -> f32 {
    let full = if tracks.contains(&Track::Threads) {
        summed.iter().map(|column| column.busy).fold(0.0, f32::max)
    } else {
        tracks.len() as f32
    };
    full.max(f32::MIN_POSITIVE)
}
