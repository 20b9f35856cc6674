//! The thread that makes chunks of event frames and sends all news of a running worker in batches. The only sender while it lives,
//! which keeps the news of a run in order.

use std::{
    io,
    ops::ControlFlow,
    sync::{Arc, OnceLock},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, select};

use super::outlet::{Gone, Outlet};
use super::reader::{Feed, Signal};
use crate::model::Bytes;
use crate::recording::{Chunk, KernelSample, RunUpdate, Sample, SpanBuilder};
use crate::wire::{Frame, Progress, Round};

/// News is gathered this long: often enough for a lively window, seldom enough to be cheap.
const BATCH: Duration = Duration::from_millis(50);

/// What the ingest thread knows when the worker's stream is over.
#[derive(Clone, Debug, Default)]
pub(super) struct IngestReport {
    /// The last counters that came.
    pub(super) progress: Progress,
    /// Most tasks alive in any counters that came.
    pub(super) peak_live: u64,
    /// The largest sample.
    pub(super) largest_rss: Bytes,
    /// The last sample.
    pub(super) last_rss: Bytes,
    /// The rounds that were told of.
    pub(super) rounds: Vec<Round>,
    /// Why event records meant nothing, if they did: known here after the worker may have said that it is done.
    pub(super) unreadable: Option<String>,
}

/// The channels of the ingest thread.
pub(super) struct IngestEnds {
    pub(super) run: usize,
    pub(super) outlet: Outlet,
    pub(super) feed: Receiver<Feed>,
    /// Closed when no more may be waited for, although the feed is still open.
    pub(super) cut: Receiver<()>,
    pub(super) signals: Sender<Signal>,
    /// When Go was written.
    pub(super) go: Arc<OnceLock<Instant>>,
}

/// Takes frames and samples in until the feed ends.
pub(super) fn start_ingest(ends: IngestEnds) -> io::Result<JoinHandle<IngestReport>> {
    thread::Builder::new()
        .name("lab-ingest".to_owned())
        .spawn(move || {
            let mut ingest = Ingest {
                ends,
                spans: SpanBuilder::new(),
                progress: Vec::new(),
                samples: Vec::new(),
                rounds: Vec::new(),
                kernel: Vec::new(),
                has_news: false,
                last_word_ns: None,
                report: IngestReport::default(),
            };
            // Gone: nobody reads the news, and what is known is still reported to the plan.
            ingest.live().ok();
            ingest.report
        })
}

struct Ingest {
    ends: IngestEnds,
    spans: SpanBuilder,
    progress: Vec<Progress>,
    samples: Vec<Sample>,
    rounds: Vec<Round>,
    kernel: Vec<KernelSample>,
    /// Whether anything came since the last batch.
    has_news: bool,
    /// When the run ended by the worker's own clock, once it has said so.
    last_word_ns: Option<u64>,
    report: IngestReport,
}

impl Ingest {
    fn live(&mut self) -> Result<(), Gone> {
        let mut due = Instant::now();
        while self.take_next(due)?.is_continue() {
            // After a pause the first news goes out at once.
            if self.has_news && Instant::now() >= due {
                self.has_news = false;
                let chunks = self.spans.take_chunks();
                self.send_batch(chunks)?;
                due = Instant::now() + BATCH;
            }
        }
        let end_ns = self.end_ns();
        let chunks = self.spans.finish(end_ns);
        self.send_batch(chunks)
    }

    /// Takes one thing in, or returns when the next batch is due.
    fn take_next(&mut self, due: Instant) -> Result<ControlFlow<()>, Gone> {
        let patience = if self.has_news {
            due.saturating_duration_since(Instant::now())
        } else {
            BATCH
        };
        select! {
            recv(self.ends.feed) -> fed => match fed {
                Ok(fed) => self.take(fed),
                Err(_) => Ok(ControlFlow::Break(())),
            },
            recv(self.ends.cut) -> _ => {
                while let Ok(fed) = self.ends.feed.try_recv() {
                    if self.take(fed)?.is_break() {
                        break;
                    }
                }
                Ok(ControlFlow::Break(()))
            }
            default(patience) => Ok(ControlFlow::Continue(())),
        }
    }

    fn take(&mut self, fed: Feed) -> Result<ControlFlow<()>, Gone> {
        self.has_news = true;
        match fed {
            Feed::Sample(sample) => self.note_sample(sample),
            Feed::Kernel(samples) => self.kernel.extend(samples),
            // The sampler has heard of them already.
            Feed::Frame(Frame::Threads(_)) => {}
            Feed::Frame(Frame::Hello(hello)) => {
                let news = RunUpdate::Hello(hello);
                self.ends.outlet.send_news(self.ends.run, news)?;
            }
            Feed::Frame(Frame::Progress(progress)) => self.note_progress(progress),
            Feed::Frame(Frame::Round(round)) => {
                self.report.rounds.push(round);
                self.rounds.push(round);
            }
            Feed::Frame(Frame::Done(done)) => {
                self.last_word_ns = Some(done.wall_ns.max(done.progress.t_ns));
                self.note_progress(done.progress);
            }
            Feed::Frame(Frame::Fault(fault)) => {
                self.last_word_ns = Some(fault.progress.t_ns);
                self.note_progress(fault.progress);
            }
            Feed::Frame(Frame::Events(records)) => {
                if let Err(error) = self.spans.push_records(&records) {
                    let reason = error.to_string();
                    self.report.unreadable = Some(reason.clone());
                    let signal = Signal::BadRecords(reason);
                    // The plan may have ended the run already for another reason.
                    self.ends.signals.send(signal).ok();
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn note_sample(&mut self, sample: Sample) {
        self.report.last_rss = sample.rss;
        self.report.largest_rss = self.report.largest_rss.max(sample.rss);
        self.samples.push(sample);
    }

    fn note_progress(&mut self, progress: Progress) {
        self.report.progress = progress;
        self.report.peak_live = self.report.peak_live.max(progress.live);
        self.progress.push(progress);
    }

    /// Sends what has gathered; nothing where nothing has.
    fn send_batch(&mut self, chunks: Vec<Arc<Chunk>>) -> Result<(), Gone> {
        let (outlet, run) = (&self.ends.outlet, self.ends.run);
        let samples = std::mem::take(&mut self.samples);
        if !samples.is_empty() {
            outlet.send_news(run, RunUpdate::Samples(samples))?;
        }
        let kernel = std::mem::take(&mut self.kernel);
        if !kernel.is_empty() {
            outlet.send_news(run, RunUpdate::Kernel(kernel))?;
        }
        if !chunks.is_empty() {
            outlet.send_news(run, RunUpdate::Chunks(chunks))?;
        }
        let rounds = std::mem::take(&mut self.rounds);
        if !rounds.is_empty() {
            outlet.send_news(run, RunUpdate::Rounds(rounds))?;
        }
        let progress = std::mem::take(&mut self.progress);
        if !progress.is_empty() {
            outlet.send_news(run, RunUpdate::Progress(progress))?;
        }
        Ok(())
    }

    /// Where spans that never ended are cut off: the worker's last word where it said Done or Fault, else the moment its stream
    /// ended, as far as Go was written at all.
    fn end_ns(&self) -> u64 {
        let Some(go) = self.ends.go.get() else {
            return 0;
        };
        let elapsed = u64::try_from(go.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.last_word_ns.unwrap_or(elapsed)
    }
}
