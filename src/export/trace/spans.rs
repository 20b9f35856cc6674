//! Mounts, pins and gaps of one run, and the waits between the mounts. Knows nothing of how events are written.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::{self, Display, Formatter};
use std::io;

use super::TracedRun;
use super::event_writer::{EventWriter, Micros, Place, Slice};
use super::gaps::Missing;
use super::waits::Waits;
use crate::recording::{Gap, Pin, Reason, Span, Timeline, Track};

/// Colours of Chrome's viewer; Perfetto has its own.
const PIN_COLOR: &str = "terrible";
const GAP_COLOR: &str = "grey";

/// All of a timeline.
pub(super) const fn whole() -> (u64, u64) {
    (0, u64::MAX)
}

/// Mounts of all tracks in time order with the waits between them, then pins and gaps: readers order a thread's slices by time
/// themselves, but where two begin together the outer one has to come first.
pub(super) fn write(run: &TracedRun<'_>, events: &mut EventWriter<'_>) -> io::Result<()> {
    let timeline = &run.recording.timeline;
    let mut waits = Waits::new(run.recording.spec.engine, Missing::of(timeline));
    for (track, span) in in_time_order(timeline) {
        let place = run.place(track, span.task);
        write_mount(&span, place, events)?;
        waits.mounted(&span, place, events)?;
    }
    waits.finish(timeline.known_until_ns(), events)?;
    let (from_ns, to_ns) = whole();
    let mut gaps_over_threads = 0;
    for track in timeline.tracks() {
        for pin in timeline.pins_between(track, from_ns, to_ns) {
            write_pin(&pin, run.place(track, pin.task), events)?;
        }
        for gap in timeline.gaps_between(track, from_ns, to_ns) {
            let over = match track {
                Track::Carrier(_) => None,
                Track::Threads => Some(gaps_over_threads),
            };
            write_gap(&gap, run.place(track, 0), over, events)?;
            gaps_over_threads += u64::from(over.is_some());
        }
    }
    Ok(())
}

/// The mounts of all tracks merged by their beginnings; on one track in the order of the recording, where those of one task are in
/// time order.
fn in_time_order(timeline: &Timeline) -> impl Iterator<Item = (Track, Span)> {
    let (from_ns, to_ns) = whole();
    let mut tracks: Vec<_> = timeline
        .tracks()
        .map(|track| {
            (
                track,
                timeline.spans_between(track, from_ns, to_ns).peekable(),
            )
        })
        .collect();
    let mut next: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    for (index, (_, spans)) in tracks.iter_mut().enumerate() {
        next.extend(spans.peek().map(|span| Reverse((span.start_ns, index))));
    }
    std::iter::from_fn(move || {
        let Reverse((_, index)) = next.pop()?;
        let (track, spans) = &mut tracks[index];
        let span = spans.next()?;
        next.extend(spans.peek().map(|span| Reverse((span.start_ns, index))));
        Some((*track, span))
    })
}

fn write_mount(span: &Span, place: Place, events: &mut EventWriter<'_>) -> io::Result<()> {
    let mount = Slice {
        place,
        category: "mount",
        name: &TaskName(span.task),
        time: (span.start_ns, span.end_ns),
        args: &MountArgs(span),
    };
    events.complete(&mount, None)
}

fn write_pin(pin: &Pin, place: Place, events: &mut EventWriter<'_>) -> io::Result<()> {
    let reason = pin.reason.label();
    // A pin that goes on has no reason: nobody has told why it ended.
    let name: &dyn Display = if pin.reason == Reason::None {
        &"pinned"
    } else {
        &format_args!("pinned: {reason}")
    };
    let slice = Slice {
        place,
        category: "pin",
        name,
        time: (pin.start_ns, pin.end_ns),
        args: &format_args!(r#""task":{},"reason":"{reason}""#, pin.task),
    };
    events.complete(&slice, Some(PIN_COLOR))
}

fn write_gap(
    gap: &Gap,
    place: Place,
    over_threads: Option<u64>,
    events: &mut EventWriter<'_>,
) -> io::Result<()> {
    let slice = Slice {
        place,
        category: "gap",
        name: &"records missing",
        time: (gap.start_ns, gap.end_ns),
        args: &format_args!(r#""missing":{}"#, gap.count),
    };
    match over_threads {
        None => events.complete(&slice, Some(GAP_COLOR)),
        Some(id) => events.across(&slice, id),
    }
}

/// `task 17`, without the thin spaces of the window, for people search by this name.
struct TaskName(u32);

impl Display for TaskName {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "task {}", self.0)
    }
}

struct MountArgs<'a>(&'a Span);

impl Display for MountArgs<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Span {
            task,
            reason,
            waited_ns,
            ..
        } = self.0;
        write!(f, r#""task":{task},"left":"{}""#, reason.label())?;
        if let Some(waited_ns) = waited_ns {
            write!(f, r#","waited_us":{}"#, Micros(*waited_ns))?;
        }
        Ok(())
    }
}
