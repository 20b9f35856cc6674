//! A plan as a person writes it down. The text form is in [`super::parse_preset`].

use super::{
    CarrierCount, Case, Depth, EngineKind, Experiment, FiberKnobs, Nanos, Percent, ProbeMode,
    Published, Repeat, Rounds, RunOrder, Series, ShapeCheck, Sweep, TaskCount, Warmup,
    WarmupRounds, Work,
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
    /// How many runs of every engine come first and stay out of the statistics.
    pub warmup: Warmup,
    /// How many rounds of its tasks a run does in one process.
    pub rounds: Rounds,
    /// How many rounds come before those and stay out of the statistics.
    pub warmup_rounds: WarmupRounds,
    /// In which order the runs of a round are carried out.
    pub order: RunOrder,
    /// The same with some fields changed; none: the preset as it stands.
    pub cases: Vec<Case>,
    /// One knob in several positions, in every case.
    pub sweep: Option<Sweep>,
    /// What others measured.
    pub published: Vec<Published>,
    /// What their figures show, and these runs should show too.
    pub shape: Vec<ShapeCheck>,
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
                fiber: FiberKnobs::USUAL,
            },
            engines: EngineKind::ALL.to_vec(),
            probe: ProbeMode::Full,
            repeat: Repeat::MIN,
            warmup: Warmup::MIN,
            rounds: Rounds::MIN,
            warmup_rounds: WarmupRounds::MIN,
            order: RunOrder::Interleaved,
            cases: Vec::new(),
            sweep: None,
            published: Vec::new(),
            shape: Vec::new(),
        }
    }
}

impl Preset {
    /// How often each of its runs does its tasks in one process, unless a case says otherwise.
    #[must_use]
    pub const fn series(&self) -> Series {
        Series {
            rounds: self.rounds,
            warmup: self.warmup_rounds,
        }
    }
}
