//! The thread that turns a worker's stdout into frames, and tells the plan what it must act on.

use std::{
    io::{self, BufReader, Read},
    sync::Arc,
    thread,
};

use crossbeam_channel::Sender;

use super::pulse::Pulse;
use super::witness::Introduced;
use crate::model::EngineKind;
use crate::recording::{KernelSample, Sample};
use crate::wire::{Done, Fault, Frame, FrameReader, Sequence, WireError};

/// One read of the pipe: four frames of the usual size.
const READ_BYTES: usize = 256 * 1024;

/// What the ingest thread takes in, in the order it happened.
pub(super) enum Feed {
    Frame(Frame),
    Sample(Sample),
    Kernel(Vec<KernelSample>),
}

/// What the plan must act on. At most five of them come in a run, so that sending one never waits.
#[derive(Debug)]
pub(super) enum Signal {
    /// The worker is up and has built this engine.
    Hello(EngineKind),
    /// The run completed.
    Done(Box<Done>),
    /// The run failed in the worker's own words.
    Fault(Fault),
    /// What the worker wrote is not the contract.
    Broken(WireError),
    /// Event records that mean nothing.
    BadRecords(String),
    /// The worker's stdout has ended, or nobody takes its frames any more.
    Closed,
}

/// The ways out of the reader.
pub(super) struct ReaderEnds {
    pub(super) pulse: Arc<Pulse>,
    pub(super) feed: Sender<Feed>,
    pub(super) signals: Sender<Signal>,
    /// For the sampler, which looks at carriers from outside.
    pub(super) introduced: Introduced,
}

/// Reads until the stream ends or breaks the contract.
pub(super) fn start_reader(stdout: impl Read + Send + 'static, ends: ReaderEnds) -> io::Result<()> {
    thread::Builder::new()
        .name("lab-reader".to_owned())
        .spawn(move || {
            if let Err(error) = read_frames(stdout, &ends) {
                ends.signal(Signal::Broken(error));
            }
            ends.signal(Signal::Closed);
        })
        .map(drop)
}

/// A frame is fed before it is signalled, so that a sampler which starts at the Hello comes after it in the feed.
fn read_frames(stdout: impl Read, ends: &ReaderEnds) -> Result<(), WireError> {
    let mut frames = FrameReader::new(BufReader::with_capacity(READ_BYTES, stdout));
    let mut sequence = Sequence::default();
    loop {
        ends.pulse.wait_begins();
        let frame = frames.next_frame()?;
        ends.pulse.wait_ends();
        let Some(frame) = frame else { return Ok(()) };
        sequence.accept(&frame)?;
        if let Frame::Threads(threads) = &frame {
            ends.introduced.add(&threads.carriers);
        }
        let signal = signal_of(&frame);
        if ends.feed.send(Feed::Frame(frame)).is_err() {
            return Ok(());
        }
        if let Some(signal) = signal {
            ends.signal(signal);
        }
    }
}

fn signal_of(frame: &Frame) -> Option<Signal> {
    match frame {
        Frame::Hello(hello) => Some(Signal::Hello(hello.engine)),
        Frame::Done(done) => Some(Signal::Done(done.clone())),
        Frame::Fault(fault) => Some(Signal::Fault(fault.clone())),
        Frame::Progress(_) | Frame::Events(_) | Frame::Round(_) | Frame::Threads(_) => None,
    }
}

impl ReaderEnds {
    fn signal(&self, signal: Signal) {
        // The run may be over already; then nobody needs to know.
        self.signals.send(signal).ok();
    }
}
