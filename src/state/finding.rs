//! Going to a place by its name: a moment, a task, one of the worst. Knows nothing of how a place is asked for.

use super::zooms::Change;
use super::{AppState, Inspected, Tab, TimeRange, Tone};
use crate::model::Nanos;
use crate::model::units::{UnitError, grouped, parse_count};
use crate::recording::{Recording, Span, Track, Worst, WorstKind};

/// A place that can be gone to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nanoseconds since Go.
    Moment(Nanos),
    /// The way of a task.
    Task(u32),
}

/// Why a place was not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// Nothing was written.
    #[error("write a task (4711, task 12k) or a time since Go (1.5s, 200ms)")]
    Nothing,
    /// Neither a task nor a time.
    #[error("\"{text}\" is neither a task (4711, 12k) nor a time since Go (1.5s, 200ms): {why}")]
    Neither {
        /// What was written.
        text: String,
        /// What was wrong with it.
        why: UnitError,
    },
    /// More than a task number can be.
    #[error("there is no task {0}: task numbers end at 4 294 967 295")]
    TooLarge(u64),
}

impl Place {
    /// Reads `4711`, `12k`, `#7` and `task 7` as tasks, `1.5s` and `200 ms` as moments.
    ///
    /// # Errors
    /// Says what was written and what can be written instead.
    pub fn parse(text: &str) -> Result<Self, PlaceError> {
        let text = text.trim();
        let named = text.strip_prefix("task").or(text.strip_prefix('#'));
        let number = named.unwrap_or(text).trim();
        if number.is_empty() {
            return Err(PlaceError::Nothing);
        }
        if let (None, Ok(moment)) = (named, Nanos::parse(number)) {
            return Ok(Self::Moment(moment));
        }
        match parse_count(number) {
            Ok(count) => u32::try_from(count)
                .map(Self::Task)
                .map_err(|_too_large| PlaceError::TooLarge(count)),
            Err(why) => Err(PlaceError::Neither {
                text: text.to_owned(),
                why,
            }),
        }
    }
}

/// Shows a place of the selected run, or says why there is none.
pub(super) fn go_to(state: &mut AppState, place: Place) {
    let Some(entry) = state.runs.selected() else {
        let text = "There is no run yet in which to look for a place.".to_owned();
        state.messages.say(Tone::Note, text);
        return;
    };
    match place {
        Place::Moment(at) => {
            let last_ns = entry.recording.last_ns();
            if at.0 > last_ns {
                let text = format!("This run ended at {}, before {at}.", Nanos(last_ns));
                state.messages.say(Tone::Note, text);
                return;
            }
            show(state, around_moment(state, at.0), None);
        }
        Place::Task(task) => match whole_way(&entry.recording, task) {
            Ok((first, way)) => show(state, way, Some(first)),
            Err(why) => state.messages.say(Tone::Note, why),
        },
    }
}

/// Shows one of the worst with as much air on either side as it is long.
pub(super) fn go_to_worst(state: &mut AppState, worst: Worst) {
    let Some(entry) = state.runs.selected() else {
        return;
    };
    let mounted_ns = match worst.kind {
        WorstKind::Pin | WorstKind::Mount => Some(worst.start_ns),
        WorstKind::Wait => Some(worst.end_ns),
        WorstKind::Idle { .. } => None,
    };
    let spans = &entry.recording.timeline;
    let span = mounted_ns.and_then(|at_ns| {
        let mut found = spans.spans_between(worst.track, at_ns, at_ns.saturating_add(1));
        found.find(|span| span.task == worst.task)
    });
    let inspected = span.map(|span| inspected(worst.track, span));
    let air = worst.end_ns.saturating_sub(worst.start_ns).max(1_000);
    let range = TimeRange::new(
        worst.start_ns.saturating_sub(air),
        worst.end_ns.saturating_add(air),
    );
    show(state, range, inspected);
    state.view.lane = Some(worst.track);
    bring_into_sight(state, worst.track, worst.task);
}

/// As long as what is shown, or a tenth of everything.
fn around_moment(state: &AppState, at_ns: u64) -> TimeRange {
    let tenth = || TimeRange::new(0, state.whole_range().len_ns() / 10);
    state.view.range.unwrap_or_else(tenth).centered(at_ns)
}

/// The first mount of a task, and everything from when it was ready for it to its last unmount, with some air.
fn whole_way(recording: &Recording, task: u32) -> Result<(Inspected, TimeRange), String> {
    let way = recording.timeline.path_of(task);
    let (Some((track, first)), Some((_, last))) = (way.first(), way.last()) else {
        return Err(nowhere(recording, task));
    };
    let ready_ns = first.start_ns.saturating_sub(first.waited_ns.unwrap_or(0));
    let air = last.end_ns.saturating_sub(ready_ns) / 20 + 1;
    let range = TimeRange::new(
        ready_ns.saturating_sub(air),
        last.end_ns.saturating_add(air),
    );
    Ok((inspected(*track, *first), range))
}

fn nowhere(recording: &Recording, task: u32) -> String {
    let tasks = recording.spec.experiment.tasks.get();
    let name = grouped(u64::from(task));
    if task >= tasks {
        return format!(
            "There is no task {name}: this run has the tasks 0 to {}.",
            grouped(u64::from(tasks.saturating_sub(1)))
        );
    }
    format!(
        "No mount of task {name} was recorded: it never ran, its records were dropped, or the probe ({}) left it out.",
        recording.spec.probe
    )
}

fn show(state: &mut AppState, range: TimeRange, inspected: Option<Inspected>) {
    if matches!(state.view.tab, Tab::Compare | Tab::Sweep) {
        state.view.tab = Tab::Timeline;
    }
    state.view.inspected = inspected;
    state.view.pointed = None;
    if let Some(span) = inspected {
        bring_into_sight(state, span.track, span.task);
    }
    state.show_range(Some(range), Change::Jump);
}

/// Scrolls the rows so that a lane is among them.
fn bring_into_sight(state: &mut AppState, track: Track, task: u32) {
    state.view.first_row = match track {
        Track::Carrier(carrier) => state.view.first_row.min(usize::from(carrier)),
        Track::Threads => (task as usize).saturating_sub(3),
    };
}

pub(super) const fn inspected(track: Track, span: Span) -> Inspected {
    Inspected {
        track,
        task: span.task,
        start_ns: span.start_ns,
        end_ns: span.end_ns,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_and_moments_are_told_apart() {
        let moment = |ns| Ok(Place::Moment(Nanos(ns)));
        for (text, place) in [
            ("4711", Ok(Place::Task(4_711))),
            (" 12k ", Ok(Place::Task(12_000))),
            ("#7", Ok(Place::Task(7))),
            ("task 7", Ok(Place::Task(7))),
            ("1.5s", moment(1_500_000_000)),
            ("200 ms", moment(200_000_000)),
            ("", Err(PlaceError::Nothing)),
            ("task", Err(PlaceError::Nothing)),
            ("5000000000", Err(PlaceError::TooLarge(5_000_000_000))),
        ] {
            assert_eq!(Place::parse(text), place, "{text:?}");
        }
        let wrong = Place::parse("soon").map_err(|error| error.to_string());
        assert!(wrong.is_err_and(|error| error.contains("\"soon\" is neither a task")));
    }
}
