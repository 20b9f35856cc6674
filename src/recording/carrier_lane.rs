//! One carrier: its records in time order become spans, pins and gaps. Knows nothing of other carriers.

use std::sync::Arc;

use super::growing::{GrowingTrack, Mounted};
use super::wait_table::{LateReady, WaitTable};
use super::{Chunk, Gap, SpanError, Track};
use crate::wire::{Event, EventKind, Reason};

/// A carrier, as far as its records tell.
#[derive(Debug)]
pub(super) struct CarrierLane {
    carrier: u16,
    grown: GrowingTrack,
    last_ns: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    Idle,
    Mounted(Mounted),
    /// Between the two dropped records: nothing is known, and records in here say nothing.
    InGap {
        start_ns: u64,
        count: u32,
    },
    /// Someone may be mounted whose mount was dropped; the next mount or unmount settles it.
    AfterGap,
}

impl CarrierLane {
    pub(super) fn new(carrier: u16) -> Self {
        Self {
            carrier,
            grown: GrowingTrack::new(Track::Carrier(carrier)),
            last_ns: 0,
            state: State::Idle,
        }
    }

    /// Time runs forward on a carrier, whatever it records.
    pub(super) fn advance(&mut self, t_ns: u64) -> Result<(), SpanError> {
        if t_ns < self.last_ns {
            return Err(SpanError::Backwards {
                carrier: self.carrier,
                t_ns,
                last_ns: self.last_ns,
            });
        }
        self.last_ns = t_ns;
        Ok(())
    }

    pub(super) fn mount(&mut self, event: &Event, waits: &mut WaitTable) -> Result<(), SpanError> {
        let (task, t_ns) = (event.task, event.t_ns);
        match self.state {
            State::Idle | State::AfterGap => {
                self.state = State::Mounted(Mounted {
                    start_ns: t_ns,
                    task,
                    waited_ns: waits.mount(task, self.carrier, t_ns),
                    pinned: None,
                });
                self.grown.mark_changed();
                Ok(())
            }
            State::Mounted(ref mounted) => Err(SpanError::MountedTwice {
                carrier: self.carrier,
                mounted: mounted.task,
                task,
                t_ns,
            }),
            State::InGap { .. } => Ok(()),
        }
    }

    pub(super) fn unmount(&mut self, event: &Event) -> Result<(), SpanError> {
        match &self.state {
            State::Mounted(mounted) if mounted.task == event.task => {
                self.grown.end_span(mounted, event.t_ns, event.reason);
                self.state = State::Idle;
                Ok(())
            }
            State::Mounted(_) | State::Idle => Err(SpanError::NotMounted {
                carrier: self.carrier,
                task: event.task,
                t_ns: event.t_ns,
            }),
            State::AfterGap => {
                self.state = State::Idle;
                Ok(())
            }
            State::InGap { .. } => Ok(()),
        }
    }

    pub(super) fn pin(&mut self, event: &Event) -> Result<(), SpanError> {
        match &mut self.state {
            State::Mounted(mounted) if mounted.task == event.task => {
                pin_mounted(&mut self.grown, mounted, event)
            }
            State::Mounted(_) | State::Idle => Err(SpanError::PinOutsideMount {
                carrier: self.carrier,
                task: event.task,
                t_ns: event.t_ns,
            }),
            State::AfterGap | State::InGap { .. } => Ok(()),
        }
    }

    pub(super) fn dropped(
        &mut self,
        event: &Event,
        waits: &mut WaitTable,
    ) -> Result<(), SpanError> {
        let is_begin = event.reason == Reason::None;
        match self.state {
            State::InGap { start_ns, .. } if event.reason == Reason::Sleep => {
                self.close_gap(start_ns, event.t_ns, event.task);
            }
            State::Idle | State::AfterGap | State::Mounted(_) if is_begin => {
                if let State::Mounted(mounted) = &self.state {
                    self.grown.end_span(mounted, event.t_ns, Reason::None);
                }
                self.state = State::InGap {
                    start_ns: event.t_ns,
                    count: event.task,
                };
            }
            State::Idle | State::AfterGap | State::Mounted(_) | State::InGap { .. } => {
                return Err(SpanError::UnpairedGap {
                    carrier: self.carrier,
                    t_ns: event.t_ns,
                });
            }
        }
        waits.gap(event.t_ns);
        Ok(())
    }

    pub(super) fn correct_wait(&mut self, task: u32, late: LateReady) {
        match &mut self.state {
            State::Mounted(mounted)
                if mounted.task == task && mounted.start_ns == late.mount_ns =>
            {
                mounted.waited_ns = mounted.waited_ns.min(late.waited_ns);
                self.grown.mark_changed();
            }
            State::Mounted(_) | State::Idle | State::InGap { .. } | State::AfterGap => {
                self.grown.correct_wait(task, late.mount_ns, late.waited_ns);
            }
        }
    }

    /// Forgets the waits told across a gap of any ring.
    pub(super) fn forget_waits(&mut self, begin_ns: u64, end_ns: u64) {
        if let State::Mounted(mounted) = &mut self.state
            && mounted.forget_wait(begin_ns, end_ns)
        {
            self.grown.mark_changed();
        }
        self.grown.forget_waits(begin_ns, end_ns);
    }

    pub(super) fn take(&mut self, out: &mut Vec<Arc<Chunk>>) {
        let open = match &self.state {
            State::Mounted(mounted) => Some(mounted.as_open()),
            State::Idle | State::InGap { .. } | State::AfterGap => None,
        };
        self.grown.take(open.into_iter(), out);
    }

    /// The run is over: a gap that has not ended ends here. What is mounted stays open, for nobody has seen it end.
    pub(super) fn finish(&mut self, end_ns: u64) {
        if let State::InGap { start_ns, count } = self.state {
            self.close_gap(start_ns, end_ns.max(self.last_ns), count);
        }
    }

    fn close_gap(&mut self, start_ns: u64, end_ns: u64, count: u32) {
        self.grown.push_gap(Gap {
            start_ns,
            end_ns,
            count,
        });
        self.state = State::AfterGap;
    }
}

/// Begins or ends the pin of a mounted task.
pub(super) fn pin_mounted(
    grown: &mut GrowingTrack,
    mounted: &mut Mounted,
    event: &Event,
) -> Result<(), SpanError> {
    let (carrier, task, t_ns) = (event.carrier, event.task, event.t_ns);
    match (event.kind == EventKind::PinBegin, mounted.pinned) {
        (true, None) => {
            mounted.pinned = Some((t_ns, event.reason));
            grown.mark_changed();
            Ok(())
        }
        (true, Some(_)) => Err(SpanError::NestedPin {
            carrier,
            task,
            t_ns,
        }),
        (false, Some(_)) => {
            grown.end_pin(mounted, t_ns);
            mounted.pinned = None;
            Ok(())
        }
        (false, None) => Err(SpanError::PinNotBegun {
            carrier,
            task,
            t_ns,
        }),
    }
}
