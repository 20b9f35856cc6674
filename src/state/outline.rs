//! What a draft comes down to: how many runs, by what they are multiplied, how long they should take. Knows nothing of layout.

use super::{Draft, Runs};
use crate::model::{
    Bytes, EngineKind, Experiment, MachineFacts, Nanos, Variant, expected, memory_needed,
    units::grouped,
};

/// More variants than this are not listed one by one.
const MOST_LISTED: usize = 24;

/// A draft as a multiplication, and as a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// `2 cases × 4 points × 3 engines × 5 repetitions = 120 runs, 1 warm-up each`.
    pub line: String,
    /// Every case at every point with its engines, a line each.
    pub list: String,
}

impl Draft {
    /// What would run; `None` where the fields make no plan.
    #[must_use]
    pub fn outline(&self) -> Option<Outline> {
        let variants = self.runnable().variants().ok()?;
        let lines: Vec<String> = variants
            .iter()
            .take(MOST_LISTED)
            .map(variant_line)
            .collect();
        let mut list = lines.join("\n");
        if variants.len() > MOST_LISTED {
            list += "\n… and ";
            list += &(variants.len() - MOST_LISTED).to_string();
            list += " more";
        }
        Some(Outline {
            line: self.product_line(&variants),
            list,
        })
    }

    fn product_line(&self, variants: &[Variant]) -> String {
        let runs: usize = variants.iter().map(runs_of).sum();
        let most = |of: fn(&Variant) -> usize| variants.iter().map(of).max().unwrap_or(0);
        let points = self.preset.sweep.as_ref();
        let factors = [
            (self.preset.cases.len(), "case"),
            (points.map_or(0, |sweep| sweep.points().len()), "point"),
            (most(|variant| variant.engines.len()), "engine"),
            (
                most(|variant| usize::from(variant.repeat.get())),
                "repetition",
            ),
        ];
        let told: Vec<(usize, &str)> = factors.into_iter().filter(|(n, _)| *n > 1).collect();
        let product: usize = told.iter().map(|(n, _)| n).product();
        let words: Vec<String> = told.iter().map(|(n, word)| counted(*n, word)).collect();
        let all = counted(runs, "run");
        let line = match (words.len(), product == runs) {
            (0, _) => all,
            (_, true) => format!("{} = {all}", words.join(" × ")),
            // Cases with engines, points or repetitions of their own are no plain product.
            (_, false) => format!("{}, not all with all: {all}", words.join(", ")),
        };
        let line = match usize::from(self.preset.warmup.get()) {
            0 => line,
            warmups => format!("{line}, {} each", counted(warmups, "warm-up")),
        };
        match rounds_words(variants) {
            Some(words) => format!("{line}; {words}"),
            None => line,
        }
    }

    /// What `engine` does in each of its runs; the knobs as they stand where it does not run.
    pub(super) fn experiments(&self, engine: EngineKind) -> Vec<Experiment> {
        let variants = self.runnable().variants().unwrap_or_default();
        let mut own: Vec<Experiment> = variants
            .into_iter()
            .filter(|variant| variant.engines.contains(&engine))
            .map(|variant| variant.experiment)
            .collect();
        if own.is_empty() {
            own.push(self.preset.experiment);
        }
        own
    }

    /// What `engine` does in the run with the most tasks; the knobs as they stand where it does not run.
    #[must_use]
    pub fn largest(&self, engine: EngineKind) -> Experiment {
        let own = self.experiments(engine).into_iter();
        own.max_by_key(|experiment| experiment.tasks)
            .unwrap_or(self.preset.experiment)
    }

    /// The most memory that any run may need on this machine, by rule of thumb, and whose it is; `None` where nothing would run.
    #[must_use]
    pub fn memory_needed(&self, facts: &MachineFacts) -> Option<(EngineKind, Bytes)> {
        let variants = self.runnable().variants().ok()?;
        let needs = variants.iter().flat_map(|variant| {
            variant.engines.iter().map(|engine| {
                let bytes = memory_needed(*engine, &variant.experiment, variant.probe, facts);
                (*engine, bytes)
            })
        });
        needs.max_by_key(|(_, bytes)| *bytes)
    }

    /// The whole plan's time by arithmetic, warm-up included; `None` where one of its runs has none.
    #[must_use]
    pub fn expected_time(&self, runs: &Runs, cores: u32) -> Option<Nanos> {
        let mut sum = 0_u64;
        for variant in self.runnable().variants().ok()? {
            let task_time = runs.task_time(variant.experiment.work);
            let runs_of_one = u64::from(variant.repeat.get() + self.preset.warmup.get());
            let rounds = runs_of_one * u64::from(variant.series.total());
            for engine in &variant.engines {
                let time = expected(*engine, &variant.experiment, cores, task_time)?.time;
                sum = sum.saturating_add(time.0.saturating_mul(rounds));
            }
        }
        Some(Nanos(sum))
    }
}

/// How many rounds each run does in its process, where any does more than one.
fn rounds_words(variants: &[Variant]) -> Option<String> {
    let series = variants.iter().map(|variant| variant.series);
    let most = series.max_by_key(|series| series.total())?;
    let is_same = variants.iter().all(|variant| variant.series == most);
    let warmup = match most.warmup.get() {
        0 => String::new(),
        warmup => format!(" after {warmup} of warm-up"),
    };
    let up_to = if is_same { "" } else { "up to " };
    (!most.is_once()).then(|| format!("{up_to}{} rounds in each{warmup}", most.rounds))
}

fn runs_of(variant: &Variant) -> usize {
    variant.engines.len() * usize::from(variant.repeat.get())
}

fn counted(count: usize, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {word}{plural}", grouped(count as u64))
}

fn variant_line(variant: &Variant) -> String {
    let engines: Vec<&str> = variant.engines.iter().map(|engine| engine.id()).collect();
    let point = variant.point.as_ref();
    let point = point.map(|point| format!("{} {}", point.knob, point.label));
    let case = Some(variant.case.clone()).filter(|case| !case.is_empty());
    let place: Vec<String> = case.into_iter().chain(point).collect();
    let what = if place.is_empty() {
        variant.experiment.work.label()
    } else {
        place.join(", ")
    };
    format!("{what}: {} × {}", engines.join(", "), variant.repeat)
}
