//! A plan as a person writes it down. The text form is in [`super::parse_preset`].

use super::{
    CarrierCount, Depth, EngineKind, Experiment, MAX_WAIT, Nanos, Percent, ProbeMode, Repeat,
    TaskCount, Work,
};

/// The version of the preset format that this program writes; older ones are read, newer ones refused.
pub const PRESET_VERSION: u32 = 1;

/// A plan as a person writes it down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The headline, also of a chart.
    pub title: String,
    /// What to look for, in a sentence or two.
    pub about: String,
    /// Work and parameters.
    pub experiment: Experiment,
    /// Which engines, in order; at least one, none twice.
    pub engines: Vec<EngineKind>,
    /// How much is recorded.
    pub probe: ProbeMode,
    /// How often every engine runs.
    pub repeat: Repeat,
}

/// Fields that are fine one by one and make no plan together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Nothing would run.
    #[error("`engines` names no engine; name at least one of os-thread, pool, may, tokio")]
    NoEngine,
    /// An engine would run twice in a round.
    #[error("`engines` names {0} twice; to repeat runs, set `repeat`")]
    EngineTwice(EngineKind),
    /// The wait is longer than a task may wait.
    #[error("`work` waits {0}, and the longest wait is {MAX_WAIT}")]
    TooLong(Nanos),
}

impl Preset {
    /// Checks what no single field can.
    ///
    /// # Errors
    /// Names the field and what it may be.
    pub fn check(&self) -> Result<(), PlanError> {
        if self.engines.is_empty() {
            return Err(PlanError::NoEngine);
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if self.engines.iter().skip(i + 1).any(|other| other == engine) {
                return Err(PlanError::EngineTwice(*engine));
            }
        }
        match self.experiment.work.longest_time() {
            Some(wait) if wait > MAX_WAIT => Err(PlanError::TooLong(wait)),
            Some(_) | None => Ok(()),
        }
    }
}

impl Default for Preset {
    /// The tour: 10 000 tasks that sleep 50 ms, on every engine with four carriers.
    fn default() -> Self {
        Self {
            title: "Ten thousand naps".to_owned(),
            about: "The same 10 000 sleeps of 50 ms on every engine.".to_owned(),
            experiment: Experiment {
                work: Work::Sleep {
                    sleep: Nanos::from_millis(50),
                },
                tasks: TaskCount::clamped(10_000),
                depth: Depth::MIN,
                carriers: CarrierCount::clamped(4),
                pinned_share: Percent::MIN,
            },
            engines: EngineKind::ALL.to_vec(),
            probe: ProbeMode::Full,
            repeat: Repeat::MIN,
        }
    }
}
