//! What one task did, as boxes of one row: mounted on which carrier, pinned, ready but not mounted, or away and why. Knows nothing of
//! how its way was found.

use super::{LaneOf, LaneView, Span};
use crate::model::{Nanos, units::grouped};
use crate::recording::{Reason, Recording};

/// What a task did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskDoing {
    /// It had left its carrier for this reason and was not ready.
    Away(Reason),
    /// Records are missing: it may have been mounted.
    Untold,
    /// It was mounted; `None` where the box stands for several mounts.
    Mounted(Option<LaneOf>),
    /// It was ready and no carrier had mounted it.
    Waiting,
    /// It was mounted and blocked its carrier.
    Pinned,
}

/// A stretch of what a task did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaskBox {
    /// Left edge in points from the start of the plotting area; within it.
    pub left: f32,
    /// Right edge; at least one pixel column right of the left one.
    pub right: f32,
    /// What it did.
    pub doing: TaskDoing,
}

/// The row of one task.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskLane {
    /// Its number.
    pub task: u32,
    /// To be painted in this order: away, untold, mounted, waiting, pinned.
    pub boxes: Vec<TaskBox>,
    /// What it did over the whole run, in words.
    pub note: String,
}

/// The row of `task` in the visible time; `path` is its way over the carriers in time order ([`super::path`]).
#[must_use]
pub fn task_lane(
    recording: &Recording,
    (task, path): (u32, &[(LaneOf, Span)]),
    view: LaneView,
) -> TaskLane {
    let (start_ns, end_ns) = (view.window.start_ns(), view.window.end_ns());
    let lost = lost_stretches(recording, (start_ns, end_ns));
    let mut row = Row::new(view);
    let first = path.partition_point(|(_, span)| span.end_ns < start_ns);
    // The stretch before the first visible mount begins with the mount before it.
    let mut before = first.checked_sub(1).and_then(|at| path.get(at));
    for place in path.get(first..).unwrap_or_default() {
        let (of, span) = place;
        let ready_ns = ready_ns(span);
        if let Some((_, before)) = before {
            row.between(before, ready_ns, &lost);
        }
        row.add((ready_ns, span.start_ns), TaskDoing::Waiting);
        if span.start_ns >= end_ns {
            break;
        }
        row.add((span.start_ns, span.end_ns), TaskDoing::Mounted(Some(*of)));
        let pins = recording
            .timeline
            .pins_between(of.track(), span.start_ns, span.end_ns);
        for pin in pins.filter(|pin| pin.task == task) {
            row.add((pin.start_ns, pin.end_ns), TaskDoing::Pinned);
        }
        before = Some(place);
    }
    TaskLane {
        task,
        boxes: row.finish(),
        note: note(path),
    }
}

const fn ready_ns(span: &Span) -> u64 {
    match span.waited_ns {
        Some(waited_ns) => span.start_ns.saturating_sub(waited_ns),
        None => span.start_ns,
    }
}

/// Where records of any track are missing, among what touches a stretch.
fn lost_stretches(recording: &Recording, (start_ns, end_ns): (u64, u64)) -> Vec<(u64, u64)> {
    let timeline = &recording.timeline;
    let gaps = timeline
        .tracks()
        .flat_map(|track| timeline.gaps_between(track, start_ns, end_ns));
    gaps.map(|gap| (gap.start_ns, gap.end_ns)).collect()
}

/// The boxes of a row while they are collected, each kind in time order.
struct Row {
    view: LaneView,
    /// One list per kind, in the order of painting.
    kinds: [Vec<TaskBox>; 5],
}

impl Row {
    const fn new(view: LaneView) -> Self {
        Self {
            view,
            kinds: [const { Vec::new() }; 5],
        }
    }

    /// From an unmount to the next ready.
    fn between(&mut self, before: &Span, ready_ns: u64, lost: &[(u64, u64)]) {
        let away = (before.end_ns, ready_ns);
        let is_lost = lost
            .iter()
            .any(|(from_ns, to_ns)| *from_ns < away.1 && away.0 < *to_ns);
        let doing = if is_lost {
            TaskDoing::Untold
        } else {
            TaskDoing::Away(before.reason)
        };
        self.add(away, doing);
    }

    /// Cut to the window and widened to a pixel column; what cannot be told from the one before it widens that.
    #[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
    fn add(&mut self, (from_ns, to_ns): (u64, u64), doing: TaskDoing) {
        let (window, width) = (self.view.window, self.view.width);
        if from_ns >= to_ns || to_ns < window.start_ns() || from_ns >= window.end_ns() {
            return;
        }
        let column = (width / self.view.columns.max(1) as f32).min(width);
        let x = |at_ns| window.x_of(at_ns, width).clamp(0.0, width);
        let left = x(from_ns).min(width - column);
        let next = TaskBox {
            left,
            right: x(to_ns).max(left + column),
            doing,
        };
        let kind = &mut self.kinds[order(doing)];
        match kind.last_mut() {
            Some(last) if next.right - last.left < column * 2.0 => {
                last.right = last.right.max(next.right);
                last.doing = together(last.doing, doing);
            }
            _apart => kind.push(next),
        }
    }

    fn finish(self) -> Vec<TaskBox> {
        self.kinds.into_iter().flatten().collect()
    }
}

const fn order(doing: TaskDoing) -> usize {
    match doing {
        TaskDoing::Away(_) => 0,
        TaskDoing::Untold => 1,
        TaskDoing::Mounted(_) => 2,
        TaskDoing::Waiting => 3,
        TaskDoing::Pinned => 4,
    }
}

/// What a box says that stands for two stretches of one kind.
fn together(one: TaskDoing, other: TaskDoing) -> TaskDoing {
    match (one, other) {
        (same, other) if same == other => same,
        (TaskDoing::Mounted(_), _) => TaskDoing::Mounted(None),
        (TaskDoing::Away(_), _) => TaskDoing::Away(Reason::None),
        (same, _) => same,
    }
}

fn note(path: &[(LaneOf, Span)]) -> String {
    let mounted_ns: u64 = path
        .iter()
        .map(|(_, span)| span.end_ns - span.start_ns)
        .sum();
    let waits = path.iter().filter_map(|(_, span)| span.waited_ns);
    let waited_ns: Option<u64> = waits.fold(None, |sum, wait| Some(sum.unwrap_or(0) + wait));
    let mut carriers: Vec<LaneOf> = path.iter().map(|(of, _)| *of).collect();
    carriers.sort_unstable();
    carriers.dedup();
    let mut words = vec![counted(path.len(), "mount")];
    if carriers.iter().any(|of| matches!(of, LaneOf::Carrier(_))) {
        words.push(format!("on {}", counted(carriers.len(), "carrier")));
    }
    let mut note = format!("{} · mounted {}", words.join(" "), Nanos(mounted_ns));
    if let Some(waited_ns) = waited_ns {
        note = format!("{note} · ready and waiting {}", Nanos(waited_ns));
    }
    note
}

fn counted(count: usize, name: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {name}{plural}", grouped(count as u64))
}

#[cfg(test)]
mod tests;
