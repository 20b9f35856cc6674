//! What a preset comes down to: every case at every point, its fields set. Knows nothing of the order of runs.

use super::{
    Case, EngineKind, Experiment, MAX_WAIT, Nanos, Point, Preset, ProbeMode, Repeat, SetError, Who,
};

/// More runs than this are a mistake.
const MOST_RUNS: usize = 10_000;
/// Longest label of a case, in characters: it stands on charts and in file names.
const LONGEST_LABEL: usize = 48;
/// What belongs to the preset as a whole.
const NOT_IN_A_CASE: [&str; 5] = ["title", "engines", "warmup", "order", "cases"];
/// What is no number.
const NOT_SWEPT: [&str; 8] = [
    "title", "engines", "warmup", "order", "sweep", "cases", "probe", "repeat",
];

/// One case at one point, ready to be run on its engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Label of the case; empty where the preset has none.
    pub case: String,
    /// Where the swept knob stands.
    pub point: Option<Point>,
    /// Work and parameters.
    pub experiment: Experiment,
    /// Which engines, in order.
    pub engines: Vec<EngineKind>,
    /// How much is recorded.
    pub probe: ProbeMode,
    /// How often every engine runs it.
    pub repeat: Repeat,
}

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
            Self::Nobody(who) => vec![who.to_string()],
            Self::Unable { who, .. } => {
                let labels = [&who.case, &who.point].into_iter();
                labels.filter(|label| !label.is_empty()).cloned().collect()
            }
        }
    }
}

impl Preset {
    /// Checks what no single field can.
    ///
    /// # Errors
    /// Names the field and what it may be.
    pub fn check(&self) -> Result<(), PlanError> {
        let variants = self.variants()?;
        let runs_of = |variant: &Variant| {
            variant.engines.len() * usize::from(variant.repeat.get() + self.warmup.get())
        };
        let runs = variants.iter().map(runs_of).sum();
        if runs > MOST_RUNS {
            return Err(PlanError::TooManyRuns(runs));
        }
        let is_run = |who: &Who| {
            variants.iter().any(|variant| {
                let at = Who::of(who.engine, &variant.case, variant.point.as_ref());
                variant.engines.contains(&who.engine) && at == *who
            })
        };
        let claimed = self.shape.iter().flat_map(|check| check.parties());
        let figures = self.published.iter().map(|published| &published.who);
        match claimed.chain(figures).find(|who| !is_run(who)) {
            Some(who) => Err(PlanError::Nobody(who.clone())),
            None => Ok(()),
        }
    }

    /// Every case at every point: cases in order, and in each the points in order.
    ///
    /// # Errors
    /// Names the case or value that makes no run.
    pub fn variants(&self) -> Result<Vec<Variant>, PlanError> {
        check_engines(&self.engines, || "`engines`".to_owned())?;
        let mut variants = Vec::new();
        for (place, case) in self.cases.iter().enumerate() {
            if self.cases[..place]
                .iter()
                .any(|other| other.label == case.label)
            {
                return Err(PlanError::CaseTwice(case.label.clone()));
            }
            self.with(case)?.points(&case.label, &mut variants)?;
        }
        if self.cases.is_empty() {
            self.points("", &mut variants)?;
        }
        Ok(variants)
    }

    /// The preset in one case.
    fn with(&self, case: &Case) -> Result<Self, PlanError> {
        let label = &case.label;
        if label.trim().is_empty() || label.contains('@') || label.chars().count() > LONGEST_LABEL {
            return Err(PlanError::Label(label.clone()));
        }
        let mut preset = Self {
            cases: Vec::new(),
            ..self.clone()
        };
        for (key, value) in &case.set.0 {
            if NOT_IN_A_CASE.contains(&key.as_str()) {
                return Err(PlanError::NotInACase {
                    label: label.clone(),
                    key: key.clone(),
                });
            }
            preset.set(key, value).map_err(|error| PlanError::Case {
                label: label.clone(),
                key: key.clone(),
                error,
            })?;
        }
        if let Some(engines) = &case.engines {
            check_engines(engines, || format!("case \"{label}\""))?;
            preset.engines.clone_from(engines);
        }
        Ok(preset)
    }

    /// Adds a variant for every point of the sweep, or one where there is no sweep.
    fn points(&self, case: &str, variants: &mut Vec<Variant>) -> Result<(), PlanError> {
        let Some(sweep) = &self.sweep else {
            variants.push(self.variant(case, None)?);
            return Ok(());
        };
        if NOT_SWEPT.contains(&sweep.knob()) {
            return Err(PlanError::NotSwept(sweep.knob().to_owned()));
        }
        for point in sweep.points() {
            let mut preset = self.clone();
            preset
                .set(&point.knob, &point.label)
                .map_err(|error| PlanError::Point {
                    knob: point.knob.clone(),
                    value: point.label.clone(),
                    error,
                })?;
            variants.push(preset.variant(case, Some(point))?);
        }
        Ok(())
    }

    fn variant(&self, case: &str, point: Option<&Point>) -> Result<Variant, PlanError> {
        match self.experiment.work.longest_time() {
            Some(wait) if wait > MAX_WAIT => return Err(PlanError::TooLong(wait)),
            Some(_) | None => {}
        }
        for engine in &self.engines {
            if let Some(reason) = self.experiment.unable_on(*engine) {
                let who = Who::of(*engine, case, point);
                return Err(PlanError::Unable { who, reason });
            }
        }
        Ok(Variant {
            case: case.to_owned(),
            point: point.cloned(),
            experiment: self.experiment,
            engines: self.engines.clone(),
            probe: self.probe,
            repeat: self.repeat,
        })
    }
}

fn check_engines(engines: &[EngineKind], place: impl Fn() -> String) -> Result<(), PlanError> {
    if engines.is_empty() {
        return Err(PlanError::NoEngine(place()));
    }
    for (i, engine) in engines.iter().enumerate() {
        if engines[i + 1..].contains(engine) {
            return Err(PlanError::EngineTwice(place(), *engine));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Changes, Sweep};
    use super::*;

    fn case(label: &str, set: &[(&str, &str)]) -> Case {
        let set = set
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        Case {
            label: label.to_owned(),
            set: Changes(set.collect()),
            engines: None,
        }
    }

    fn sweep(knob: &str, values: &[&str]) -> Option<Sweep> {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        Sweep::new(knob.to_owned(), &values).ok()
    }

    #[test]
    fn every_case_meets_every_point() {
        let mut preset = Preset {
            cases: vec![
                case("few", &[("carriers", "2")]),
                case("many", &[("carriers", "8"), ("repeat", "3")]),
            ],
            sweep: sweep("tasks", &["1k", "4k"]),
            ..Preset::default()
        };
        preset.cases[1].engines = Some(vec![EngineKind::Tokio]);
        let variants = preset.variants().unwrap();
        let found: Vec<_> = variants
            .iter()
            .map(|variant| {
                let point = variant.point.as_ref().map(|point| point.value);
                let experiment = &variant.experiment;
                assert_eq!(point, Some(u64::from(experiment.tasks.get())));
                (
                    variant.case.as_str(),
                    point,
                    experiment.carriers.get(),
                    variant.repeat.get(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("few", Some(1_000), 2, 1),
                ("few", Some(4_000), 2, 1),
                ("many", Some(1_000), 8, 3),
                ("many", Some(4_000), 8, 3)
            ]
        );
        assert_eq!(variants[2].engines, [EngineKind::Tokio]);
        assert_eq!(preset.check(), Ok(()));
    }

    #[test]
    fn mistakes_name_the_case_and_the_key() {
        let mistake = |cases: Vec<Case>, sweep: Option<Sweep>| {
            let preset = Preset {
                cases,
                sweep,
                ..Preset::default()
            };
            preset.check().unwrap_err().to_string()
        };
        let out_of_range = mistake(vec![case("wide", &[("carriers", "80")])], None);
        assert!(
            out_of_range.contains("wide") && out_of_range.contains("1 to 64"),
            "{out_of_range}"
        );
        assert!(mistake(vec![case("a", &[("title", "b")])], None).contains("whole preset"));
        assert!(mistake(vec![case("a", &[]), case("a", &[])], None).contains("two cases"));
        assert!(mistake(vec![case("a@b", &[])], None).contains("no @"));
        assert!(mistake(Vec::new(), sweep("probe", &["1", "2"])).contains("not `probe`"));
        assert!(mistake(Vec::new(), sweep("block", &["1s", "2s"])).contains("sleep work"));
        assert!(mistake(Vec::new(), sweep("sleep", &["1s", "11min"])).contains("longest"));
    }

    #[test]
    fn nobody_may_be_spoken_of_who_does_not_run() {
        let who = |case: &str| Who::new(EngineKind::Tokio, case.to_owned(), String::new());
        let mut preset = Preset {
            shape: vec![super::super::ShapeCheck::Fails { who: who("") }],
            ..Preset::default()
        };
        assert_eq!(preset.check(), Ok(()));
        preset.shape = vec![super::super::ShapeCheck::Fails { who: who("other") }];
        assert_eq!(preset.check(), Err(PlanError::Nobody(who("other"))));
        preset.shape.clear();
        preset.engines.clear();
        assert!(matches!(preset.check(), Err(PlanError::NoEngine(_))));
    }

    #[test]
    fn a_plan_that_would_never_end_is_refused() {
        let values: Vec<String> = (1..=32).map(|value: u32| value.to_string()).collect();
        let mut preset = Preset {
            sweep: Sweep::new("tasks".to_owned(), &values).ok(),
            ..Preset::default()
        };
        preset.set("repeat", "100").unwrap();
        assert_eq!(preset.check(), Err(PlanError::TooManyRuns(16_000)));
    }
}
