//! Why fields that are fine one by one make no plan together, in words. Knows nothing of how it is found out.

use super::{EngineKind, MAX_WAIT, Nanos, SetError, Who};

/// More runs than this are a mistake.
pub(super) const MOST_RUNS: usize = 10_000;
/// Longest label of a case, in characters: it stands on charts and in file names.
pub(super) const LONGEST_LABEL: usize = 48;

/// Fields that are fine one by one and make no plan together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Nothing would run.
    #[error("{0} names no engine; name at least one of {known}", known = EngineKind::list())]
    NoEngine(String),
    /// An engine would run twice in a round.
    #[error("{0} names {1} twice; to repeat runs, set `repeat`")]
    EngineTwice(String, EngineKind),
    /// The wait is longer than a task may wait.
    #[error("`work` waits {0}, and the longest wait is {MAX_WAIT}")]
    TooLong(Nanos),
    /// A case without a usable name.
    #[error("a case is called \"{0}\"; a label has 1 to {LONGEST_LABEL} characters, and no @")]
    Label(String),
    /// Two cases of one name.
    #[error("two cases are called \"{0}\"; each needs a label of its own")]
    CaseTwice(String),
    /// A case changes what it cannot.
    #[error(
        "case \"{label}\" sets `{key}`, which belongs to the whole preset; engines of its own stand beside `set`"
    )]
    NotInACase {
        /// Which case.
        label: String,
        /// Which field.
        key: String,
    },
    /// A case sets a field to what it cannot be.
    #[error("case \"{label}\" sets `{key}`: {error}")]
    Case {
        /// Which case.
        label: String,
        /// Which field.
        key: String,
        /// Why not.
        error: SetError,
    },
    /// A sweep over something without numbers.
    #[error("a sweep turns a knob with numbers, such as tasks, carriers or depth, and not `{0}`")]
    NotSwept(String),
    /// The swept knob does not take a value.
    #[error("the sweep sets `{knob}` to {value}: {error}")]
    Point {
        /// Which knob.
        knob: String,
        /// As written.
        value: String,
        /// Why not.
        error: SetError,
    },
    /// Published figures or the shape speak of runs that are not in the plan.
    #[error(
        "no run of this preset is \"{0}\"; write the engine, then @ and the label of the case, then @ and the value of the sweep"
    )]
    Nobody(Who),
    /// An engine cannot do the work.
    #[error("{who} cannot run this: {reason}")]
    Unable {
        /// Who cannot.
        who: Who,
        /// Why not, and what to do.
        reason: String,
    },
    /// Rounds that make no sense for the work.
    #[error(
        "{rounds} rounds in one process make no sense here: {reason}; set `rounds` to 1 and `warmup_rounds` to 0, and repeat whole runs with `repeat`"
    )]
    Rounds {
        /// Label of the case; empty where there is none.
        label: String,
        /// All rounds, warm-up included.
        rounds: u32,
        /// Why not.
        reason: String,
    },
    /// The plan would never end.
    #[error(
        "this preset makes {0} runs, and a plan has at most {MOST_RUNS}; lower `repeat`, or drop values or cases"
    )]
    TooManyRuns(usize),
}

impl PlanError {
    /// The words of the preset that lead to the mistake, one after the other: what is looked for to name the line.
    pub(super) fn words(&self) -> Vec<String> {
        match self {
            Self::NoEngine(_) | Self::EngineTwice(..) | Self::TooLong(_) | Self::TooManyRuns(_) => {
                Vec::new()
            }
            Self::Label(word) | Self::CaseTwice(word) | Self::NotSwept(word) => vec![word.clone()],
            Self::NotInACase { label, key } | Self::Case { label, key, .. } => {
                vec![label.clone(), key.clone()]
            }
            Self::Point { knob, value, .. } => vec![knob.clone(), value.clone()],
            Self::Rounds { label, .. } => Some(label.clone())
                .filter(|label| !label.is_empty())
                .into_iter()
                .collect(),
            Self::Nobody(who) => vec![who.to_string()],
            Self::Unable { who, .. } => {
                let labels = [&who.case, &who.point].into_iter();
                labels.filter(|label| !label.is_empty()).cloned().collect()
            }
        }
    }
}
