//! The order of frames: one Hello, then progress, events and rounds in turn, then one Done or Fault.

use super::{Frame, FrameKind, WIRE_VERSION, WireError};

/// Checks that the frames of one worker come in the order of the contract.
#[derive(Debug, Default)]
pub struct Sequence {
    stage: Stage,
    next_round: u32,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    BeforeHello,
    Running,
    Ended,
}

impl Sequence {
    /// Accepts the next frame.
    ///
    /// # Errors
    /// [`WireError::OutOfOrder`] or [`WireError::Version`].
    pub fn accept(&mut self, frame: &Frame) -> Result<(), WireError> {
        let kind = frame.kind();
        let out_of_order = |when| Err(WireError::OutOfOrder { kind, when });
        match (&self.stage, frame) {
            (Stage::BeforeHello, Frame::Hello(hello)) if hello.version != WIRE_VERSION => {
                return Err(WireError::Version {
                    found: hello.version,
                    expected: WIRE_VERSION,
                });
            }
            (Stage::BeforeHello, Frame::Hello(_)) => self.stage = Stage::Running,
            (Stage::BeforeHello, Frame::Fault(_))
            | (Stage::Running, Frame::Done(_) | Frame::Fault(_)) => self.stage = Stage::Ended,
            (
                Stage::BeforeHello,
                Frame::Progress(_)
                | Frame::Events(_)
                | Frame::Round(_)
                | Frame::Done(_)
                | Frame::Threads(_),
            ) => return out_of_order("before its Hello"),
            (Stage::Running, Frame::Hello(_)) => return out_of_order("a second time"),
            (Stage::Running, Frame::Progress(_) | Frame::Events(_) | Frame::Threads(_)) => {}
            (Stage::Running, Frame::Round(round)) if round.index != self.next_round => {
                return out_of_order("out of its turn");
            }
            (Stage::Running, Frame::Round(_)) => self.next_round += 1,
            (Stage::Ended, _) => return out_of_order("after its last frame"),
        }
        Ok(())
    }

    /// Whether a Done or Fault has come.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.stage == Stage::Ended
    }

    /// Which frame is missing if the stream ends now; `None` where it may end.
    #[must_use]
    pub const fn missing(&self) -> Option<FrameKind> {
        match self.stage {
            Stage::BeforeHello => Some(FrameKind::Hello),
            Stage::Running => Some(FrameKind::Done),
            Stage::Ended => None,
        }
    }
}
