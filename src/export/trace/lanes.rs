//! The names of processes and threads in a trace. Knows nothing of what happens on them.

use std::collections::BTreeSet;
use std::io;

use serde_json::Value;

use super::event_writer::{EventWriter, Place};
use super::{TracedRun, spans::whole};
use crate::recording::{Recording, Track};
use crate::scene::{LaneOf, row_count};

impl TracedRun<'_> {
    /// The thread of a carrier, or of a task on its own thread. Thread 0 means an idle processor to some readers.
    pub(super) fn place(&self, track: Track, task: u32) -> Place {
        let number = match track {
            Track::Carrier(carrier) => u64::from(carrier),
            Track::Threads => u64::from(task),
        };
        Place {
            pid: self.pid,
            tid: number + 1,
        }
    }
}

/// Names the process, every carrier, and every task that was seen on a thread of its own. `order` is the run's place in the list.
pub(super) fn name_all(
    run: &TracedRun<'_>,
    order: usize,
    events: &mut EventWriter<'_>,
) -> io::Result<()> {
    let spec = &run.recording.spec;
    let point = spec.point.as_ref();
    let point = point.map(|point| format!("{} {}", point.knob, point.label));
    let parts = [
        Some(spec.engine.to_string()),
        Some(run.recording.title.clone()),
        Some(spec.case.clone()),
        point,
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    let process = (run.pid, None);
    let name = Value::from(parts.join(" · "));
    events.metadata(process, "process_name", ("name", &name))?;
    let label = Value::from(spec.experiment.work.label());
    events.metadata(process, "process_labels", ("labels", &label))?;
    let order = Value::from(order);
    events.metadata(process, "process_sort_index", ("sort_index", &order))?;
    if spec.engine.has_carriers() {
        let carriers = u16::try_from(row_count(run.recording)).unwrap_or(u16::MAX);
        for carrier in 0..carriers {
            let name = LaneOf::Carrier(carrier).label();
            name_thread(run.place(Track::Carrier(carrier), 0), name, events)?;
        }
    }
    for task in tasks_on_threads(run.recording) {
        // Without the thin spaces of the window, for people search by this name.
        name_thread(
            run.place(Track::Threads, task),
            format!("task {task}"),
            events,
        )?;
    }
    Ok(())
}

fn name_thread(place: Place, name: String, events: &mut EventWriter<'_>) -> io::Result<()> {
    let thread = (place.pid, Some(place.tid));
    events.metadata(thread, "thread_name", ("name", &Value::from(name)))?;
    let index = Value::from(place.tid - 1);
    events.metadata(thread, "thread_sort_index", ("sort_index", &index))
}

fn tasks_on_threads(recording: &Recording) -> BTreeSet<u32> {
    let (from_ns, to_ns) = whole();
    let timeline = &recording.timeline;
    let spans = timeline.spans_between(Track::Threads, from_ns, to_ns);
    let pins = timeline.pins_between(Track::Threads, from_ns, to_ns);
    spans
        .map(|span| span.task)
        .chain(pins.map(|pin| pin.task))
        .collect()
}
