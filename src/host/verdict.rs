//! What the end of a worker means, in words and figures. Pure: evidence in, a run's end out.

use std::time::Duration;

use super::ending::{Ending, Evidence};
use super::last_words::gist;
use super::reap::{Ended, Exit, signal_of};
use crate::model::units::grouped;
use crate::model::{Bytes, EngineKind, MachineFacts, Nanos, Outcome, RunSpec, forecast};
use crate::recording::RunEnd;
use crate::wire::{Done, Findings, STACK_OVERFLOWED, WireError};

/// Where a run failed: what was asked for, on which machine, and all that is known.
#[derive(Clone, Copy)]
struct Case<'a> {
    spec: &'a RunSpec,
    facts: &'a MachineFacts,
    evidence: &'a Evidence,
}

/// The sums of what tasks returned, as the worker told them.
pub(super) struct SumsTold {
    /// Over the whole run.
    whole: u64,
    /// Of each round; empty where there is one.
    rounds: Vec<u64>,
}

impl SumsTold {
    /// Whether the sum of every round is `right`, and that of all of them too.
    pub(super) fn are_right(&self, right: u64) -> bool {
        let rounds = (self.rounds.len() as u64).max(1);
        self.whole == right.wrapping_mul(rounds) && self.rounds.iter().all(|sum| *sum == right)
    }
}

/// The end of a run, and the sums to verify where it completed.
pub(super) fn judge(
    evidence: Evidence,
    spec: &RunSpec,
    facts: &MachineFacts,
) -> (RunEnd, Option<SumsTold>) {
    let case = Case {
        spec,
        facts,
        evidence: &evidence,
    };
    let outcome = case.outcome();
    let progress = evidence.progress();
    let rss_peak = evidence
        .report
        .largest_rss
        .max(evidence.os_peak.unwrap_or_default());
    let wall = evidence.wall.unwrap_or_default();
    let mut end = RunEnd {
        wall_ns: u64::try_from(wall.as_nanos()).unwrap_or(u64::MAX),
        spawn_ns: None,
        peak_live: evidence.report.peak_live.max(progress.live),
        checksum_ok: None,
        rss_peak,
        progress,
        latency: None,
        histogram: String::new(),
        stderr_tail: evidence.stderr_tail,
        findings: Findings::default(),
        outcome,
    };
    let Ending::Done(done) = evidence.ending else {
        return (end, None);
    };
    end.wall_ns = done.wall_ns;
    end.spawn_ns = Some(done.spawn_ns);
    end.peak_live = end.peak_live.max(done.peak_live);
    end.histogram = done.histogram;
    end.findings = done.findings;
    let completed = end.outcome == Outcome::Completed;
    // Only tasks that completed have a latency.
    end.latency = (completed && progress.completed > 0).then_some(done.latency);
    let told = SumsTold {
        whole: done.checksum,
        rounds: evidence
            .report
            .rounds
            .iter()
            .map(|round| round.checksum)
            .collect(),
    };
    (end, completed.then_some(told))
}

impl Case<'_> {
    fn outcome(&self) -> Outcome {
        let spawned = self.spawned();
        match &self.evidence.ending {
            Ending::Done(done) => self.done(done),
            Ending::Stopped => Outcome::Stopped {
                at: self.evidence.progress().completed,
            },
            Ending::Fault(fault) => Outcome::Failed {
                at: fault.at,
                reason: fault.reason.clone(),
                advice: Some(fault.advice.clone())
                    .filter(|advice| !advice.trim().is_empty())
                    .unwrap_or_else(|| self.engine_advice()),
            },
            Ending::Broken(error @ WireError::Truncated { .. }) => {
                // The end of the process says more than the frame it tore.
                let (reason, advice) = self
                    .unnatural_end()
                    .unwrap_or_else(|| (error.to_string(), other_build()));
                self.failed(spawned, reason, advice)
            }
            Ending::Broken(error) => self.failed(spawned, error.to_string(), other_build()),
            Ending::BadRecords(reason) => self.failed(spawned, reason.clone(), other_build()),
            Ending::OtherEngine(built) => {
                let asked = self.spec.engine;
                let reason = format!("the worker was asked for {asked} and built {built}");
                self.failed(spawned, reason, other_build())
            }
            Ending::Closed => {
                let (reason, advice) = self.closed();
                self.failed(spawned, reason, advice)
            }
            Ending::Silent { quiet } => self.failed(
                spawned,
                format!(
                    "the worker said nothing for {:.1} s{} and was killed",
                    quiet.as_secs_f64(),
                    self.when()
                ),
                "The machine may be overloaded: use fewer tasks, or close other programs, and run it again.".to_owned(),
            ),
            Ending::NoStart { error, program } => self.failed(
                spawned,
                format!("the worker could not be started: {error}"),
                format!(
                    "Check that this program is still where it was and may be executed: {}",
                    program.display()
                ),
            ),
        }
    }

    fn done(&self, done: &Done) -> Outcome {
        let (asked, progress) = (self.spec.all_tasks(), done.progress);
        // Work that is about failure has completed when the tasks failed that were to fail.
        let designed = u64::from(self.spec.experiment.designed_failures());
        let cancelled = if self.spec.experiment.cancels(self.spec.engine) {
            done.findings.cancelled
        } else {
            0
        };
        if progress.failed == designed && progress.completed + designed + cancelled == asked {
            return self.all_rounds_told();
        }
        let reason = format!(
            "the worker said it was done, but {} of {} tasks completed and {} failed",
            grouped(progress.completed),
            grouped(asked),
            grouped(progress.failed)
        );
        self.failed(self.spawned(), reason, self.engine_advice())
    }

    /// Completed, if every round was told of: a worker that knows none of them has done the tasks in some other way.
    fn all_rounds_told(&self) -> Outcome {
        let series = self.spec.series();
        let told = self.evidence.report.rounds.len() as u64;
        let asked = if series.is_once() {
            0
        } else {
            u64::from(series.total())
        };
        if told == asked {
            return Outcome::Completed;
        }
        let reason = format!(
            "the worker said it was done, and told of {} of {} rounds",
            grouped(told),
            grouped(asked)
        );
        self.failed(self.spawned(), reason, other_build())
    }

    /// Tasks of the current round that had been started: limits are about those.
    fn spawned(&self) -> u64 {
        let spawned = self.evidence.progress().spawned;
        let tasks = self.spec.experiment.tasks;
        self.spec.series().within_round(tasks, spawned)
    }

    /// The last line of stderr belongs to the reason: it often holds the cause.
    fn failed(&self, at: u64, mut reason: String, advice: String) -> Outcome {
        if let Some(gist) = gist(&self.evidence.stderr_tail) {
            reason = format!("{reason}; its last words were: {gist}");
        }
        Outcome::Failed { at, reason, advice }
    }

    /// Stdout ended before a Done.
    fn closed(&self) -> (String, String) {
        self.unnatural_end().unwrap_or_else(|| {
            let reason = match &self.evidence.exit {
                Some(exit) if exit.status.success() => "the worker ended without a Done or Fault",
                Some(_) | None => "the worker closed its output without a Done or Fault",
            };
            (format!("{reason}{}", self.when()), other_build())
        })
    }

    /// A signal or an exit code that is no success and not of our making.
    fn unnatural_end(&self) -> Option<(String, String)> {
        let exit = self.evidence.exit.as_ref()?;
        if exit.killed_by_lab || exit.status.success() {
            return None;
        }
        Some(match signal_of(exit.status) {
            Some(Ended::Aborted) => self.aborted(),
            Some(Ended::Killed) => self.killed(),
            Some(Ended::Other { number, name }) => (
                format!(
                    "the worker was ended by signal {number} ({name}){}",
                    self.when()
                ),
                self.engine_advice(),
            ),
            None if exit.status.code() == Some(STACK_OVERFLOWED) => self.overflowed(),
            None => (
                format!("the worker ended with {}{}", code_of(exit), self.when()),
                self.engine_advice(),
            ),
        })
    }

    /// The last words say which task, on which carrier, and how large its stack was.
    fn overflowed(&self) -> (String, String) {
        (
            format!("a task overflowed its stack{}", self.when()),
            "Set a larger stack_kib, or a smaller depth or payload. A larger stack costs address space only: memory is behind a page once it is touched.".to_owned(),
        )
    }

    fn aborted(&self) -> (String, String) {
        let refused = self.spec.engine == EngineKind::OsThread && self.is_near_limit();
        let cause = if refused {
            format!(
                ": the system refused another thread after about {}",
                grouped(self.spawned())
            )
        } else {
            self.when()
        };
        (
            format!("the worker aborted (SIGABRT){cause}"),
            self.engine_advice(),
        )
    }

    fn killed(&self) -> (String, String) {
        let held = self.evidence.report.last_rss;
        let free = self.free_memory();
        if held.0 >= free.0 / 4 * 3 {
            return (
                format!(
                    "the worker was killed by signal 9 (SIGKILL) while it held {held}; {free} were free before the run, so most likely the system ran out of memory"
                ),
                "Use fewer tasks or an engine that needs less for each, or free some memory."
                    .to_owned(),
            );
        }
        (
            format!(
                "the worker was killed by signal 9 (SIGKILL) from outside the lab{}",
                self.when()
            ),
            "A person, the system or a limit ended it; the system's log may tell. Run it again."
                .to_owned(),
        )
    }

    /// Memory that could be had when the run began.
    fn free_memory(&self) -> Bytes {
        let free = self.facts.memory_available;
        let group = self.facts.limits.cgroup_memory.map(Bytes);
        group.map_or(free, |group| group.min(free))
    }

    /// Whether the engine stopped near the task count at which a limit was foretold.
    fn is_near_limit(&self) -> bool {
        let spawned = self.spawned();
        forecast(self.spec.engine, &self.facts.limits)
            .is_some_and(|limit| spawned >= limit.at / 5 * 4)
    }

    /// The foretold limit where the engine stopped near it, else what always helps.
    fn engine_advice(&self) -> String {
        forecast(self.spec.engine, &self.facts.limits)
            .filter(|_| self.is_near_limit())
            .map_or_else(
                || "Run it again with fewer tasks; if it still fails, its last lines on stderr are the best lead.".to_owned(),
                |limit| limit.reason,
            )
    }

    /// How far the run had come.
    fn when(&self) -> String {
        self.evidence
            .wall
            .map_or_else(|| " before its tasks were started".to_owned(), after)
    }
}

fn after(wall: Duration) -> String {
    let nanos = u64::try_from(wall.as_nanos()).unwrap_or(u64::MAX);
    format!(" after {}", Nanos(nanos))
}

fn code_of(exit: &Exit) -> String {
    exit.status.code().map_or_else(
        || format!("status {}", exit.status),
        |code| format!("exit code {code}"),
    )
}

fn other_build() -> String {
    "Use the worker of the same build; whatever it prints as text belongs on stderr.".to_owned()
}

#[cfg(test)]
mod tests;
