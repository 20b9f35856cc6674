//! What a preset comes down to: every case at every point, its fields set. Knows nothing of the order of runs.

use super::plan_error::{LONGEST_LABEL, MOST_RUNS};
use super::{
    Case, EngineKind, Experiment, MAX_WAIT, PlanError, Point, Preset, ProbeMode, Repeat, Series,
    Who,
};

/// What belongs to the preset as a whole.
const NOT_IN_A_CASE: [&str; 5] = ["title", "engines", "warmup", "order", "cases"];
/// What is no number.
const NOT_SWEPT: [&str; 10] = [
    "title",
    "engines",
    "warmup",
    "order",
    "sweep",
    "cases",
    "probe",
    "repeat",
    "rounds",
    "warmup_rounds",
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
    /// How often a run does its tasks in one process.
    pub series: Series,
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
        if let Some(reason) = self.series().unable(&self.experiment) {
            return Err(PlanError::Rounds {
                label: case.to_owned(),
                rounds: self.series().total(),
                reason,
            });
        }
        Ok(Variant {
            case: case.to_owned(),
            point: point.cloned(),
            experiment: self.experiment,
            engines: self.engines.clone(),
            probe: self.probe,
            repeat: self.repeat,
            series: self.series(),
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
    fn rounds_are_refused_where_they_make_no_sense() {
        let refused = |cases: Vec<Case>, fields: &[(&str, &str)]| {
            let mut preset = Preset {
                cases,
                ..Preset::default()
            };
            for (key, value) in fields {
                preset.set(key, value).unwrap();
            }
            preset.check().unwrap_err().to_string()
        };
        let all = refused(Vec::new(), &[("tasks", "1M"), ("rounds", "100")]);
        assert!(
            all.contains("100 000 000") || all.contains("at most"),
            "{all}"
        );
        let mut preset = Preset::default();
        preset.experiment.work = super::super::WorkKind::Init.usual();
        preset.set("rounds", "2").unwrap();
        let once = preset.check().unwrap_err().to_string();
        assert!(
            once.contains("initialiser") && once.contains("`rounds` to 1"),
            "{once}"
        );
        let swept = Preset {
            sweep: sweep("rounds", &["1", "2"]),
            ..Preset::default()
        };
        assert!(matches!(swept.check(), Err(PlanError::NotSwept(_))));
        let many = case("many", &[("tasks", "1M"), ("rounds", "100")]);
        let in_case = refused(vec![case("few", &[]), many], &[]);
        assert!(in_case.contains("in one run"), "{in_case}");
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
