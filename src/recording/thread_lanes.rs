//! Tasks on threads of their own: each task is its own lane, all share one track. Knows nothing of carriers.
//!
//! Their records come through a few shared rings, so that order holds for each task only, and a gap says that records of *some*
//! tasks are missing: whatever was mounted when it began is cut there, and from then on an end without its beginning is no error.

use std::sync::Arc;

use super::carrier_lane::pin_mounted;
use super::growing::{GrowingTrack, Mounted};
use super::wait_table::{LateReady, WaitTable};
use super::{Chunk, Gap, SpanError, Track};
use crate::wire::{Event, OWN_THREAD, Reason};

/// All tasks that run on their own threads.
#[derive(Debug)]
pub(super) struct ThreadLanes {
    grown: GrowingTrack,
    /// By task number.
    lanes: Vec<ThreadLane>,
    /// Gaps that have begun: when, and how many records they hide.
    begun: Vec<(u64, u32)>,
    had_gap: bool,
}

#[derive(Clone, Debug, Default)]
struct ThreadLane {
    last_ns: u64,
    mounted: Option<Mounted>,
}

impl ThreadLanes {
    pub(super) fn new() -> Self {
        Self {
            grown: GrowingTrack::new(Track::Threads),
            lanes: Vec::new(),
            begun: Vec::new(),
            had_gap: false,
        }
    }

    pub(super) fn mount(&mut self, event: &Event, waits: &mut WaitTable) -> Result<(), SpanError> {
        let (task, t_ns) = (event.task, event.t_ns);
        let lane = lane(&mut self.lanes, event)?;
        if lane.mounted.is_some() {
            return Err(SpanError::MountedTwice {
                carrier: OWN_THREAD,
                mounted: task,
                task,
                t_ns,
            });
        }
        lane.mounted = Some(Mounted {
            start_ns: t_ns,
            task,
            waited_ns: waits.mount(task, OWN_THREAD, t_ns),
            pinned: None,
        });
        self.grown.mark_changed();
        Ok(())
    }

    pub(super) fn unmount(&mut self, event: &Event) -> Result<(), SpanError> {
        match lane(&mut self.lanes, event)?.mounted.take() {
            Some(mounted) => self.grown.end_span(&mounted, event.t_ns, event.reason),
            None if self.had_gap => {}
            None => {
                return Err(SpanError::NotMounted {
                    carrier: OWN_THREAD,
                    task: event.task,
                    t_ns: event.t_ns,
                });
            }
        }
        Ok(())
    }

    pub(super) fn pin(&mut self, event: &Event) -> Result<(), SpanError> {
        match &mut lane(&mut self.lanes, event)?.mounted {
            Some(mounted) => pin_mounted(&mut self.grown, mounted, event),
            None if self.had_gap => Ok(()),
            None => Err(SpanError::PinOutsideMount {
                carrier: OWN_THREAD,
                task: event.task,
                t_ns: event.t_ns,
            }),
        }
    }

    pub(super) fn dropped(
        &mut self,
        event: &Event,
        waits: &mut WaitTable,
    ) -> Result<(), SpanError> {
        if event.reason == Reason::None {
            self.had_gap = true;
            self.begun.push((event.t_ns, event.task));
            self.cut(event.t_ns);
        } else if let (Reason::Sleep, false) = (event.reason, self.begun.is_empty()) {
            let (start_ns, _) = self.begun.remove(0);
            self.grown.push_gap(Gap {
                start_ns,
                end_ns: event.t_ns.max(start_ns),
                count: event.task,
            });
        } else {
            return Err(SpanError::UnpairedGap {
                carrier: OWN_THREAD,
                t_ns: event.t_ns,
            });
        }
        waits.gap(event.t_ns);
        Ok(())
    }

    pub(super) fn correct_wait(&mut self, task: u32, late: LateReady) {
        let mounted = self
            .lanes
            .get_mut(task as usize)
            .and_then(|lane| lane.mounted.as_mut())
            .filter(|mounted| mounted.start_ns == late.mount_ns);
        if let Some(mounted) = mounted {
            mounted.waited_ns = mounted.waited_ns.min(late.waited_ns);
            self.grown.mark_changed();
        } else {
            self.grown.correct_wait(task, late.mount_ns, late.waited_ns);
        }
    }

    /// Forgets the waits told across a gap of any ring.
    pub(super) fn forget_waits(&mut self, begin_ns: u64, end_ns: u64) {
        for mounted in self
            .lanes
            .iter_mut()
            .filter_map(|lane| lane.mounted.as_mut())
        {
            if mounted.forget_wait(begin_ns, end_ns) {
                self.grown.mark_changed();
            }
        }
        self.grown.forget_waits(begin_ns, end_ns);
    }

    pub(super) fn take(&mut self, out: &mut Vec<Arc<Chunk>>) {
        let mounted = self.lanes.iter().filter_map(|lane| lane.mounted.as_ref());
        self.grown.take(mounted.map(Mounted::as_open), out);
    }

    /// The run is over: gaps that have not ended end here. What is mounted stays open, for nobody has seen it end.
    pub(super) fn finish(&mut self, end_ns: u64) {
        for (start_ns, count) in std::mem::take(&mut self.begun) {
            self.grown.push_gap(Gap {
                start_ns,
                end_ns: end_ns.max(start_ns),
                count,
            });
        }
    }

    /// Ends what was mounted when a gap began. A task heard of since then came through another ring, which lost nothing.
    fn cut(&mut self, t_ns: u64) {
        for lane in self.lanes.iter_mut().filter(|lane| lane.last_ns <= t_ns) {
            if let Some(mounted) = lane.mounted.take() {
                self.grown.end_span(&mounted, t_ns, Reason::None);
            }
        }
    }
}

/// The lane of the event's task, with its time moved forward.
fn lane<'a>(
    lanes: &'a mut Vec<ThreadLane>,
    event: &Event,
) -> Result<&'a mut ThreadLane, SpanError> {
    let index = event.task as usize;
    if index >= lanes.len() {
        lanes.resize(index + 1, ThreadLane::default());
    }
    let lane = &mut lanes[index];
    if event.t_ns < lane.last_ns {
        return Err(SpanError::Backwards {
            carrier: OWN_THREAD,
            t_ns: event.t_ns,
            last_ns: lane.last_ns,
        });
    }
    lane.last_ns = event.t_ns;
    Ok(lane)
}
