//! One run as it grows: what came from outside the spans.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Chunk, Kernel, KernelSample, Timeline};
use crate::model::{Bytes, MachineFacts, Measure, Outcome, RunSpec};
use crate::wire::{Findings, Hello, LatencySummary, Progress, Round};

/// What the operating system said of the worker at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Nanoseconds since Go.
    pub t_ns: u64,
    /// Resident memory of the worker process.
    pub rss: Bytes,
    /// CPU time the worker had used by then, user and system, all threads.
    pub cpu_ns: u64,
    /// CPU time the lab itself had used by then: the disturbance.
    pub lab_cpu_ns: u64,
}

/// How a run ended and its figures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunEnd {
    /// How it ended.
    pub outcome: Outcome,
    /// From Go to the end of the last task, all rounds together; to the failure where it failed.
    pub wall_ns: u64,
    /// From Go until the last task of the last round was handed over; `None` where the worker could not say.
    pub spawn_ns: Option<u64>,
    /// Most tasks alive at once, as far as known.
    pub peak_live: u64,
    /// Whether the sum of the tasks' results was right; `None` where the run did not complete.
    pub checksum_ok: Option<bool>,
    /// Peak resident memory: the OS's own peak or the largest sample, whichever is larger.
    pub rss_peak: Bytes,
    /// Last known counters.
    pub progress: Progress,
    /// Percentiles, of the rounds that count; `None` where the run did not complete.
    pub latency: Option<LatencySummary>,
    /// Histogram as the worker sent it (`HdrHistogram` V2, base64); empty where there is none.
    pub histogram: String,
    /// Last lines the worker wrote to stderr.
    pub stderr_tail: String,
    /// What only some kinds of work have to tell; empty where the run did not complete.
    #[serde(default)]
    pub findings: Findings,
}

/// One piece of news about a run, in the order it happened.
#[derive(Clone, Debug)]
pub enum RunUpdate {
    /// The worker is up; Go follows at once.
    Hello(Box<Hello>),
    /// New samples.
    Samples(Vec<Sample>),
    /// New counters.
    Progress(Vec<Progress>),
    /// Rounds that have ended.
    Rounds(Vec<Round>),
    /// What the scheduler did with carriers' threads.
    Kernel(Vec<KernelSample>),
    /// New or longer chunks.
    Chunks(Vec<Arc<Chunk>>),
    /// The run is over.
    End(Box<RunEnd>),
}

/// All that one run left behind, so far.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What was run.
    pub spec: RunSpec,
    /// Title of the plan it belongs to.
    pub title: String,
    /// Where it was run.
    pub facts: Arc<MachineFacts>,
    /// When it was started, milliseconds since 1970.
    pub started_unix_ms: u64,
    /// Who the worker was; `None` before its Hello, or where none came.
    pub hello: Option<Hello>,
    /// What the OS said, in time order.
    pub samples: Vec<Sample>,
    /// Counters in time order.
    pub progress: Vec<Progress>,
    /// Rounds that have ended, in order, warm-up first; empty where the run does its tasks once.
    pub rounds: Vec<Round>,
    /// Spans by track.
    pub timeline: Timeline,
    /// What the scheduler did with the carriers' threads.
    pub kernel: Kernel,
    /// How it ended; `None` while it runs.
    pub end: Option<RunEnd>,
}

impl Recording {
    /// A run that has just been started.
    #[must_use]
    pub fn new(
        spec: RunSpec,
        title: String,
        facts: Arc<MachineFacts>,
        started_unix_ms: u64,
    ) -> Self {
        Self {
            spec,
            title,
            facts,
            started_unix_ms,
            hello: None,
            samples: Vec::new(),
            progress: Vec::new(),
            rounds: Vec::new(),
            timeline: Timeline::default(),
            kernel: Kernel::default(),
            end: None,
        }
    }

    /// Takes one piece of news in.
    pub fn absorb(&mut self, update: RunUpdate) {
        match update {
            RunUpdate::Hello(hello) => self.hello = Some(*hello),
            RunUpdate::Samples(samples) => self.samples.extend(samples),
            RunUpdate::Progress(progress) => {
                if let Some(newest) = progress.last() {
                    self.timeline.know_until(newest.t_ns);
                }
                self.progress.extend(progress);
            }
            RunUpdate::Rounds(rounds) => self.rounds.extend(rounds),
            RunUpdate::Kernel(samples) => {
                for sample in &samples {
                    self.kernel.absorb(sample);
                }
            }
            RunUpdate::Chunks(chunks) => chunks
                .into_iter()
                .for_each(|chunk| self.timeline.absorb(chunk)),
            RunUpdate::End(end) => {
                self.timeline.know_until(end.wall_ns);
                self.end = Some(*end);
            }
        }
    }

    /// Resident memory before the first task: the worker's own word; `None` before its Hello or where it could not tell.
    #[must_use]
    pub fn baseline(&self) -> Option<Bytes> {
        self.hello
            .as_ref()
            .map(|hello| Bytes(hello.baseline_rss_bytes))
            .filter(|baseline| baseline.0 > 0)
    }

    /// The last moment anything is known of, nanoseconds since Go.
    #[must_use]
    pub fn last_ns(&self) -> u64 {
        let sampled = self.samples.last().map_or(0, |sample| sample.t_ns);
        let counted = self.progress.last().map_or(0, |progress| progress.t_ns);
        let ended = self.end.as_ref().map_or(0, |end| end.wall_ns);
        sampled.max(counted).max(ended)
    }

    /// Memory per task: (peak − baseline) ÷ most tasks alive at once; `None` before the end or without a baseline.
    #[must_use]
    pub fn bytes_per_task(&self) -> Option<u64> {
        let end = self.end.as_ref()?;
        end.rss_peak
            .0
            .saturating_sub(self.baseline()?.0)
            .checked_div(end.peak_live)
    }

    /// Finished tasks per second over the whole run, of a run with rounds the median of those that count; `None` before the end or where nothing finished.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    pub fn throughput_per_sec(&self) -> Option<f64> {
        if let Some(of_rounds) = self.round_values(Measure::Throughput) {
            return super::median(&of_rounds);
        }
        let end = self
            .end
            .as_ref()
            .filter(|end| end.wall_ns > 0 && end.progress.completed > 0)?;
        Some(end.progress.completed as f64 / (end.wall_ns as f64 / 1e9))
    }
}
