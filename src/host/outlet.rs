//! The two ends that a plan shows to its owner: the way out for news, the way in for a stop.

use crossbeam_channel::{Receiver, Sender};

use super::{PlanUpdate, Wake};
use crate::recording::RunUpdate;

/// Nobody reads the news any more.
#[derive(Debug)]
pub(super) struct Gone;

/// Where news leaves the host.
#[derive(Clone)]
pub(super) struct Outlet {
    updates: Sender<PlanUpdate>,
    wake: Wake,
}

impl Outlet {
    pub(super) const fn new(updates: Sender<PlanUpdate>, wake: Wake) -> Self {
        Self { updates, wake }
    }

    /// Waits until there is room, then wakes the reader.
    pub(super) fn send(&self, update: PlanUpdate) -> Result<(), Gone> {
        let sent = self.updates.send(update);
        (self.wake)();
        sent.map_err(|_unread| Gone)
    }

    /// News of one run.
    pub(super) fn send_news(&self, run: usize, update: RunUpdate) -> Result<(), Gone> {
        self.send(PlanUpdate::Run { run, update })
    }
}

/// The wish to stop. Once seen it stays; a dropped handle is a wish too.
pub(super) struct StopSignal {
    asked: Receiver<()>,
    seen: bool,
}

impl StopSignal {
    pub(super) const fn new(asked: Receiver<()>) -> Self {
        Self { asked, seen: false }
    }

    /// For `select!`: ready when a stop is asked for. Whoever receives from it calls [`StopSignal::note`].
    pub(super) const fn asked(&self) -> &Receiver<()> {
        &self.asked
    }

    /// Remembers that a stop was received.
    pub(super) const fn note(&mut self) {
        self.seen = true;
    }

    /// Whether a stop has been asked for by now.
    pub(super) fn is_asked(&mut self) -> bool {
        use crossbeam_channel::TryRecvError::{Disconnected, Empty};
        self.seen |= match self.asked.try_recv() {
            Ok(()) | Err(Disconnected) => true,
            Err(Empty) => false,
        };
        self.seen
    }
}
