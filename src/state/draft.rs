//! The preset while it is edited: what is chosen, what it was before, and what was typed but not understood.

use std::borrow::Cow;
use std::path::PathBuf;

pub use crate::model::WorkKind;
use crate::model::{
    Case, EngineKind, Experiment, Forecast, Knob, MachineFacts, NoCaseLeft, Preset, Rounds, Via,
    WarmupRounds, Work, built_in_presets, foretold,
};

/// What was typed into a knob and not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The field it was typed for.
    pub key: &'static str,
    /// What was typed.
    pub text: String,
    /// What is wrong with it and what can be written instead.
    pub message: String,
}

/// The preset that is being edited.
#[derive(Clone, Debug)]
pub struct Draft {
    /// As it would run now.
    pub preset: Preset,
    /// What the preset is called in the bar: a file's name without its ending, or that of a built-in one.
    pub name: String,
    /// The file it was opened from or saved to.
    pub path: Option<PathBuf>,
    /// What was typed last and not understood.
    pub rejected: Option<Rejected>,
    /// The preset as it was opened or saved.
    pub(super) unedited: Preset,
    /// Work of the kinds that were chosen before, kept for the way back.
    pub(super) others: Vec<Work>,
}

impl Default for Draft {
    /// The first built-in preset: what a new user starts with.
    fn default() -> Self {
        let (name, preset) = built_in_presets().next().unwrap_or_default();
        Self::of(preset, name.to_owned(), None)
    }
}

impl Draft {
    /// A preset as it was just opened.
    #[must_use]
    pub fn of(preset: Preset, name: String, path: Option<PathBuf>) -> Self {
        Self {
            unedited: preset.clone(),
            preset,
            name,
            path,
            rejected: None,
            others: Vec::new(),
        }
    }

    /// Whether it differs from what was opened or saved.
    #[must_use]
    pub fn is_edited(&self) -> bool {
        self.preset != self.unedited
    }

    /// What a person changed in the experiment since it was opened, as `key = value`: published figures are then of another one.
    #[must_use]
    pub fn changes(&self) -> Vec<String> {
        let fields = |preset: &Preset| {
            let experiment = &preset.experiment;
            let mut fields = vec![
                ("tasks", experiment.tasks.get().to_string()),
                ("carriers", experiment.carriers.get().to_string()),
                ("depth", experiment.depth.get().to_string()),
                ("pinned_share", experiment.pinned_share.get().to_string()),
            ];
            let of_work = experiment.work.fields().into_iter();
            let of_fiber = experiment.fiber.fields().into_iter();
            let named = of_work.chain(of_fiber);
            fields.extend(named.map(|field| (field.key, field.value.to_text())));
            fields
        };
        let before = fields(&self.unedited);
        let now = fields(&self.preset).into_iter();
        now.filter(|field| !before.contains(field))
            .map(|(key, value)| format!("{key} = {value}"))
            .collect()
    }

    /// Why Run is not possible; `None` where it is.
    #[must_use]
    pub fn not_runnable(&self) -> Option<&'static str> {
        self.engines()
            .is_empty()
            .then_some("Choose at least one engine to run.")
    }

    /// Why an engine cannot do this work; `None` where it can. Cases and sweeps have work of their own and are judged with the plan.
    #[must_use]
    pub fn unable(&self, engine: EngineKind) -> Option<String> {
        let is_plain = self.preset.cases.is_empty() && self.preset.sweep.is_none();
        is_plain.then(|| self.preset.experiment.unable_on(engine))?
    }

    /// The engines that run in any case, in the order in which engines are always drawn.
    #[must_use]
    pub fn engines(&self) -> Vec<EngineKind> {
        let runs = |engine: &EngineKind| {
            let own = |case: &Case| case.engines.clone();
            let of_base = self.preset.engines.contains(engine);
            let mut cases = self.preset.cases.iter().map(own);
            self.preset.cases.is_empty() && of_base
                || cases.any(|own| own.map_or(of_base, |own| own.contains(engine)))
        };
        let all = EngineKind::ALL.into_iter().filter(runs);
        all.filter(|engine| self.unable(*engine).is_none())
            .collect()
    }

    /// The preset as it would run and be saved: without engines that cannot do the work, and without published figures and claims
    /// of runs that are not in it.
    #[must_use]
    pub fn runnable(&self) -> Preset {
        let mut preset = self.preset.clone();
        preset
            .engines
            .retain(|engine| self.unable(*engine).is_none());
        preset.forget_the_absent();
        preset
    }

    /// Why a field has nothing to set here; `None` where it has.
    #[must_use]
    pub fn ignored(&self, key: &str) -> Option<Cow<'static, str>> {
        let work = self.preset.experiment.work;
        let knob = match key {
            "carriers" => Some(Knob::Carriers),
            "pinned_share" => Some(Knob::PinnedShare),
            "depth" => Some(Knob::Depth),
            _other => None,
        };
        let by_work = knob
            .and_then(|knob| knob.ignored_by(work, &self.engines()))
            .or_else(|| cap_ignored(key, work))
            .or_else(|| rounds_ignored(key, work));
        let by_work = by_work.map(Cow::Borrowed);
        by_work.or_else(|| self.decided_elsewhere(key).map(Cow::Owned))
    }

    /// Who sets a field in every run, so that the draft's own value counts nowhere.
    #[must_use]
    pub fn decided_elsewhere(&self, key: &str) -> Option<String> {
        let sweep = self.preset.sweep.as_ref();
        if let Some(sweep) = sweep.filter(|sweep| sweep.knob() == key) {
            let values: Vec<&str> = sweep.points().iter().map(|point| &*point.label).collect();
            return Some(format!("the sweep sets it: {}", values.join(", ")));
        }
        let cases = &self.preset.cases;
        let sets = |case: &Case| case.set.0.iter().any(|(set, _)| set == key);
        (!cases.is_empty() && cases.iter().all(sets)).then(|| "every case sets it".to_owned())
    }

    /// The limit that the engine meets on this machine in one of its runs, as foretold; the lowest where there are several.
    #[must_use]
    pub fn foretold_failure(&self, engine: EngineKind, facts: &MachineFacts) -> Option<Forecast> {
        let met = |experiment: &Experiment| foretold(engine, experiment, &facts.limits);
        let runs = self.experiments(engine);
        let found = runs.iter().filter_map(met);
        found.min_by_key(|found| found.at)
    }

    /// Another kind of work, with the numbers last used and the share of pinned tasks that is usual for it.
    pub(super) fn choose_work(&mut self, kind: WorkKind) {
        let experiment = &mut self.preset.experiment;
        if WorkKind::of(experiment.work) == kind {
            return;
        }
        let before = experiment.work;
        let place = self
            .others
            .iter()
            .position(|work| WorkKind::of(*work) == kind);
        experiment.work = match (place, before.wait()) {
            (Some(place), _) => self.others.swap_remove(place),
            (None, Some(wait)) if matches!(kind, WorkKind::Sleep | WorkKind::Block) => {
                kind.usual().with_wait(wait)
            }
            (None, Some(_) | None) => kind.usual(),
        };
        self.others.push(before);
        experiment.pinned_share = experiment.work.default_pinned_share();
        if experiment.work.once_only().is_some() {
            self.preset.rounds = Rounds::MIN;
            self.preset.warmup_rounds = WarmupRounds::MIN;
        }
        self.rejected = None;
    }

    /// In or out, kept in the order in which engines are always drawn; cases with engines of their own follow.
    ///
    /// # Errors
    /// If no case would be left.
    pub(super) fn toggle_engine(&mut self, engine: EngineKind) -> Result<(), NoCaseLeft> {
        let mut chosen = self.engines();
        if chosen.contains(&engine) && self.preset.cases.is_empty() {
            self.preset.engines.retain(|other| *other != engine);
            return Ok(());
        }
        if let Some(place) = chosen.iter().position(|other| *other == engine) {
            chosen.remove(place);
            return self.preset.choose_engines(&chosen);
        }
        self.preset.engines.push(engine);
        self.preset.engines.sort();
        self.preset.engines.dedup();
        if !self.engines().contains(&engine) {
            let own = self.preset.cases.iter_mut();
            for engines in own.filter_map(|case| case.engines.as_mut()) {
                engines.push(engine);
                engines.sort();
            }
        }
        Ok(())
    }

    /// Leaves the knobs as they stand: no cases, no sweep, and nothing published to compare with.
    pub(super) fn drop_cases(&mut self) {
        self.preset.cases.clear();
        self.preset.sweep = None;
        self.preset.published.clear();
        self.preset.shape.clear();
    }
}

/// Some work happens once in a process.
fn rounds_ignored(key: &str, work: Work) -> Option<&'static str> {
    let is_of_rounds = matches!(key, "rounds" | "warmup_rounds");
    is_of_rounds.then(|| work.once_only()).flatten()
}

/// A cap is of a pool that makes the calls.
fn cap_ignored(key: &str, work: Work) -> Option<&'static str> {
    let has_no_pool = matches!(work, Work::Block { via, .. } if via != Via::Pool);
    (key == "cap" && has_no_pool).then_some("only calls in a pool are capped")
}
