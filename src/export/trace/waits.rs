//! What tasks did while no carrier had them: parked, then ready. Knows nothing of carriers.

use std::fmt::Display;
use std::io;

use super::event_writer::{EventWriter, Place, Slice};
use super::gaps::Missing;
use crate::model::{Ability, EngineKind, TaskCount};
use crate::recording::{Reason, Span};

/// Woken, and waiting for a carrier.
const READY: &str = "ready";
/// Suspended, with nothing to do.
const PARKED: &str = "parked";
/// One after the other, where nobody told when the task was woken.
const AWAY: &str = "parked or ready";

/// When and why a task left its carrier last.
#[derive(Clone, Copy)]
struct Left {
    t_ns: u64,
    reason: Reason,
    place: Place,
}

/// The last of every task, while its mounts come by in time order. 32 bytes a task.
pub(super) struct Waits {
    left: Vec<Option<Left>>,
    missing: Missing,
    tells_ready: bool,
}

impl Waits {
    pub(super) fn new(engine: EngineKind, missing: Missing) -> Self {
        Self {
            left: Vec::new(),
            missing,
            tells_ready: Ability::Ready.missing_in(engine).is_none(),
        }
    }

    /// A task was mounted: how it had spent its time since it left is known now.
    pub(super) fn mounted(
        &mut self,
        span: &Span,
        place: Place,
        events: &mut EventWriter<'_>,
    ) -> io::Result<()> {
        let before = self.replace(span, place);
        let Some(waited_ns) = span.waited_ns else {
            // An engine that tells of wakes has lost this one, and then nothing is known.
            if let (Some(left), false) = (before, self.tells_ready) {
                self.away(span.task, &left, span.start_ns, events)?;
            }
            return Ok(());
        };
        let ready_ns = span.start_ns.saturating_sub(waited_ns);
        if let Some(left) = before.filter(|left| left.t_ns <= ready_ns) {
            self.parked(span.task, &left, ready_ns, events)?;
        }
        let args = format_args!(r#""task":{}"#, span.task);
        let ready = slice(place, &READY, (ready_ns, span.start_ns), &args);
        events.across(&ready, u64::from(span.task))
    }

    /// Tasks that left and were not seen again: they are still away when the recording ends.
    pub(super) fn finish(self, until_ns: u64, events: &mut EventWriter<'_>) -> io::Result<()> {
        for (task, left) in (0..).zip(&self.left) {
            if let Some(left) = left.filter(|left| left.t_ns < until_ns) {
                self.away(task, &left, until_ns, events)?;
            }
        }
        Ok(())
    }

    /// Keeps the end of this mount if the task will come back after it, and gives the one before.
    fn replace(&mut self, span: &Span, place: Place) -> Option<Left> {
        if span.task >= TaskCount::MAX.get() {
            return None;
        }
        let index = span.task as usize;
        if index >= self.left.len() {
            self.left.resize(index + 1, None);
        }
        let comes_back = !matches!(span.reason, Reason::None | Reason::Done);
        let left = comes_back.then_some(Left {
            t_ns: span.end_ns,
            reason: span.reason,
            place,
        });
        std::mem::replace(&mut self.left[index], left)
    }

    fn parked(
        &self,
        task: u32,
        left: &Left,
        until_ns: u64,
        events: &mut EventWriter<'_>,
    ) -> io::Result<()> {
        self.between(&PARKED, task, (left, until_ns), events)
    }

    fn away(
        &self,
        task: u32,
        left: &Left,
        until_ns: u64,
        events: &mut EventWriter<'_>,
    ) -> io::Result<()> {
        self.between(&AWAY, task, (left, until_ns), events)
    }

    /// Where records are missing in between, the task may have been mounted unseen.
    fn between(
        &self,
        kind: &'static &'static str,
        task: u32,
        (left, until_ns): (&Left, u64),
        events: &mut EventWriter<'_>,
    ) -> io::Result<()> {
        if until_ns < left.t_ns || self.missing.lies_between(left.t_ns, until_ns) {
            return Ok(());
        }
        let reason = left.reason.label();
        let args = format_args!(r#""task":{task},"reason":"{reason}""#);
        let time = (left.t_ns, until_ns);
        events.across(&slice(left.place, kind, time, &args), u64::from(task))
    }
}

/// Name and category are one, so that viewers put the slices of a kind into one group of rows.
fn slice<'a>(
    place: Place,
    kind: &'static &'static str,
    time: (u64, u64),
    args: &'a dyn Display,
) -> Slice<'a> {
    Slice {
        place,
        category: kind,
        name: kind,
        time,
        args,
    }
}
