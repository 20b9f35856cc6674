//! The ordered runs of one press of Run.

use serde::{Deserialize, Serialize};

use super::preset_usual::{is_no_warmup_round, is_one_round, no_warmup_rounds, one_round};
use super::{
    EngineKind, Experiment, Point, Preset, ProbeMode, Rounds, Series, Variant, WarmupRounds,
};

/// One engine doing one experiment once: the line the host writes to a worker.
///
/// What a worker needs are the first three; the others say where the run belongs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// Which engine.
    pub engine: EngineKind,
    /// Work and parameters.
    pub experiment: Experiment,
    /// How much is recorded.
    pub probe: ProbeMode,
    /// Counts from 0; the same for all engines of one round. Warm-up runs are counted on their own.
    pub repetition: u16,
    /// Label of the case; empty where the preset has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub case: String,
    /// Where the swept knob stands; `None` where nothing is swept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Point>,
    /// Whether the run counts.
    #[serde(default, skip_serializing_if = "RunRole::is_measured")]
    pub role: RunRole,
    /// The seed its round was shuffled with; `None` for interleaved rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_seed: Option<u64>,
    /// How many rounds of its tasks it does in the same process.
    #[serde(default = "one_round", skip_serializing_if = "is_one_round")]
    pub rounds: Rounds,
    /// How many rounds come before those and stay out of the statistics.
    #[serde(
        default = "no_warmup_rounds",
        skip_serializing_if = "is_no_warmup_round"
    )]
    pub warmup_rounds: WarmupRounds,
}

/// Whether a run counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RunRole {
    /// Its figures are part of the statistics.
    #[default]
    Measured,
    /// It is shown and stays out of the statistics.
    Warmup,
}

impl RunRole {
    /// Whether its figures are part of the statistics.
    #[must_use]
    pub const fn is_measured(&self) -> bool {
        matches!(self, Self::Measured)
    }

    /// The word in JSON and CSV.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Warmup => "warmup",
        }
    }
}

impl RunSpec {
    /// A measured run of its own, outside of any case or sweep.
    #[must_use]
    pub const fn new(engine: EngineKind, experiment: Experiment, probe: ProbeMode) -> Self {
        Self {
            engine,
            experiment,
            probe,
            repetition: 0,
            case: String::new(),
            point: None,
            role: RunRole::Measured,
            order_seed: None,
            rounds: Rounds::MIN,
            warmup_rounds: WarmupRounds::MIN,
        }
    }

    /// How often it does its tasks in the same process.
    #[must_use]
    pub const fn series(&self) -> Series {
        Series {
            rounds: self.rounds,
            warmup: self.warmup_rounds,
        }
    }

    /// Tasks of all rounds together.
    #[must_use]
    pub fn all_tasks(&self) -> u64 {
        self.series().all_tasks(self.experiment.tasks)
    }

    /// What a counter must show after all rounds; `None` where nothing is counted.
    #[must_use]
    pub fn right_count(&self) -> Option<u64> {
        let of_one = self.experiment.right_count()?;
        Some(of_one * u64::from(self.series().total()))
    }

    /// Why this run cannot be carried out; `None` where it can.
    #[must_use]
    pub fn unable(&self) -> Option<String> {
        let by_engine = self.experiment.unable_on(self.engine);
        by_engine.or_else(|| self.series().unable(&self.experiment))
    }
}

/// The runs of one press of Run, in the order they are carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What the runs are about; the title of a chart.
    pub title: String,
    /// In order of execution.
    pub runs: Vec<RunSpec>,
}

impl Plan {
    /// Lays out the runs of a preset that [`Preset::check`] accepts; one that it refuses has no runs.
    ///
    /// Warm-up rounds come first. A round is every engine at every point of every case once, so that a slow drift of the machine
    /// touches all alike; within the round the order is the preset's.
    #[must_use]
    pub fn of(preset: &Preset) -> Self {
        let variants = preset.variants().unwrap_or_default();
        let most = variants.iter().map(|variant| variant.repeat.get()).max();
        let warmups = (0..preset.warmup.get()).map(|round| (RunRole::Warmup, round));
        let measured = (0..most.unwrap_or(0)).map(|round| (RunRole::Measured, round));
        let mut runs = Vec::new();
        for (place, (role, repetition)) in warmups.chain(measured).enumerate() {
            let mut round: Vec<RunSpec> = variants
                .iter()
                .filter(|variant| repetition < variant.repeat.get() || role == RunRole::Warmup)
                .flat_map(|variant| specs(variant, role, repetition))
                .collect();
            for spec in &mut round {
                spec.order_seed = preset.order.seed();
            }
            preset.order.arrange(place as u64, &mut round);
            runs.append(&mut round);
        }
        Self {
            title: preset.title.clone(),
            runs,
        }
    }
}

fn specs(variant: &Variant, role: RunRole, repetition: u16) -> impl Iterator<Item = RunSpec> {
    variant.engines.iter().map(move |engine| RunSpec {
        repetition,
        case: variant.case.clone(),
        point: variant.point.clone(),
        role,
        rounds: variant.series.rounds,
        warmup_rounds: variant.series.warmup,
        ..RunSpec::new(*engine, variant.experiment, variant.probe)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Case, Changes, RunOrder, Sweep, Warmup};
    use super::*;

    fn preset() -> Preset {
        let case = |label: &str, repeat: &str| Case {
            label: label.to_owned(),
            set: Changes(vec![("repeat".to_owned(), repeat.to_owned())]),
            engines: None,
        };
        Preset {
            engines: vec![EngineKind::May, EngineKind::Tokio],
            cases: vec![case("once", "1"), case("twice", "2")],
            sweep: Sweep::new("tasks".to_owned(), &["10".to_owned(), "20".to_owned()]).ok(),
            warmup: Warmup::clamped(1),
            ..Preset::default()
        }
    }

    fn names(plan: &Plan) -> Vec<String> {
        let name = |run: &RunSpec| {
            let point = run.point.as_ref().map_or("", |point| point.label.as_str());
            format!(
                "{} {} {} {point} {}",
                run.role.id(),
                run.repetition,
                run.case,
                run.engine
            )
        };
        plan.runs.iter().map(name).collect()
    }

    #[test]
    fn rounds_hold_every_run_once_and_warm_up_first() {
        let names = names(&Plan::of(&preset()));
        assert_eq!(names.len(), 8 + 8 + 4);
        assert_eq!(names[0], "warmup 0 once 10 may");
        assert_eq!(names[1], "warmup 0 once 10 tokio");
        assert_eq!(names[2], "warmup 0 once 20 may");
        assert_eq!(names[7], "warmup 0 twice 20 tokio");
        assert_eq!(names[8], "measured 0 once 10 may");
        assert_eq!(names[16], "measured 1 twice 10 may");
        assert_eq!(names[19], "measured 1 twice 20 tokio");
    }

    #[test]
    fn shuffling_stays_within_the_round_and_keeps_its_seed() {
        let interleaved = names(&Plan::of(&preset()));
        let shuffled = Plan::of(&Preset {
            order: RunOrder::Shuffled { seed: 7 },
            ..preset()
        });
        assert!(shuffled.runs.iter().all(|run| run.order_seed == Some(7)));
        let shuffled = names(&shuffled);
        assert_ne!(shuffled, interleaved);
        for round in [0..8, 8..16, 16..20] {
            let sorted = |names: &[String]| {
                let mut names = names.to_vec();
                names.sort_unstable();
                names
            };
            assert_eq!(
                sorted(&shuffled[round.clone()]),
                sorted(&interleaved[round])
            );
        }
    }

    #[test]
    fn rounds_of_a_process_go_into_every_run_and_multiply_none() {
        let mut preset = preset();
        preset.set("rounds", "100").unwrap();
        preset.set("warmup_rounds", "10").unwrap();
        preset.cases[1]
            .set
            .0
            .push(("rounds".to_owned(), "3".to_owned()));
        let plan = Plan::of(&preset);
        assert_eq!(plan.runs.len(), 8 + 8 + 4);
        for run in &plan.runs {
            let total = if run.case == "twice" { 13 } else { 110 };
            assert_eq!(run.series().total(), total);
            assert_eq!(run.all_tasks() % u64::from(total), 0);
            let line = serde_json::to_string(run).unwrap();
            assert!(line.contains(r#""warmup_rounds":10"#), "{line}");
            assert_eq!(serde_json::from_str::<RunSpec>(&line).unwrap(), *run);
        }
    }

    #[test]
    fn a_plain_run_is_written_as_it_always_was() {
        let plan = Plan::of(&Preset::default());
        let line = serde_json::to_string(&plan.runs[0]).unwrap();
        assert!(
            line.ends_with(r#""probe":"Full","repetition":0}"#),
            "{line}"
        );
        for spec in Plan::of(&preset()).runs {
            let line = serde_json::to_string(&spec).unwrap();
            assert_eq!(serde_json::from_str::<RunSpec>(&line).unwrap(), spec);
        }
    }
}
