//! The stretches of time that were looked at before, to go back and forward. Knows nothing of why one was left.

use super::TimeRange;

/// So many are remembered.
const MOST: usize = 64;

/// How a stretch came to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Chosen at once: a key, a click, a place that was asked for.
    Jump,
    /// A step of the wheel; steps that follow each other are one change.
    Zoom,
    /// A step of dragging; steps that follow each other are one change.
    Drag,
}

/// Where one has been; `None` stands for everything there is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoomHistory {
    before: Vec<Option<TimeRange>>,
    after: Vec<Option<TimeRange>>,
    last: Option<Change>,
}

impl ZoomHistory {
    /// `left` is no longer what is shown, and nothing lies ahead any more.
    pub(super) fn leave(&mut self, left: Option<TimeRange>, change: Change) {
        let goes_on = change != Change::Jump && self.last == Some(change);
        self.last = Some(change);
        self.after.clear();
        if goes_on {
            return;
        }
        if self.before.len() == MOST {
            self.before.remove(0);
        }
        self.before.push(left);
    }

    /// Shows what was shown before; tells whether anything was.
    pub(super) fn back(&mut self, shown: &mut Option<TimeRange>) -> bool {
        self.last = None;
        walk(&mut self.before, &mut self.after, shown)
    }

    /// Shows what was shown before one went back; tells whether one did.
    pub(super) fn forward(&mut self, shown: &mut Option<TimeRange>) -> bool {
        self.last = None;
        walk(&mut self.after, &mut self.before, shown)
    }
}

fn walk(
    from: &mut Vec<Option<TimeRange>>,
    to: &mut Vec<Option<TimeRange>>,
    shown: &mut Option<TimeRange>,
) -> bool {
    let Some(found) = from.pop() else {
        return false;
    };
    to.push(std::mem::replace(shown, found));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "as a view has it")]
    fn range(start_ns: u64) -> Option<TimeRange> {
        Some(TimeRange::new(start_ns, start_ns + 1_000))
    }

    #[test]
    fn one_goes_back_and_forward_again() {
        let mut zooms = ZoomHistory::default();
        zooms.leave(None, Change::Jump);
        zooms.leave(range(1), Change::Jump);
        let mut shown = range(2);
        let mut step = |way: fn(&mut ZoomHistory, &mut Option<TimeRange>) -> bool| {
            let went = way(&mut zooms, &mut shown);
            (went, shown)
        };
        assert_eq!(step(ZoomHistory::back), (true, range(1)));
        assert_eq!(step(ZoomHistory::back), (true, None));
        assert_eq!(step(ZoomHistory::back), (false, None), "nothing was before");
        assert_eq!(step(ZoomHistory::forward), (true, range(1)));
        assert_eq!(step(ZoomHistory::forward), (true, range(2)));
        assert_eq!(step(ZoomHistory::forward), (false, range(2)));
    }

    #[test]
    fn steps_of_one_gesture_are_one_change() {
        let mut zooms = ZoomHistory::default();
        for (left, change) in [
            (range(1), Change::Zoom),
            (range(2), Change::Zoom),
            (range(3), Change::Drag),
            (range(4), Change::Drag),
            (range(5), Change::Zoom),
        ] {
            zooms.leave(left, change);
        }
        let mut shown = range(6);
        for expected in [range(5), range(3), range(1)] {
            assert!(zooms.back(&mut shown));
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn a_new_way_forgets_what_lay_ahead_and_the_oldest_is_forgotten() {
        let mut zooms = ZoomHistory::default();
        let mut shown = range(1);
        zooms.leave(None, Change::Jump);
        zooms.back(&mut shown);
        zooms.leave(None, Change::Jump);
        assert!(!zooms.forward(&mut shown));
        for at in 0..100 {
            zooms.leave(range(at), Change::Jump);
        }
        let back = (0..100).filter(|_| zooms.back(&mut shown)).count();
        assert_eq!(back, MOST);
    }
}
