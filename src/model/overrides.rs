//! Changing a preset from outside, where the last word is the person's: over cases and sweep too.

use super::{EngineKind, Preset, SetError};

/// Engines were chosen that no case runs on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no case of this preset runs on {chosen}; its cases run on {known}")]
pub struct NoCaseLeft {
    chosen: String,
    known: String,
}

impl Preset {
    /// Sets a field as [`Preset::set`] does, and takes the same field out of every case and, where it is the one that is swept, the
    /// sweep away: whoever says `tasks=100` wants 100 tasks in every run.
    ///
    /// # Errors
    /// As [`Preset::set`], unless every case sets a kind of work that has the field; the preset is then unchanged.
    pub fn override_field(&mut self, key: &str, value: &str) -> Result<(), SetError> {
        match self.set(key, value) {
            // A case that is left out of the sweep stays out of it.
            Ok(()) if key == "sweep" => {}
            Ok(()) => self
                .cases
                .iter_mut()
                .for_each(|case| case.set.0.retain(|(set, _)| set != key)),
            Err(error) => self.override_in_cases(key, value).ok_or(error)?,
        }
        self.sweep.take_if(|sweep| sweep.knob() == key);
        Ok(())
    }

    /// A field that only some cases have is set where it is set already.
    fn override_in_cases(&mut self, key: &str, value: &str) -> Option<()> {
        let sets = |preset: &Self, place: usize| {
            preset.cases[place].set.0.iter().any(|(set, _)| set == key)
        };
        let places: Vec<usize> = (0..self.cases.len())
            .filter(|place| sets(self, *place))
            .collect();
        let mut changed = self.clone();
        for place in &places {
            for (set, old) in &mut changed.cases[*place].set.0 {
                if set == key {
                    value.clone_into(old);
                }
            }
        }
        (!places.is_empty() && changed.variants().is_ok()).then(|| *self = changed)
    }

    /// Runs these engines only. Cases with engines of their own keep those among them; cases that keep none are dropped.
    ///
    /// # Errors
    /// If no case is left.
    pub fn choose_engines(&mut self, engines: &[EngineKind]) -> Result<(), NoCaseLeft> {
        let mut cases = self.cases.clone();
        for case in &mut cases {
            if let Some(own) = &mut case.engines {
                own.retain(|engine| engines.contains(engine));
            }
        }
        cases.retain(|case| case.engines.as_ref().is_none_or(|own| !own.is_empty()));
        if cases.is_empty() && !self.cases.is_empty() {
            let list = |engines: &[EngineKind]| {
                let ids: Vec<_> = engines.iter().map(|engine| engine.id()).collect();
                ids.join(", ")
            };
            let mut known: Vec<EngineKind> = self
                .cases
                .iter()
                .flat_map(|case| case.engines.clone().unwrap_or_default())
                .collect();
            known.sort();
            known.dedup();
            return Err(NoCaseLeft {
                chosen: list(engines),
                known: list(&known),
            });
        }
        self.cases = cases;
        self.engines = engines.to_vec();
        Ok(())
    }

    /// Leaves out what speaks of runs that this preset no longer has, after fields or engines were changed; returns how many
    /// published figures and claims are left out.
    pub fn forget_the_absent(&mut self) -> usize {
        let Ok(variants) = self.variants() else {
            return 0;
        };
        let before = self.published.len() + self.shape.len();
        let runs = |who: &super::Who| {
            variants.iter().any(|variant| {
                variant.engines.contains(&who.engine)
                    && *who == super::Who::of(who.engine, &variant.case, variant.point.as_ref())
            })
        };
        self.published.retain(|published| runs(&published.who));
        self.shape
            .retain(|check| check.parties().into_iter().all(runs));
        before - self.published.len() - self.shape.len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Case, Changes, ShapeCheck, Sweep, Who};
    use super::*;

    fn preset() -> Preset {
        let case = |label: &str, carriers: &str, engines: Option<Vec<EngineKind>>| Case {
            label: label.to_owned(),
            set: Changes(vec![("carriers".to_owned(), carriers.to_owned())]),
            engines,
        };
        Preset {
            cases: vec![
                case("two", "2", None),
                case("eight", "8", Some(vec![EngineKind::Tokio])),
            ],
            sweep: Sweep::new("tasks".to_owned(), &["10".to_owned(), "20".to_owned()]).ok(),
            shape: vec![ShapeCheck::Fails {
                who: Who::new(EngineKind::Tokio, "eight".to_owned(), "10".to_owned()),
            }],
            ..Preset::default()
        }
    }

    #[test]
    fn the_last_word_is_the_persons() {
        let mut preset = preset();
        preset.override_field("carriers", "3").unwrap();
        preset.override_field("tasks", "7").unwrap();
        for variant in preset.variants().unwrap() {
            assert_eq!(variant.experiment.carriers.get(), 3);
            assert_eq!(variant.experiment.tasks.get(), 7);
        }
        assert!(preset.check().is_err(), "the claim is about a point");
        assert_eq!(preset.forget_the_absent(), 1);
        assert_eq!(preset.check(), Ok(()));
        let unchanged = preset.clone();
        assert!(preset.override_field("carriers", "80").is_err());
        assert_eq!(preset, unchanged);
    }

    #[test]
    fn chosen_engines_keep_the_cases_they_have() {
        let mut changed = preset();
        changed.choose_engines(&[EngineKind::May]).unwrap();
        assert_eq!(changed.cases.len(), 1);
        let mut only_tokio = preset();
        only_tokio.cases.remove(0);
        let message = only_tokio.choose_engines(&[EngineKind::May]).unwrap_err();
        assert!(message.to_string().contains("tokio"), "{message}");
    }
}
