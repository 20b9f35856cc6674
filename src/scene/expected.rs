//! What stands beside a measured time: the end by arithmetic, and whether a timer bounds the figures. Knows nothing of curves.

use super::{CurveRun, Emphasis};
use crate::model::EngineKind;
use crate::recording::Recording;

/// Where a run should end by arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedEnd {
    /// Gives the colour.
    pub engine: EngineKind,
    /// Nanoseconds since Go.
    pub at_ns: u64,
    /// How many marks of other runs stand at the same place, below this one.
    pub below: usize,
    /// The time with its formula, beside the measured one.
    pub words: String,
}

/// More marks than this are a row of teeth that nobody reads.
const MOST_MARKS: usize = 12;

/// The ends by arithmetic of the runs that are looked at, once for each engine and time; none where there are too many.
pub(super) fn expected_ends(runs: &[CurveRun<'_>]) -> Vec<ExpectedEnd> {
    let mut ends: Vec<ExpectedEnd> = Vec::new();
    for recording in looked_at(runs) {
        let Some(expected) = recording.expected().filter(|found| found.time.0 > 0) else {
            continue;
        };
        let (engine, at_ns) = (recording.spec.engine, expected.time.0);
        let same_place = ends.iter().filter(|end| end.at_ns == at_ns);
        if same_place.clone().any(|end| end.engine == engine) {
            continue;
        }
        ends.push(ExpectedEnd {
            engine,
            at_ns,
            below: same_place.count(),
            words: format!(
                "{engine}: expected ≈ {} by arithmetic: {}",
                expected.time, expected.formula
            ),
        });
    }
    if ends.len() > MOST_MARKS {
        ends.clear();
    }
    ends
}

/// The engines whose sleeps say more of the timer than of the model, with what they asked for and had; empty where none do.
pub(super) fn timer_warning(runs: &[CurveRun<'_>]) -> String {
    let mut told: Vec<EngineKind> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    for recording in looked_at(runs) {
        let engine = recording.spec.engine;
        let Some(sentence) = recording
            .timer_sentence()
            .filter(|_| !told.contains(&engine))
        else {
            continue;
        };
        told.push(engine);
        words.push(format!("{engine} {sentence}"));
    }
    if words.is_empty() {
        String::new()
    } else {
        format!("timer-bound: {}", words.join("; "))
    }
}

fn looked_at<'a>(runs: &[CurveRun<'a>]) -> impl Iterator<Item = &'a Recording> {
    let current = runs.iter().filter(|run| run.emphasis == Emphasis::Current);
    current.map(|run| run.recording)
}
