//! What the operating system did with a carrier's thread, as boxes of a thin strip under its row. Knows nothing of colours.
//!
//! Two witnesses meet here: the engine says when a task was mounted, the system how long the thread slept. Where both shares of one
//! stretch add up to more than the stretch, the thread slept with a task mounted for at least what is too much. That is all that can
//! be said, for neither tells when inside the stretch.

use super::{LaneView, TimeWindow, lane_boxes::step};
use crate::recording::{KernelShares, KernelTrack, Occupancy, Recording, Track};

/// A stretch of alike shares; what is left of 1 is sleep with no task mounted, as far as can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KernelBox {
    /// Left edge in points from the start of the plotting area; within it.
    pub left: f32,
    /// Right edge.
    pub right: f32,
    /// On a CPU, 0…1.
    pub running: f32,
    /// Ready to run and waiting for a CPU, 0…1.
    pub runnable: f32,
    /// Asleep while a task was mounted, at least; 0…1.
    pub held: f32,
}

/// The strip under the row of a carrier; empty where nothing is known of its thread.
pub(super) fn kernel_boxes(
    recording: &Recording,
    carrier: u16,
    (view, occupancy): (LaneView, &[Occupancy]),
) -> Vec<KernelBox> {
    let Some(track) = recording.kernel.track(carrier) else {
        return Vec::new();
    };
    let (start_ns, end_ns) = (view.window.start_ns(), view.window.end_ns());
    let looks = track.looks_between(start_ns, end_ns);
    let mut boxes = Vec::new();
    if looks * 2 <= view.columns {
        let mounted = Mounted::of(recording, carrier, (view, occupancy));
        for stretch in track.stretches_between(start_ns, end_ns) {
            let share = mounted.share(stretch.start_ns, stretch.end_ns);
            let (left, right) = place(view, (stretch.start_ns, stretch.end_ns));
            join(&mut boxes, (left, right), (stretch.shares, share));
        }
    } else {
        by_column(track, (view, occupancy), &mut boxes);
    }
    boxes
}

/// From afar: a column holds several looks.
#[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
fn by_column(
    track: &KernelTrack,
    (view, occupancy): (LaneView, &[Occupancy]),
    boxes: &mut Vec<KernelBox>,
) {
    let window = view.window;
    let shares = track.columns(window.start_ns(), window.end_ns(), occupancy.len());
    let width = view.width / occupancy.len().max(1) as f32;
    for (column, (shares, occupancy)) in shares.into_iter().zip(occupancy).enumerate() {
        if let Some(shares) = shares {
            let edges = (column as f32 * width, (column + 1) as f32 * width);
            join(boxes, edges, (shares, occupancy.busy));
        }
    }
}

/// Appends a box, or widens the last one where it looks the same.
fn join(
    boxes: &mut Vec<KernelBox>,
    (left, right): (f32, f32),
    (shares, mounted): (KernelShares, f32),
) {
    let next = KernelBox {
        left,
        right,
        running: step(shares.running),
        runnable: step(shares.runnable),
        held: held(shares, mounted),
    };
    match boxes.last_mut() {
        Some(last) if alike(last, &next) && left - last.right < 0.01 => last.right = right,
        _other => boxes.push(next),
    }
}

fn alike(one: &KernelBox, other: &KernelBox) -> bool {
    let parts = |found: &KernelBox| [found.running, found.runnable, found.held].map(f32::to_bits);
    parts(one) == parts(other)
}

/// How much of a stretch the thread slept with a task mounted, at least; steps, of which the smallest is nothing: a sampled share
/// is not exact enough to tell a trace from none.
fn held(shares: KernelShares, mounted: f32) -> f32 {
    const LEAST: f32 = 0.02;
    let both = shares.sleeping() + mounted.min(1.0) - 1.0;
    if both < LEAST { 0.0 } else { step(both) }
}

/// Cut to the window.
fn place(view: LaneView, (from_ns, to_ns): (u64, u64)) -> (f32, f32) {
    let x = |at_ns| view.window.x_of(at_ns, view.width).clamp(0.0, view.width);
    (x(from_ns), x(to_ns))
}

/// How long tasks were mounted in stretches of the window that are longer than a column.
struct Mounted<'a> {
    recording: &'a Recording,
    track: Track,
    window: TimeWindow,
    /// Mounted time in columns, summed from the left; one more than there are columns.
    sums: Vec<f64>,
}

impl<'a> Mounted<'a> {
    fn of(
        recording: &'a Recording,
        carrier: u16,
        (view, occupancy): (LaneView, &[Occupancy]),
    ) -> Self {
        let sums = std::iter::once(0.0).chain(occupancy.iter().scan(0.0, |sum, column| {
            *sum += f64::from(column.busy);
            Some(*sum)
        }));
        Self {
            recording,
            track: Track::Carrier(carrier),
            window: view.window,
            sums: sums.collect(),
        }
    }

    /// The mounted share of a stretch; of one that reaches out of the window it is asked of the timeline itself.
    #[expect(clippy::cast_possible_truncation, reason = "a share")]
    fn share(&self, start_ns: u64, end_ns: u64) -> f32 {
        if start_ns < self.window.start_ns() || end_ns > self.window.end_ns() {
            let timeline = &self.recording.timeline;
            let whole = timeline.occupancy(self.track, start_ns, end_ns, 1);
            return whole.first().map_or(0.0, |whole| whole.busy);
        }
        let (from, to) = (self.column(start_ns), self.column(end_ns));
        ((self.sum(to) - self.sum(from)) / (to - from).max(f64::MIN_POSITIVE)) as f32
    }

    #[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
    fn column(&self, at_ns: u64) -> f64 {
        let columns = (self.sums.len() - 1) as f64;
        self.window.offset_ns(at_ns) / self.window.span_f64() * columns
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "columns of a screen"
    )]
    fn sum(&self, column: f64) -> f64 {
        let last = self.sums.len() - 1;
        let whole = (column.max(0.0) as usize).min(last);
        let next = self.sums[(whole + 1).min(last)];
        (next - self.sums[whole]).mul_add(column - whole as f64, self.sums[whole])
    }
}

/// Why there is no strip, as a sentence; `None` where there is one, or may still come.
#[must_use]
pub fn kernel_silence(recording: &Recording) -> Option<&'static str> {
    if !recording.kernel.is_empty() {
        return None;
    }
    if !recording.spec.engine.has_carriers() {
        return Some(
            "Every task has its own thread here: the system is asked about carriers only, for asking about thousands would disturb them.",
        );
    }
    if !recording.facts.tells_of_threads() {
        return Some("This system does not tell what the kernel did with a thread.");
    }
    recording.end.as_ref().map(|_| {
        "Nobody asked the kernel what it did with these carriers: the run was too short, its recording is old, or the kernel does not count it."
    })
}

#[cfg(test)]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "models compute in floats"
)]
mod tests;
