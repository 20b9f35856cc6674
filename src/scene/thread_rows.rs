//! Rows of an engine that gives each task its own thread: a heat strip over all threads, and a row per visible task. Knows nothing of
//! carriers.

use super::{
    Lane, LaneOf, LaneScene, LaneView, RowRange,
    lane_boxes::RowBoxes,
    lanes::{failed, known_until_ns, occupancy},
};
use crate::model::units::{grouped, short};
use crate::recording::{Occupancy, Recording, Track};

pub(super) fn thread_rows(recording: &Recording, view: LaneView, shown: RowRange) -> LaneScene {
    let tasks = spawned(recording);
    let first = shown.first.min(tasks);
    let count = shown.count.min(tasks - first);
    let heat = occupancy(recording, Track::Threads, view);
    LaneScene {
        engine: recording.spec.engine,
        window: view.window,
        lanes: rows(recording, view, RowRange { first, count }),
        has_strip: false,
        rows: tasks,
        note: note(tasks, &heat),
        known_until_ns: known_until_ns(recording),
        failed: failed(recording),
        unrecorded: None,
        heat,
    }
}

/// How many tasks have a row: those that were started, as far as known.
pub(super) fn spawned(recording: &Recording) -> usize {
    let most = recording.progress.last().map_or(0, |last| last.spawned);
    let at_end = recording.end.as_ref().map_or(0, |end| end.peak_live);
    usize::try_from(most.max(at_end)).unwrap_or(usize::MAX)
}

/// One pass over the spans in sight; each goes to its row.
fn rows(recording: &Recording, view: LaneView, shown: RowRange) -> Vec<Lane> {
    let (start, end) = (view.window.start_ns(), view.window.end_ns());
    let timeline = &recording.timeline;
    let mut rows: Vec<RowBoxes> = (0..shown.count).map(|_| RowBoxes::new(view)).collect();
    let row_of = |task: u32| {
        usize::try_from(task)
            .ok()
            .and_then(|task| task.checked_sub(shown.first))
    };
    for span in timeline.spans_between(Track::Threads, start, end) {
        if let Some(row) = row_of(span.task).and_then(|row| rows.get_mut(row)) {
            row.add_span((span.start_ns, span.end_ns), span.task);
        }
    }
    for pin in timeline.pins_between(Track::Threads, start, end) {
        if let Some(row) = row_of(pin.task).and_then(|row| rows.get_mut(row)) {
            row.add_pin((pin.start_ns, pin.end_ns), pin.task);
        }
    }
    for gap in timeline.gaps_between(Track::Threads, start, end) {
        for row in &mut rows {
            row.add_gap((gap.start_ns, gap.end_ns));
        }
    }
    rows.into_iter()
        .enumerate()
        .filter_map(|(index, row)| {
            let of = LaneOf::Task(u32::try_from(shown.first + index).ok()?);
            Some(Lane::new(of, row.finish()))
        })
        .collect()
}

fn note(tasks: usize, heat: &[Occupancy]) -> String {
    let most = heat.iter().map(|column| column.busy).fold(0.0, f32::max);
    format!(
        "{} threads · up to {} at once",
        grouped(u64::try_from(tasks).unwrap_or(u64::MAX)),
        short(f64::from(most.ceil()))
    )
}
