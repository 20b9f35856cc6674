//! The ways a rogue behaves.

/// A way to behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Keeps to the contract.
    Good,
    /// Prints text where frames belong.
    Garbage,
    /// Never says anything.
    Mute,
    /// Falls silent in the middle.
    Silent,
    /// Announces a frame of more than 1 MiB.
    Oversized,
    /// Ends inside a frame.
    Truncated,
    /// Speaks a later version.
    OtherVersion,
    /// Sends counters before its Hello.
    OutOfOrder,
    /// Goes on after its Done.
    AfterDone,
    /// Sends records of no kind, and is done before anyone has looked at them.
    BadRecords,
    /// Builds another engine.
    OtherEngine,
    /// Ends at once.
    Leaves,
    /// Aborts.
    Aborts,
    /// Exits with code 3.
    ExitsWith3,
    /// Leaves a child behind that holds its pipes.
    LeavesAnHeir,
    /// Completes one task too few.
    ShortCount,
    /// Adds wrongly.
    WrongSum,
    /// Says in words that it failed.
    Faults,
    /// Writes megabytes to stderr.
    Talkative,
    /// Runs until it is stopped.
    Endless,
    /// Runs, and does not hear that it should stop.
    Deaf,
    /// Writes records as fast as it can until it is stopped.
    Flood,
}

impl Role {
    const ALL: [Self; 22] = [
        Self::Good,
        Self::Garbage,
        Self::Mute,
        Self::Silent,
        Self::Oversized,
        Self::Truncated,
        Self::OtherVersion,
        Self::OutOfOrder,
        Self::AfterDone,
        Self::BadRecords,
        Self::OtherEngine,
        Self::Leaves,
        Self::Aborts,
        Self::ExitsWith3,
        Self::LeavesAnHeir,
        Self::ShortCount,
        Self::WrongSum,
        Self::Faults,
        Self::Talkative,
        Self::Endless,
        Self::Deaf,
        Self::Flood,
    ];

    /// The repetition that stands for this role: the one number in a `RunSpec` that means nothing to a worker.
    pub(crate) const fn code(self) -> u16 {
        self as u16
    }

    /// The role that a repetition stands for.
    pub(crate) fn of(code: u16) -> Self {
        Self::ALL[usize::from(code)]
    }
}
