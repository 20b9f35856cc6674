//! What the tasks of one run are doing over time, stacked. Knows nothing of other runs.

use super::{TimeWindow, ValueAxis, count_axis};
use crate::model::{Ability, EngineKind, ProbeMode};
use crate::recording::{Progress, Recording};

/// What a live task is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TaskState {
    /// On a carrier and blocking it.
    Pinned,
    /// On a carrier and running.
    Mounted,
    /// Waiting for a carrier.
    Ready,
    /// Suspended.
    Parked,
}

impl TaskState {
    /// In the order they are stacked, bottom first.
    pub const ALL: [Self; 4] = [Self::Pinned, Self::Mounted, Self::Ready, Self::Parked];

    /// The word on the chart.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Pinned => "pinned",
            Self::Mounted => "mounted",
            Self::Ready => "ready",
            Self::Parked => "parked",
        }
    }

    const fn count(self, progress: &Progress) -> u64 {
        match self {
            Self::Pinned => progress.pinned,
            Self::Mounted => progress.mounted.saturating_sub(progress.pinned),
            Self::Ready => progress.ready,
            Self::Parked => progress.parked,
        }
    }
}

/// One layer of the stack.
#[derive(Clone, Debug, PartialEq)]
pub struct StateLayer {
    /// Which state.
    pub state: TaskState,
    /// Nanoseconds since the start of the window, lower edge, upper edge (tasks).
    pub edges: Vec<[f64; 3]>,
}

/// The stacked states of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct StatesScene {
    /// Gives the colours.
    pub engine: EngineKind,
    /// The visible time.
    pub window: TimeWindow,
    /// Number of tasks.
    pub axis: ValueAxis,
    /// Bottom first; a state that the engine cannot tell is missing.
    pub layers: Vec<StateLayer>,
    /// What the engine cannot tell, in a sentence.
    pub missing: Option<&'static str>,
    /// Why there is nothing to stack, in sentences.
    pub unrecorded: Option<&'static str>,
}

const PROBE_OFF: &str = "The probe was off in this run: its tasks were counted when they began and ended, and not watched between. Switch it on in the setup to see who waits and who runs.";
const TOO_SHORT: &str =
    "This run was over before its tasks were counted once. Longer work or more tasks would show.";

/// Live tasks by state, at most two moments per pixel column: the one with fewest and the one with most live tasks.
#[must_use]
pub fn states_scene(recording: &Recording, window: TimeWindow, columns: usize) -> StatesScene {
    let engine = recording.spec.engine;
    let missing = Ability::Ready.missing_in(engine);
    let moments = moments(&recording.progress, window, columns);
    let shown = |state: &TaskState| *state != TaskState::Ready || missing.is_none();
    let layers = TaskState::ALL
        .into_iter()
        .filter(shown)
        .map(|state| StateLayer {
            state,
            edges: edges(state, &moments, window),
        })
        .collect();
    let most = moments.iter().map(|progress| total(progress)).max();
    StatesScene {
        engine,
        window,
        unrecorded: unrecorded(recording),
        axis: count_axis(as_f64(most.unwrap_or(0)), 3, " tasks"),
        layers,
        missing,
    }
}

fn unrecorded(recording: &Recording) -> Option<&'static str> {
    match recording.spec.probe {
        ProbeMode::Off => Some(PROBE_OFF),
        ProbeMode::Full | ProbeMode::Sampled { .. } => {
            let has_ended = recording.end.is_some();
            (has_ended && recording.progress.is_empty()).then_some(TOO_SHORT)
        }
    }
}

fn edges(state: TaskState, moments: &[&Progress], window: TimeWindow) -> Vec<[f64; 3]> {
    let below = |progress: &Progress| -> u64 {
        TaskState::ALL
            .into_iter()
            .take_while(|other| *other != state)
            .map(|other| other.count(progress))
            .sum()
    };
    moments
        .iter()
        .map(|progress| {
            let low = below(progress);
            let high = low + state.count(progress);
            [window.offset_ns(progress.t_ns), as_f64(low), as_f64(high)]
        })
        .collect()
}

fn total(progress: &Progress) -> u64 {
    TaskState::ALL
        .into_iter()
        .map(|state| state.count(progress))
        .sum()
}

fn moments(progress: &[Progress], window: TimeWindow, columns: usize) -> Vec<&Progress> {
    let first = progress.partition_point(|moment| moment.t_ns < window.start_ns());
    let end = progress.partition_point(|moment| moment.t_ns <= window.end_ns());
    let visible = &progress[first.saturating_sub(1)..(end + 1).min(progress.len())];
    let width_ns = (window.span_ns() / columns.max(1) as u64).max(1);
    let column = |moment: &Progress| moment.t_ns / width_ns;
    let mut kept = Vec::new();
    for group in visible.chunk_by(|a, b| column(a) == column(b)) {
        let fewest = group.iter().min_by_key(|moment| total(moment));
        let most = group.iter().max_by_key(|moment| total(moment));
        let mut pair: Vec<&Progress> = fewest.into_iter().chain(most).collect();
        pair.sort_by_key(|moment| moment.t_ns);
        pair.dedup_by_key(|moment| moment.t_ns);
        kept.extend(pair);
    }
    kept
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts of at most a million tasks"
)]
fn as_f64(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::lane_tests;

    #[test]
    fn a_chart_without_states_says_why() {
        let mut recording = lane_tests::recording(EngineKind::Tokio, &[]);
        let window = TimeWindow::new(0, 1_000_000);
        let why = |recording: &Recording| states_scene(recording, window, 100).unrecorded;
        assert_eq!(why(&recording), None);
        recording.progress.clear();
        assert_eq!(why(&recording), None, "it goes on");
        recording.spec.probe = ProbeMode::Off;
        assert!(why(&recording).unwrap().contains("probe was off"));
    }
}
